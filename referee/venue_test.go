//go:build servers

package referee_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/irc"
	"arbitre/ircd/servers"
	"arbitre/referee"
)

// patience is a last resort: nothing here waits for a time.
const patience = 2 * time.Minute

// venue is a real server with the referee on it: the desk, the adapter, girc, and
// TCP. A turn ends once both players have given a valid order, so that nothing
// depends on how fast the machine is.
type venue struct {
	t      *testing.T
	addr   string // where people come in
	people map[string]*guest
	op     *guest
}

// onServer puts the referee into #arena, where op is its operator.
func onServer(t *testing.T, server servers.Server, config referee.Config, network irc.Config) *venue {
	t.Helper()
	v := &venue{t: t, addr: server.Addr, people: map[string]*guest{}}
	v.referee(config, network)
	return v
}

// referee comes into #arena after its operator.
func (v *venue) referee(config referee.Config, network irc.Config) {
	v.t.Helper()
	v.op = v.join("op")
	config.EarlyEnd = true
	config.Lobby = time.Hour
	config.Rounds = map[string]time.Duration{"bomber": 10 * time.Minute}
	network.Nick, network.Address, network.Unlimited = "Referee", v.addr, true
	network.Channels = []string{"#arena"}
	v.serve(config, network)
	v.op.until(`:Referee!\S+ JOIN`)
}

func (v *venue) serve(config referee.Config, network irc.Config) {
	v.t.Helper()
	log := zaptest.NewLogger(v.t, zaptest.Level(zap.ErrorLevel))
	ctx, stop := context.WithCancel(v.t.Context())
	connection := irc.New(network, log)
	desk := referee.NewDesk(connection, []game.Game{bomber.Game()}, config, log)
	var parts sync.WaitGroup
	for _, run := range []func(context.Context) error{connection.Run, desk.Run} {
		parts.Go(func() {
			if err := run(ctx); err != nil {
				v.t.Error(err)
			}
		})
	}
	v.t.Cleanup(func() {
		stop()
		parts.Wait()
	})
}

// guest is somebody on the server, over TCP.
type guest struct {
	*venue
	nick  string
	conn  net.Conn
	lines *bufio.Scanner
	pings int
}

// connect is somebody who is in no channel, from an address of the loopback's
// many.
func (v *venue) connect(nick, user, host string, first ...string) *guest {
	v.t.Helper()
	from := &net.TCPAddr{IP: net.ParseIP(host)}
	conn, err := (&net.Dialer{LocalAddr: from}).Dial("tcp", v.addr)
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		v.t.Fatal(err)
	}
	g := &guest{venue: v, nick: nick, conn: conn, lines: bufio.NewScanner(conn)}
	g.send(append(first, "NICK "+nick, "USER "+user+" 0 * :"+nick)...)
	g.until(" (376|422) ")
	v.people[nick] = g
	return g
}

// join is somebody in #arena, with a user@host of his own.
func (v *venue) join(nick string) *guest {
	v.t.Helper()
	g := v.connect(nick, user(nick), "127.0.0.1")
	g.enter("#arena")
	return g
}

// user is the nick without what may not stand in a user.
func user(nick string) string { return strings.NewReplacer("[", "", "]", "", "_", "").Replace(nick) }

func (g *guest) enter(channel string) {
	g.t.Helper()
	g.send("JOIN " + channel)
	g.until(" 366 ")
}

func (g *guest) send(lines ...string) {
	g.t.Helper()
	if _, err := g.conn.Write([]byte(strings.Join(lines, "\r\n") + "\r\n")); err != nil {
		g.t.Errorf("%s: %v", g.nick, err)
	}
}

func (g *guest) say(text string)  { g.t.Helper(); g.send("PRIVMSG #arena :" + text) }
func (g *guest) tell(text string) { g.t.Helper(); g.send("PRIVMSG Referee :" + text) }

// until reads to a line that the pattern matches, and returns what it has read.
func (g *guest) until(pattern string) string {
	g.t.Helper()
	wanted := regexp.MustCompile(pattern)
	var read strings.Builder
	for g.lines.Scan() {
		line := g.lines.Text()
		if token, ok := strings.CutPrefix(line, "PING "); ok {
			g.send("PONG " + token)
			continue
		}
		read.WriteString(line + "\n")
		if wanted.MatchString(line) {
			return read.String()
		}
	}
	g.t.Fatalf("%s: no %q (%v) in\n%s", g.nick, pattern, g.lines.Err(), read.String())
	return ""
}

// sync waits until the server has passed on all that the guest has sent, and
// returns what he has heard.
func (g *guest) sync() string {
	g.t.Helper()
	g.pings++
	token := fmt.Sprintf("sync%d", g.pings)
	g.send("PING :" + token)
	return g.until(" PONG .*" + token)
}

// quit leaves, and waits until the nick is free.
func (g *guest) quit() {
	g.t.Helper()
	g.send("QUIT :bye")
	for g.lines.Scan() {
	}
}

// leave goes, if the server has not thrown the guest out already.
func (g *guest) leave() {
	_, _ = g.conn.Write([]byte("QUIT :bye\r\n"))
	for g.lines.Scan() {
	}
}

// private is what the referee has told the guest so far, protocol and notices.
func (g *guest) private() []string {
	g.t.Helper()
	return regexp.MustCompile(`(?m)^(?:@\S+ )?:Referee!\S+ (?:PRIVMSG|NOTICE) [^#]\S* .*$`).FindAllString(g.sync(), -1)
}

// begin starts a match of ann and bob, who are there already. ann is on 2 0 and
// bob on 0 3, of a map of 4 x 4.
func (v *venue) begin() { v.t.Helper(); v.beginWith("") }

func (v *venue) beginWith(options string) {
	v.t.Helper()
	v.op.say("!begin bomber seed=1 map_factor=2 " + options)
	v.op.until(`#arena :BEGIN_GAME`)
	for _, nick := range []string{"ann", "bob"} {
		v.people[nick].tell("join_game")
		v.people[nick].until("JOIN_OK")
	}
	v.op.say("!go")
	v.op.until(endOfTurn)
}

// endOfTurn is what is heard in the channel once a turn is resolved.
const endOfTurn = `^:Referee!\S+ PRIVMSG #arena :(SEND_YOUR_ACTION|END_GAME)`

// turn lets two people give an order, each of which counts or not, and checks what
// the channel then hears.
func (v *venue) turn(ann *guest, annSays string, bob *guest, bobSays string, want ...string) {
	v.t.Helper()
	ann.tell(annSays)
	ann.sync()
	bob.tell(bobSays)
	heard := v.op.until(endOfTurn)
	for _, words := range want {
		if !strings.Contains(heard, " :"+words+"\n") {
			v.t.Errorf("no %q in\n%s", words, heard)
		}
	}
}
