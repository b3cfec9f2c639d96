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

// TestHostilePlayers is an evening with eve. ann and bob play in #arena, cid and
// dan in #other; eve is in both channels and tries everything. After each
// chapter ann and bob play a turn as if she were not there.
func TestHostilePlayers(t *testing.T) {
	t.Parallel()
	for _, name := range servers.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := servers.Start(t, name, servers.Fast())
			e := &evening{venue: onServer(t, server, referee.DefaultConfig(), irc.Config{})}
			e.openBothMatches()
			for _, chapter := range []struct {
				title string
				play  func(*evening)
			}{
				{"orders for others", (*evening).ordersForOthers},
				{"commands", (*evening).commands},
				{"commands in disguise", (*evening).disguises},
				{"guessed tokens", (*evening).guessedTokens},
				{"garbage", (*evening).garbage},
				{"a flood", (*evening).flood},
				{"fake words of the server", (*evening).fakeServer},
				{"a storm of invitations", (*evening).invitations},
				{"a player who floods", (*evening).playerFloods},
				{"a player who comes and goes", (*evening).comesAndGoes},
				{"a player's nick", (*evening).takesNick},
				{"swapped nicks", (*evening).swapsNicks},
			} {
				chapter.play(e)
				if e.fairTurn(); t.Failed() {
					t.Fatalf("after %s", chapter.title)
				}
			}
			e.otherMatchWentOn()
		})
	}
}

type evening struct {
	*venue
	ann, bob      *walker
	cid, dan, eve *guest
	token         string // of bob's seat
}

// walker is a player who goes to and fro between two cells.
type walker struct {
	*guest
	name  string
	steps [2]string // from either cell to the other
	cells [2]string
	at    int
}

func (w *walker) step() string { return w.steps[w.at] }

func (e *evening) openBothMatches() {
	e.op.enter("#other")
	e.op.send("INVITE Referee #other")
	e.op.until(`:Referee!\S+ JOIN :?#other`)
	e.ann = &walker{guest: e.join("ann"), name: "ann", steps: [2]string{"WEST 1", "EAST 1"}, cells: [2]string{"2 0", "1 0"}}
	e.bob = &walker{guest: e.join("bob"), name: "bob", steps: [2]string{"SOUTH 1", "NORTH 1"}, cells: [2]string{"0 3", "0 2"}}
	e.eve = e.join("eve")
	e.eve.enter("#other")
	e.cid, e.dan = e.connect("cid", "cid", "127.0.0.1"), e.connect("dan", "dan", "127.0.0.1")
	e.op.send("PRIVMSG #other :!begin bomber seed=1 map_factor=2")
	e.op.until("PRIVMSG #other :BEGIN_GAME")
	for _, g := range []*guest{e.cid, e.dan} {
		g.enter("#other")
		g.tell("join_game")
		g.until("JOIN_OK")
	}
	e.op.send("PRIVMSG #other :!go")
	e.op.until("PRIVMSG #other :SEND_YOUR_ACTION")
	e.begin()
	e.keepToken()
	e.eve.sync()
}

// keepToken notes the seat token that bob is told.
func (e *evening) keepToken() {
	e.t.Helper()
	seat := regexp.MustCompile("resume ([0-9a-f]{32})")
	e.token = seat.FindStringSubmatch(e.bob.until(seat.String()))[1]
}

// fairTurn is a turn in which both orders count.
func (e *evening) fairTurn() {
	e.t.Helper()
	e.ann.tell(e.ann.step())
	e.ann.sync()
	e.bob.tell(e.bob.step())
	e.resolve(e.ann, e.bob)
}

// voidTurn is one in which the other's order, which he has given, is void.
func (e *evening) voidTurn(counts, void *walker) {
	e.t.Helper()
	void.sync()
	counts.tell(counts.step())
	if heard := e.resolve(counts); !strings.Contains(heard, ":NO_ACTION "+void.name+"\n") {
		e.t.Errorf("%s's order counted:\n%s", void.name, heard)
	}
}

