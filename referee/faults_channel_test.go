package referee_test

import (
	"strings"
	"testing"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// 17: the channel refuses the referee when it comes back: it is full, for invited
// only, banned, with a key, for accounts only, or one too many.
func TestFault17JoinRefused(t *testing.T) {
	for _, code := range []string{"471", "473", "474", "475", "477", "405"} {
		t.Run(code, func(t *testing.T) { returnsWhenAllowed(t, code) })
	}
}

// 17: whoever has invited the referee learns why it does not come; a channel of the
// configuration is tried until it lets us in, and one who invites us does that.
func TestFault17JoinRefusedAtFirst(t *testing.T) {
	network := irc.Config{Unlimited: true, ChanServ: "ChanServ"}
	onStage(t, ircd.Config{}, referee.DefaultConfig(), network, func(s *stage) {
		op := s.join("op", "#arena")
		services := s.join("ChanServ", "#services")
		s.server.Refuse("JOIN", "#arena", "475")
		op.send("INVITE Referee #arena")
		op.hears("NOTICE op :I can't enter #arena: 475 Cannot join channel (+k)")
		services.hears("PRIVMSG ChanServ :INVITE #arena")
		s.wrote()
		passes(time.Hour)
		s.wantsWritten("JOIN")
	})
	network.Channels = []string{"#arena"}
	onStage(t, ircd.Config{}, referee.DefaultConfig(), network, func(s *stage) {
		op := s.join("op", "#arena")
		s.server.Mode("#arena", "+oi", "op")
		s.server.Drop("Referee")
		passes(30 * time.Second)
		op.took()
		op.send("INVITE Referee #arena")
		op.hears("JOIN #arena")
	})
}

// 17: a match whose channel does not let us in for a day ends there, unheard.
func TestFault17JoinRefusedForADay(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		s.server.Refuse("JOIN", "#arena", "473")
		s.server.Drop("Referee")
		passes(26 * time.Hour)
		s.wrote()
		s.server.Allow("JOIN", "#arena")
		passes(time.Hour)
		s.wantsWritten("JOIN")
		op.took()
		op.send("INVITE Referee #arena") // and it can come back as to a new one
		passes(time.Minute)
		op.hears("I referee bot contests. Operators begin a match with !begin GAME (bomber, sentiant, snake); more with !help")
	})
}

// 18: the channel sends us on to another. It is left again, and nothing is said
// there; the match goes on when its own lets us in.
func TestFault18Forwarded(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		other := s.join("eve", "##arena")
		s.server.Forward("#arena", "##arena")
		s.server.Drop("Referee")
		passes(30 * time.Second)
		other.hears("JOIN ##arena", "PART ##arena")
		other.hearsNothing()
		s.server.Forward("#arena", "")
		op.until(":TOUR 1")
		op.hears(":TOUR 1", ":SEND_YOUR_ACTION")
		s.fairTurn(true)
	})
}

// 19: kicked in a match, the referee comes back once, after ten seconds, and the
// match goes on; the second kick ends it, and the channel is forgotten. (The table
// wants the second to suspend it and to tell the players; the protocol aborts, and
// says nothing private to who shares no channel.)
func TestFault19Kicked(t *testing.T) {
	usual(t, func(s *stage, op, ann, _ *client) {
		ann.tell("WEST 1")
		s.server.Kick("#arena", "Referee", "op", "oops")
		passes(10*time.Second - time.Millisecond)
		s.wantsWritten("JOIN")
		passes(time.Millisecond)
		s.wantsWritten("JOIN", "JOIN #arena")
		op.hears("NOTICE #arena :The match goes on at turn 1.", ":TOUR 1", ":SEND_YOUR_ACTION")
		passes(5 * time.Second)
		op.hears(":POSITION ann 1 0", ":TOUR 2")
		s.server.Kick("#arena", "Referee", "op", "out")
		s.wrote()
		passes(time.Hour)
		s.wantsWritten("JOIN")
		op.hearsNothing()
	})
}

// 20: kicked and banned: one try, which the ban refuses, and that was it.
func TestFault20Banned(t *testing.T) {
	usual(t, func(s *stage, _, _, _ *client) {
		s.server.Mode("#arena", "+b", "Referee!*@*")
		s.server.Kick("#arena", "Referee", "op", "out")
		passes(time.Hour)
		s.wantsWritten("JOIN", "JOIN #arena")
	})
}

