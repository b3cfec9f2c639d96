package sentiant

import (
	"strings"
	"testing"
)

// What hides something is in the list below the map: an ant in dirt, bread under
// an ant, a rock and a queen, all of which only a state made by hand has.
func TestDrawingOfHiddenThings(t *testing.T) {
	const state = `{"turn":12,"width":12,"height":3,"cells":["...#...^....","............","............"],` +
		`"bread":[[3,0],[7,0],[0,1]],"cookie":[4,2],"queens":[{"team":"ann","x":0,"y":0,"loaves":2,"out":9,"cause":"absent"},{"team":"bob","x":10,"y":1}],` +
		`"ants":[{"id":7,"team":"bob","x":3,"y":0,"hp":1,"carrying":"bread","say":"hp","last":"ok"},{"id":9,"team":"ann","x":4,"y":2,"hp":2}],"over":true,"winner":"bob"}`
	const want = `after turn 12
  0                   1
  0 1 2 3 4 5 6 7 8 9 0 1
0 Q Q . r . . . ^ . . . .
1 Q Q . . . . . . . . R R
2 . . . . q . . . . . R R
Q ann 0 0 loaves 2 out 9 cause absent
R bob 10 1 loaves 0
r 7 bob 3 0 hp 1 carrying bread say hp last ok in #
q 9 ann 4 2 hp 2
b 3 0
b 7 0
b 0 1
c 4 2
next 10
over bob
`
	r, names, err := restore(nil, []byte(state))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.AppendDrawing(nil, names)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	again, _, err := Parse(nil, want)
	if err != nil {
		t.Fatal(err)
	}
	stateOf := func(text []byte) string { // without the generator's, which no drawing shows
		before, _, _ := strings.Cut(string(text), `,"rng"`)
		return before
	}
	if got, want := stateOf(again.AppendState(nil, names)), stateOf(r.AppendState(nil, names)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestDrawingErrors(t *testing.T) {
	const drawing = `after turn 0
  0 1 2 3 4
0 Q Q c R R
1 Q Q q R R
Q ann 0 0 loaves 0
R bob 3 0 loaves 0
q 1 ann 2 1 hp 2
next 2
`
	for _, c := range []struct{ old, with, want string }{
		{"next 2", "next", `line 8: "next": not a line of a drawing`},
		{"after turn", "after the turn", `line 1: "after the turn 0": not a line of a drawing`},
		{"next 2", "last 2", `line 8: "last 2": not a line of a drawing`},
		{"next 2", "z 2", `line 8: "z 2": not a line of a drawing`},
		{"hp 2", "hp 2 wings 2", `line 7: "q 1 ann 2 1 hp 2 wings 2": not a line of a drawing`},
		{"loaves 0\nR", "cakes 0\nR", `line 5: "Q ann 0 0 cakes 0": not a line of a drawing`},
		{"R bob", "S bob", `line 6: "S bob 3 0 loaves 0": not a line of a drawing`},
		{"1 Q Q q", "1 Q Q .", "the drawing of these lines is\n" + drawing},
		{"q 1 ann 2 1", "q 1 ann 2 2", "ants[0].y: 2: want 0 to 1"},
		{"0 Q Q c", "0 Q Q # c", "cells[0]: 6 cells: want 5"},
	} {
		_, _, err := Parse(nil, strings.Replace(drawing, c.old, c.with, 1))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.with, err, c.want)
		}
	}
	if _, _, err := Parse([]byte(`{"hp":0}`), drawing); err == nil {
		t.Error("a bad setting: no error")
	}
}

// The row in the table of games is good for a match.
func TestGame(t *testing.T) {
	g := Game()
	if g.Name != "sentiant" || g.Round != "5s" || g.MinSeats != 2 || g.MaxSeats != 7 || !g.Fog || g.Words("en", "rules") == "" {
		t.Errorf("%+v", g)
	}
	names := []string{`a"b`, "ö"}
	rules, err := g.New(nil, len(names), [32]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	state := rules.AppendState(nil, names)
	again, got, err := g.Restore(nil, state)
	if err != nil {
		t.Fatal(err)
	}
	if got[0] != names[0] || got[1] != names[1] || string(again.AppendState(nil, got)) != string(state) {
		t.Errorf("%s became %s", state, again.AppendState(nil, got))
	}
}
