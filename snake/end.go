package snake

import "arbitre/game"

// Standings appends how each seat stands. A player is in the game until he goes
// out: the dead come back. Place 1 is the winners', or the leaders' while the
// match runs; when nobody is left in it, nobody has place 1.
func (m *match) Standings(dst []game.Standing) ([]game.Standing, bool) {
	ended, best := m.phase == over, 1
	if m.inPlay() == 0 {
		best = 2
	}
	for i := range m.snakes {
		s := &m.snakes[i]
		place := best
		for j := range m.snakes {
			if m.snakes[j].outranks(s) {
				place++
			}
		}
		standing := game.Standing{
			Alive: s.out == 0 && (s.alive || !ended),
			Free:  s.moves() && !ended,
			Place: place,
			Score: s.score,
		}
		if !standing.Alive {
			standing.Cause = s.cause
		}
		dst = append(dst, standing)
	}
	return dst, ended
}

// outranks: who is out ranks below all who are not, and later is better; most
// points win.
func (s *snake) outranks(q *snake) bool {
	if (s.out == 0) != (q.out == 0) {
		return s.out == 0
	}
	if s.out != q.out {
		return s.out > q.out
	}
	return s.out == 0 && s.score > q.score
}
