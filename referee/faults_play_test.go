package referee_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// resumeToken is the seat token that somebody has been told.
func (c *client) resumeToken() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, line := range slices.Backward(c.heard) {
		if strings.Contains(line, "come back with: resume ") {
			return hexadecimal.FindString(line)
		}
	}
	c.stage.t.Fatalf("%s was told no token", c.nick)
	return ""
}

// 25: nicks change in the middle of a turn, to and fro, and are swapped. Each player
// is who he was.
func TestFault25Nicks(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		s.begin("map_factor=2 freeplay")
		ann, bob := s.people["ann"], s.people["bob"]
		for _, line := range []string{"NICK x", "NICK ann", "NICK x"} {
			ann.send(line)
		}
		passes(0)
		bob.send("NICK ann")
		passes(0)
		ann.send("NICK bob")
		passes(0)
		s.fairTurn(true) // who is called ann now is bob
	})
}

// 26: a player quits and comes back from elsewhere, with another nick: his account
// proves who he is, and otherwise his token. Whoever takes his old nick gets nothing.
func TestFault26BackFromElsewhere(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		s.guest("op")
		s.guest("ann")
		s.server.Login("ann", "Ann")
		s.begin("map_factor=2")
		token := s.people["bob"].resumeToken()
		s.people["ann"].send("QUIT :bye")
		s.people["bob"].send("PART #arena")
		s.people["bob"].send("QUIT :bye")
		passes(0)
		for _, nick := range []string{"ann", "bob"} {
			impostor := s.join(nick, "#other")
			s.server.ChangeHost(nick, "evil", "evil.test")
			impostor.send("JOIN #arena")
			passes(0)
			impostor.took()
			impostor.tell("NORTH 9")
			impostor.hears("NOTICE " + nick + " :I don't understand. To play in a lobby: join_game. For what else I can do: !help")
		}
		passes(5 * time.Second) // bob's leaving by PART costs him this turn
		s.join("annette", "#other")
		s.server.Login("annette", "Ann")
		s.people["annette"].send("JOIN #arena")
		s.join("robert", "#arena").tell("RESUME " + token)
		passes(5 * time.Second)
		s.people["ann"], s.people["bob"] = s.people["annette"], s.people["robert"]
		s.fairTurn(true)
	})
}

// 27: a player logs out, and in to another account. He is who he is by his
// connection. (The table wants his seat frozen; the protocol says that a player is
// the person who joined.)
func TestFault27AccountChanges(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		s.guest("op")
		s.guest("ann")
		s.server.Login("ann", "Ann")
		s.begin("map_factor=2")
		s.server.Login("ann", "")
		s.fairTurn(true)
		s.server.Login("ann", "Zed")
		s.fairTurn(false)
	})
}

// 28: a player comes twice, while his old connection is a ghost. Once the new one
// plays it has the seat, and the old one is told. (The table wants an answer to a
// test; the protocol takes the first order for it.)
func TestFault28TwoConnections(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		s.guest("op")
		s.guest("ann")
		s.server.Login("ann", "Ann")
		s.begin("map_factor=2")
		ghost := s.people["ann"]
		again := s.join("ann_", "#other")
		s.server.Login("ann_", "Ann")
		again.send("JOIN #arena")
		passes(0)
		s.fairTurn(true) // it is there, and has said nothing
		s.people["ann"] = again
		s.fairTurn(false)
		ghost.hears("NOTICE ann :Your seat in #arena was taken over by another connection of yours.")
		ghost.tell("WEST 1") // too old
		s.fairTurn(true)
	})
}

// 29: joining twice is one seat, and so are two bots of one account.
func TestFault29JoinedTwice(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		op := s.guest("op")
		ann, second := s.guest("ann"), s.guest("ann_")
		s.server.Login("ann", "Ann")
		s.server.Login("ann_", "Ann")
		op.send("INVITE Referee #arena")
		passes(time.Second)
		op.say("#arena", "!begin bomber")
		ann.took()
		ann.tell("join_game")
		ann.tell("JOIN_GAME")
		ann.hears("PRIVMSG ann :JOIN_OK", "PRIVMSG ann :JOIN_OK")
		second.tell("join_game")
		second.hears("NOTICE ann_ :The account Ann has a seat already.")
		op.say("#arena", "!players")
		op.hears("NOTICE op :Players (1): ann")
	})
}

// 30, 31, 32: the last order that was read by the end counts, and one that came a
// moment later is late. (Of what was read at the last moment TestStampsDecideNotWakeUps
// is the proof.)
func TestFault30Late(t *testing.T) {
	usual(t, func(_ *stage, op, ann, bob *client) {
		ann.tell("EAST 1")
		passes(5*time.Second - time.Nanosecond)
		ann.tell("WEST 1") // the last one, in time
		passes(time.Nanosecond)
		op.hears(":POSITION ann 1 0", ":NO_ACTION bob", ":TOUR 2")
		bob.tell("@1 SOUTH 1")
		bob.hears("NOTICE bob :[wrong-turn] your order names turn 1; this is turn 2.")
		passes(5 * time.Second)
		op.hears(":NO_ACTION bob", ":TOUR 3")
	})
}

