package sentiant

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"arbitre/game"
	"arbitre/game/gametest"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata; read the diff before you commit it")

func tested() gametest.Game {
	return gametest.Game{
		Game: Game(), Parse: Parse, End: gametest.ScoreAndCause, Spawn: spawnLoaves,
		Scenarios: 60, Refusals: 10, Sentences: sentences,
	}
}

// TestScenarios plays every file of testdata.
func TestScenarios(t *testing.T) { gametest.Scenarios(t, tested(), *update) }

// spawnLoaves puts a loaf on each of the cells "3 4, 5 6", in place of those to be
// drawn.
func spawnLoaves(_ *testing.T, r game.Rules, cells string, void, out game.Seats) error {
	things := []byte("[")
	for pair := range strings.SplitSeq(cells, ", ") {
		if x, y, ok := strings.Cut(pair, " "); ok {
			if len(things) > 1 {
				things = append(things, ',')
			}
			things = fmt.Appendf(things, `{"kind":"bread","x":%s,"y":%s}`, x, y)
		}
	}
	return r.(*match).Spawn(append(things, ']'), void, out)
}

func seedOf(text string) [32]byte { return gametest.Seed(text) }
