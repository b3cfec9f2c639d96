package snake

import "arbitre/game"

// fight is one pass over the snakes that move, each in its turn against all that
// are alive then: who was killed earlier in the pass has no turn and is nobody's
// obstacle. Points are paid at the end, to those alive then.
func (m *match) fight() {
	fought := false
	for _, seat := range m.sequence {
		s := &m.snakes[seat]
		if !s.moves() || m.cover[s.at(0)] == 1 { // alone on its head's cell
			continue
		}
		if !fought {
			fought = true
			m.beginPass()
		}
		m.fightOne(s, seat)
	}
	if fought {
		m.pay()
	}
}

func (m *match) beginPass() {
	for i := range m.snakes {
		m.snakes[i].cut, m.snakes[i].earned = false, 0
	}
}

func (m *match) pay() {
	for i := range m.snakes {
		if s := &m.snakes[i]; s.moves() {
			s.score += s.earned
		}
	}
}

// fightOne: head on comes before bodies; "под головой понимается непосредственно
// голова змейки + её шея".
func (m *match) fightOne(s *snake, seat game.Seat) {
	head := s.at(0)
	for _, other := range m.sequence {
		if e := &m.snakes[other]; e != s && e.moves() && (e.at(0) == head || e.at(1) == head) {
			m.headOn(s, e, seat, other)
			return
		}
	}
	for _, other := range m.sequence {
		e := &m.snakes[other]
		if e == s || !e.moves() {
			continue
		}
		if i := e.index(head, neck+1); i >= 0 {
			m.onBody(s, e, i, seat, other)
			return
		}
	}
}

// neck is the place of the cell behind the head.
const neck = 1

// headOn: fury wins; else each loses the other's length, "each" by its length
// before either was cut.
func (m *match) headOn(s, e *snake, seat, enemy game.Seat) {
	switch mine, its := s.length, e.length; {
	case s.inFury() && !e.inFury():
		m.slay(e, s, enemy, seat, causeHeadOn)
	case e.inFury() && !s.inFury():
		m.slay(s, e, seat, enemy, causeHeadOn)
	default:
		m.owe(s, e, its, seat, enemy)
		m.owe(e, s, mine, enemy, seat)
	}
}

// owe makes the snake lose so many cells to the other in the next turn's move,
// or die now if too few would be left. It can happen once a pass, and not to one
// that was bitten in this pass.
func (m *match) owe(s, to *snake, cells int, seat, winner game.Seat) {
	if s.cut {
		return
	}
	s.cut = true
	if s.length-cells < shortest {
		m.slay(s, to, seat, winner, causeHeadOn)
		return
	}
	s.owes = cells
	to.earned += m.settings.BitePoints * cells
}

// onBody: "если да - тогда от вражеской змейки отгрызаем всё от хвоста до места
// куся. Если нет - то текущая змейка погибает".
func (m *match) onBody(s, e *snake, i int, seat, enemy game.Seat) {
	if !s.inFury() {
		m.slay(s, e, seat, enemy, causeBody)
		return
	}
	bitten := e.length - i
	m.shorten(e, i)
	e.cut = true
	s.earned += m.settings.BitePoints * bitten
	m.tellOf(happening{what: bit, seat: seat, victim: enemy, number: bitten})
}

// slay kills a snake to the profit of the other, which earns the whole length.
func (m *match) slay(s, by *snake, seat, winner game.Seat, cause string) {
	by.earned += m.settings.KillPoints * s.length
	m.tellOf(happening{what: killed, seat: winner, victim: seat, number: s.length})
	m.kill(s, cause)
}
