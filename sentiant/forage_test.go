package sentiant

import (
	"fmt"
	"testing"

	"arbitre/chance"

	"arbitre/game"
)

// forager plays a colony as a plain bot would: the queen spawns whenever she can,
// each ant goes for a loaf of its own, digging its way, carries it home, and
// marks the way with a scent. It sees the whole map, which no bot does.
type forager struct {
	chance *chance.Source
	marks  int          // one turn in so many an ant leaves a scent; 0: never
	taken  map[int]bool // cells that ants go to in this turn
	sought map[int]bool // cells of loaves that an ant goes for already
}

func newForager(marks int) forager {
	return forager{chance.New(seedOf("forager")), marks, map[int]bool{}, map[int]bool{}}
}

// turn plays a turn of all colonies.
func (f forager) turn(tb testing.TB, m *match) {
	tb.Helper()
	clear(f.taken)
	clear(f.sought)
	for seat := range m.queens {
		if m.queens[seat].playing() {
			f.play(tb, m, game.Seat(seat))
		}
	}
	m.Resolve(0, 0, nil)
}

func (f forager) play(tb testing.TB, m *match, seat game.Seat) {
	tb.Helper()
	line := "QUEEN SPAWN"
	for i := range m.ants {
		a := &m.ants[i]
		if a.team != seat {
			continue
		}
		line += fmt.Sprintf("; %d %s", a.id, f.order(m, a))
		if f.marks > 0 && f.chance.Below(f.marks) == 0 {
			line += " PHERO 3"
		}
	}
	if r := m.Order(seat, line); r != nil {
		tb.Fatalf("%q: %s", r.Order, r.Key)
	}
}

func (f forager) order(m *match, a *ant) string {
	home := m.queens[a.team].at
	switch {
	case a.cargo == bread && m.atHome(a) && m.items[a.at] == nothing:
		return "DROP"
	case a.cargo == bread:
		return f.toward(m, a, home)
	case m.items[a.at] == bread && !m.atHome(a):
		return "PICKUP"
	}
	goal, nearest := noCell, m.width+m.height
	for cell, it := range m.items {
		if d := f.distance(m, a.at, cell); it == bread && d < nearest && !f.sought[cell] && !besideAnyQueen(m, cell) {
			goal, nearest = cell, d
		}
	}
	if goal == noCell {
		goal = home
	}
	f.sought[goal] = true
	return f.toward(m, a, goal)
}

func besideAnyQueen(m *match, cell int) bool {
	for i := range m.queens {
		for _, c := range m.besides(&m.queens[i]) {
			if c == cell {
				return true
			}
		}
	}
	return false
}

func (f forager) distance(m *match, a, b int) int {
	ax, ay := m.place(a)
	bx, by := m.place(b)
	return abs(ax-bx) + abs(ay-by)
}

// toward goes or digs nearer to the goal or, one turn in five, anywhere.
func (f forager) toward(m *match, a *ant, goal int) string {
	var ways []direction
	for d := up; d <= right; d++ {
		cell := m.ahead(&ant{at: a.at, order: order{direction: d}})
		if m.ground[cell] > dirt || m.occupants[cell] != 0 || f.taken[cell] {
			continue
		}
		if f.distance(m, cell, goal) < f.distance(m, a.at, goal) || f.chance.Below(5) == 0 {
			ways = append(ways, d)
		}
	}
	if len(ways) == 0 {
		return "SLEEP"
	}
	d := ways[f.chance.Below(len(ways))]
	if m.ground[m.ahead(&ant{at: a.at, order: order{direction: d}})] == dirt {
		return "DIG " + directionWords[d]
	}
	f.taken[m.ahead(&ant{at: a.at, order: order{direction: d}})] = true
	return "MOVE " + directionWords[d]
}
