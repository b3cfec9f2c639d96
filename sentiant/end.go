package sentiant

import (
	"cmp"

	"arbitre/game"
)

// The causes for which a colony is no longer in play that the rules know
// themselves. The referee knows better why somebody went out.
const (
	causeColony = "colony"
	causeQuit   = "quit"
)

// cookieScore is what the cookie is worth, in loaves.
const cookieScore = 100

// end finds out which colonies are out, and whether the match is over.
func (m *match) end() {
	if m.over { // the cookie is home
		return
	}
	ants := m.antsOf()
	playing := 0
	for i := range m.queens {
		q := &m.queens[i]
		if q.playing() && ants[i] == 0 && !m.hasBread(q) {
			q.out, q.cause = m.turn, causeColony
		}
		if q.playing() {
			playing++
		}
	}
	m.over = playing < 2 || m.settings.MaxTurns > 0 && m.turn >= m.settings.MaxTurns
	if !m.over {
		return
	}
	for i := range m.queens {
		switch {
		case !m.leads(game.Seat(i)):
		case m.winner == nobody:
			m.winner = game.Seat(i)
		default: // a draw
			m.winner = nobody
			return
		}
	}
}

// hasBread: there is bread on one of her eight cells, also under dirt, which
// somebody may dig.
func (m *match) hasBread(q *queen) bool {
	for _, cell := range m.besides(q) {
		if m.items[cell] == bread {
			return true
		}
	}
	return false
}

// leads: nobody stands better, among those who can win. Who is out by the
// referee's word can't; a colony that starved can only if it went last and nobody
// is left, "a draw of those who went last".
func (m *match) leads(seat game.Seat) bool {
	q := &m.queens[seat]
	if !q.playing() && (q.cause != causeColony || q.out != m.turn) {
		return false
	}
	for i := range m.queens {
		other := &m.queens[i]
		if other.playing() && (!q.playing() || other.loaves > q.loaves) {
			return false
		}
	}
	return true
}

// score: "loaves eaten, +100 for the cookie".
func (m *match) score(seat game.Seat) int {
	score := m.queens[seat].loaves
	if m.home && m.winner == seat {
		score += cookieScore
	}
	return score
}

// Standings appends how each seat stands. "Places: the winner, then by score, who
// is out below who is not, later out is better." When a match ends with nobody
// left who could have won, nobody has place 1.
func (m *match) Standings(dst []game.Standing) ([]game.Standing, bool) {
	for i := range m.queens {
		q, seat := &m.queens[i], game.Seat(i)
		dst = append(dst, game.Standing{
			Alive: q.playing(),
			Free:  q.playing() && !q.done && !m.over,
			Place: m.placing(seat),
			Score: m.score(seat),
			Cause: q.cause,
		})
	}
	return dst, m.over
}

// placing is one more than the number of colonies that stand better.
func (m *match) placing(seat game.Seat) int {
	if m.wins(seat) {
		return 1
	}
	place, won := 1, false
	for i := range m.queens {
		won = won || m.wins(game.Seat(i))
		if m.wins(game.Seat(i)) || m.queens[i].ranksAbove(&m.queens[seat]) {
			place++
		}
	}
	if m.over && !won {
		place++
	}
	return place
}

// wins: the match is over, and the colony has won it or shares a draw.
func (m *match) wins(seat game.Seat) bool {
	switch {
	case !m.over:
		return false
	case m.winner != nobody:
		return m.winner == seat
	}
	return m.leads(seat)
}

// ranksAbove compares two colonies that have not won.
func (q *queen) ranksAbove(other *queen) bool {
	if q.playing() != other.playing() {
		return q.playing()
	}
	return cmp.Or(cmp.Compare(q.out, other.out), cmp.Compare(q.loaves, other.loaves)) > 0
}

// publish appends the lines of the turn that do not give away the fog, and
// forgets the orders.
func (m *match) publish(dst []game.Event) []game.Event {
	ants := m.antsOf()
	m.text = append(m.text, wordColonies...)
	for i := range m.queens {
		m.text = appendName(append(m.text, ' '), game.Seat(i))
		m.text = appendNumber(m.text, ":", ants[i])
		m.text = appendNumber(m.text, ",", m.queens[i].loaves)
		m.queens[i].order, m.queens[i].done = noSpawn, false
	}
	dst = m.tell(dst, game.Everyone)
	for _, taker := range m.cookieEvents {
		m.text = append(append(m.text, wordCookie...), ' ')
		if taker == nobody {
			m.text = append(m.text, '-')
		} else {
			m.text = appendName(m.text, taker)
		}
		dst = m.tell(dst, game.Everyone)
	}
	for i := range m.queens {
		if m.queens[i].out == m.turn {
			m.text = append(append(m.text, wordDead...), ' ')
			m.text = appendName(m.text, game.Seat(i))
			dst = m.tell(dst, game.Everyone)
		}
	}
	for i := range m.ants {
		m.ants[i].order = order{}
	}
	m.spawning, m.spawn = false, m.spawn[:0]
	return dst
}
