package snake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbitre/chance"
	"arbitre/game/gametest"

	"arbitre/game"
)

// written is everything that a state can hold.
const written = `{"turn":9,"round":2,"phase":"play","left":296,"size":7,"map":["☼☼☼☼☼☼☼","☼#    ☼","☼     ☼","☼  ☼  ☼","☼     ☼","☼#    ☼","☼☼☼☼☼☼☼"],"snakes":[` +
	`{"name":"ann","alive":true,"active":true,"direction":"RIGHT","cells":[[3,4],[2,4],[2,3]],"fury":4,"stones":1,"owes":2,"score":25,"out":0,"cause":""},` +
	`{"name":"bob","alive":false,"active":true,"direction":"UP","cells":[[4,0],[4,1]],"fury":0,"stones":0,"owes":0,"score":3,"out":0,"cause":"wall"},` +
	`{"name":"carl","alive":false,"active":true,"direction":"DOWN","cells":[],"fury":0,"stones":0,"owes":0,"score":0,"out":7,"cause":"quit"},` +
	`{"name":"dora","alive":true,"active":false,"direction":"RIGHT","cells":[[1,5],[0,5]],"fury":0,"stones":0,"owes":0,"score":0,"out":0,"cause":""}],` +
	`"apples":[[5,1],[5,2]],"stones":[[2,4]],"fury_pills":[[5,4]],"gold":[[5,5]],` +
	`"rng":"636861636861383a00000000000000010000000000000000000000000000000000000000000000000000000000000000"}`

func TestStateIsTakenUpAsItWasWritten(t *testing.T) {
	r, names, err := restore(nil, []byte(written))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"ann", "bob", "carl", "dora"}; !slices.Equal(names, want) {
		t.Errorf("names %q", names)
	}
	if got := string(r.AppendState([]byte("# "), names)); got != "# "+written {
		t.Errorf("got  %s\nwant %s", got, written)
	}
	if !json.Valid([]byte(written)) {
		t.Error("no JSON")
	}
	standings, ended := r.Standings(nil)
	want := []game.Standing{
		{Alive: true, Free: true, Place: 1, Score: 25},
		{Alive: true, Place: 2, Score: 3},
		{Place: 4, Cause: "quit"},
		{Alive: true, Place: 3},
	}
	if ended || !slices.Equal(standings, want) {
		t.Errorf("%+v, over %t", standings, ended)
	}
}

// TestStateMadeByHand: what may be left out, and what no match comes to by
// itself.
func TestStateMadeByHand(t *testing.T) {
	gametest.MadeByHand(t, tested(), written, map[string][2]string{
		"no generator":             {`,"rng":"636861636861383a00000000000000010000000000000000000000000000000000000000000000000000000000000000"`, ``},
		"no out nor cause":         {`,"out":0,"cause":"wall"`, ``},
		"no fury, stones and so":   {`"fury":4,"stones":1,"owes":2,"score":25,`, ``},
		"no objects":               {`"apples":[[5,1],[5,2]],"stones":[[2,4]],"fury_pills":[[5,4]],"gold":[[5,5]],`, ``},
		"an endless round":         {`"left":296`, `"left":0`},
		"no start cells":           {`"☼#    ☼","☼     ☼","☼  ☼  ☼","☼     ☼","☼#    ☼"`, `"☼     ☼","☼     ☼","☼  ☼  ☼","☼     ☼","☼     ☼"`},
		"no walls":                 {`"☼☼☼☼☼☼☼","☼#    ☼"`, `"       ","☼#    ☼"`},
		"crosses itself":           {`[[3,4],[2,4],[2,3]]`, `[[3,4],[2,4],[2,5],[3,5],[3,4],[3,3]]`},
		"in a wall":                {`[[3,4],[2,4],[2,3]]`, `[[3,3],[2,3]]`},
		"two on a cell":            {`[[3,4],[2,4],[2,3]]`, `[[1,5],[0,5]]`},
		"looks back at its neck":   {`"direction":"RIGHT","cells":[[3,4]`, `"direction":"LEFT","cells":[[3,4]`},
		"a dead one without cells": {`[[4,0],[4,1]]`, `[]`},
		"a dead one of one cell":   {`[[4,0],[4,1]]`, `[[4,0]]`},
		"a cause of referees":      {`"cause":"quit"`, `"cause":"organiser"`},
		"a far round":              {`"round":2`, `"round":1000`},
		"a match that is over":     {`"play"`, `"over"`},
		"moves while others wait":  {`"play"`, `"wait"`},
	})
}

// TestStateWithoutGenerator: a draw comes from the seed 0.
func TestStateWithoutGenerator(t *testing.T) {
	before, _, _ := strings.Cut(written, `,"rng"`)
	r, _, err := restore(nil, []byte(before+"}"))
	if err != nil {
		t.Fatal(err)
	}
	c := chance.Usual()
	if a, b := r.(*match).chance.Below(1<<30), c.Below(1<<30); a != b {
		t.Errorf("draws %d, want %d", a, b)
	}
}

