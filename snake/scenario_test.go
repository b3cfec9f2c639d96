package snake

import (
	"flag"
	"testing"

	"arbitre/game"
	"arbitre/game/gametest"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata; read the diff before you commit it")

func tested() gametest.Game {
	return gametest.Game{
		Game: Game(), Parse: Parse, End: gametest.ScoreAndCause, Spawn: spawnObjects,
		Scenarios: 90, Refusals: 7, Sentences: sentences,
	}
}

// TestScenarios plays every file of testdata. With -update it also draws before
// anew from the lines below its board.
func TestScenarios(t *testing.T) {
	g := tested()
	if *update {
		g.Parse = redraw
	}
	gametest.Scenarios(t, g, *update)
}

// spawnObjects takes what Spawn takes, a JSON list. What is refused there is a
// mistake of the scenario.
func spawnObjects(t *testing.T, r game.Rules, things string, void, out game.Seats) error {
	t.Helper()
	if err := r.(*match).Spawn([]byte(things), void, out); err != nil {
		t.Fatalf("spawn: %v", err)
	}
	return nil
}

// redraw parses a drawing as it should be.
func redraw(given []byte, drawing string) (game.Rules, []string, error) {
	w, err := readDrawing(drawing)
	if err != nil {
		return nil, nil, err
	}
	m, names, err := w.match(usualSettings())
	if err != nil {
		return nil, nil, err
	}
	return Parse(given, string(m.AppendDrawing(nil, names)))
}
