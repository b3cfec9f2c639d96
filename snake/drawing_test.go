package snake

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
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

// scenarioParts are the data of all parts with this name in testdata.
func scenarioParts(tb testing.TB, names ...string) (parts []string) {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, part := range txtar.Parse(data).Files {
			for _, name := range names {
				if part.Name == name {
					parts = append(parts, string(part.Data))
				}
			}
		}
	}
	return parts
}

// FuzzDrawing: what parses draws the same again, and goes through a state.
func FuzzDrawing(f *testing.F) {
	f.Add(drawn)
	for _, text := range scenarioParts(f, "before", "after") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, names, err := Parse(nil, text)
		if err != nil {
			return
		}
		if again := string(r.AppendDrawing(nil, names)); again != text {
			t.Fatalf("%s\n%s", text, again)
		}
		state := r.AppendState(nil, names)
		back, _, err := restore(nil, state)
		if err != nil {
			t.Fatal(err)
		}
		if twice := back.AppendState(nil, names); !bytes.Equal(state, twice) {
			t.Fatalf("%s\n%s", state, twice)
		}
	})
}
