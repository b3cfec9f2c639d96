package referee_test

import (
	"fmt"
	"testing"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

const cutOff = "NOTICE #arena :Cut off by the network: ann, bob. The match waits for them, for 2 min at most."

// 1: a netsplit takes both players. The match waits for them at the turn's end,
// says so once, and goes on when they are back, with what they have missed; nobody is
// punished.
func TestFault01Netsplit(t *testing.T) {
	usual(t, func(s *stage, op, ann, bob *client) {
		ann.tell("WEST 1") // counts, though she is away when the turn ends
		s.server.Split("leaf.test", "ann", "bob")
		passes(5 * time.Second)
		op.hears(":POSITION ann 1 0", ":NO_ACTION bob", cutOff)
		passes(time.Minute)
		op.hearsNothing()
		s.server.Rejoin()
		op.hears("NOTICE #arena :The match goes on at turn 2.", ":TOUR 1", ":POSITION ann 1 0", ":NO_ACTION bob",
			":TOUR 2", ":SEND_YOUR_ACTION")
		ann.tell("EAST 1")
		bob.tell("SOUTH 1")
		passes(5 * time.Second)
		op.hears(":POSITION ann 2 0", ":POSITION bob 0 2", ":TOUR 3")
	})
}

// 1: whoever is not back in time misses turns, and is not waited for again.
func TestFault01NetsplitThatLasts(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		s.server.Split("leaf.test", "ann", "bob")
		passes(5 * time.Second)
		op.hears(cutOff)
		passes(2 * time.Minute)
		op.hears("NOTICE #arena :The match goes on at turn 2.", ":TOUR 2", ":SEND_YOUR_ACTION")
		passes(5 * time.Second)
		op.hears(":NO_ACTION ann", ":NO_ACTION bob", ":TOUR 3")
	})
}

// 2: fifty come back at once, an operator among them. Nobody is greeted or asked
// about; the roster is right at once, and is compared with the server's once when
// all are there.
func TestFault02Netjoin(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		away := []string{"op"}
		for i := range 50 {
			away = append(away, s.join(fmt.Sprintf("guest%d", i), "#arena").nick)
		}
		s.server.Split("leaf.test", away...)
		passes(time.Second)
		s.wrote()
		s.server.Rejoin()
		s.wantsWritten("")
		op.took()
		op.say("#arena", "!pause") // the operator is one again
		op.hears("NOTICE op :The match pauses at the end of this turn. To go on: !resume")
		s.wrote()
		passes(time.Minute)
		s.wantsWritten("NAMES", "NAMES #arena")
	})
}

// 3: the referee is alone on its side of the split. It sees everybody go, and
// waits. What it has said meanwhile nobody has heard.
func TestFault03RefereeSplitOff(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		s.server.Split("leaf.test", "Referee")
		op.took() // its QUIT
		passes(time.Minute)
		op.hearsNothing()
		s.server.Rejoin()
		op.hears("NOTICE #arena :The match goes on at turn 2.", ":TOUR 1", ":NO_ACTION ann", ":NO_ACTION bob",
			":TOUR 2", ":SEND_YOUR_ACTION")
		s.fairTurn(true)
	})
}

// 3: the same on a network that paces us, while the lines of a turn still leave.
func TestFault03SplitOffWhilePublishing(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Burst: 5, Every: 2 * time.Second}, func(s *stage) {
		op := s.begin("map_factor=2")
		op.until(":NO_ACTION ann")
		s.server.Split("leaf.test", "Referee")
		op.took() // its QUIT
		passes(time.Minute)
		op.hearsNothing()
		s.server.Rejoin()
		op.until(":SEND_YOUR_ACTION")
		op.hears("NOTICE #arena :The match goes on at turn 2.", ":TOUR 1", ":NO_ACTION ann", ":NO_ACTION bob", ":TOUR 2")
	})
}

// 50: all players are gone by themselves. The turns go by; then all are out, and
// the match ends without a winner. (The table wants a pause; the protocol counts
// turns: "gone for absent_turns = 10 turns".)
func TestFault50AllGone(t *testing.T) {
	usual(t, func(_ *stage, op, ann, bob *client) {
		ann.send("QUIT :bye")
		bob.send("PART #arena")
		passes(45 * time.Second)
		op.hears(":NO_ACTION ann", ":NO_ACTION bob", ":TOUR 10")
		passes(5 * time.Second)
		op.hears(":DEAD ann", ":DEAD bob", ":END_GAME -")
	})
}

// 54: al[x] and al{x} are two people where CASEMAPPING is ascii, and one where it
// is rfc1459.
func TestFault54CaseMapping(t *testing.T) {
	for mapping, two := range map[string]bool{"ascii": true, "rfc1459": false} {
		t.Run(mapping, func(t *testing.T) {
			onStage(t, ircd.Config{CaseMapping: mapping}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
				op, one := s.join("op", "#arena"), s.join("al[x]", "#arena")
				op.send("INVITE Referee #arena")
				passes(time.Second)
				other := s.join("al{x}", "#arena")
				op.say("#arena", "!begin bomber")
				one.tell("join_game")
				other.tell("join_game")
				op.took()
				op.say("#arena", "!players")
				if two {
					op.hears("NOTICE op :Players (2): al[x], al{x}")
				} else {
					op.hears("NOTICE op :Players (1): al[x]")
				}
			})
		})
	}
}
