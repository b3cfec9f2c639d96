package snake

import "arbitre/game"

// beginRound clears the field, places all who are alive and not waiting already,
// and puts the round's objects there.
func (m *match) beginRound() {
	m.processFrom(m.round)
	m.phase, m.left = waiting, m.settings.WaitTurns
	for i := range m.snakes {
		if s := &m.snakes[i]; s.startsAnew(m.turn) {
			m.lift(s)
		}
	}
	m.returned = m.returned[:0]
	for _, seat := range m.sequence {
		if s := &m.snakes[seat]; s.startsAnew(m.turn) && m.place(s) {
			m.returned = append(m.returned, seat)
		}
	}
	m.scatter()
}

// startsAnew tells whether the snake is placed at a round's start: it moved, or
// the match begins. Those who wait stay where they are, and the dead lie for one
// board.
func (s *snake) startsAnew(turn int) bool { return s.moves() || turn == 0 && s.length == 0 }

// scatter puts the objects there that the map draws, and if it draws none, as
// many as the settings say on cells drawn from the seed.
func (m *match) scatter() {
	for y := range m.size {
		for x := range m.size {
			m.put(at(x, y), nothing)
		}
	}
	for _, p := range m.drawn {
		m.put(p.cell, p.object)
	}
	if len(m.drawn) > 0 {
		return
	}
	for _, o := range [...]object{apple, stone, gold, furyPill} {
		for range m.initial[o] {
			if c, found := m.freeCell(); found {
				m.put(c, o)
			}
		}
	}
}

// takeObjects notes what a round begins with: the objects of the plan or, where
// it draws none, how many of each kind the settings say.
func (m *match) takeObjects(p *plan) {
	m.drawn = p.objects
	m.initial = [objectKinds]int{}
	for _, o := range p.objects {
		m.initial[o.object]++
	}
	if len(p.objects) == 0 {
		m.initial = m.settings.objects(p.floor())
	}
	s := &m.settings
	s.Apples, s.Stones, s.Gold, s.FuryPills = m.initial[apple], m.initial[stone], m.initial[gold], m.initial[furyPill]
}

// closeTurn tells what the turn brought, and goes on to the next turn, phase or
// round, or ends the match.
func (m *match) closeTurn(dst []game.Event) []game.Event {
	ended := m.phase == playing && m.roundEnds()
	m.winners = 0
	if ended {
		m.reward()
	}
	dst = m.publish(dst)
	for i := range m.snakes {
		m.snakes[i].order = order{}
	}
	switch {
	case m.inPlay() < minSeats, ended && m.round >= m.settings.Rounds:
		m.phase = over
	case ended:
		m.round++
		m.beginRound()
		dst = m.tellRound(dst, game.Everyone)
		dst = m.tellObjects(dst, game.Everyone)
		for _, seat := range m.returned {
			dst = m.tellStart(dst, game.Everyone, seat)
		}
	case m.left == 0: // endless
	case m.phase == waiting && m.left == 1:
		m.beginPlay()
		dst = m.tellRound(dst, game.Everyone)
	default:
		m.left--
	}
	return dst
}

func (m *match) beginPlay() {
	m.phase, m.left = playing, m.settings.RoundTurns
	for i := range m.snakes {
		if s := &m.snakes[i]; s.alive {
			s.active = true
		}
	}
}

// inPlay is how many players are not out.
func (m *match) inPlay() int {
	n := 0
	for i := range m.snakes {
		if m.snakes[i].out == 0 {
			n++
		}
	}
	return n
}

// roundEnds: one active snake is left alive, or none; it was the last turn; or a
// snake is as long as the settings allow. An endless round knows neither number
// nor time.
func (m *match) roundEnds() bool {
	moving, longest := 0, 0
	for i := range m.snakes {
		if s := &m.snakes[i]; s.moves() {
			moving++
			longest = max(longest, s.length)
		}
	}
	return m.left != 0 && moving < 2 || m.left == 1 ||
		m.settings.MaxLength > 0 && longest >= m.settings.MaxLength
}

// reward: "the longest of the living win it, each with its points".
func (m *match) reward() {
	longest := 0
	for i := range m.snakes {
		if s := &m.snakes[i]; s.moves() {
			longest = max(longest, s.length)
		}
	}
	for i := range m.snakes {
		if s := &m.snakes[i]; s.moves() && s.length == longest {
			s.score += m.settings.WinPoints
			m.winners = m.winners.With(game.Seat(i))
		}
	}
}
