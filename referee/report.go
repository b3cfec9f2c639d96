package referee

import (
	"context"
	"maps"
	"slices"
)

// Report is what goes on at a desk at one moment, for who runs it.
type Report struct {
	Channels []ChannelReport // by name
	Leaving  bool            // it begins nothing new
}

// ChannelReport is what goes on in a channel.
type ChannelReport struct {
	Name    string
	Entered bool
	Lobby   string // the game of an open one, "" for none
	Match   *MatchReport
}

// MatchReport is where a match is.
type MatchReport struct {
	Game    string
	Players []string
	Turn    int
	Phase   string // of the table of phases, or what the match waits for
}

// Phases are the words of MatchReport.Phase.
func Phases() []string {
	words := []string{phaseBegin, phaseJournal, phaseLink}
	for _, phase := range phases {
		words = append(words, phase.name)
	}
	return words
}

// What a match can be at beside its phases.
const (
	phaseBegin   = "begin"
	phaseJournal = "await the journal"
	phaseLink    = "await the connection"
)

// place is where a match is, for others to see.
type place struct {
	turn  int
	phase string
}

func (m *match) at(phase string) { m.place.Store(&place{m.turn, phase}) }

// Report asks the desk what goes on. A desk that does not answer within the
// context is one that stalls.
func (d *Desk) Report(ctx context.Context) (report Report, err error) {
	answer := make(chan Report, 1)
	if err = d.call(ctx, func() { answer <- d.report() }); err == nil {
		report = <-answer
	}
	return report, err
}

func (d *Desk) report() Report {
	s := Report{Leaving: d.farewell != nil}
	for _, name := range slices.Sorted(maps.Keys(d.channels)) {
		ch := d.channels[name]
		here := ChannelReport{Name: ch.name, Entered: ch.entered}
		if ch.lobby != nil {
			here.Lobby = ch.lobby.game.Name
		}
		if m := ch.match; m != nil {
			at := m.place.Load()
			here.Match = &MatchReport{Game: m.game.Name, Players: m.names, Turn: at.turn, Phase: at.phase}
		}
		s.Channels = append(s.Channels, here)
	}
	return s
}
