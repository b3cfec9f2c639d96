package referee

import (
	"encoding/hex"
	"fmt"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
)

// Keep makes the matches of the desk be kept in a journal. Call it before Run.
func (d *Desk) Keep(journal Journal) { d.journal = journal }

// Resume takes up a match of this network that the end of a program
// interrupted: once we are back in its channel, the last turn is said again
// and the one after it is played. Call it before Run.
func (d *Desk) Resume(u Unfinished) error {
	round, err := time.ParseDuration(u.Private.Round)
	if err != nil {
		return fmt.Errorf("resume a match in %s: round_length: %w", u.Private.Channel, err)
	}
	seed, err := hex.DecodeString(u.Private.Seed)
	if err != nil || len(seed) != len(u.Opening.Seed) {
		return fmt.Errorf("resume a match in %s: the seed is not 64 hex digits", u.Private.Channel)
	}
	name := d.network.Fold(u.Private.Channel)
	if d.channels[name] != nil {
		return fmt.Errorf("resume a match in %s: another match is there already", u.Private.Channel)
	}
	if len(u.Private.Identity) != len(u.Opening.Players) {
		return fmt.Errorf("resume a match in %s: %d players, but %d are identified",
			u.Private.Channel, len(u.Opening.Players), len(u.Private.Identity))
	}
	if err := d.checkCast(u); err != nil {
		return fmt.Errorf("resume a match in %s: %w", u.Private.Channel, err)
	}
	ch := &channel{name: u.Private.Channel, used: time.Now()}
	m := d.newMatch(u.Game, u.Rules, ch, len(u.Opening.Players))
	m.opening, m.private, m.kept, m.round, m.names = u.Opening, u.Private, u.Log, round, u.Opening.Players
	m.opening.Seed, m.rehearse = [32]byte(seed), u.Rehearse
	m.continueAfter(u)
	ch.match = m
	for i, known := range u.Private.Identity {
		p := newPlayer(ch, proof{PrivatePlayer: known, outage: true})
		p.seat = game.Seat(i)
		if known.Token == "" {
			p.called = m.names[i]
		}
		ch.players = append(ch.players, p)
	}
	for i, s := range m.opening.Scripts {
		ch.players[s.Seat].part = &Kept{Script: Script{Name: s.Name, Text: m.private.Scripts[i]}, Public: s.Text != ""}
	}
	m.castScripts()
	d.channels[name] = ch
	d.resumed = append(d.resumed, m)
	d.network.Join(ch.name)
	m.log.Info("match taken up", zap.String("id", m.opening.ID()), zap.Int("turn", m.turn), zap.Strings("players", m.names))
	return nil
}

// continueAfter puts the match behind the last turn that the journal has.
func (m *match) continueAfter(u Unfinished) {
	m.turn = 1
	if u.Turn != nil {
		m.turn = u.Turn.Turn + 1
		m.last = append([]string{tourLine(u.Turn.Turn)}, u.Turn.Public...)
	} else {
		m.last = m.open()
	}
	m.clock, m.missed = &clock{tour: time.Now()}, true
	m.standings, m.over = m.rules.Standings(nil)
	for i, cut := range u.Cut {
		m.seats[i].cut = cut
	}
	for i, cause := range u.Causes {
		if cause != "" {
			m.gone = m.gone.With(game.Seat(i))
			m.seats[i].cause = cause
		}
		m.missing = m.missing.With(game.Seat(i))
	}
}
