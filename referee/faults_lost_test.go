package referee_test

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// heardYet tells whether words have been heard; they stay to be asked for.
func (c *client) heardYet(words string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.heard, func(line string) bool { return strings.HasSuffix(line, words) })
}

// everything is all that has been heard, hashes and all; it stays to be asked for.
func (c *client) everything() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.heard, "\n")
}

// until lets time pass until words are heard, an hour at most, and is how long
// that took, within a second.
func (c *client) until(words string) time.Duration {
	c.stage.t.Helper()
	from := time.Now()
	for !c.heardYet(words) {
		if passes(time.Second); time.Since(from) > time.Hour {
			c.stage.t.Fatalf("%s did not hear %q within an hour", c.nick, words)
		}
	}
	return time.Since(from)
}

// survives checks that a match survives the loss of the referee's connection: it
// is back between these times, in the same turn, which has all its time again, and
// with the order that it had read.
func survives(t *testing.T, least, most time.Duration, end func(s *stage)) {
	t.Helper()
	usual(t, func(s *stage, op, ann, bob *client) {
		s.fairTurn(true)
		passes(4 * time.Second)
		ann.tell("EAST 1")
		op.took()
		end(s)
		if away := op.until(":TOUR 2"); away < least || away > most {
			t.Errorf("back after %v", away)
		}
		op.hears("NOTICE #arena :The match goes on at turn 2.", ":TOUR 1", ":POSITION ann 1 0", ":TOUR 2", ":SEND_YOUR_ACTION")
		passes(4 * time.Second) // more than was left of it before
		bob.tell("NORTH 1")
		passes(2 * time.Second)
		op.hears(":POSITION ann 2 0", ":POSITION bob 0 3", ":TOUR 3")
	})
}

// 4: the connection is reset.
func TestFault04ConnectionLost(t *testing.T) {
	survives(t, time.Second, 5*time.Second, func(s *stage) { s.server.Drop("Referee") })
}

// 5: the server takes nothing and says nothing: a cable that was cut. The referee
// gives up when its PING stays without an answer, and comes back under another nick,
// which it tells, since its ghost is still there; and is itself again later.
func TestFault05HalfOpen(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		s.server.StopReading("Referee")
		s.server.StopWriting("Referee")
		if away := op.until(":TOUR 1"); away < 30*time.Second || away > time.Minute {
			t.Errorf("back after %v", away)
		}
		op.hears("NOTICE #arena :My own nick is taken, so for now I am Referee1. Whoever has mine is somebody else: answer who asks for your action.",
			"NOTICE #arena :The match goes on at turn 2.", ":TOUR 1", ":NO_ACTION ann", ":NO_ACTION bob", ":TOUR 2", ":SEND_YOUR_ACTION")
		s.fairTurn(true)
		passes(10 * time.Minute)
		op.hears("NICK :Referee")
	})
}

// 6: the server says farewell, as at a restart: not sooner than after 15 s.
func TestFault06ServerRestarts(t *testing.T) {
	survives(t, 15*time.Second, 25*time.Second, func(s *stage) {
		s.server.Raw("Referee", "ERROR :Closing Link: Referee (Server going down)")
		passes(0)
		s.server.Drop("Referee")
	})
}

// 7: an operator of the network kills the referee: not sooner than after a minute.
// (TestFault07KilledTwice, in irc, is the second time.)
func TestFault07Killed(t *testing.T) {
	survives(t, time.Minute, 80*time.Second, func(s *stage) { s.server.Kill("Referee", "oper", "spam") })
}

// 8: the referee is banned from the server: it knocks every few minutes, with
// pauses that grow, and comes back when the ban is lifted.
func TestFault08KLine(t *testing.T) {
	survives(t, 0, 40*time.Minute, func(s *stage) {
		s.server.KLine("referee@*", "no bots")
		s.wrote()
		passes(30 * time.Minute)
		if tries := len(s.wrote("USER")); tries < 2 || tries > 4 {
			s.t.Errorf("the referee tried %d times in half an hour", tries)
		}
		s.server.UnKLine("referee@*")
	})
}

// 8: the same for a server that is full, or that throttles.
func TestFault08Throttled(t *testing.T) {
	for _, words := range []string{
		"Trying to reconnect too fast", "Too many connections from your host", "You have been throttled", "G-Lined", "Z:lined (spam)",
	} {
		t.Run(words, func(t *testing.T) {
			survives(t, 5*time.Minute, 7*time.Minute, func(s *stage) {
				s.server.Raw("Referee", "ERROR :Closing Link: Referee ("+words+")")
				passes(0)
				s.server.Drop("Referee")
			})
		})
	}
}

// 4: the connection is lost while a turn is published, whose lines nobody has heard:
// it is said again, whole.
func TestFault04LostWhilePublishing(t *testing.T) {
	usual(t, func(s *stage, op, ann, _ *client) {
		ann.tell("WEST 1")
		passes(5*time.Second - time.Millisecond)
		s.server.StopWriting("Referee") // the mark comes back, the PONG does not
		passes(time.Second)
		s.server.Drop("Referee")
		op.took()
		op.until(":SEND_YOUR_ACTION")
		op.hears(":TOUR 1", ":POSITION ann 1 0", ":TOUR 2", ":SEND_YOUR_ACTION")
	})
}

// 9: thrown out for flooding. The match goes on, at the pace that this server wants.
// (TestFault09SlowerAfterExcessFlood, in irc, is about that pace.)
func TestFault09ExcessFlood(t *testing.T) {
	usual(t, func(s *stage, op, ann, _ *client) {
		s.fairTurn(true)
		ann.tell("EAST 1")
		op.took()
		s.server.Raw("Referee", "ERROR :Closing Link: Referee (Excess Flood)")
		passes(0)
		s.server.Drop("Referee")
		if away := op.until(":TOUR 2"); away < 15*time.Second || away > 2*time.Minute {
			t.Errorf("back after %v", away)
		}
		op.until(":SEND_YOUR_ACTION")
		s.people["bob"].tell("NORTH 1")
		op.until(":TOUR 3")
		op.hears(":TOUR 1", ":POSITION ann 1 0", ":TOUR 2", ":SEND_YOUR_ACTION", ":POSITION ann 2 0", ":POSITION bob 0 3", ":TOUR 3")
	})
}

// 52: what the server does not let us do that we never needed is nothing.
func TestFault52NotOperator(t *testing.T) {
	usual(t, func(s *stage, _, _, _ *client) {
		s.server.Raw("Referee", ":irc.test 482 Referee #arena :You're not channel operator")
		s.wantsWritten("")
		s.fairTurn(true)
	})
}

// 44: we read too slowly, and the server drops us for it. (That the reader waits
// for no game, and what happens when it is the game that is slow, is shown by
// TestSlowDesk.)
func TestFault44SendQ(t *testing.T) {
	survives(t, 10*time.Second, time.Minute, func(s *stage) {
		s.server.Raw("Referee", "ERROR :Closing Link: Referee (SendQ exceeded)")
		passes(0)
		s.server.Drop("Referee")
	})
}
