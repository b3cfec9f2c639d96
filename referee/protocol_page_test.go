package referee_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
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

// And so is the colonies' beginning, with what is said privately.
func TestProtocolPageColonies(t *testing.T) {
	p := readPage(t, "../docs/protocol.md", "colonies")
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		s.join("ann", "#arena")
		s.join("bob", "#arena")
		op.took()
		p.isPlayedBy(s)
	})
}

// And a match with boards.
func TestProtocolPageBoards(t *testing.T) {
	p := readPage(t, "../docs/protocol.md", "boards")
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		s.join("ann", "#arena")
		s.join("bob", "#arena")
		op.took()
		p.isPlayedBy(s)
	})
}

// The page's table has every command, and no other.
func TestProtocolPageHasEveryCommand(t *testing.T) {
	text, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## Commands\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, name := range referee.CommandNames() {
		if !regexp.MustCompile("(?m)^\\|.*`!" + name + "\\b").MatchString(table) {
			t.Errorf("!%s is not there", name)
		}
	}
	for _, command := range regexp.MustCompile("`!([a-z]+)").FindAllStringSubmatch(table, -1) {
		if !slices.Contains(referee.CommandNames(), command[1]) {
			t.Errorf("there is no !%s", command[1])
		}
	}
}
