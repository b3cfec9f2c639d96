package referee_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

const alias = "NOTICE #arena :My own nick is taken, so for now I am Referee1. Whoever has mine is somebody else: answer who asks for your action."

// 10: the referee's own ghost has its nick. It registers under another, logs in,
// asks once that the ghost be thrown out, tells its alias, and takes the nick back.
func TestFault10Ghost(t *testing.T) {
	network := irc.Config{NickServ: &irc.NickServ{Account: "Arbiter", Password: "secret"}}
	inMatch(t, ircd.Config{}, referee.DefaultConfig(), network, func(s *stage, op, _, _ *client) {
		services := s.join("NickServ", "#services")
		s.server.StopReading("Referee")
		s.server.StopWriting("Referee")
		op.until(":TOUR 1")
		op.hears(alias, ":TOUR 1", ":TOUR 2", ":SEND_YOUR_ACTION")
		services.hears("PRIVMSG NickServ :IDENTIFY Arbiter secret", "PRIVMSG NickServ :GHOST Referee secret")
		s.server.Drop("Referee") // services do so
		op.until("NICK :Referee")
		s.fairTurn(true)
	})
}

// 11: the nick is refused as unavailable or wrong. Another is taken, and nothing is
// tried for ever.
func TestFault11NickUnavailable(t *testing.T) {
	for _, code := range []string{"437", "432", "433"} {
		t.Run(code, func(t *testing.T) {
			usual(t, func(s *stage, op, _, _ *client) {
				s.server.Refuse("NICK", "Referee", code)
				s.server.Drop("Referee")
				op.until(":TOUR 1")
				op.hears(alias, ":TOUR 1", ":SEND_YOUR_ACTION")
				s.fairTurn(true)
				passes(time.Hour)
				if tried := s.wrote("NICK Referee\x00", "NICK"); len(tried) > 5 {
					t.Errorf("in an hour the referee tried %q", tried)
				}
			})
		})
	}
}

// 11: the channel is unavailable for a while; that is a refusal like any other.
func TestFault11ChannelUnavailable(t *testing.T) { returnsWhenAllowed(t, "437") }

// 12: while the referee is away somebody takes its nick. The match goes on under
// another, which is told; what the impostor says does nothing, and what is sent to
// him is lost to nobody who answers who asks.
func TestFault12Impostor(t *testing.T) {
	usual(t, func(s *stage, op, ann, _ *client) {
		s.fairTurn(true)
		s.server.KLine("referee@*", "oops")
		impostor := s.join("eve", "#arena")
		impostor.send("NICK Referee")
		s.server.UnKLine("referee@*")
		op.until(":TOUR 1")
		op.hears(alias, ":TOUR 1", ":TOUR 2", ":SEND_YOUR_ACTION")
		impostor.say("#arena", "TOUR 3")
		impostor.say("#arena", "SEND_YOUR_ACTION")
		impostor.say("Referee1", "NORTH 1")
		ann.say("Referee", "STUDY_SPEED") // to the impostor: it is nothing
		s.fairTurn(false)
	})
}

// 12: what only the referee can say at the end of a match is what the SHA-256 that it
// said before anybody joined is of.
func TestFault12SeedIsTheOneCommittedTo(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		op := s.guest("op")
		op.send("INVITE Referee #arena")
		passes(time.Second)
		op.say("#arena", "!begin bomber max_turns=1")
		s.guest("ann").tell("join_game")
		s.guest("bob").tell("join_game")
		op.say("#arena", "!go")
		passes(5 * time.Second)
		hashes := hexadecimal.FindAllString(op.everything(), -1)
		seed, err := hex.DecodeString(hashes[len(hashes)-1])
		if sum := sha256.Sum256(seed); err != nil || len(seed) != 32 || hex.EncodeToString(sum[:]) != hashes[0] {
			t.Errorf("op heard %q: %v", hashes, err)
		}
	})
}

// 13: services rename the referee. It identifies, goes on under the name that it
// has, and takes its own back later.
func TestFault13ServicesRename(t *testing.T) {
	network := irc.Config{NickServ: &irc.NickServ{Password: "secret"}}
	inMatch(t, ircd.Config{}, referee.DefaultConfig(), network, func(s *stage, op, _, _ *client) {
		s.join("NickServ", "#services")
		s.server.Rename("Referee", "Guest123")
		op.hears("NICK :Guest123")
		if said := s.wrote("PRIVMSG NickServ"); !slices.Equal(said, []string{"PRIVMSG NickServ :IDENTIFY secret", "PRIVMSG NickServ :GHOST Referee secret"}) {
			t.Errorf("said to NickServ: %q", said)
		}
		s.people["ann"].referee, s.people["bob"].referee = "Guest123", "Guest123"
		s.fairTurn(true)
		passes(5 * time.Second)
		op.hears("NICK :Referee")
		for range 20 { // services that do it again and again are not fought
			s.server.Rename("Referee", "Guest123")
			passes(20 * time.Second)
		}
		if n := len(s.wrote("PRIVMSG NickServ")); n != 2 {
			t.Errorf("%d more lines to NickServ", n)
		}
	})
}

