//go:build servers

package referee_test

import (
	"strings"
	"testing"

	"arbitre/irc"
	"arbitre/ircd/servers"
	"arbitre/referee"
)

// A netsplit takes both players. The match waits for them; meanwhile eve has the
// nick and the user of one, and gets nothing by it. Once the servers are linked
// again, the players are back and play on.
func TestImpersonationDuringANetsplit(t *testing.T) {
	t.Parallel()
	network := servers.StartLinked(t, servers.Fast())
	v := onServer(t, network.Hub, referee.DefaultConfig(), irc.Config{})
	far := &venue{t: t, addr: network.Leaf.Addr, people: v.people}
	ann, bob := far.join("ann"), far.join("bob")
	v.beginWith("round_length=5s") // a turn in which nobody is there has to end
	v.turn(ann, "WEST 1", bob, "SOUTH 1", "POSITION ann 1 0", "POSITION bob 0 2")

	network.Cut(t)
	v.op.until("ann!.* QUIT :hub.test leaf.test")
	v.op.until("Cut off by the network: ann, bob. The match waits for them")
	eve := v.connect("ann", "ann", "127.0.0.2")
	eve.enter("#arena")
	for _, line := range []string{"WEST 1", "@3 WEST 1", "STATE", "RESEND", "join_game", "leave_game", "RESUME 0", "#arena BOMB 1"} {
		eve.tell(line)
	}
	v.op.say("!settings")
	v.op.until("Nothing is set for this channel") // eve was heard before
	for _, line := range eve.private() {
		if !strings.Contains(line, " NOTICE ") || strings.Contains(line, "Your seat") {
			t.Errorf("said to eve: %s", line)
		}
	}

	network.Mend(t) // there are two of the nick now: the servers throw both out
	v.op.until("bob!.* JOIN")
	eve.leave()
	ann.leave()
	ann = far.join("ann")
	v.op.until("The match goes on")
	v.op.until(endOfTurn)
	ann.tell("WEST 1")
	v.op.until("POSITION ann 0 0")
	v.op.until(endOfTurn)
	bob.tell("NORTH 1")
	v.op.until("POSITION bob 0 3")
}

// A player is called al[x]. Where names are folded as in RFC 1459 nobody can be
// al{x} beside him; elsewhere somebody is, and is somebody else.
func TestCaseVariantsOfANick(t *testing.T) {
	t.Parallel()
	for _, name := range servers.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := onServer(t, servers.Start(t, name, servers.Fast()), referee.DefaultConfig(), irc.Config{})
			al, bob := v.join("al[x]"), v.join("bob")
			v.op.say("!begin bomber seed=1 map_factor=2")
			v.op.until("BEGIN_GAME")
			al.tell("join_game")
			al.until("JOIN_OK")
			bob.tell("join_game")
			bob.until("JOIN_OK")
			v.op.say("!go")
			v.op.until(endOfTurn)

			eve := v.join("eve")
			for _, nick := range []string{"al{x}", "AL[X]", "AL{X}", "aL[x]"} {
				eve.send("NICK " + nick)
				eve.sync()
				eve.tell("EAST 1")
				eve.tell("leave_game")
				eve.sync()
			}
			for _, line := range eve.private() {
				if strings.Contains(line, " PRIVMSG ") {
					t.Errorf("said to eve: %s", line)
				}
			}
			v.turn(al, "WEST 1", bob, "SOUTH 1", "POSITION al[x] 1 0", "POSITION bob 0 2")
			al.send("NICK Al[X]") // another writing of one's own nick is a change of nick too
			al.until("changed your nick")
			v.op.say("!disqualify AL[X] match")
			v.op.until(`al\[x\] is out`)
		})
	}
}

// Whom the referee can't reach learns it when he joins, and the channel does.
func TestPlayerOutOfReach(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"inspircd", "ircd-hybrid"} { // ngIRCd has no such mode
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := onServer(t, servers.Start(t, name, servers.Fast()), referee.DefaultConfig(), irc.Config{})
			deaf := v.join("deaf")
			deaf.send("MODE deaf +g")
			v.op.say("!begin bomber")
			v.op.until("BEGIN_GAME")
			deaf.tell("join_game")
			v.op.until(`NOTICE #arena :deaf can't be reached by private message \(\d+\) and does not play`)
			v.op.say("!players")
			v.op.until("Nobody has joined")
		})
	}
}
