//go:build servers

package referee_test

import (
	"regexp"
	"testing"

	"arbitre/irc"
	"arbitre/ircd/servers"
	"arbitre/referee"
)

// Faults of docs/faults.md on real servers, with the whole referee.

// 13: services take the referee's nick away in a match. It goes on under the name
// that it has, and players answer who asks.
func TestRefereeRenamedByServices(t *testing.T) {
	t.Parallel()
	for _, name := range withAccounts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := servers.Start(t, name, servers.Fast(), servers.Services())
			v := &venue{t: t, addr: server.Addr, people: map[string]*guest{}}
			owner := v.connect("Referee", "o", "127.0.0.1")
			owner.register()
			owner.send("NICK owner")
			owner.sync()
			v.referee(referee.DefaultConfig(), irc.Config{})
			ann, bob := v.join("ann"), v.join("bob")
			v.begin()
			owner.send("PRIVMSG NickServ :" + server.Enforce("Referee"))
			renamed := regexp.MustCompile(`:Referee!\S+ NICK :?(Guest\d+)`)
			called := renamed.FindStringSubmatch(v.op.until(renamed.String()))[1]
			ann.send("PRIVMSG " + called + " :WEST 1")
			ann.sync()
			bob.send("PRIVMSG " + called + " :SOUTH 1")
			v.op.until(":" + called + `!\S+ PRIVMSG #arena :POSITION ann 1 0`)
			v.op.until(":" + called + `!\S+ PRIVMSG #arena :POSITION bob 0 2`)
		})
	}
}

// 19, 21: nobody hears the referee, then it is kicked; it waits, it comes back, and
// the match goes on where it was. (On one server: what the others say is the same, by
// TestFault19OnServers, and the waiting takes 25 s.)
func TestRefereeKickedAndSilenced(t *testing.T) {
	t.Parallel()
	v := onServer(t, servers.Start(t, "ngircd", servers.Fast()), referee.DefaultConfig(), irc.Config{})
	ann, bob := v.join("ann"), v.join("bob")
	v.begin()
	v.op.send("MODE #arena +m")
	v.op.until(" MODE #arena ")
	ann.tell("WEST 1")
	ann.sync()
	bob.tell("SOUTH 1")
	v.op.until(`:Referee!\S+ NOTICE op :In #arena nobody hears me \(404\)`)
	v.op.send("MODE #arena +v Referee")
	v.op.until("The match goes on at turn 2")
	v.op.until("POSITION ann 1 0")
	v.op.until(endOfTurn)
	v.op.send("KICK #arena Referee :oops")
	v.op.until(`:Referee!\S+ JOIN`)
	v.op.send("MODE #arena -m")
	v.op.until("POSITION ann 1 0")
	v.op.until(endOfTurn)
	v.turn(ann, "EAST 1", bob, "NORTH 1", "POSITION ann 2 0", "POSITION bob 0 3")
}