// 21: the channel is moderated and the referee has no voice. The match stands still,
// since what is decided must be published; the operators are told once; when the
// channel hears us the last turn is said again, whole.
func TestFault21Moderated(t *testing.T) {
	for _, over := range []struct{ name, modes, nick string }{
		{"voiced", "+v", "Referee"}, {"no longer moderated", "-m", ""},
	} {
		t.Run(over.name, func(t *testing.T) {
			usual(t, func(s *stage, op, ann, _ *client) {
				ann.tell("WEST 1")
				s.server.Mode("#arena", "+m")
				passes(5 * time.Second)
				told := "NOTICE op :In #arena nobody hears me (404): give me +v, please. A match there waits for it."
				op.hears(told)
				ann.tell("EAST 1")
				ann.hears("NOTICE ann :[too-early] turn 2 is not open for orders yet.")
				passes(10 * time.Minute)
				op.hearsNothing()
				s.server.Mode("#arena", over.modes, strings.Fields(over.nick)...)
				passes(30 * time.Second)
				op.hears("NOTICE #arena :The match goes on at turn 2.", ":TOUR 1", ":POSITION ann 1 0", ":NO_ACTION bob", ":TOUR 2", ":SEND_YOUR_ACTION")
			})
		})
	}
}

// 21: moderated from the first line of a lobby to the last of a match.
func TestFault21ModeratedAtTheEnds(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		s.guest("op")
		s.server.Mode("#arena", "+m")
		op := s.begin("map_factor=2 max_turns=1")
		op.hearsNothing()
		passes(time.Minute)
		s.server.Mode("#arena", "-m")
		passes(16 * time.Second)
		op.hears(":MAP_SIZE 4", ":TOUR 1", ":SEND_YOUR_ACTION")
		s.server.Mode("#arena", "+m")
		passes(time.Minute)
		op.hearsNothing()
		s.server.Mode("#arena", "-m")
		passes(16 * time.Second)
		op.hears("NOTICE #arena :The match is over; its end once more:", ":TOUR 1", ":NO_ACTION ann", ":END_GAME DRAW ann bob", ":RANK 1 ann 0", ":RANK 1 bob 0")
		op.say("#arena", "!status")
		op.hears("Nothing is being played. An operator opens a lobby: !begin GAME")
	})
}

// 21: an abort does not wait for a voice.
func TestFault21AbortedWhileModerated(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		s.server.Mode("#arena", "+m")
		passes(time.Minute)
		op.say("#arena", "!abort")
		op.took()
		op.say("#arena", "!status")
		op.hears("Nothing is being played. An operator opens a lobby: !begin GAME")
	})
}

// 22: a player whom private messages do not reach learns it when he joins, and the
// channel does. In play what does not reach him is lost to him, and his move is the
// default one. (The table wants an exchange of tests at joining and one longer turn;
// the protocol frees the seat at an error, and lengthens no turn.)
func TestFault22OutOfReach(t *testing.T) {
	usual(t, func(s *stage, op, _, _ *client) {
		s.server.Refuse("NOTICE", "ann", "716")
		s.people["ann"].tell("NORTH 99")
		passes(5 * time.Second)
		op.hears(":NO_ACTION ann", ":TOUR 2")
		s.fairTurn(true)
		op.say("#arena", "!abort")
		for letter, code := range map[string]string{"+g": "716", "+R": "531"} {
			deaf := s.join("deaf"+code, "#arena")
			deaf.send("MODE " + deaf.nick + " " + letter)
			op.say("#arena", "!begin bomber")
			deaf.tell("join_game")
			op.hears(":BEGIN_GAME", "NOTICE #arena :"+deaf.nick+" can't be reached by private message ("+code+") and does not play.")
			op.say("#arena", "!players")
			op.hears("NOTICE op :Nobody has joined.")
			op.say("#arena", "!abort")
		}
	})
}

// 23: the network makes us accept private messages of nobody. We take that off.
func TestFault23OwnModes(t *testing.T) {
	usual(t, func(s *stage, _, _, _ *client) {
		s.wire.send("MODE Referee +gR")
		s.wantsWritten("MODE", "MODE Referee -g", "MODE Referee -R")
		s.fairTurn(true)
	})
}

// 24: the server does not know a player's nick, though we have not seen him go. He
// is away from then on, and comes back by his next word.
func TestFault24NoSuchNick(t *testing.T) {
	config := referee.DefaultConfig()
	config.AbsentTurns = 3
	inMatch(t, ircd.Config{}, config, irc.Config{}, func(s *stage, op, ann, _ *client) {
		lost := func() {
			s.server.Refuse("NOTICE", "ann", "401")
			ann.tell("NORTH 99")
			s.server.Allow("NOTICE", "ann")
		}
		lost()
		passes(10 * time.Second)
		op.hears(":NO_ACTION ann", ":NO_ACTION ann", ":TOUR 3")
		s.fairTurn(true) // she is back in time
		lost()
		passes(15 * time.Second)
		op.hears(":NO_ACTION ann", ":DEAD ann", ":END_GAME bob")
	})
}

// send writes a line as if it were the referee's own.
func (t *tap) send(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, _ = t.Write([]byte(line + "\r\n")) // the test sees what comes of it
}
