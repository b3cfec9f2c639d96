package sentiant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"arbitre/game"
)

// handMade is a state as a person writes it: what may be left out is.
const handMade = `{"turn":3,"width":8,"height":4,"cells":["...#...^","........","........","........"],` +
	`"bread":[[3,0],[7,0]],"cookie":[4,2],"pheromones":[{"x":3,"y":3,"scent":5,"range":2}],` +
	`"queens":[{"team":"ann","x":0,"y":0},{"team":"bob","x":5,"y":2,"loaves":4}],` +
	`"ants":[{"id":7,"team":"bob","x":4,"y":3,"hp":1},{"id":4,"team":"ann","x":3,"y":3,"hp":2,"carrying":"bread","say":"a\"b","age":2,"last":"bump","memory":{}}]}`

// A state holds all of the match under the keys of the documentation.
func TestState(t *testing.T) {
	r, names, err := restore(nil, []byte(handMade))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"turn":3,"width":8,"height":4,"cells":["...#...^","........","........","........"],` +
		`"bread":[[3,0],[7,0]],"cookie":[4,2],"pheromones":[{"x":3,"y":3,"scent":5,"range":2}],` +
		`"queens":[{"team":"ann","x":0,"y":0,"loaves":0,"out":0,"cause":""},{"team":"bob","x":5,"y":2,"loaves":4,"out":0,"cause":""}],` +
		`"ants":[{"id":4,"team":"ann","x":3,"y":3,"hp":2,"carrying":"bread","say":"a\"b","age":2,"last":"bump","memory":{}},` +
		`{"id":7,"team":"bob","x":4,"y":3,"hp":1,"carrying":"","say":"","age":0,"last":"","memory":{}}],` +
		`"next_id":8,"over":false,"winner":"","rng":"`
	got := r.AppendState(nil, names)
	if !bytes.HasPrefix(got, []byte(want)) {
		t.Errorf("%s\nwant %s", got, want)
	}
	if !json.Valid(got) {
		t.Errorf("no JSON: %s", got)
	}
}

// The cookie that is home lies nowhere; a state that says so is a match won by it.
func TestStateOfAMatchThatIsOver(t *testing.T) {
	won := strings.Replace(handMade, `"cookie":[4,2]`, `"cookie":null,"over":true,"winner":"bob"`, 1)
	for _, c := range []struct {
		state string
		score int
	}{
		{won, 104},
		{strings.Replace(won, "null", "[4,2]", 1), 4},
	} {
		r, _, err := restore(nil, []byte(c.state))
		if err != nil {
			t.Fatal(err)
		}
		standings, over := r.Standings(nil)
		if !over || standings[1] != (game.Standing{Alive: true, Place: 1, Score: c.score}) {
			t.Errorf("%v %+v, want a score of %d", over, standings, c.score)
		}
	}
}

func TestStateErrors(t *testing.T) {
	for _, c := range []struct{ old, with, want string }{
		{`"turn":3,`, ``, "turn: missing: want 0 to 1000000000"},
		{`"turn":3`, `"turn":"3"`, "turn: string: want a whole number"},
		{`"turn":3`, `"tern":3`, `unknown field "tern"`},
		{`"width":8`, `"width":0`, "width: 0: want 1 to 200"},
		{`"height":4`, `"height":5`, "cells: 4 rows: want 5"},
		{`"...#...^"`, `"...#..^"`, "cells[0]: 7 cells: want 8"},
		{`"...#...^"`, `"...#..^x"`, "cells[0]: 'x': want . # or ^"},
		{`[7,0]]`, `[7]]`, "bread[1]: 1 numbers: want x and y"},
		{`[7,0]]`, `[8,0]]`, "bread[1].x: 8: want 0 to 7"},
		{`[7,0]]`, `[3,0]]`, "bread[1]: 3,0: want at most one resource a cell"},
		{`[4,2]`, `[3,0]`, "cookie: 3,0: want at most one resource a cell"},
		{`"scent":5`, `"scent":32`, "pheromones[0].scent: 32: want 0 to 31"},
		{`"range":2`, `"range":0`, "pheromones[0].range: 0: want 1 to 20"},
		{`"range":2}`, `"range":2},{"x":3,"y":3,"scent":1,"range":1}`, "pheromones[1]: want at most one a cell"},
		{`"team":"ann","x":0`, `"team":"a b","x":0`, `queens[0].team: "a b": want 1 to 30 bytes without spaces`},
		{`"team":"ann","x":0`, `"team":"bob","x":0`, `queens[1].team: "bob": another player has this name`},
		{`"team":"bob","x":5`, `"team":"bob","x":7`, `queens[1]: want her two by two cells on the map and nobody else there`},
		{`"x":5,"y":2`, `"x":1,"y":1`, `queens[1]: want her two by two cells on the map and nobody else there`},
		{`"loaves":4`, `"out":4`, "queens[1].out: 4: want 0 to 3"},
		{`"loaves":4`, `"cause":"quit"`, `queens[1].cause: "quit": want none while out is 0`},
		{`"loaves":4`, `"out":1,"cause":"bored"`, `queens[1].cause: "bored": want one of colony, quit, kicked, absent, spoke, nick, flood, organiser`},
		{`,{"team":"bob","x":5,"y":2,"loaves":4}`, ``, "queens: 1: want 2 to 7"},
		{`"id":7`, `"id":4`, "ants: two have the id 4"},
		{`"id":7`, `"id":0`, "ants[0].id: 0: want 1 to 1000000000"},
		{`"id":7,"team":"bob"`, `"id":7,"team":"eve"`, `ants[0].team: "eve": no player has this name`},
		{`"hp":1`, `"hp":0`, "ants[0].hp: 0: want 1 to 1000000000"},
		{`"x":4,"y":3`, `"x":3,"y":3`, "ants[1]: somebody stands on its cell"},
		{`"x":4,"y":3`, `"x":5,"y":3`, "ants[0]: somebody stands on its cell"},
		{`"carrying":"bread"`, `"carrying":"stone"`, `ants[1].carrying: "stone": want bread, cookie or nothing`},
		{`"carrying":"bread"`, `"carrying":"cookie"`, `cookie: 2 of them: want one, lying or carried`},
		{`"x":4,"y":3`, `"y":3`, "ants[0].x: missing: want 0 to 7"},
		{`"last":"bump"`, `"last":"crash"`, `ants[1].last: "crash": want ok, bad, still, bump or nothing`},
		{`"say":"a\"b"`, `"say":"a,b"`, `ants[1].say: "a,b": want up to 20 bytes of printable ASCII without space , ; and =`},
		{`"cookie":[4,2]`, `"next_id":7`, "next_id: 7: want 8 to 2000000000"},
		{`"cookie":[4,2]`, `"winner":"ann"`, `winner: "ann": want none while over is false`},
		{`"cookie":[4,2]`, `"over":true,"winner":"eve"`, `winner: "eve": no player has this name`},
		{`"cookie":[4,2]`, `"over":1`, `over: number: want true or false`},
		{`"cookie":[4,2]`, `"rng":"00"`, "rng: want the text that an earlier state gave"},
		{handMade, ``, "empty: want JSON"},
		{handMade, handMade + "1", "something follows the JSON"},
	} {
		state := strings.Replace(handMade, c.old, c.with, 1)
		if state == handMade {
			t.Fatalf("nothing to replace: %s", c.old)
		}
		_, _, err := restore(nil, []byte(state))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.with, err, c.want)
		}
	}
}

