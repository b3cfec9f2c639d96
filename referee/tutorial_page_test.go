package referee_test

import (
	"testing"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
	"arbitre/script"
)

// sampled are scripts in this process, of which the samples are offered.
type sampled struct{ colonies }

func (sampled) Offered() (offered []referee.Script) {
	for _, name := range script.SampleNames() {
		offered = append(offered, referee.Script{Name: name, Text: script.Sample(name)})
	}
	return offered
}

// The conversation of the tutorial is one, from a mistake to the end of a match.
func TestTutorialPage(t *testing.T) {
	p := readPage(t, "../docs/sentiant-tutorial.md", "scripts")
	onStageWith(t, sampled{}, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		s.join("ann", "#arena")
		s.join("bob", "#arena")
		op.took()
		p.isPlayedBy(s)
	})
}