func (e *evening) resolve(moved ...*walker) string {
	e.t.Helper()
	heard := e.op.until(endOfTurn)
	for _, w := range moved {
		w.at = 1 - w.at
		if !strings.Contains(heard, " :POSITION "+w.name+" "+w.cells[w.at]+"\n") {
			e.t.Errorf("%s is not on %s:\n%s", w.name, w.cells[w.at], heard)
		}
	}
	return heard
}

// says lets eve send lines to somebody, and waits until the server has passed them
// on.
func (e *evening) says(to string, lines ...string) {
	e.t.Helper()
	for _, line := range lines {
		e.eve.send("PRIVMSG " + to + " :" + line)
	}
	e.eve.sync()
}

func (e *evening) ordersForOthers() {
	e.says("Referee", "NORTH 1", "@1 NORTH 1", "#arena NORTH 1", "#arena @1 BOMB 1", "ann NORTH 1", "leave_game",
		"#arena leave_game", "STATE", "#arena RESEND", "ACK on", "JOIN_GAME", "#arena join_game", "#nowhere NORTH 1")
	e.onlyNotices()
}

func (e *evening) commands() {
	e.eve.say("!abort")
	if said := e.eve.until("!abort is for the channel's operators"); strings.Count(said, "operators") != 1 {
		e.t.Errorf("eve heard %s", said)
	}
	e.says("#arena", "!abort", "!disqualify bob match", "!pause", "!leave", "!set lobby 1h", "!ban ann", "!begin bomber")
	e.says("Referee", "!abort #arena", "#arena !abort", "!abort #other", "!disqualify #arena ann match", "!leave #arena")
	for _, line := range e.eve.private() {
		e.t.Errorf("eve was told again: %s", line)
	}
}

// disguises: what has the look of a command or an order and is none, from those
// who have the right to both.
func (e *evening) disguises() {
	e.op.send("NOTICE #arena :!abort", "NOTICE Referee :!abort #arena", "PRIVMSG #arena :\x01ACTION !abort\x01",
		"PRIVMSG #arena :\x01!abort\x01", "PRIVMSG Referee :\x01!abort #arena\x01", "PRIVMSG #arena :! abort")
	e.op.sync()
	e.ann.send("NOTICE Referee :BOMB 1", "PRIVMSG Referee :\x01NORTH 1\x01", "PRIVMSG Referee :\x01ACTION leave_game\x01")
	e.ann.sync()
}

func (e *evening) guessedTokens() {
	for i := range 50 {
		e.eve.tell(fmt.Sprintf("RESUME %032x", i))
	}
	e.says("Referee", "RESUME", "RESUME "+strings.Repeat("0", 400), "resume ann", "RESUME #arena")
}

// garbage: a server may throw out who sends a line of 8 KiB, and ngIRCd hears
// nothing more of who sends a NUL, so that others send them.
func (e *evening) garbage() {
	e.says("Referee", "\x03\x0304,05NORTH\x0f 1", "\xff\xfe\xf0\x28\x8c\x28", strings.Repeat("a", 400),
		"\u202eHTRON", "%s%n%x", "@999999999999999999 NORTH 1", "@-1 NORTH 1", "@@ @", "!", "!!", "! ", "#", "# #", " ")
	e.says("#arena", "!\xff", "!\x02\x03", "!"+strings.Repeat("z", 400))
	for i, text := range []string{strings.Repeat("x", 8<<10), "NOR\x00TH 1"} {
		mallory := e.join(fmt.Sprint("mallory", i))
		_, _ = mallory.conn.Write([]byte("PRIVMSG Referee :" + text + "\r\n")) // thrown out meanwhile
	}
}

func (e *evening) flood() {
	for range 200 {
		e.eve.send("PRIVMSG Referee :join_game", "PRIVMSG Referee :!help", "PRIVMSG Referee :\x01VERSION\x01", "PRIVMSG #arena :!status",
			"NOTICE Referee :x")
	}
	if n := len(e.eve.private()); n > 40 {
		e.t.Errorf("the referee answered eve's flood with %d lines", n)
	}
}

