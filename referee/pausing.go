package referee

import (
	"context"
	"slices"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
)

// A netsplit takes at least two players and half of those present in so short a
// time; a match waits for them, but not for ever: so many times at most.
const (
	splitWithin = 5 * time.Second
	maxHolds    = 2
)

// split is a player whom a QUIT took that names two servers.
type split struct {
	seat game.Seat
	at   time.Time
}

// standStill is the place between two turns at which a match waits: for those
// whom a netsplit or an outage of ours took, and for its organiser.
func (m *match) standStill(ctx context.Context) error {
	if !m.standsStill() {
		m.missing, m.missed = 0, false
		return nil
	}
	m.clock = &clock{tour: m.clock.tour} // closed: the turn has not begun
	for m.standsStill() {
		if err := m.awaitMissing(ctx); err != nil {
			return err
		}
		if err := m.awaitOrganiser(ctx); err != nil {
			return err
		}
	}
	m.goOn()
	return nil
}

// standsStill tells whether the match has something to wait for before its turn.
func (m *match) standsStill() bool { return m.paused || m.waits() }

// waits tells whether players are missing for whom the match still waits.
func (m *match) waits() bool { return m.holds < maxHolds && len(m.cutOff()) > 0 }

// awaitMissing waits until those are back whom the network took, not they
// themselves. Nobody is punished meanwhile.
func (m *match) awaitMissing(ctx context.Context) error {
	if m.waits() {
		m.holds++
		m.log.Info("match waits for players", zap.Int("turn", m.turn), zap.Strings("players", m.cutOff()))
		m.announce("split", m.words.list(m.cutOff()), m.words.duration(m.config.SplitWait))
		alarm := time.NewTimer(m.config.SplitWait)
		defer alarm.Stop()
		if err := m.listen(ctx, alarm.C, func() bool { return len(m.cutOff()) == 0 }); err != nil {
			return err
		}
	}
	m.missing = 0
	return nil
}

// awaitOrganiser waits until an organiser lets the match go on who has paused it.
func (m *match) awaitOrganiser(ctx context.Context) error {
	if !m.paused {
		return nil
	}
	m.announce("paused", m.turn)
	return m.listen(ctx, nil, func() bool { return !m.paused })
}

// goOn says that the match goes on, and the last turn again, whole, if nobody can
// know who has heard it.
func (m *match) goOn() {
	m.announce("goes-on", m.turn)
	if m.missed {
		m.sayAgain()
	}
}

func (m *match) sayAgain() {
	m.missed = false
	m.fitBoards()
	m.say(m.last)
}

// cutOff is the names of those who are still missing.
func (m *match) cutOff() (names []string) {
	for i, name := range m.names {
		if seat := game.Seat(i); m.missing.Has(seat) && !m.attended(i) && m.playing(seat) {
			names = append(names, name)
		}
	}
	return names
}

// takenBySplit notes that a netsplit may be under way. Those beyond it, everybody if
// it took us, miss what is said meanwhile. If that may be lines of the last turn, since
// the server has not yet passed on the prompt behind them, the turn is interrupted.
func (m *match) takenBySplit(seat game.Seat, at time.Time) error {
	if !m.playing(seat) {
		return nil
	}
	m.splits = slices.DeleteFunc(m.splits, func(s split) bool { return s.seat == seat || at.Sub(s.at) > splitWithin })
	m.splits = append(m.splits, split{seat, at})
	present := len(m.splits)
	for i := range m.seats {
		if m.seats[i].person != nil && m.playing(game.Seat(i)) {
			present++
		}
	}
	if len(m.splits) < 2 || 2*len(m.splits) < present {
		return nil
	}
	for _, s := range m.splits {
		m.missing = m.missing.With(s.seat)
	}
	m.missed = true
	if m.clock.token != 0 && m.clock.start.IsZero() && m.linked && !m.mute && m.waits() {
		return errSplit
	}
	return nil
}

// awaitSplit lets the clock stand still when a netsplit has interrupted a turn, which
// is played again once the match has waited; or has interrupted the last words.
func (m *match) awaitSplit(ctx context.Context) error {
	m.generation.Add(1)
	m.clock = &clock{tour: m.clock.tour} // closed
	if !m.over {
		return nil
	}
	return m.endAgain(ctx)
}

// endAgain says the last turn again, behind which the last words are, to those who
// were cut off from them.
func (m *match) endAgain(ctx context.Context) error {
	if err := m.awaitMissing(ctx); err != nil {
		return err
	}
	m.announce("ends-again")
	m.sayAgain()
	return nil
}

// retryVoice is how long a match waits before it tries again to be heard.
const retryVoice = 15 * time.Second

// silenced notes that the channel did not get what was said: it is moderated, or
// we are.
func (m *match) silenced() error {
	m.unheard = true
	if m.mute {
		return nil // it is known
	}
	m.mute = true
	return errMute
}

// awaitVoice lets the match stand still until the channel hears us again: it says
// so, and if that is not refused before the server has answered, it goes on. The
// last turn is said again whole, and the interrupted one played again.
func (m *match) awaitVoice(ctx context.Context) error {
	defer func() { m.mute = false }()
	m.log.Warn("match waits until the channel hears it", zap.Int("turn", m.turn))
	m.generation.Add(1)
	m.clock = &clock{tour: m.clock.tour} // closed: a prompt that has left was not heard
	for m.unheard = true; m.unheard; {
		if err := m.listen(ctx, time.After(retryVoice), func() bool { return false }); err != nil {
			return err
		}
		m.unheard = false
		m.clock = &clock{token: m.newToken(), tour: m.clock.tour}
		text := m.words.say("goes-on", m.turn)
		if m.over {
			text = m.words.say("ends-again")
		}
		m.network.Send(Post{
			Channel: m.channel, Notice: true, Class: Protocol, Text: text,
			Prompt: m.clock.token, Open: func(time.Time) {}, // no order is in time before SEND_YOUR_ACTION
		})
		if err := m.listen(ctx, nil, func() bool { return !m.clock.start.IsZero() }); err != nil {
			return err
		}
	}
	m.log.Info("match goes on", zap.Int("turn", m.turn))
	m.missed = true
	if m.over || !m.standsStill() { // or it goes on later
		m.sayAgain()
	}
	return nil
}

// outage notes that we ourselves are away: nobody left, everybody is missing.
func (m *match) outage() error {
	for i := range m.seats {
		if s := &m.seats[i]; s.person != nil {
			s.person, s.away = nil, 0
			m.missing = m.missing.With(game.Seat(i))
		}
	}
	m.linked, m.mute, m.missed = false, false, true
	m.outages.Add(1)
	return errLinkLost
}
