package snake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"arbitre/game/gametest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var everybody = []string{
	"ann", "bob", "carl", "dora", "eve", "fred", "gina", "hal",
	"ivy", "jack", "kim", "leo", "mia", "ned", "olga", "paul",
}

// quick are settings that let much happen in a few turns.
const quick = `{"rounds":2,"round_turns":12,"wait_turns":2,"stone_cut":1,"death_points":3}`

// anyPosition is a position made by hand: snakes lie over each other and over
// themselves, on any ground.
func anyPosition(t *rapid.T) (*match, []string) {
	size := rapid.IntRange(3, 11).Draw(t, "size")
	w := &writtenState{
		Turn: new(rapid.IntRange(0, 9).Draw(t, "turn")), Round: new(rapid.IntRange(1, 3).Draw(t, "round")),
		Phase: rapid.SampledFrom([]string{"wait", "play", "play", "play"}).Draw(t, "phase"),
		Left:  new(rapid.IntRange(1, 9).Draw(t, "left")), Size: &size,
	}
	if w.Phase == "play" && rapid.IntRange(0, 2).Draw(t, "endless") == 0 {
		*w.Left = 0
	}
	grounds := rapid.SampledFrom([]rune("      ☼#"))
	for y := range size {
		row := make([]rune, size)
		for x := range row {
			if row[x] = grounds.Draw(t, "ground"); row[x] == '#' && x == 0 {
				row[x] = '☼'
			}
			if row[x] != ' ' {
				continue
			}
			here := place{x, y}
			switch rapid.IntRange(0, 9).Draw(t, "object") {
			case 0:
				w.Apples = append(w.Apples, here)
			case 1:
				w.Stones = append(w.Stones, here)
			case 2:
				w.FuryPills = append(w.FuryPills, here)
			case 3:
				w.Gold = append(w.Gold, here)
			}
		}
		w.Map = append(w.Map, string(row))
	}
	for i := range rapid.IntRange(2, 6).Draw(t, "snakes") {
		w.Snakes = append(w.Snakes, anySnake(t, everybody[i], size, *w.Turn))
	}
	text, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	r, names, err := restore([]byte(quick), text)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return r.(*match), names
}

func anySnake(t *rapid.T, name string, size, turn int) writtenSnake {
	s := writtenSnake{
		Name: name, Alive: new(rapid.IntRange(0, 5).Draw(t, "alive") > 0), Active: new(rapid.IntRange(0, 5).Draw(t, "active") > 0),
		Direction: rapid.SampledFrom(directionWords[1:]).Draw(t, "direction"),
		Fury:      max(0, rapid.IntRange(-4, 4).Draw(t, "fury")), Stones: rapid.IntRange(0, 2).Draw(t, "stones"),
		Owes: max(0, rapid.IntRange(-6, 4).Draw(t, "owes")), Score: rapid.IntRange(0, 20).Draw(t, "score"),
	}
	least := 2
	if !*s.Alive {
		least = 0
		s.Cause = rapid.SampledFrom([]string{"", causeWall, "organiser"}).Draw(t, "cause")
		s.Out = rapid.IntRange(0, turn).Draw(t, "out")
	}
	x, y := rapid.IntRange(0, size-1).Draw(t, "x"), rapid.IntRange(0, size-1).Draw(t, "y")
	for range rapid.IntRange(least, 12).Draw(t, "length") {
		s.Cells = append(s.Cells, place{x, y})
		for { // a step that stays on the field
			c := at(x+1, y+1).next(direction(rapid.IntRange(1, 4).Draw(t, "step"))) // 1 more, so that none wraps round
			if nx, ny := c.x()-1, c.y()-1; 0 <= min(nx, ny) && max(nx, ny) < size {
				x, y = nx, ny
				break
			}
		}
	}
	return s
}

var anyOrder = rapid.OneOf(
	rapid.SampledFrom([]string{"UP", "DOWN", "LEFT", "RIGHT"}),
	rapid.SampledFrom([]string{"UP", "down", "Left", "RIGHT", "ACT", "ACT,UP", "left,act", "ACT,STOP", "STOP,ACT", "STOP", ""}),
	rapid.SampledFrom([]string{"UP", "DOWN", "LEFT", "RIGHT", "act , right", "DOWN,ACT"}),
	rapid.SampledFrom([]string{"ACT(0)", "ACT,ACT", "UP,UP", "JUMP", "UP,", "ACT,UP,ACT", "RIGHT", "LEFT", "ACT,DOWN"}),
)

// anyTurn is what all seats do in a turn.
func anyTurn(t *rapid.T, seats int) []gametest.Sent {
	turn := make([]gametest.Sent, seats)
	for i := range turn {
		turn[i] = gametest.Sent{
			Orders: rapid.SliceOfN(anyOrder, 0, 2).Draw(t, "orders"),
			Void:   rapid.IntRange(0, 15).Draw(t, "void") == 0,
			Out:    rapid.IntRange(0, 99).Draw(t, "out") == 0,
		}
	}
	return turn
}