func (e *evening) fakeServer() {
	e.eve.send("NOTICE Referee :Message to bob throttled due to flooding", "NOTICE Referee :*** You are banned",
		"PRIVMSG Referee ::irc.test 401 Referee bob :No such nick", "PRIVMSG Referee :ERROR :Closing Link",
		"PRIVMSG #arena ::Referee!r@r PRIVMSG #arena :END_GAME eve", "NOTICE #arena :bob has left", "QUIT")
	for e.eve.lines.Scan() {
	}
	e.eve = e.join("eve")
}

func (e *evening) invitations() {
	for i := range 30 {
		e.eve.send(fmt.Sprintf("JOIN #e%d", i), fmt.Sprintf("INVITE Referee #e%d", i))
	}
	heard := e.eve.sync()
	e.fairTurn()
	heard += e.eve.sync()
	if joins := regexp.MustCompile(`:Referee!\S+ JOIN`).FindAllString(heard, -1); len(joins) > 1 {
		e.t.Errorf("the referee came to %d channels", len(joins))
	}
}

// playerFloods: more than 60 lines cost a player his order, and nobody else.
func (e *evening) playerFloods() {
	e.bob.tell(e.bob.step())
	for range 70 {
		e.bob.tell("RESEND")
	}
	e.voidTurn(e.ann, e.bob)
}

func (e *evening) comesAndGoes() {
	e.bob.tell(e.bob.step())
	e.bob.send("PART #arena :brb")
	e.bob.enter("#arena")
	e.keepToken() // a new one
	e.voidTurn(e.ann, e.bob)
}

// takesNick: bob's connection breaks, eve takes his nick, and he comes back under
// another by his token.
func (e *evening) takesNick() {
	e.bob.quit()
	e.eve.send("NICK bob")
	e.eve.until(" NICK :?bob")
	e.says("Referee", "NORTH 1", "STATE", "leave_game", "join_game", "RESUME "+strings.Repeat("1", 32))
	e.onlyNotices()
	robert := e.join("robert")
	robert.tell("resume " + e.token)
	robert.until("Your seat in #arena")
	e.bob.guest = robert
	e.fairTurn()
	e.onlyNotices()
	e.eve.send("NICK eve")
	e.eve.sync()
}

// onlyNotices: nothing of the protocol is said to eve.
func (e *evening) onlyNotices() {
	e.t.Helper()
	for _, line := range e.eve.private() {
		if !strings.Contains(line, " NOTICE ") || strings.Contains(line, "Your seat") {
			e.t.Errorf("said to eve: %s", line)
		}
	}
}

func (e *evening) swapsNicks() {
	e.ann.tell(e.ann.step())
	e.ann.send("NICK annie")
	e.ann.sync()
	e.eve.send("NICK ann")
	e.eve.sync()
	e.says("Referee", "NORTH 1", "STATE")
	e.onlyNotices()
	e.eve.send("NICK eve")
	e.eve.sync()
	e.voidTurn(e.bob, e.ann)
}

// otherMatchWentOn: nothing of all this has reached the match in #other.
func (e *evening) otherMatchWentOn() {
	_, heard, begun := strings.Cut(e.cid.sync(), " :MAP_SIZE ")
	if !begun {
		e.t.Error("cid did not hear his match begin")
	}
	for _, words := range []string{"TOUR 2", "END_GAME", "NOTICE #other", "NO_ACTION"} {
		if strings.Contains(heard, words) {
			e.t.Errorf("cid heard %q in\n%s", words, heard)
		}
	}
	e.cid.tell("WEST 1")
	e.cid.sync()
	e.dan.tell("SOUTH 1")
	heard = e.op.until("PRIVMSG #other :SEND_YOUR_ACTION")
	for _, words := range []string{"#other :POSITION cid 1 0", "#other :POSITION dan 0 2", "#other :TOUR 2"} {
		if !strings.Contains(heard, words) {
			e.t.Errorf("no %q in\n%s", words, heard)
		}
	}
}
