package snake

import (
	"strings"
	"testing"

	"arbitre/game/gametest"
)

func TestDrawingErrors(t *testing.T) {
	if _, _, err := Parse(nil, drawn); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"after turn 4", "before turn 4", `line 1: "before turn 4, round 1, play 0": want as in`},
		{"play 0", "pause 0", `phase: "pause": want wait, play, over`},
		{"☼#   ○  ☼", "☼#  ○  ☼", "map[1]: 8 cells: want 9, the size"},
		{"☼#   ○  ☼\n", "", "map[8]: 11 cells: want 9, the size"},
		{"×>", "×<", "the drawing of these lines is\n" + drawn},
		{"☼      ●☼", "☼      X☼", "the drawing of these lines is\n"},
		{"under 3,3 ○", "under 3,3", `line 11: "under 3,3": want a snake or what lies under one`},
		{"under 3,3 ○", "under 9,3 ○", `line 11: "under 9,3 ○": want x,y on the board and what lies there`},
		{"under 3,3 ○", "under x ○", `line 11: "x": want x,y`},
		{"ann RIGHT:", "ann:", `line 12: "ann: 5,3 4,3 3,3": want a name and a direction`},
		{"ann RIGHT:", "ann EAST:", `snakes[0].direction: "EAST": want UP, DOWN, LEFT, RIGHT`},
		{"score 3", "luck 3", `line 13: "bob RIGHT luck 3: 4,6 3,6": "luck": want waits, dead, or a number of`},
		{"score 3", "score", `line 13: "bob RIGHT score: 4,6 3,6": "score": want waits`},
		{"score 3", "score x", `line 13: "bob RIGHT score x: 4,6 3,6": score: "x": want a whole number`},
		{"4,6 3,6", "4,6 36", `line 13: "36": want x,y`},
		{"4,6 3,6", "4,6", `snakes[1].cells: 1: want 2 at least, since it is alive`},
		{drawn, "", `line 1: "": want as in`},
		{drawn, "after turn 4, round 1, play 0\n", "snakes: 0: want 2 to 64"},
	} {
		_, _, err := Parse(nil, strings.Replace(drawn, c.old, c.new, 1))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q for %q: %v\nwant %s", c.new, c.old, err, c.want)
		}
	}
	if _, _, err := Parse([]byte(`{"luck":1}`), drawn); err == nil {
		t.Error("odd settings are taken")
	}
}

// FuzzDrawing: what parses draws the same again, and goes through a state.
func FuzzDrawing(f *testing.F) { gametest.FuzzDrawing(f, tested(), drawn) }
