package referee

import (
	"strings"
	"time"

	"arbitre/game"
)

// hear takes a private line of a player. Every one counts against his budget;
// what is not a word of the referee's own is an order.
func (m *match) hear(from game.Seat, at time.Time, text string) {
	s := &m.seats[from]
	if s.script != "" {
		m.hearAuthor(from, strings.EqualFold(text, wordLeave))
		return
	}
	if s.lines++; s.lines > maxLines {
		if s.lines == maxLines+1 {
			m.offend(from, at, causeFlood)
		}
		return
	}
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToUpper(word) {
	case wordLeave:
		m.leave(from)
	case wordState:
		m.catchUp(from)
	case wordResend:
		m.resend(from)
	case wordAcknowledge:
		m.acknowledge(from, strings.TrimSpace(rest))
	case wordBoard:
		m.board(from, strings.TrimSpace(rest))
	default:
		m.order(from, at, text)
	}
}

// order notes an order if it came in time and is for this turn.
func (m *match) order(from game.Seat, at time.Time, text string) {
	turn, order, tagged := cutTag(text)
	refuse := func(why string, args ...any) {
		m.meter.Order(m.game.Name, why)
		m.notice(from, m.words.say(why, args...))
	}
	switch {
	case m.suspended:
		refuse("no-orders", m.turn)
	case at.Before(m.clock.tour) && m.turn > 1:
		refuse("too-late", m.turn-1)
	case m.clock.early(at):
		refuse("too-early", m.turn)
	case m.clock.late(at):
		refuse("too-late", m.turn)
	case tagged && turn != m.turn:
		refuse("wrong-turn", turn, m.turn)
	default:
		m.note(from, at, order)
	}
}

// note notes an order and tells its player what he wants to know.
func (m *match) note(from game.Seat, at time.Time, order string) {
	s := &m.seats[from]
	refusal := m.count(from, at, order)
	switch {
	case refusal != nil:
		m.refuse(from, refusal)
	case s.acknowledge:
		m.network.Send(Post{
			To: s.person, Notice: true, Class: Talk, Stale: m.outdated(1),
			Text: m.words.say("counted", m.turn, quoted(order)),
		})
	}
}

// count lets an order count, unless one has that came later by another way: the
// seat's order is whichever came last, by IRC or through a door.
func (m *match) count(from game.Seat, at time.Time, order string) *game.Refusal {
	s := &m.seats[from]
	if len(s.orders) > 0 && at.Before(s.at) {
		return nil
	}
	refusal := m.rules.Order(from, order)
	outcome := counted
	if refusal != nil {
		outcome = refusal.Key
	}
	m.meter.Order(m.game.Name, outcome)
	s.valid = refusal == nil
	s.orders, s.at = append(s.orders, order), at
	if m.game.Done {
		m.standings, _ = m.rules.Standings(m.standings[:0])
	}
	return refusal
}

func (m *match) acknowledge(seat game.Seat, word string) {
	switch strings.ToLower(word) {
	case "on":
		m.seats[seat].acknowledge = true
		m.notice(seat, m.words.say("ack-on"))
	case "off":
		m.seats[seat].acknowledge = false
		m.notice(seat, m.words.say("ack-off"))
	default:
		m.notice(seat, m.words.say("ack-what"))
	}
}

// resend sends this turn's private lines again.
func (m *match) resend(seat game.Seat) {
	s := &m.seats[seat]
	if s.resends++; s.resends > maxStates {
		m.notice(seat, m.words.say("resend-budget", maxStates))
		return
	}
	m.view(seat)
}

// catchUp sends all that a newcomer in this seat needs to play on.
func (m *match) catchUp(seat game.Seat) {
	s := &m.seats[seat]
	if s.states++; s.states > maxStates {
		m.notice(seat, m.words.say("state-budget", maxStates))
		return
	}
	m.events = m.rules.Catchup(seat, m.events[:0])
	m.render(m.events)
}
