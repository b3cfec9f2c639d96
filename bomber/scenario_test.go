package bomber

import (
	"flag"
	"testing"

	"arbitre/game/gametest"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata; read the diff before you commit it")

func tested() gametest.Game {
	return gametest.Game{
		Game: Game(), Parse: Parse, End: gametest.Cause,
		Scenarios: 40, Refusals: 10, Sentences: sentences,
	}
}

// TestScenarios plays every file of testdata.
func TestScenarios(t *testing.T) { gametest.Scenarios(t, tested(), *update) }
