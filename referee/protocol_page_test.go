package referee_test

import (
	"testing"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// The match on the page for authors of bots is a match that was played.
func TestProtocolPage(t *testing.T) {
	p := readPage(t, "../docs/protocol.md", "match")
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		s.join("ann", "#arena")
		s.join("bob", "#arena")
		op.took()
		p.isPlayedBy(s)
	})
}
