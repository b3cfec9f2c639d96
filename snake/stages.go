package snake

import "arbitre/game"

// stages resolve a turn, top to bottom, in the order of the seed's list. A new
// rule is a new line here, a new scenario in testdata and a new step in
// docs/rules-snake.md.
var stages = []struct {
	name string
	run  func(*match)
}{
	{"stones laid first", (*match).layFirst},
	{"the dead return", (*match).returnDead},
	{"moves", (*match).move},
	{"fight", (*match).fight},
	{"eating", (*match).eat},
	{"fight again", (*match).fight},
	{"new objects", (*match).renew},
	{"stones laid last", (*match).layLast},
}

// beforeNewObjects is how many stages come before "new objects".
const beforeNewObjects = 6

// Resolve closes the turn: the orders of void seats do not count; the snakes of
// those who go out die and are not placed again.
func (m *match) Resolve(void, out game.Seats, dst []game.Event) []game.Event {
	m.forget()
	m.turn++
	m.closeOrders(void, out)
	for i := range stages {
		stages[i].run(m)
	}
	return m.closeTurn(dst)
}

// closeOrders settles what each snake does in this turn. By ACT(0) "змейка тут же
// погибнет", before it moves.
func (m *match) closeOrders(void, out game.Seats) {
	m.stale()
	m.wasActive, m.returned, m.eaten, m.happened = 0, m.returned[:0], m.eaten[:0], m.happened[:0]
	for _, seat := range m.sequence {
		s := &m.snakes[seat]
		s.before = s.score
		if s.moves() {
			m.wasActive = m.wasActive.With(seat)
		}
		if void.Has(seat) {
			s.order = order{}
		}
		switch {
		case out.Has(seat) && s.out == 0:
			s.out = m.turn
			if s.alive {
				m.kill(s, causeQuit)
			}
			s.cause = causeQuit
		case s.order.dies:
			m.kill(s, causeAct0)
		}
	}
}

func (m *match) layFirst() { m.lay(first) }

func (m *match) layLast() { m.lay(last) }

// lay: "камень будет оставлен на той клетке, где на данный момент времени
// находится хвост змейки".
func (m *match) lay(when stoneTime) {
	for _, seat := range m.sequence {
		s := &m.snakes[seat]
		if s.order.stone != when || !s.moves() || s.stones == 0 {
			continue
		}
		if tail := s.at(s.length - 1); m.takesStone(s, tail) {
			s.stones--
			m.put(tail, stone)
			m.tellOf(happening{what: laidStone, seat: seat, cell: tail})
		}
	}
}

// takesStone tells whether the snake's stone can lie there: not on an object, a
// wall, a start cell or another snake (its tail end excepted), and not directly
// right of a start cell, "so that exits stay open".
func (m *match) takesStone(s *snake, tail cell) bool {
	if m.ground[tail] != floor || m.objects[tail] != nothing || m.ground[tail.next(left)] == startCell {
		return false
	}
	if m.cover[tail] == 1 {
		return true
	}
	for i := range m.snakes {
		if other := &m.snakes[i]; other != s && other.length > 0 {
			if n := other.index(tail, 0); n >= 0 && n < other.length-1 {
				return false
			}
		}
	}
	return true
}

// returnDead clears the bodies that have lain for one board and places their
// snakes, unless the player is out.
func (m *match) returnDead() {
	for i := range m.snakes {
		if s := &m.snakes[i]; s.rises(m.turn) {
			m.lift(s)
		}
	}
	for _, seat := range m.sequence {
		if s := &m.snakes[seat]; s.rises(m.turn) && s.out == 0 && m.place(s) {
			m.returned = append(m.returned, seat)
		}
	}
}

// rises tells whether the snake died before this turn.
func (s *snake) rises(turn int) bool { return !s.alive && s.died != turn }

// place puts the snake on a free start cell, where it waits: two cells, the tail
// to the left, even inside the wall. A map made by hand may have no start cell.
func (m *match) place(s *snake) bool {
	c, found := m.freeStart()
	s.alive = found
	if !found {
		return false
	}
	s.active, s.direction = false, right
	s.fury, s.stones, s.owes, s.cause = 0, 0, 0, ""
	s.set(c, c.next(left))
	m.cover[c]++
	m.cover[c.next(left)]++
	return true
}

func (m *match) move() {
	for _, seat := range m.sequence {
		if s := &m.snakes[seat]; s.moves() {
			m.moveOne(s)
		}
	}
}

// moveOne is the seed's list: the direction, the owed cut, fury, the snake that
// crosses itself, the move.
func (m *match) moveOne(s *snake) {
	if d := s.order.direction; d != straight && d != opposites[s.direction] {
		s.direction = d
	}
	if s.owes > 0 {
		if s.length-s.owes < shortest {
			m.kill(s, causeHeadOn)
			return
		}
		m.shorten(s, s.length-s.owes)
		s.owes = 0
	}
	if s.fury > 0 {
		s.fury--
	}
	next := s.at(0).next(s.direction)
	if m.ground[next] == outside { // from a start cell in the border
		m.kill(s, causeWall)
		return
	}
	if m.cover[next] > 0 {
		if i := s.index(next, 1); i >= 0 {
			m.shorten(s, i+1)
		}
	}
	m.advance(s, next)
}

// shortest: "змейка должна быть не менее 2х клеток длиной, иначе она погибает".
const shortest = 2

func (m *match) eat() {
	for _, seat := range m.sequence {
		if s := &m.snakes[seat]; s.moves() {
			m.eatOne(s, seat)
		}
	}
}

// eatOne: "проверяется позиция головы змейки".
func (m *match) eatOne(s *snake, seat game.Seat) {
	head := s.at(0)
	if m.ground[head] != floor {
		m.kill(s, causeWall)
		return
	}
	o := m.objects[head]
	if o == nothing {
		return
	}
	m.put(head, nothing)
	m.eaten = append(m.eaten, o)
	m.tellOf(happening{what: ate, seat: seat, object: o})
	switch o {
	case apple:
		m.lengthen(s)
		s.score += m.settings.ApplePoints
	case stone:
		s.stones++
		if !s.inFury() {
			if s.length-m.settings.StoneCut < shortest {
				m.kill(s, causeStone)
				return
			}
			m.shorten(s, s.length-m.settings.StoneCut)
		}
		s.score += m.settings.StonePoints
	case furyPill:
		s.fury += m.settings.FuryTurns
	default:
		s.score += m.settings.GoldPoints
	}
}

// renew puts a new object of the same kind for each that was eaten; stones only
// while few lie there. What was handed in by Spawn appears instead.
func (m *match) renew() {
	if m.spawning {
		for _, p := range m.spawned {
			if m.objects[p.cell] == nothing {
				m.appear(p.object, p.cell)
			}
		}
		m.spawning = false
		return
	}
	for _, o := range m.eaten {
		if o == stone && m.lying[stone] >= m.size/2 {
			continue
		}
		if c, found := m.freeCell(); found {
			m.appear(o, c)
		}
	}
}

func (m *match) appear(o object, c cell) {
	m.put(c, o)
	m.tellOf(happening{what: appeared, seat: nobody, object: o, cell: c})
}
