package sentiant

import (
	"fmt"
	"testing"

	"arbitre/chance"

	"arbitre/game"
)

var crowdNames = []string{"ann", "bob", "carl", "dora"}

// crowd is four colonies of a hundred ants each on a map of 41 by 41, in the
// middle of the match: half of the dirt is dug, many scents lie about.
func crowd(tb testing.TB) *match {
	tb.Helper()
	r, err := start([]byte(`{"width":41,"height":41,"bread":200,"max_turns":0,"hp":20}`), 4, seedOf("crowd"))
	if err != nil {
		tb.Fatal(err)
	}
	m := r.(*match)
	m.Name(crowdNames)
	c := chance.New(seedOf("crowd"))
	for cell := range m.ground {
		if m.ground[cell] == dirt && c.Below(2) == 0 {
			m.ground[cell] = free
		}
		if m.ground[cell] == free && c.Below(8) == 0 {
			m.pheromones[cell] = pheromone{uint8(c.Below(scents)), uint8(1 + c.Below(5))}
		}
	}
	for n := 0; n < 400; {
		cell := m.cell(c.Below(m.width), c.Below(m.height))
		if !m.walkable(cell) || m.occupants[cell] != 0 {
			continue
		}
		m.hatch(game.Seat(n%4), cell)
		n++
	}
	return m
}

// crowdOrders is a turn's lines by seat: everybody moves, digs, marks, speaks,
// picks up, drops, attacks. There are several turns of them.
func crowdOrders(m *match) [][]string {
	c := chance.New(seedOf("orders"))
	turns := make([][]string, 16)
	for turn := range turns {
		turns[turn] = make([]string, len(m.queens))
		for i := range m.ants {
			turns[turn][m.ants[i].team] += fmt.Sprintf("%d %s;", m.ants[i].id, crowdOrder(c))
		}
	}
	return turns
}

func crowdOrder(c *chance.Source) string {
	way := directionWords[c.Below(4)]
	switch c.Below(16) {
	case 0:
		return "DIG " + way
	case 1:
		return "ATTACK " + way
	case 2:
		return "PICKUP"
	case 3:
		return "DROP SAY go"
	case 4:
		return fmt.Sprintf("MOVE %s PHERO %d SAY hi", way, c.Below(scents))
	case 5:
		return "ERASE"
	}
	return "MOVE " + way
}

// BenchmarkTurn is a turn of the crowd: its orders and what comes of them.
func BenchmarkTurn(b *testing.B) {
	m := crowd(b)
	turns := crowdOrders(m)
	var events []game.Event
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		events = playTurn(m, turns[n%len(turns)], events)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

func playTurn(m *match, lines []string, events []game.Event) []game.Event {
	for i := range m.ants {
		m.ants[i].hp = m.settings.HP // so that the crowd stays
	}
	for seat, line := range lines {
		m.Order(game.Seat(seat), line)
	}
	return m.Resolve(0, 0, events[:0])
}

// BenchmarkTurnAndViews is the same with the views of all 400 ants.
func BenchmarkTurnAndViews(b *testing.B) {
	m := crowd(b)
	turns := crowdOrders(m)
	var events []game.Event
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		events = playTurn(m, turns[n%len(turns)], events)
		for seat := range m.queens {
			events = m.View(game.Seat(seat), events[:0])
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkTurnAndLines is the same with all lines written out.
func BenchmarkTurnAndLines(b *testing.B) {
	m := crowd(b)
	turns := crowdOrders(m)
	var events []game.Event
	var text []byte
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		events = playTurn(m, turns[n%len(turns)], events)
		for seat := range m.queens {
			events = m.View(game.Seat(seat), events[:0])
			for _, e := range events {
				text = e.Fact.AppendLine(text[:0], crowdNames)
			}
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkState writes the state of the crowd.
func BenchmarkState(b *testing.B) {
	m := crowd(b)
	var text []byte
	b.ReportAllocs()
	for b.Loop() {
		text = m.AppendState(text[:0], crowdNames)
	}
}

// BenchmarkStart draws a map; with three colonies the fairest of many.
func BenchmarkStart(b *testing.B) {
	for _, seats := range []int{2, 3, 4, 7} {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				if _, err := start(nil, seats, [32]byte{byte(n), byte(n >> 8)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// In the steady state a match allocates nothing: orders, stages, views, lines,
// standings and drawings. (The state is left out because the standard generator's
// AppendBinary allocates under the race detector, and only there.)
func TestNoAllocations(t *testing.T) {
	m := crowd(t)
	turns := crowdOrders(m)
	var events []game.Event
	var standings []game.Standing
	var text []byte
	n := 0
	turn := func() {
		m.Order(0, "1 JUMP")
		events = playTurn(m, turns[n%len(turns)], events)
		for seat := range m.queens {
			events = m.View(game.Seat(seat), events[:0])
			for _, e := range events {
				text = e.Fact.AppendLine(text[:0], crowdNames)
			}
		}
		standings, _ = m.Standings(standings[:0])
		text = m.AppendDrawing(text[:0], crowdNames)
		n++
	}
	for range 64 { // until all memory has grown
		turn()
	}
	if got := testing.AllocsPerRun(100, turn); got != 0 {
		t.Errorf("%v allocations a turn, want 0", got)
	}
}