// 32: the last of two orders counts, also if it is not valid. (The table wants the
// last valid one; the protocol is the contest's.)
func TestFault32TwoOrders(t *testing.T) {
	usual(t, func(_ *stage, op, ann, bob *client) {
		ann.tell("EAST 1")
		ann.tell("WEST 1")
		bob.tell("SOUTH 1")
		bob.tell("SOUTH 9")
		bob.hears(`NOTICE bob :[too-fast] "south 9": your speed is 1, and a move goes no farther`)
		passes(5 * time.Second)
		op.hears(":POSITION ann 1 0", ":NO_ACTION bob")
	})
}

// 34: the server is slow. A turn begins when it has passed the prompt on, and has
// all its time.
func TestFault34SlowServer(t *testing.T) {
	usual(t, func(s *stage, op, ann, bob *client) {
		s.server.Delay("Referee", 8*time.Second) // also what players say reaches it late
		passes(13 * time.Second)                 // turn 1, and the PONG of turn 2
		op.hears(":TOUR 2", ":SEND_YOUR_ACTION")
		s.server.Delay("Referee", 0)
		ann.tell("WEST 1")
		bob.tell("SOUTH 1")
		passes(5*time.Second - 2*time.Millisecond)
		op.hearsNothing()
		passes(2 * time.Millisecond)
		op.hears(":POSITION ann 1 0", ":POSITION bob 0 2", ":TOUR 3")
	})
}

// 38: colours, bold and spaces around an order.
func TestFault38Formatting(t *testing.T) {
	usual(t, func(_ *stage, op, ann, bob *client) {
		ann.tell("  \x02\x0304,12WEST\x0f  1 ")
		bob.tell("\u00a0\x1dsouth\x1d 1\u00a0")
		passes(5 * time.Second)
		op.hears(":POSITION ann 1 0", ":POSITION bob 0 2")
	})
}

// 46: a bouncer or the server repeats what was said before: in a batch, or with old
// times. None of it is heard.
func TestFault46Playback(t *testing.T) {
	usual(t, func(s *stage, op, ann, _ *client) {
		ann.tell("WEST 1")
		op.took()
		s.server.Playback("Referee", "Referee", ircd.Said{At: time.Now(), From: "ann!ann@localhost", Text: "EAST 1"})
		s.server.Raw("Referee", "@time=1999-01-01T00:00:00.000Z :ann!ann@localhost PRIVMSG Referee :EAST 1")
		s.server.Playback("Referee", "#arena", ircd.Said{At: time.Now(), From: "op!op@localhost", Text: "!abort"},
			ircd.Said{At: time.Now(), From: "ann!ann@localhost", Text: "hello"})
		passes(5 * time.Second)
		op.hears(":POSITION ann 1 0", ":TOUR 2")
	})
}

// 47: the server sends our own lines back to us. They are no commands.
func TestFault47Echo(t *testing.T) {
	config := referee.DefaultConfig()
	config.Organisers = []string{"everyone"}
	inMatch(t, ircd.Config{}, config, irc.Config{}, func(s *stage, op, _, _ *client) {
		for _, line := range []string{"#arena :!abort", "Referee :!abort #arena", "#arena :SEND_YOUR_ACTION", "Referee :join_game"} {
			s.server.Raw("Referee", ":Referee!referee@localhost PRIVMSG "+line)
		}
		op.hearsNothing()
		s.fairTurn(true)
	})
}

// 41: a player floods with commands and with orders. He loses the order of his turn,
// is answered a few times, and nobody waits for it.
func TestFault41Flood(t *testing.T) {
	usual(t, func(s *stage, op, ann, bob *client) {
		for i := range 300 {
			ann.tell(fmt.Sprintf("NORTH %d", 90+i%9))
			ann.tell("!players #arena")
			ann.say("#nowhere", "!status")
		}
		bob.tell("SOUTH 1")
		ann.took()
		if said := s.wrote("NOTICE ann"); len(said) > 12 {
			t.Errorf("ann was answered %d times", len(said))
		}
		passes(5 * time.Second)
		op.hears(":NO_ACTION ann", ":POSITION bob 0 2", ":TOUR 2")
		s.people["bob"].tell("NORTH 1")
		s.people["ann"].tell("WEST 1") // the next turn is a new one
		passes(5 * time.Second)
		op.hears(":POSITION ann 1 0", ":POSITION bob 0 3", ":TOUR 3")
	})
}
