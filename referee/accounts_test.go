//go:build servers

package referee_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"arbitre/irc"
	"arbitre/ircd/servers"
	"arbitre/referee"
)

// The servers on which there are accounts. InspIRCd tags every message with the
// account; ircd-hybrid does not, so that an account is known there by JOIN,
// ACCOUNT and WHO only.
var withAccounts = []string{"inspircd", "ircd-hybrid"}

func onNetwork(t *testing.T, config referee.Config, test func(*venue, servers.Server)) {
	t.Helper()
	t.Parallel()
	for _, name := range withAccounts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := servers.Start(t, name, servers.Fast(), servers.Services())
			test(onServer(t, server, config, irc.Config{}), server)
		})
	}
}

// register makes an account of the guest's nick.
func (g *guest) register() {
	g.t.Helper()
	g.send(fmt.Sprintf("PRIVMSG NickServ :REGISTER secret %s@example.org", g.nick))
	g.until("NickServ!.* NOTICE .*[Rr]egistered")
}

// login logs in to an account, and does not return before others can know.
func (g *guest) login(account string) {
	g.t.Helper()
	g.send(fmt.Sprintf("PRIVMSG NickServ :IDENTIFY %s secret", account))
	g.until("NickServ!.* NOTICE .*(now identified|now recognized)")
	g.sync()
}

func (g *guest) logout() {
	g.t.Helper()
	g.send("PRIVMSG NickServ :LOGOUT")
	g.until("NickServ!.* NOTICE .*logged out")
	g.sync()
}

// logins is somebody in #arena who is logged in to an account that is there.
func (v *venue) logins(nick, account string) *guest {
	v.t.Helper()
	g := v.connect(nick, user(nick), "127.0.0.1")
	g.login(account)
	g.enter("#arena")
	return g
}

// A player is his account: he comes back under any nick from anywhere, and who
// has but his nick, his user and his host is somebody else.
func TestSeatByAccount(t *testing.T) {
	onNetwork(t, referee.DefaultConfig(), func(v *venue, _ servers.Server) {
		ann, bob := v.join("ann"), v.join("bob")
		ann.register()
		v.begin()
		v.turn(ann, "WEST 1", bob, "SOUTH 1", "POSITION ann 1 0", "POSITION bob 0 2")
		ann.quit()
		impostor := v.join("ann")
		impostor.tell("EAST 2")
		if said := impostor.private(); len(said) > 1 { // not understood
			v.t.Errorf("the impostor heard %q", said)
		}
		impostor.quit()
		back := v.logins("annette", "ann")
		v.turn(back, "WEST 1", bob, "NORTH 1", "POSITION ann 0 0", "POSITION bob 0 3")
	})
}

// An account has one seat, and the newest connection that plays has it: one that
// only watches and gives commands leaves it where it is.
func TestOneSeatAnAccount(t *testing.T) {
	onNetwork(t, referee.DefaultConfig(), func(v *venue, _ servers.Server) {
		ann, bob := v.join("ann"), v.join("bob")
		ann.register()
		v.op.say("!begin bomber seed=1 map_factor=2")
		v.op.until("BEGIN_GAME")
		ann.tell("join_game")
		ann.until("JOIN_OK")
		watching := v.logins("ann_", "ann")
		watching.tell("join_game")
		watching.until("The account ann has a seat already")
		bob.tell("join_game")
		bob.until("JOIN_OK")
		v.op.say("!go")
		v.op.until("SEND_YOUR_ACTION")

		watching.tell("!status")
		watching.until("A match of bomber")
		v.turn(ann, "WEST 1", bob, "SOUTH 1", "POSITION ann 1 0")
		v.turn(watching, "WEST 1", bob, "NORTH 1", "POSITION ann 0 0")
		ann.until("taken over by another connection")
		ann.tell("EAST 3") // the older connection has lost the seat
		ann.sync()
		v.turn(watching, "EAST 1", bob, "SOUTH 1", "POSITION ann 1 0")
	})
}

