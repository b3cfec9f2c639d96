package bomber

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"arbitre/chance"
	"arbitre/game/gametest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbitre/game"
)

var everybody = []string{
	"ann", "bob", "carl", "dora", "eve", "fred", "gina", "hal",
	"ivy", "jack", "kim", "leo", "mia", "ned", "olga", "paul",
}

// anyMatch is a position on a crowded map, made by hand as it were.
func anyMatch(t *rapid.T) *match {
	s := usualSettings()
	s.IdleTurns = rapid.IntRange(0, 8).Draw(t, "idle_turns")
	s.MaxTurns = rapid.SampledFrom([]int{0, 0, 0, 12}).Draw(t, "max_turns")
	seats := rapid.IntRange(minSeats, 8).Draw(t, "seats")
	m := newMatch(s, rapid.IntRange(1, 12).Draw(t, "side"), seats, chance.New([32]byte{}))
	m.turn = rapid.IntRange(0, 5).Draw(t, "turn")
	on := rapid.IntRange(0, m.side-1)
	points := rapid.IntRange(0, 4)
	for i := range m.players {
		p := &m.players[i]
		*p = player{
			x: on.Draw(t, "x"), y: on.Draw(t, "y"),
			firepower: points.Draw(t, "firepower"), speed: points.Draw(t, "speed"), timer: points.Draw(t, "timer"),
			busy: rapid.SampledFrom([]action{nothing, nothing, nothing, studySpeed, studyFirepower, studyTimer, defuse}).Draw(t, "busy"),
		}
		if p.busy != nothing {
			p.busyTurns = rapid.IntRange(1, 3).Draw(t, "busy_turns")
		}
		if m.turn > 0 && rapid.IntRange(0, 4).Draw(t, "dead") == 0 {
			p.died, p.cause = rapid.IntRange(1, m.turn).Draw(t, "died"), causeBlast
		}
	}
	for range rapid.IntRange(0, 8).Draw(t, "bombs") {
		m.bombs = append(m.bombs, bomb{
			owner: game.Seat(rapid.IntRange(0, seats-1).Draw(t, "owner")),
			x:     on.Draw(t, "x"), y: on.Draw(t, "y"),
			due: m.turn + rapid.IntRange(1, 5).Draw(t, "due"),
		})
	}
	return m
}

// anyTurn is what all seats do in a turn.
func anyTurn(t *rapid.T, m *match) []gametest.Sent {
	turn := make([]gametest.Sent, len(m.players))
	for i := range turn {
		turn[i] = gametest.Sent{
			Orders: rapid.SliceOfN(anyOrder(m.turn+1), 0, 2).Draw(t, "orders"),
			Void:   rapid.IntRange(0, 9).Draw(t, "void") == 0,
			Out:    rapid.IntRange(0, 29).Draw(t, "out") == 0,
		}
	}
	return turn
}

func anyOrder(turn int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		word := rapid.SampledFrom(append(actionWords[:], "north", "BOMB", "JUMP")).Draw(t, "word")
		switch rapid.IntRange(0, 9).Draw(t, "argument") {
		case 0, 1, 2:
			return word
		case 3, 4, 5:
			return fmt.Sprintf("%s %d", word, rapid.IntRange(0, 3).Draw(t, "cells"))
		case 6, 7, 8:
			return fmt.Sprintf("%s %d", word, turn+rapid.IntRange(0, 4).Draw(t, "wait"))
		}
		return word + " " + rapid.String().Draw(t, "odd")
	})
}

// invariants are what holds at any time.
func invariants(t *rapid.T, m *match) {
	standings, over := m.Standings(nil)
	for i := range m.players {
		p, s := &m.players[i], standings[i]
		if p.alive() != s.Alive || p.alive() != (s.Cause == "") || p.died > m.turn {
			t.Fatalf("seat %d: %+v is not in exactly one of alive and dead: %+v", i, p, s)
		}
		if !m.onMap(p.x, p.y) || p.busyTurns < 0 || (p.busy == nothing) != (p.busyTurns == 0) {
			t.Fatalf("seat %d: %+v", i, p)
		}
		if s.Free && (over || !s.Alive) {
			t.Fatalf("seat %d: free, but alive %t, over %t", i, s.Alive, over)
		}
	}
	for _, b := range m.bombs {
		if b.exploded || b.due <= m.turn || !m.onMap(b.x, b.y) {
			t.Fatalf("%+v at turn %d", b, m.turn)
		}
	}
	gametest.PlacesLeaveOutTheNext(t, standings)
}

func TestRandomMatchesKeepTheirInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMatch(t)
		names := everybody[:len(m.players)]
		for range rapid.IntRange(1, 12).Draw(t, "turns") {
			gametest.Turn(m, anyTurn(t, m), names)
			invariants(t, m)
		}
	})
}