// TestStateErrors: an error says where it stands, what was given and what was
// expected.
func TestStateErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"turn":9,`, ``, "turn: missing: want 0 to 1000000000"},
		{`"turn":9`, `"turn":-1`, "turn: -1: want 0 to 1000000000"},
		{`"turn":9`, `"turn":"nine"`, "turn: string: want a whole number"},
		{`"turn":9`, `"side":9`, `unknown field "side"`},
		{`"round":2`, `"round":0`, "round: 0: want 1 to 1000000"},
		{`"play"`, `"pause"`, `phase: "pause": want wait, play, over`},
		{`"phase":"play","left":296`, `"phase":"wait","left":0`, "left: 0: want 1 to 1000000"},
		{`"left":296`, `"left":-1`, "left: -1: want 0 to 1000000"},
		{`"size":7`, `"size":61`, "size: 61: want 2 to 60"},
		{`"size":7`, `"size":1`, "size: 1: want 2 to 60"},
		{`"size":7`, `"size":8`, "map: 7 rows: want 8, the size"},
		{`"☼#    ☼"`, `"☼#   ☼"`, "map[1]: 6 cells: want 7, the size"},
		{`"☼#    ☼"`, `"☼# ○  ☼"`, "map[1]: '○': want walls ☼, start cells # and blanks"},
		{`"☼#    ☼"`, `"#     ☼"`, "map[1]: the start cell in the first column has no place for a tail to its left"},
		{`"name":"bob"`, `"name":"ann"`, `snakes[1].name: "ann": another player has this name`},
		{`"name":"bob"`, `"name":""`, `snakes[1].name: "": want 1 to 30 bytes without spaces`},
		{`"name":"bob"`, `"name":"b b"`, `snakes[1].name: "b b": want 1 to 30 bytes without spaces`},
		{`"alive":true,`, ``, "snakes[0].alive: missing: want true or false"},
		{`"alive":true`, `"alive":1`, "snakes.alive: number: want true or false"},
		{`"active":true,`, ``, "snakes[0].active: missing: want true or false"},
		{`"RIGHT"`, `"EAST"`, `snakes[0].direction: "EAST": want UP, DOWN, LEFT, RIGHT`},
		{`"RIGHT"`, `""`, `snakes[0].direction: "": want UP, DOWN, LEFT, RIGHT`},
		{`[[3,4],[2,4],[2,3]]`, `[[3,4]]`, "snakes[0].cells: 1: want 2 at least, since it is alive"},
		{`[[3,4],[2,4],[2,3]]`, `[]`, "snakes[0].cells: 0: want 2 at least, since it is alive"},
		{`[[3,4],[2,4],[2,3]]`, `[[3,4],[2,4],[2,2]]`, "snakes[0].cells[2]: [2 2]: want a neighbour of the cell before"},
		{`[[3,4],[2,4],[2,3]]`, `[[3,4],[2,4],[2,4]]`, "snakes[0].cells[2]: [2 4]: want a neighbour of the cell before"},
		{`[[3,4],[2,4],[2,3]]`, `[[7,4],[6,4]]`, "snakes[0].cells[0]: [7 4]: want x and y, both from 0 to 6"},
		{`[[3,4],[2,4],[2,3]]`, `[[3,4],[2]]`, "snakes[0].cells[1]: [2]: want x and y, both from 0 to 6"},
		{`"fury":4`, `"fury":-1`, "snakes[0].fury: -1: want 0 to 1000000"},
		{`"stones":1`, `"stones":1000001`, "snakes[0].stones: 1000001: want 0 to 1000000"},
		{`"owes":2`, `"owes":-2`, "snakes[0].owes: -2: want 0 to 1000000"},
		{`"score":25`, `"score":-1`, "snakes[0].score: -1: want 0 to 1000000000"},
		{`"out":7`, `"out":10`, "snakes[2].out: 10: want 0 to 9"},
		{`"out":0`, `"out":1`, "snakes[0].out: 1: want 0 while it is alive"},
		{`"cause":""`, `"cause":"wall"`, `snakes[0].cause: "wall": want none while it is alive`},
		{`"cause":"wall"`, `"cause":"luck"`, `snakes[1].cause: "luck": want one of wall, body, headon, stone, act0, quit, bite, kicked, absent, spoke, nick, flood, organiser`},
		{`[[5,1],[5,2]]`, `[[5,1],[5,1]]`, "apples[1]: [5 1]: another object (apple) is there"},
		{`"stones":[[2,4]]`, `"stones":[[5,1]]`, "stones[0]: [5 1]: another object (apple) is there"},
		{`"gold":[[5,5]]`, `"gold":[[6,6]]`, "gold[0]: [6 6]: a wall is there"},
		{`"gold":[[5,5]]`, `"gold":[[1,1]]`, "gold[0]: [1 1]: a start cell is there"},
		{`"gold":[[5,5]]`, `"gold":[[5]]`, "gold[0]: [5]: want x and y, both from 0 to 6"},
		{`"rng":"63`, `"rng":"`, "rng: want the text that an earlier state gave"},
		{written, ``, "empty: want JSON"},
		{written, `[]`, "array: want an object"},
		{written, written + written, "something follows the JSON"},
		{written, `{"turn":`, "unexpected EOF"},
		{written, `{"turn":1,"snakes":[]}`, "snakes: 0: want 2 to 64"},
	} {
		given := strings.Replace(written, c.old, c.new, 1)
		if _, _, err := restore(nil, []byte(given)); err == nil || err.Error() != c.want {
			t.Errorf("%s for %s: %v\nwant %s", c.new, c.old, err, c.want)
		}
	}
}

// TestNamesAreEscaped: a name is a label and breaks nothing.
func TestNamesAreEscaped(t *testing.T) {
	names := []string{`a"n\n`, "б[]^`{|}é"}
	m := begin(t, nil, 2, [32]byte{})
	_, again, err := restore(nil, m.AppendState(nil, names))
	if err != nil || !slices.Equal(again, names) {
		t.Errorf("%q, %v", again, err)
	}
}

// TestNoPlaceToWait: on a map made by hand without start cells the dead stay
// away, and so does everybody once a round ends.
func TestNoPlaceToWait(t *testing.T) {
	given := strings.NewReplacer("#", " ", `"left":296`, `"left":1`).Replace(written)
	r, names, err := restore(nil, []byte(given))
	if err != nil {
		t.Fatal(err)
	}
	lines := gametest.Told(r.Resolve(0, 0, nil), names)
	if slices.ContainsFunc(lines, func(text string) bool { return strings.HasPrefix(text, "START") }) {
		t.Errorf("%q", lines)
	}
	for range 30 {
		if _, ended := r.Standings(nil); ended {
			return
		}
		r.Resolve(0, 0, nil)
	}
	t.Error("the match does not end")
}

// TestLongSnakes: a body is as long as it likes, also where Spawn tries the turn.
func TestLongSnakes(t *testing.T) {
	m := begin(t, []byte(`{"map":"valley","round_turns":3000}`), 2, [32]byte{})
	var cells []cell
	for i := range 26 * 4 { // back and forth over four rows, the head ahead of the rest
		x, y := 2+i%26, 20+i/26
		if i/26%2 == 1 {
			x = 2 + 25 - i%26
		}
		cells = append(cells, at(x, y))
	}
	s := &m.snakes[0]
	m.lift(s)
	s.set(cells...)
	for _, c := range cells {
		m.cover[c]++
	}
	s.direction = up
	for m.phase == waiting {
		m.Resolve(0, 0, nil)
	}
	for range 10 {
		if err := m.Spawn([]byte("[]"), 0, 0); err != nil {
			t.Fatal(err)
		}
		before := s.at(s.length - 1)
		m.put(s.at(0).next(up), apple)
		m.Resolve(0, 0, nil)
		if s.at(s.length-1) != before {
			t.Fatalf("the tail is on %d %d", s.at(s.length-1).x(), s.at(s.length-1).y())
		}
	}
	if s.length != 26*4+10 {
		t.Errorf("%d cells", s.length)
	}
}

// TestFreeCell finds the only one there is on the largest field, and none where
// there is none.
func TestFreeCell(t *testing.T) {
	m := begin(t, []byte(`{"map":"steppe"}`), 2, [32]byte{})
	for c := range cell(allCells) {
		if m.ground[c] == floor {
			m.put(c, apple)
		}
	}
	if c, found := m.freeCell(); found {
		t.Errorf("%d %d is no free cell", c.x(), c.y())
	}
	only := at(40, 50)
	m.put(only, nothing)
	if c, found := m.freeCell(); !found || c != only {
		t.Errorf("%d %d, %t", c.x(), c.y(), found)
	}
}

// TestSpawnErrors: a cell that cannot take an object is an error that names it.
func TestSpawnErrors(t *testing.T) {
	for things, want := range map[string]string{
		`[{"kind":"apple","x":5,"y":1}]`:                                 "[0]: apple at 5 1: another object (apple) is there",
		`[{"kind":"apple","x":0,"y":0}]`:                                 "[0]: apple at 0 0: a wall is there",
		`[{"kind":"gold","x":1,"y":5}]`:                                  "[0]: gold at 1 5: a start cell is there",
		`[{"kind":"gold","x":2,"y":5},{"kind":"stone","x":2,"y":5}]`:     "[1]: stone at 2 5: another object (gold) is there",
		`[{"kind":"fury","x":2,"y":5}]`:                                  `[0]: kind: "fury": want one of apple, stone, fury_pill, gold`,
		`[{"x":2,"y":5}]`:                                                `[0]: kind: "": want one of`,
		`[{"kind":"apple","x":2}]`:                                       "[0]: apple: want x and y, both from 0 to 8",
		`[{"kind":"apple","x":-1,"y":9}]`:                                "[0]: apple: want x and y, both from 0 to 8",
		`[{"kind":"apple","x":6,"y":3},{"kind":"fury_pill","x":7,"y":6}`: "want a list of objects with kind, x and y: ",
		`{}`:    "want a list of objects with kind, x and y: ",
		`["a"]`: "want a list of objects with kind, x and y: ",
	} {
		m, _ := twoSnakes(t)
		if err := m.Spawn([]byte(things), 0, 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", things, err, want)
		}
	}
}

// TestSpawnKnowsTheTurn: the cells are those that the stage of new objects finds;
// nothing of the trial is left in the match.
func TestSpawnKnowsTheTurn(t *testing.T) {
	m, names := twoSnakes(t)
	m.snakes[0].stones = 1
	state := m.AppendState(nil, names)
	m.Order(0, "ACT,UP")
	m.Order(1, "DOWN")
	for things, want := range map[string]string{
		`[{"kind":"gold","x":5,"y":1}]`:                              "[0]: gold at 5 1: another object (apple) is there",
		`[{"kind":"gold","x":3,"y":3}]`:                              "[0]: gold at 3 3: another object (apple) is there",
		`[{"kind":"gold","x":4,"y":7},{"kind":"apple","x":5,"y":2}]`: "",
		`[]`: "",
	} {
		if err := m.Spawn([]byte(things), 0, 0); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%s: %v, want %s", things, err, want)
		}
	}
	if again := m.AppendState(nil, names); !bytes.Equal(again, state) {
		t.Errorf("%s\n%s", state, again)
	}
	m, names = twoSnakes(t)
	m.Order(0, "UP")
	m.Resolve(0, 0, nil)
	m.Order(0, "ACT(0)")
	if err := m.Spawn([]byte(`[{"kind":"gold","x":5,"y":1}]`), 0, 0); err == nil {
		t.Error("who dies at once does not eat the apple")
	}
	m.Order(0, "")
	if err := m.Spawn([]byte(`[{"kind":"gold","x":5,"y":1}]`), 0, 0); err != nil {
		t.Errorf("the apple is eaten in this turn: %v", err)
	}
	lines := gametest.Told(m.Resolve(0, 0, nil), names)
	if want := "EVENTS apple:ann new:gold,5,1"; !slices.Contains(lines, want) {
		t.Errorf("%q, want %s", lines, want)
	}
}

// TestSpawnOfAVoidTurn: nobody eats the apple if the order is void or its player
// goes out.
func TestSpawnOfAVoidTurn(t *testing.T) {
	m, names := twoSnakes(t)
	m.Order(0, "UP")
	m.Resolve(0, 0, nil)
	m.Order(0, "UP")
	gold := []byte(`[{"kind":"gold","x":5,"y":1}]`)
	const want = "[0]: gold at 5 1: another object (apple) is there"
	if err := m.Spawn(gold, 0, 1); err == nil || err.Error() != want {
		t.Errorf("out: %v, want %s", err, want)
	}
	if err := m.Spawn(gold, 0, 2); err != nil {
		t.Errorf("another one out: %v", err)
	}
	lines := gametest.Told(m.Resolve(0, 2, nil), names)
	if want := "EVENTS apple:ann new:gold,5,1"; !slices.Contains(lines, want) {
		t.Errorf("%q, want %s", lines, want)
	}
}

// FuzzRestore: nothing upsets it, and what it takes it writes the same again, and
// can be played.
func FuzzRestore(f *testing.F) {
	f.Add([]byte(written))
	f.Add([]byte(`{"turn":0,"round":1,"phase":"play","left":0,"size":2,"map":["  ","  "],"snakes":[{"name":"a","alive":true,"active":true,"direction":"UP","cells":[[0,0],[1,0]]},{"name":"b","alive":true,"active":true,"direction":"UP","cells":[[0,1],[0,0],[0,1]]}]}`))
	f.Add([]byte(`{"turn":-1}`))
	f.Fuzz(func(t *testing.T, given []byte) {
		r, names, err := restore(nil, given)
		if err != nil {
			return
		}
		gametest.TakesUp(t, tested(), r, names)
		r.AppendDrawing(nil, names)
		r.Order(0, "ACT,LEFT")
		r.Catchup(0, nil)
		r.View(0, nil)
		for range 3 {
			gametest.Told(r.Resolve(0, 0, nil), names)
		}
		r.Standings(nil)
	})
}
