package referee

import (
	"time"

	"go.uber.org/zap"

	"arbitre/game"
)

// Why somebody is disqualified or out; with the games' own (blast, ...) the
// list of causes in docs/protocol.md.
const (
	causeOrganiser = "organiser"
	causeAlive     = "alive"
	causeSpoke     = "spoke"
	causeNick      = "nick"
	causeFlood     = "flood"
	causeQuit      = "quit"
	causeKicked    = "kicked"
	causeAbsent    = "absent"
	causeScript    = "script"
)

// offend disqualifies a player for the turn: his order of this turn is void;
// what runs already goes on. A turn lasts from its TOUR line to the next; what
// is done after its end counts for the next. In FreePlay nobody is disqualified,
// and never who lets a script play: he has no orders to give.
func (m *match) offend(seat game.Seat, at time.Time, cause string) {
	if m.opening.FreePlay || !m.playing(seat) || m.scripted(seat) {
		return
	}
	m.log.Info("disqualified", zap.Int("turn", m.turn), zap.String("player", m.names[seat]), zap.String("cause", cause))
	turn, void := m.turn, &m.void
	if m.clock.late(at) {
		turn, void = turn+1, &m.voidNext
	}
	if !void.Has(seat) { // he is told once, whatever else he was told this turn
		m.inform(seat, m.words.say("void-"+cause, turn))
	}
	*void = void.With(seat)
	if m.config.Disqualify == "match" {
		m.leaving = m.leaving.With(seat)
		m.seats[seat].cause = cause
	}
}

// playing tells whether the seat is in play: neither dead nor out.
func (m *match) playing(seat game.Seat) bool {
	return m.standings[seat].Alive && !m.gone.Has(seat)
}

// leave takes a player out for good, by his own will.
func (m *match) leave(seat game.Seat) {
	if !m.playing(seat) {
		return
	}
	m.leaving = m.leaving.With(seat)
	m.seats[seat].cause = causeQuit
	m.notice(seat, m.words.say("left-match", m.turn))
}

// depart notes that a player is away, and if he was kicked why he may be out
// one day.
func (m *match) depart(seat game.Seat, how Departure, at time.Time) error {
	s := &m.seats[seat]
	s.person, s.away = nil, 0
	if how == Kicked && s.cause == "" {
		s.cause = causeKicked
	}
	if how == Split && !m.scripted(seat) {
		return m.takenBySplit(seat, at)
	}
	return nil
}

// comeBack gives a seat to the person who proved to be its player. Parting and
// coming back is an offence; a QUIT, a kick or a netsplit is not.
func (m *match) comeBack(seat game.Seat, person *Person, at time.Time, parted bool) {
	s := &m.seats[seat]
	s.person, s.away = person, 0
	m.missing &^= game.Seats(0).With(seat)
	if !m.gone.Has(seat) && !m.leaving.Has(seat) {
		s.cause = ""
	}
	if parted {
		m.offend(seat, at, causeQuit)
	}
}

// disqualify is an organiser's word: for the turn, or for the match.
func (m *match) disqualify(seat game.Seat, forMatch bool) {
	m.void = m.void.With(seat)
	if forMatch {
		m.leaving = m.leaving.With(seat)
		m.seats[seat].cause = causeOrganiser
	}
	m.inform(seat, m.words.say("void-organiser", m.turn))
}