// TestSeatsDoNotMatter: the match of permuted seats is the permuted match.
func TestSeatsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMatch(t)
		names := everybody[:len(m.players)]
		seatOf := rapid.Permutation(indices(len(names))).Draw(t, "seats") // of m's seats, in the other match
		other, otherNames := permuted(m, names, seatOf)
		for range rapid.IntRange(1, 8).Draw(t, "turns") {
			turn := anyTurn(t, m)
			otherTurn := make([]gametest.Sent, len(turn))
			for i, s := range turn {
				otherTurn[seatOf[i]] = s
			}
			lines, otherLines := gametest.Turn(m, turn, names), gametest.Turn(other, otherTurn, otherNames)
			slices.Sort(lines)
			slices.Sort(otherLines)
			if d := cmp.Diff(lines, otherLines); d != "" {
				t.Fatal(d)
			}
			back, _ := permuted(other, otherNames, inverse(seatOf))
			if d := cmp.Diff(plain(m, names), plain(back, names)); d != "" {
				t.Fatal(d)
			}
			samePlaces(t, m, other, seatOf)
		}
	})
}

func samePlaces(t *rapid.T, m, other *match, seatOf []int) {
	standings, over := m.Standings(nil)
	others, otherOver := other.Standings(nil)
	for i, s := range standings {
		if over != otherOver || s != others[seatOf[i]] {
			t.Fatalf("seat %d: %+v, over %t; permuted: %+v, over %t", i, s, over, others[seatOf[i]], otherOver)
		}
	}
}

// plain is a position with its bombs sorted: the order in which those of a turn
// are listed is that of the seats.
func plain(m *match, names []string) string {
	sorted := *m
	sorted.bombs = slices.SortedFunc(slices.Values(m.bombs), func(a, b bomb) int {
		return slices.Compare([]int{a.due, a.x, a.y, int(a.owner)}, []int{b.due, b.x, b.y, int(b.owner)})
	})
	return string(sorted.AppendState(nil, names))
}

func permuted(m *match, names []string, seatOf []int) (*match, []string) {
	other := newMatch(m.settings, m.side, len(m.players), m.chance)
	other.turn, other.idle = m.turn, m.idle
	otherNames := make([]string, len(names))
	for i, seat := range seatOf {
		other.players[seat] = m.players[i]
		otherNames[seat] = names[i]
	}
	for _, b := range m.bombs {
		b.owner = game.Seat(seatOf[b.owner])
		other.bombs = append(other.bombs, b)
	}
	return other, otherNames
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func inverse(permutation []int) []int {
	back := make([]int, len(permutation))
	for i, p := range permutation {
		back[p] = i
	}
	return back
}

// TestIdleTurnsEndEveryMatch: whatever happened, silence ends a match.
func TestIdleTurnsEndEveryMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMatch(t)
		m.settings.IdleTurns = rapid.IntRange(1, 8).Draw(t, "idle_turns")
		names := everybody[:len(m.players)]
		for range rapid.IntRange(0, 4).Draw(t, "turns") {
			gametest.Turn(m, anyTurn(t, m), names)
		}
		const longestOccupation, longestFuse = 3, 8
		for range longestOccupation + longestFuse + m.settings.IdleTurns {
			gametest.Turn(m, nil, names)
		}
		if _, over := m.Standings(nil); !over {
			t.Fatalf("not over:\n%s", m.AppendDrawing(nil, names))
		}
	})
}

// TestRestoredMatchGoesOnTheSame: through a state, and through a drawing, a match
// continues as if nothing had happened, the generator included.
func TestRestoredMatchGoesOnTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMatch(t)
		names := everybody[:len(m.players)]
		limits := fmt.Appendf(nil, `{"idle_turns":%d,"max_turns":%d}`, m.settings.IdleTurns, m.settings.MaxTurns)
		for range rapid.IntRange(0, 4).Draw(t, "turns") {
			gametest.Turn(m, anyTurn(t, m), names)
			m.chance.Below(6)
		}
		state := m.AppendState(nil, names)
		r, restoredNames, err := restore(limits, state)
		if err != nil {
			t.Fatal(err)
		}
		restored := r.(*match)
		drawing := m.AppendDrawing(nil, names)
		if _, _, err := Parse(limits, string(drawing)); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			turn := anyTurn(t, m)
			if d := cmp.Diff(gametest.Turn(m, turn, names), gametest.Turn(restored, turn, restoredNames)); d != "" {
				t.Fatal(d)
			}
			if a, b := m.chance.Below(1000), restored.chance.Below(1000); a != b {
				t.Fatalf("draws %d and %d", a, b)
			}
			a, b := m.AppendState(nil, names), restored.AppendState(nil, restoredNames)
			if !bytes.Equal(a, b) {
				t.Fatalf("%s\n%s", a, b)
			}
		}
	})
}

// TestSameSeedSameBytes: a seed fixes everything, 0 like any other.
func TestSameSeedSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var seed [32]byte
		copy(seed[:], rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "seed"))
		seats := rapid.IntRange(minSeats, maxSeats).Draw(t, "seats")
		given := fmt.Appendf(nil, `{"map_factor":%d}`, rapid.IntRange(1, 20).Draw(t, "map_factor"))
		names := everybody[:seats]
		a, err := start(given, seats, seed)
		if err != nil {
			t.Fatal(err)
		}
		b, err := start(given, seats, seed)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			turn := anyTurn(t, a.(*match))
			if d := cmp.Diff(gametest.Turn(a, turn, names), gametest.Turn(b, turn, names)); d != "" {
				t.Fatal(d)
			}
			if x, y := a.AppendState(nil, names), b.AppendState(nil, names); !bytes.Equal(x, y) {
				t.Fatalf("%s\n%s", x, y)
			}
		}
	})
}
