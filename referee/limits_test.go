package referee_test

import (
	"strings"
	"testing"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// onKind is a stage on a server of a kind, with the referee in #arena and op
// its operator.
func onKind(t *testing.T, kind string, config referee.Config, network irc.Config, test func(s *stage, op *client)) {
	t.Helper()
	profile, _ := ircd.ProfileNamed(kind)
	network.Channels = []string{"#arena"}
	onStage(t, ircd.Config{Profile: profile}, config, network, func(s *stage) {
		time.Sleep(time.Minute)
		op := s.join("op", "#arena")
		s.server.Mode("#arena", "-o", "Referee")
		s.server.Mode("#arena", "+o", "op")
		time.Sleep(time.Minute)
		op.took()
		test(s, op)
	})
}

// said is what of it the client has heard within a time.
func (c *client) said(within time.Duration) string {
	time.Sleep(within)
	return words(c.took())
}

// A match that could last longer than max_match is not begun without slow=ok; with
// fewer players it may be short enough.
func TestMaxMatch(t *testing.T) {
	config := referee.DefaultConfig()
	onKind(t, "irc2", config, irc.Config{}, func(_ *stage, op *client) {
		for _, test := range []struct{ command, want string }{
			{"!begin sentiant", "With 2 players this match could last 38 h 12 min here, more than 2 h. To play it nevertheless, begin it with slow=ok."},
			{"!begin sentiant max_turns=100 width=15 height=15 bread=8", "so the lobby takes no more"},
			{"!begin sentiant slow=ok", "for 2 to 7 players"},
			{"!begin sentiant slow=yes", `slow takes only the word ok, not "yes".`},
			{"!begin bomber", "for 2 to 16 players"},
		} {
			op.say("#arena", test.command)
			if said := op.said(time.Minute); !strings.Contains(said, test.want) {
				t.Errorf("%s: %s", test.command, said)
			}
			op.say("#arena", "!abort")
			op.said(time.Minute)
		}
	})
	config.MaxMatch = 0
	onKind(t, "irc2", config, irc.Config{}, func(_ *stage, op *client) {
		op.say("#arena", "!begin sentiant")
		if said := op.said(time.Minute); !strings.Contains(said, "NEW_GAME sentiant") || !strings.Contains(said, "for 2 to 7 players") {
			t.Error(said)
		}
	})
}

// On a network that has become slower since its lobby opened, a match that would be
// too long now is not begun, and its players are free again.
func TestMaxMatchAtTheClose(t *testing.T) {
	config := referee.DefaultConfig()
	config.MaxMatch = 15 * time.Minute
	onKind(t, "hybrid", config, irc.Config{}, func(s *stage, op *client) {
		op.say("#arena", "!begin snake rounds=1 round_turns=100 lobby=20m")
		for _, nick := range []string{"ann", "bob"} {
			s.join(nick, "#arena").tell("join_game")
			time.Sleep(10 * time.Second)
		}
		op.said(time.Minute)
		s.server.Raw("Referee", "ERROR :Closing Link: Referee[x] (Excess Flood)")
		time.Sleep(time.Second)
		s.server.Drop("Referee")
		time.Sleep(2 * time.Minute)
		op.took()
		op.say("#arena", "!go")
		said := op.said(time.Minute)
		if !strings.Contains(said, "With 2 players this match could last ") || strings.Contains(said, "MAP_SIZE") {
			t.Error(said)
		}
	})
}

// Where lines take time, who opens a lobby hears how much.
func TestSlowNetworkWarns(t *testing.T) {
	onKind(t, "hybrid", referee.DefaultConfig(), irc.Config{}, func(_ *stage, op *client) {
		op.say("#arena", "!begin sentiant max_turns=50")
		want := "This network lets me write slowly: with 2 players a turn takes about 8 s, with 7 up to about 32 s."
		if said := op.said(time.Minute); !strings.Contains(said, want) {
			t.Error(said)
		}
	})
	onKind(t, "none", referee.DefaultConfig(), irc.Config{}, func(_ *stage, op *client) {
		op.say("#arena", "!begin sentiant max_turns=50")
		if said := op.said(time.Minute); strings.Contains(said, "slowly") {
			t.Error(said)
		}
	})
}

// Where one may write to few people, the referee says so if it has no voice, and
// answers strangers nothing while a lobby or match is on.
func TestFewTargets(t *testing.T) {
	for _, test := range []struct {
		kind    string
		voiced  bool
		limited bool
	}{
		{"solanum", false, true},
		{"ircu", false, true},
		{"unreal", false, true},
		{"solanum", true, false},
		{"hybrid", false, false},
		{"none", false, false},
	} {
		onKind(t, test.kind, referee.DefaultConfig(), irc.Config{}, func(s *stage, op *client) {
			if test.voiced {
				s.server.Mode("#arena", "+v", "Referee")
			}
			stranger, ann := s.join("stranger", "#arena"), s.join("ann", "#arena")
			answered := func() bool {
				stranger.took()
				for _, ask := range []string{"!help", "!rules bomber", "what?"} {
					stranger.tell(ask)
					time.Sleep(time.Minute)
				}
				return len(toSelf(stranger.took(), "stranger")) > 0
			}
			if !answered() {
				t.Errorf("%+v: no answer before the lobby", test)
			}
			op.say("#arena", "!begin bomber lobby=1h")
			if said := op.said(time.Minute); strings.Contains(said, "Give me voice") != test.limited {
				t.Errorf("%+v: %s", test, said)
			}
			if answered() == test.limited {
				t.Errorf("%+v: a stranger is answered: %v", test, !test.limited)
			}
			ann.tell("join_game")
			if said := ann.said(time.Minute); !strings.Contains(said, "JOIN_OK") {
				t.Errorf("%+v: ann hears %s", test, said)
			}
			op.tell("!status")
			if said := op.said(time.Minute); !strings.Contains(said, "A lobby for bomber") {
				t.Errorf("%+v: op hears %s", test, said)
			}
		})
	}
}

// toSelf is what of it was for this nick alone.
func toSelf(heard []string, nick string) (own []string) {
	for _, line := range heard {
		if strings.Contains(line, " "+nick+" :") {
			own = append(own, line)
		}
	}
	return own
}
