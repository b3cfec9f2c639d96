package referee_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// 36: lines that are too long. What comes in is taken with tags of 8191 bytes and a
// line of 512, and the rest of a longer one is left out.
func TestFault36LongLinesIn(t *testing.T) {
	inMatch(t, ircd.Config{SendQ: 4 << 20}, referee.DefaultConfig(), irc.Config{}, func(s *stage, op, _, _ *client) {
		s.server.Raw("Referee", "@x="+strings.Repeat("x", 8180)+" :ann!ann@localhost PRIVMSG Referee :WEST 1")
		s.server.Raw("Referee", ":bob!bob@localhost PRIVMSG Referee :SOUTH 1"+strings.Repeat(" ", 1<<20)+"x")
		s.server.Raw("Referee", strings.Repeat("x", 1<<20))
		passes(5 * time.Second)
		op.hears(":POSITION ann 1 0", ":POSITION bob 0 2", ":TOUR 2")
	})
}

// 36: what goes out fits 510 bytes with all that the server puts before it, on a
// server that throws out who sends a longer line, with the longest names there are.
func TestFault36LongLinesOut(t *testing.T) {
	server := ircd.Config{RefuseLongLines: true}
	for _, game := range []string{"bomber", "sentiant", "snake"} {
		t.Run(game, func(t *testing.T) {
			onStage(t, server, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
				op := s.guest("op")
				op.send("INVITE Referee #arena")
				passes(time.Second)
				op.say("#arena", "!begin "+game)
				var last *client
				for i := range 5 {
					last = s.guest(fmt.Sprintf("%s%d", strings.Repeat("n", 29), i))
					last.tell("join_game")
				}
				op.say("#arena", "!go")
				for range 5 {
					last.tell(strings.Repeat("é", 200))
					last.tell("STATE")
					passes(5 * time.Second)
				}
				for _, line := range op.took() {
					if strings.HasSuffix(line, "[CUT]") || strings.Contains(line, "QUIT") {
						t.Errorf("op heard %q", line)
					}
				}
				if lines := s.wrote("NICK"); len(lines) != 1 {
					t.Errorf("%d connections", len(lines))
				}
			})
		})
	}
}

// 37: what is no UTF-8, or is not what it looks like, is an invalid order, and never
// said by us. (TestHiddenNickMayNotJoin is about nicks.)
func TestFault37StrangeBytes(t *testing.T) {
	usual(t, func(s *stage, op, ann, bob *client) {
		for _, text := range []string{
			"N\xd6RTH 1", "\xff\xfe", "NORTH\x00 1", "\u202eHTRON", "WEST\u200b 1", "\u0420\u041eTH 1", "\x7f\x1b[31m", "\xf0\x28\x8c\x28",
		} {
			ann.tell(text)
			ann.say("#nowhere", text)
			s.server.Raw("Referee", ":bob!bob@localhost PRIVMSG Referee :!rules "+text)
			s.server.Raw("Referee", ":op!op@localhost PRIVMSG #arena :!begin "+text)
			s.server.Raw("Referee", ":op!op@localhost PRIVMSG #arena :!disqualify "+text)
		}
		for _, line := range s.wrote("") {
			hidden := strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsGraphic(r) })
			if !utf8.ValidString(line) || hidden {
				t.Errorf("the referee wrote %q", line)
			}
		}
		bob.tell("SOUTH 1")
		op.took()
		passes(5 * time.Second)
		op.hears(":NO_ACTION ann", ":POSITION bob 0 2", ":TOUR 2")
	})
}

// 39: CTCPs, known and unknown, a DCC among them: a few are answered, nobody waits.
func TestFault39CTCP(t *testing.T) {
	usual(t, func(s *stage, op, ann, bob *client) {
		for range 50 {
			for _, text := range []string{"VERSION", "XYZZY", "DCC SEND x 1 2 3", "PING 1", "FINGER", ""} {
				ann.tell("\x01" + text + "\x01")
			}
		}
		ann.tell("WEST 1")
		bob.tell("SOUTH 1")
		if replies := s.wrote("NOTICE ann", "PRIVMSG ann"); len(replies) != 3 {
			t.Errorf("the referee answered %q", replies)
		}
		passes(5 * time.Second)
		// Sixty lines a turn are all that a player may send; a CTCP is none.
		op.hears(":POSITION ann 1 0", ":POSITION bob 0 2", ":TOUR 2")
	})
}

// 40: a bot that answers everything that it is told, by message or by NOTICE, does
// not talk itself and us to death.
func TestFault40Loop(t *testing.T) {
	for _, command := range []string{"PRIVMSG", "NOTICE"} {
		t.Run(command, func(t *testing.T) {
			usual(t, func(s *stage, _, _, _ *client) {
				parrot := s.join("parrot", "#arena")
				parrot.react = func(line string) { parrot.send(command + " Referee :I don't understand " + line) }
				parrot.tell("hello")
				passes(10 * time.Minute)
				if said := len(s.wrote("NOTICE parrot", "PRIVMSG parrot")); said > 5+60 {
					t.Errorf("the referee said %d lines", said)
				}
			})
		})
	}
}

// 42: a storm of INVITEs. One is accepted, the others are answered a few times. (The
// table has them off by default; the protocol takes them from anyone, within limits.)
func TestFault42Invites(t *testing.T) {
	usual(t, func(s *stage, _, _, _ *client) {
		eve := s.join("eve", "#arena")
		for i := range 100 {
			eve.send(fmt.Sprintf("JOIN #e%d", i%40))
			eve.send(fmt.Sprintf("INVITE Referee #e%d", i%40))
		}
		passes(5 * time.Second)
		if joins := s.wrote("JOIN"); len(joins) > 1 {
			t.Errorf("the referee went to %q", joins)
		}
		if said := len(s.wrote("NOTICE eve")); said > 5 {
			t.Errorf("eve was answered %d times", said)
		}
	})
}

// 43: orders from who does not play, from nobody, and in the name of servers and
// services.
func TestFault43Forged(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		eve := s.join("eve", "#arena")
		for _, line := range []string{"EAST 1", "@1 EAST 1", "#arena EAST 1", "ann EAST 1", ":ann EAST 1", "leave_game"} {
			eve.tell(line)
		}
		for _, source := range []string{":ann ", ":irc.test ", "", ":NickServ ", ":ann!", ":!ann@localhost "} {
			s.server.Raw("Referee", source+"PRIVMSG Referee :EAST 1")
			s.server.Raw("Referee", source+"PRIVMSG #arena :!abort")
			s.server.Raw("Referee", source+"NOTICE Referee :EAST 1")
		}
		passes(5 * time.Second)
		op.hears(":NO_ACTION ann", ":NO_ACTION bob", ":TOUR 2")
		s.fairTurn(true)
	})
}