func TestSpawnErrors(t *testing.T) {
	for _, c := range []struct{ things, want string }{
		{`{}`, "object: want a list"},
		{`[{"kind":"apple","x":1,"y":3}]`, `0: kind: "apple": want "bread"`},
		{`[{"kind":"bread","x":1,"y":4}]`, "0.y: 4: want 0 to 3"},
		{`[{"kind":"bread","x":1}]`, "0.y: missing: want 0 to 3"},
		{`[{"kind":"bread","x":1,"y":3},{"kind":"bread","x":7,"y":0}]`, "1: 7,0 takes no bread: want a cell without resource, rock, queen or ant"},
	} {
		r, _, err := restore(nil, []byte(handMade))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.(*match).Spawn([]byte(c.things), 0, 0); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.things, err, c.want)
		}
	}
}

// Names change how full lines are packed, and nothing else.
func TestNames(t *testing.T) {
	play := func(names []string) (lines int, states string) {
		r, err := start(nil, 2, seedOf("names"))
		if err != nil {
			t.Fatal(err)
		}
		m := r.(*match)
		m.Name(names)
		f := newForager(10)
		for range 300 {
			f.turn(t, m)
			for seat := range m.queens {
				for _, e := range m.View(game.Seat(seat), nil) {
					lines++
					if text := e.Fact.AppendLine(nil, names); len(text) > longestLine {
						t.Fatalf("%d bytes: %s", len(text), text)
					}
				}
			}
			states = string(m.AppendState(nil, []string{"ann", "bob"}))
		}
		return lines, states
	}
	short, state := play([]string{"ann", "b"})
	long, other := play([]string{strings.Repeat("a", longestName), strings.Repeat("b", longestName)})
	if short >= long || state != other {
		t.Errorf("%d lines with short names, %d with long ones", short, long)
	}
}

// A match of any number of colonies on a drawn map keeps the world whole, ends, and
// is the same whenever it is played.
func TestWholeMatches(t *testing.T) {
	given := `{"max_turns":200}`
	if testing.Short() {
		given = `{"max_turns":60}`
	}
	for seats := minSeats; seats <= maxSeats; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			var last [2]string
			for n := range last {
				r, err := start([]byte(given), seats, seedOf("whole"))
				if err != nil {
					t.Fatal(err)
				}
				m := r.(*match)
				f := newForager(10)
				loaves := count(m, bread)
				for !m.over {
					f.turn(t, m)
					if got := count(m, bread); got != loaves {
						t.Fatalf("turn %d: %d loaves, want %d", m.turn, got, loaves)
					}
				}
				if count(m, cookie) != 1 || m.turn > 200 {
					t.Fatalf("turn %d: %d cookies", m.turn, count(m, cookie))
				}
				last[n] = string(m.AppendState(nil, namesOf(m)))
			}
			if last[0] != last[1] {
				t.Errorf("%s\nand again\n%s", last[0], last[1])
			}
		})
	}
}

// Everyone is told what all colonies are told.
func TestViewOfEveryone(t *testing.T) {
	r, names, err := restore(nil, []byte(handMade))
	if err != nil {
		t.Fatal(err)
	}
	var all, each string
	for _, e := range r.View(game.Everyone, nil) {
		if e.To != game.Everyone {
			t.Errorf("to %d", e.To)
		}
		all += string(e.Fact.AppendLine(nil, names)) + "\n"
	}
	for seat := range names {
		for _, e := range r.View(game.Seat(seat), nil) {
			each += string(e.Fact.AppendLine(nil, names)) + "\n"
		}
	}
	if all != each || strings.Count(all, "QUEEN") != 2 {
		t.Errorf("%s\nwant %s", all, each)
	}
}