// invariants are what holds at any time.
func invariants(t *rapid.T, m *match) {
	var cover [allCells]uint16
	for i := range m.snakes {
		s := &m.snakes[i]
		if s.alive && s.length < shortest || s.score < 0 || s.fury < 0 || s.stones < 0 || s.alive && s.out > 0 {
			t.Fatalf("seat %d: %+v", i, s)
		}
		for j := range s.length {
			c := s.at(j)
			if m.ground[c] == outside || j > 0 && !c.besides(s.at(j-1)) {
				t.Fatalf("seat %d: cell %d of %+v", i, j, s)
			}
			cover[c]++
		}
	}
	if cover != m.cover {
		t.Fatal("the cells of the snakes are not those noted")
	}
	var lying [objectKinds]int
	for c, o := range m.objects {
		if lying[o]++; o != nothing && m.ground[c] != floor {
			t.Fatalf("%s on ground %d", objectWords[o], m.ground[c])
		}
	}
	if !slices.Equal(lying[1:], m.lying[1:]) {
		t.Fatalf("%v objects, noted %v", lying, m.lying)
	}
	standings, ended := m.Standings(nil)
	for i, st := range standings {
		if st.Alive != (st.Cause == "") && (st.Alive || m.snakes[i].cause != "") || st.Free && (ended || !st.Alive) {
			t.Fatalf("seat %d: %+v of %+v", i, st, m.snakes[i])
		}
	}
	gametest.PlacesLeaveOutTheNext(t, standings)
}

func TestRandomPositionsKeepTheirInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, names := anyPosition(t)
		for range rapid.IntRange(1, 20).Draw(t, "turns") {
			if m.phase == over {
				return
			}
			gametest.Turn(m, anyTurn(t, len(names)), names)
			invariants(t, m)
		}
	})
}

// anyMatch is a match from its start.
func anyMatch(t *rapid.T) (m *match, names []string, again func() *match) {
	seats := rapid.IntRange(2, 6).Draw(t, "seats")
	given := []byte(quick)
	if rapid.Bool().Draw(t, "long") {
		given = fmt.Appendf(nil, `{"rounds":2,"round_turns":40,"wait_turns":1,"map":%q}`, rapid.SampledFrom([]string{"garden", "valley"}).Draw(t, "map"))
	}
	var seed [32]byte
	copy(seed[:], rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "seed"))
	again = func() *match {
		r, err := start(given, seats, seed)
		if err != nil {
			t.Fatal(err)
		}
		return r.(*match)
	}
	return again(), everybody[:seats], again
}

// TestRandomMatchesEnd: whatever happens, a match is over when its rounds are.
func TestRandomMatchesEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, names, _ := anyMatch(t)
		longest := m.settings.Rounds * (m.settings.WaitTurns + m.settings.RoundTurns)
		for m.phase != over {
			if m.turn == longest {
				t.Fatalf("not over after %d turns:\n%s", m.turn, m.AppendDrawing(nil, names))
			}
			gametest.Turn(m, anyTurn(t, len(names)), names)
			invariants(t, m)
		}
	})
}

// TestSameSeedSameBytes: a seed fixes everything, 0 like any other.
func TestSameSeedSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, names, again := anyMatch(t)
		b := again()
		if d := cmp.Diff(gametest.Told(a.Open(nil), names), gametest.Told(b.Open(nil), names)); d != "" {
			t.Fatal(d)
		}
		for a.phase != over && a.turn < 60 {
			turn := anyTurn(t, len(names))
			if d := cmp.Diff(gametest.Turn(a, turn, names), gametest.Turn(b, turn, names)); d != "" {
				t.Fatal(d)
			}
			if x, y := a.AppendState(nil, names), b.AppendState(nil, names); !bytes.Equal(x, y) {
				t.Fatalf("%s\n%s", x, y)
			}
		}
	})
}

// TestRestoredMatchGoesOnTheSame: through a state a match continues as if
// nothing had happened, random draws included; a drawing parses back.
func TestRestoredMatchGoesOnTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, names := anyPosition(t)
		for range rapid.IntRange(0, 6).Draw(t, "turns") {
			gametest.Turn(m, anyTurn(t, len(names)), names)
		}
		r, restoredNames, err := restore([]byte(quick), m.AppendState(nil, names))
		if err != nil {
			t.Fatal(err)
		}
		restored := r.(*match)
		drawing := m.AppendDrawing(nil, names)
		if _, _, err := Parse([]byte(quick), string(drawing)); err != nil {
			t.Fatalf("%v\n%s", err, drawing)
		}
		for range 12 {
			if m.phase == over {
				return
			}
			turn := anyTurn(t, len(names))
			if d := cmp.Diff(gametest.Turn(m, turn, names), gametest.Turn(restored, turn, restoredNames)); d != "" {
				t.Fatal(d)
			}
			if a, b := m.AppendState(nil, names), restored.AppendState(nil, restoredNames); !bytes.Equal(a, b) {
				t.Fatalf("%s\n%s", a, b)
			}
		}
	})
}

// TestRestoredMatchKeepsItsMap: the objects that the map draws come back with
// every round, and after a restart too.
func TestRestoredMatchKeepsItsMap(t *testing.T) {
	given := []byte(`{"wait_turns":1,"round_turns":10,"map_rows":["☼☼☼☼☼☼","☼#  ○☼","☼ ●  ☼","☼   $☼","☼#   ☼","☼☼☼☼☼☼"]}`)
	names := everybody[:2]
	m := begin(t, given, 2, [32]byte{})
	r, _, err := restore(given, m.AppendState(nil, names))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*match{m, r.(*match)} {
		m.Resolve(0, 0, nil)
		m.Order(0, "ACT(0)")
		m.Order(1, "ACT(0)")
		lines := gametest.Told(m.Resolve(0, 0, nil), names)
		if want := "OBJECTS apple:4,1 stone:2,2 gold:4,3"; !slices.Contains(lines, want) {
			t.Errorf("%q, want %s", lines, want)
		}
	}
}
