package bomber

import (
	"strings"
	"testing"

	"arbitre/game/gametest"
)

const drawn = `after turn 4
3 . . . *
2 . . C .
1 . @ . .
0 . . . D
  0 1 2 3
A ann 3 3 firepower 2 STUDY_SPEED 1
B bob 1 3 died 3 cause blast
C carl 2 2 timer 4
D dora 3 0
E eve 3 3
F fred 0 0 died 4 out 4 cause quit
@ ann 1 1 due 6
@ bob 1 1 due 5
@ dora 2 2 due 8
idle 0
`

func TestDrawingErrors(t *testing.T) {
	if _, _, err := Parse(nil, drawn); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"after turn 4\n", "", "turn: missing"},
		{"after turn 4", "after round 4", `line 1: "after round 4": not a line of a drawing`},
		{"after turn 4", "after turn four", `line 1: "after turn four": not a line of a drawing`},
		{"after turn 4", "after turn 4 5", `line 1: "after turn 4 5": not a line of a drawing`},
		{"1 . @ . .", "1 . . . .", "the drawing of these lines is\n" + drawn},
		{"1 . @ . .\n", "", "the drawing of these lines is\n" + drawn},
		{"C carl", "G carl", `line 9: "G carl 2 2 timer 4": want a part of a drawing`},
		{"C carl 2 2 timer 4", "C carl 2", `line 9: "C carl 2": not a line of a drawing`},
		{"C carl 2 2 timer 4", "C carl 2 2 luck 4", `players[2].busy: "luck": want`},
		{"C carl 2 2 timer 4", "C carl 2 2 timer", `line 9: "C carl 2 2 timer": not a line of a drawing`},
		{"C carl 2 2 timer 4", "C carl 2 4 timer 4", "players[2].y: 4: want 0 to 3"},
		{"@ bob 1 1 due 5", "@ zed 1 1 due 5", `bombs[1].owner: "zed": no player has this name`},
		{"@ bob 1 1 due 5", "@ bob 1 1 at 5", `line 14: "@ bob 1 1 at 5": not a line of a drawing`},
		{"idle 0\n", "idle 0\n\n", `line 17: "": want a part of a drawing`},
		{"idle 0\n", "idle 0", "the drawing of these lines is\n" + drawn},
		{drawn, "", "side: 0: want 1 to 1000"},
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

// FuzzDrawing: what parses draws the same again, and parses to the same.
func FuzzDrawing(f *testing.F) { gametest.FuzzDrawing(f, tested(), drawn) }