// 14: services are down. The referee does not come in without its account, tries
// later, and is back with it; what comes and goes in mid-session ends nothing.
func TestFault14ServicesDown(t *testing.T) {
	network := irc.Config{SASL: &irc.SASL{Account: "Referee", Password: "secret"}}
	server := ircd.Config{Accounts: map[string]string{"Referee": "secret"}}
	inMatch(t, server, referee.DefaultConfig(), network, func(s *stage, op, _, _ *client) {
		s.server.Withdraw("sasl")
		s.fairTurn(true)
		s.server.Offer("sasl")
		s.fairTurn(false)
		for _, down := range []func(){
			func() { s.server.Refuse("AUTHENTICATE", "PLAIN", "904") },
			func() { s.server.Allow("AUTHENTICATE", "PLAIN"); s.server.Withdraw("sasl") },
		} {
			down()
			s.server.Drop("Referee")
			op.took()
			s.wrote()
			passes(20 * time.Minute)
			op.hearsNothing()
			if joins := s.wrote("JOIN"); len(joins) > 0 {
				t.Errorf("joined: %q", joins)
			}
		}
		s.server.Offer("sasl")
		op.until(":TOUR 3")
		op.hears(":TOUR 2", ":TOUR 3", ":SEND_YOUR_ACTION")
		s.fairTurn(true)
	})
}

// 15: the network ceases to tell accounts in the middle of a match. Who is there
// stays who he is; who comes back is known by nick and user@host, or his token.
func TestFault15AccountsNoLongerTold(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		s.guest("op")
		s.guest("ann")
		s.server.Login("ann", "Ann")
		s.begin("map_factor=2")
		s.server.Withdraw("account-tag", "extended-join", "account-notify")
		s.fairTurn(true)
		s.people["ann"].send("QUIT :bye")
		passes(0)
		s.join("ann", "#arena") // without her account, or with it: nobody can know
		s.fairTurn(false)
	})
}

// 49: another referee with the same account is in the channel: nothing is begun
// beside it. (That two can't have one folder is shown by TestTwoPrograms.)
func TestFault49Twin(t *testing.T) {
	network := irc.Config{Unlimited: true, SASL: &irc.SASL{Account: "Referee", Password: "secret"}}
	server := ircd.Config{Accounts: map[string]string{"Referee": "secret"}}
	onStage(t, server, referee.DefaultConfig(), network, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		passes(time.Second)
		twin := s.join("Arbiter", "#arena")
		s.server.Login("Arbiter", "Referee")
		op.took()
		op.say("#arena", "!begin bomber")
		op.hears("NOTICE op :Arbiter is logged in to my own account, Referee: another referee of mine is here, and two would lead the same match. Nothing was begun.")
		twin.send("QUIT")
		passes(0)
		op.say("#arena", "!begin bomber")
		op.hears(":BEGIN_GAME")
	})
}

// 49: the other referee is mostly our own ghost. A lobby that was planned waits until
// it is gone.
func TestFault49PlanWaitsForTheTwin(t *testing.T) {
	network := irc.Config{Unlimited: true, SASL: &irc.SASL{Account: "Referee", Password: "secret"}}
	server := ircd.Config{Accounts: map[string]string{"Referee": "secret"}}
	onStage(t, server, referee.DefaultConfig(), network, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		passes(time.Second)
		op.say("#arena", "!begin bomber at="+time.Now().Add(2*time.Minute).Format("15:04"))
		twin := s.join("Arbiter", "#arena")
		s.server.Login("Arbiter", "Referee")
		passes(10 * time.Minute)
		op.took()
		twin.send("QUIT")
		passes(time.Minute)
		op.hears(":BEGIN_GAME")
	})
}

// 51: the operators take +o from the referee. The match goes on without; ChanServ
// is asked once.
func TestFault51NoLongerOperator(t *testing.T) {
	inMatch(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{ChanServ: "ChanServ"}, func(s *stage, _, _, _ *client) {
		services := s.join("ChanServ", "#services")
		for range 3 {
			s.server.Mode("#arena", "+o", "Referee")
			s.server.Mode("#arena", "-o", "Referee")
		}
		services.hears("PRIVMSG ChanServ :OP #arena")
		services.hearsNothing()
		s.fairTurn(true)
	})
}

// returnsWhenAllowed refuses the referee its channel in the middle of a match: it
// tries again with growing pauses, and the match goes on when it may enter.
func returnsWhenAllowed(t *testing.T, code string) {
	t.Helper()
	usual(t, func(s *stage, op, _, _ *client) {
		s.server.Refuse("JOIN", "#arena", code)
		s.server.Drop("Referee")
		op.took()
		s.wrote()
		passes(30 * time.Minute)
		op.hearsNothing()
		if tries := len(s.wrote("JOIN")); tries < 5 || tries > 7 { // at once, after 1, 2, 4, 8, 10 minutes
			t.Errorf("%d tries in half an hour", tries)
		}
		s.server.Allow("JOIN", "#arena")
		if waited := op.until(":TOUR 1"); waited > 10*time.Minute {
			t.Errorf("it took %v", waited)
		}
		op.hears("NOTICE #arena :The match goes on at turn 1.", ":TOUR 1", ":SEND_YOUR_ACTION")
		s.fairTurn(true)
	})
}
