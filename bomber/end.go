package bomber

import "arbitre/game"

// Standings appends how each seat stands. Place 1 is the winners', or the
// leaders' while the match runs; when it ends with nobody left, nobody has
// place 1.
func (m *match) Standings(dst []game.Standing) ([]game.Standing, bool) {
	over, leaders := m.over(), m.leaders()
	for i := range m.players {
		p := &m.players[i]
		dst = append(dst, game.Standing{
			Alive: p.alive(),
			Free:  p.alive() && p.busy == nothing && !over,
			Place: m.place(game.Seat(i), leaders),
			Cause: p.cause,
		})
	}
	return dst, over
}

func (m *match) living() int {
	n := 0
	for i := range m.players {
		if m.players[i].alive() {
			n++
		}
	}
	return n
}

// over: one player is left, or none, or one of the two limits is reached.
func (m *match) over() bool {
	return m.living() < 2 ||
		m.settings.MaxTurns > 0 && m.turn >= m.settings.MaxTurns ||
		m.settings.IdleTurns > 0 && m.idle >= m.settings.IdleTurns
}

// leaders are the winners once the match is over: the one player left, or else
// "a draw of those who were alive at that turn's start and did not go out in
// it". Until then they are the living.
func (m *match) leaders() game.Seats {
	var living, fallen game.Seats
	for i := range m.players {
		p := &m.players[i]
		switch {
		case p.alive():
			living = living.With(game.Seat(i))
		case p.died == m.turn && p.out == 0:
			fallen = fallen.With(game.Seat(i))
		}
	}
	if n := m.living(); n == 1 || !m.over() {
		return living
	}
	return living | fallen
}

// place is one more than the number of players who stand better.
func (m *match) place(seat game.Seat, leaders game.Seats) int {
	if leaders.Has(seat) {
		return 1
	}
	place := 1
	if leaders == 0 {
		place = 2
	}
	p := &m.players[seat]
	for i := range m.players {
		if leaders.Has(game.Seat(i)) || m.players[i].outlasted(p) {
			place++
		}
	}
	return place
}

// outlasted tells whether p ranks above q, both dead: who is out ranks below all
// who are not, and the later turn is the better one.
func (p *player) outlasted(q *player) bool {
	if (p.out == 0) != (q.out == 0) {
		return p.out == 0
	}
	if p.out != q.out {
		return p.out > q.out
	}
	return p.died > q.died
}