// Who logs out or in elsewhere in a match goes on by his connection; who comes
// back has to be who joined.
func TestAccountChangesInAMatch(t *testing.T) {
	onNetwork(t, referee.DefaultConfig(), func(v *venue, _ servers.Server) {
		zed := v.join("zed")
		zed.register()
		zed.quit()
		ann, bob := v.join("ann"), v.join("bob")
		ann.register()
		bob.register()
		v.begin()
		ann.logout()
		v.turn(ann, "WEST 1", bob, "SOUTH 1", "POSITION ann 1 0")
		ann.login("zed")
		v.turn(ann, "WEST 1", bob, "NORTH 1", "POSITION ann 0 0")
		ann.login("bob") // bob's seat is bob's as long as ann has one
		v.turn(ann, "EAST 1", bob, "SOUTH 1", "POSITION ann 1 0", "POSITION bob 0 2")
		ann.quit()
		impostor := v.logins("ann", "zed")
		impostor.tell("WEST 1")
		impostor.sync()
		back := v.logins("anna", "ann")
		v.turn(back, "EAST 1", bob, "NORTH 1", "POSITION ann 2 0", "POSITION bob 0 3")
	})
}

// Somebody has registered a player's nick and lets services take it away in the
// match. It costs the player nothing.
func TestNickTakenByServices(t *testing.T) {
	onNetwork(t, referee.DefaultConfig(), func(v *venue, server servers.Server) {
		rival := v.join("ann")
		rival.register()
		rival.send("NICK rival")
		rival.sync()
		ann, bob := v.join("ann"), v.join("bob")
		v.begin()
		rival.send("PRIVMSG NickServ :" + server.Enforce("ann"))
		ann.until(" NICK :?Guest[0-9]+")
		v.turn(ann, "WEST 1", bob, "SOUTH 1", "POSITION ann 1 0", "POSITION bob 0 2")
	})
}

// Admins are admins by their account, whatever they are called and wherever they
// are; without it the nick of one is nothing.
func TestAdminsByAccount(t *testing.T) {
	config := referee.DefaultConfig()
	config.Admins = []string{"boss"}
	onNetwork(t, config, func(v *venue, server servers.Server) {
		boss := v.join("boss")
		boss.register()
		boss.logout()
		boss.say("!begin bomber")
		boss.until("!begin is for the channel's operators")
		boss.login("boss")
		boss.send("NICK somebody")
		boss.say("!begin bomber")
		v.op.until("BEGIN_GAME")
		boss.logout()
		boss.say("!abort")
		boss.sync()
		boss.send("PART #arena")
		boss.login("boss")
		boss.tell("!status #arena")
		if server.Name == "inspircd" { // a message there names the account
			boss.until("A lobby for bomber: 0 have joined")
		} else if said := boss.private(); strings.Contains(strings.Join(said, ""), "lobby") {
			v.t.Errorf("a stranger heard %q", said)
		}
		boss.enter("#arena")
		boss.say("!abort")
		v.op.until("The lobby is closed")
	})
}

// Who is who when the referee comes into a channel is told by WHO, and the
// referee itself logs in by SASL.
func TestAccountsOfThoseWhoAreThere(t *testing.T) {
	config := referee.DefaultConfig()
	config.Admins = []string{"boss"}
	t.Parallel()
	for _, name := range withAccounts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := servers.Start(t, name, servers.Fast(), servers.Services())
			v := &venue{t: t, addr: server.Addr, people: map[string]*guest{}}
			referees := v.connect("Referee", "r", "127.0.0.1")
			referees.register()
			referees.quit()
			v.join("op")
			boss := v.join("boss")
			boss.register()
			boss.sync()
			network := irc.Config{Nick: "Referee", Address: server.Addr, Unlimited: true, Channels: []string{"#arena"}}
			if name == "inspircd" {
				network.SASL = &irc.SASL{Account: "Referee", Password: "secret"}
			} else {
				network.NickServ = &irc.NickServ{Account: "Referee", Password: "secret"}
			}
			v.serve(config, network)
			boss.until(`:Referee!\S+ JOIN`)
			boss.say("!begin bomber")
			boss.until("BEGIN_GAME")
			boss.logout() // NickServ answers in order: it has heard the referee too, who spoke to it before he entered
			boss.send("WHO #arena %na")
			if who := boss.until(" 315 "); !regexp.MustCompile(" 354 boss Referee :?Referee").MatchString(who) {
				t.Errorf("the referee is not logged in:\n%s", who)
			}
		})
	}
}
