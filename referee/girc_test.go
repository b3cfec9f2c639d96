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
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
	"arbitre/sentiant"
	"arbitre/snake"
)

// stage is the whole program but its command line, on virtual time: the desk,
// the adapter, the real girc, and our server behind pipes. Nothing is faked.
type stage struct {
	t      *testing.T
	ctx    context.Context
	server *ircd.Server
	start  time.Time
	people map[string]*client
	parts  *sync.WaitGroup // all that runs
	wire   *tap            // the referee's connection
}

// recall gives a stage what the referee remembers by; it ends with the stage.
type recall func(*stage) (referee.Memory, referee.Watcher)

func onStage(t *testing.T, server ircd.Config, config referee.Config, network irc.Config, test func(*stage), memories ...recall) {
	t.Helper()
	onStageWith(t, nil, server, config, network, test, memories...)
}

func onStageWith(t *testing.T, scripts referee.Scripts, server ircd.Config, config referee.Config, network irc.Config, test func(*stage), memories ...recall) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		log := zaptest.NewLogger(t, zaptest.Level(zap.ErrorLevel))
		ctx, cancel := context.WithCancel(t.Context())
		var parts sync.WaitGroup
		s := &stage{t: t, ctx: ctx, server: ircd.New(server, log), start: time.Now(), people: map[string]*client{}, parts: &parts, wire: &tap{}}
		listening := make(chan struct{})
		parts.Go(func() {
			close(listening)
			if err := s.server.Serve(ctx, newPipes(ctx, s)); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
		<-listening
		network.Dial = func(context.Context) (net.Conn, error) { return s.wire.on(s.dial()), nil }
		network.Nick, network.Name = "Referee", "test"
		connection := irc.New(network, log)
		var watchers []referee.Watcher
		var memory referee.Memory
		for _, recall := range memories {
			var watcher referee.Watcher
			memory, watcher = recall(s)
			watchers = append(watchers, watcher)
		}
		desk := referee.NewDesk(connection, []game.Game{bomber.Game(), sentiant.Game(), snake.Game()}, config, log, watchers...)
		if memory != nil {
			desk.Recall(memory)
		}
		if scripts != nil {
			desk.UseScripts(scripts)
		}
		parts.Go(func() {
			if err := connection.Run(ctx); err != nil {
				t.Error(err)
			}
		})
		parts.Go(func() {
			if err := desk.Run(ctx); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(time.Second)
		test(s)
		cancel()
		parts.Wait()
	})
}

// dial is a new connection to the server.
func (s *stage) dial() net.Conn {
	ours, theirs := net.Pipe()
	go s.server.ServeConn(s.ctx, theirs)
	return ours
}

// newPipes is a listener on which nobody calls: connections come by ServeConn.
func newPipes(ctx context.Context, _ *stage) net.Listener { return idleListener{ctx} }

type idleListener struct{ ctx context.Context }

func (l idleListener) Accept() (net.Conn, error) {
	<-l.ctx.Done()
	return nil, net.ErrClosed
}
func (idleListener) Close() error   { return nil }
func (idleListener) Addr() net.Addr { return &net.TCPAddr{} }

// client is somebody on the server: a plain IRC client.
type client struct {
	stage *stage
	nick  string
	conn  net.Conn

	mu      sync.Mutex
	heard   []string
	referee string            // its nick, as of its last line
	react   func(line string) // called for each line of the referee's in the channel
}

func (s *stage) join(nick, channel string) *client {
	c := &client{stage: s, nick: nick, conn: s.dial(), referee: "Referee"}
	s.people[nick] = c
	go c.listen()
	c.send("NICK " + nick)
	c.send("USER " + nick + " 0 * :" + nick)
	synctest.Wait()
	c.send("JOIN " + channel)
	synctest.Wait()
	return c
}

func (c *client) send(line string) {
	if _, err := fmt.Fprintf(c.conn, "%s\r\n", line); err != nil && c.stage.ctx.Err() == nil {
		c.stage.t.Logf("%s: %v", c.nick, err)
	}
}

func (c *client) say(channel, text string) {
	c.send("PRIVMSG " + channel + " :" + text)
	synctest.Wait()
}

// tell says it to whoever was the referee last: after a lost connection he may have
// another nick.
func (c *client) tell(text string) {
	c.mu.Lock()
	to := c.referee
	c.mu.Unlock()
	c.say(to, text)
}

func (c *client) listen() {
	lines := bufio.NewScanner(c.conn)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "PING ") {
			c.send("PONG" + line[len("PING"):])
			continue
		}
		source, rest, _ := strings.Cut(line, " ")
		nick, address, _ := strings.Cut(source[1:], "!")
		if !strings.HasPrefix(address, "referee@") {
			continue
		}
		c.mu.Lock()
		if strings.HasPrefix(rest, "PRIVMSG ") {
			c.referee = nick
		}
		c.heard = append(c.heard, time.Since(c.stage.start).Round(time.Millisecond).String()+" "+rest)
		react := c.react
		c.mu.Unlock()
		if react != nil {
			react(rest)
		}
	}
}

var hexadecimal = regexp.MustCompile(`[0-9a-f]{32,}`)

// took is what the client has heard of the referee since it was asked last.
func (c *client) took() []string {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	heard := c.heard
	c.heard = nil
	for i, line := range heard {
		heard[i] = hexadecimal.ReplaceAllString(line, "HEX")
	}
	return heard
}

func (c *client) wants(lines ...string) {
	c.stage.t.Helper()
	if diff := cmp.Diff(lines, c.took()); diff != "" {
		c.stage.t.Errorf("%s heard (-want +got):\n%s", c.nick, diff)
	}
}

// An organiser invites the referee, two players join, and a match is played to
// its end: every line in the channel.
func TestMatchOverGirc(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		synctest.Wait()
		ann, bob := s.join("ann", "#arena"), s.join("bob", "#arena")
		op.say("#arena", "!begin bomber seed=1 map_factor=2 lobby=20s")
		ann.tell("join_game")
		bob.tell("join_game")
		op.took()
		ann.took()
		op.say("#arena", "!go")
		op.wants(
			"1s NOTICE #arena :A turn takes 5 s. The match has no limit of turns.",
			"1s PRIVMSG #arena :MAP_SIZE 4", "1s PRIVMSG #arena :JOUEURS 2", "1s PRIVMSG #arena :ROUND_LENGHT 5",
			"1s PRIVMSG #arena :POSITION ann 2 0", "1s PRIVMSG #arena :POSITION bob 0 3",
			"1s PRIVMSG #arena :SETTINGS map_factor=2 firepower=1 speed=1 timer=1",
			"1s PRIVMSG #arena :TOUR 1", "1s PRIVMSG #arena :SEND_YOUR_ACTION",
		)
		ann.tell("WEST 1")
		bob.tell("EAST 2")
		bob.tell("\x02bomb\x02  2")
		time.Sleep(5 * time.Second)
		op.wants(
			"6s PRIVMSG #arena :POSITION ann 1 0", "6s PRIVMSG #arena :BOMB bob 1",
			"6s PRIVMSG #arena :TOUR 2", "6s PRIVMSG #arena :SEND_YOUR_ACTION",
		)
		bob.tell("south 1")
		ann.tell("WEST 1")
		ann.say("#arena", "oops") // costs her the order of this turn
		time.Sleep(5 * time.Second)
		op.wants(
			"11s PRIVMSG #arena :NO_ACTION ann", "11s PRIVMSG #arena :POSITION bob 0 2", "11s PRIVMSG #arena :DEAD bob",
			"11s PRIVMSG #arena :END_GAME ann", "11s PRIVMSG #arena :RANK 1 ann 0", "11s PRIVMSG #arena :RANK 2 bob 0",
			"11s NOTICE #arena :The seed was HEX: with it and the orders anyone can play the match again.",
		)
	})
}

// guest is somebody in #arena, who comes if he is not there yet.
func (s *stage) guest(nick string) *client {
	if s.people[nick] == nil {
		return s.join(nick, "#arena")
	}
	return s.people[nick]
}

// begin starts a match of two that nobody plays: a turn is nothing but its
// clock.
func (s *stage) begin(options string) (op *client) {
	op = s.guest("op")
	op.send("INVITE Referee #arena")
	synctest.Wait()
	time.Sleep(time.Second)
	op.say("#arena", "!begin bomber seed=1 "+options)
	for _, nick := range []string{"ann", "bob"} {
		s.guest(nick).tell("join_game")
	}
	time.Sleep(30 * time.Second) // the flood budget is whole again
	op.took()
	op.say("#arena", "!go")
	return op
}

// On a network that paces us the clock of a turn starts when the prompt has
// left, not when it was queued.
func TestTurnOnAPacedNetwork(t *testing.T) {
	hybrid, _ := ircd.ProfileNamed("hybrid")
	onStage(t, ircd.Config{Profile: hybrid}, referee.DefaultConfig(), irc.Config{Burst: 5, Every: 2 * time.Second}, func(s *stage) {
		op := s.begin("round_length=3s")
		time.Sleep(20 * time.Second)
		op.wants(
			"32s NOTICE #arena :A turn takes about 10 s here. The match has no limit of turns.",
			"32s PRIVMSG #arena :MAP_SIZE 10", "32s PRIVMSG #arena :JOUEURS 2", "32s PRIVMSG #arena :ROUND_LENGHT 3",
			"34s PRIVMSG #arena :POSITION ann 8 8", "36s PRIVMSG #arena :POSITION bob 0 4",
			"38s PRIVMSG #arena :TOUR 1", "42s PRIVMSG #arena :SEND_YOUR_ACTION", // and its PING
			"45s PRIVMSG #arena :NO_ACTION ann", "46s PRIVMSG #arena :NO_ACTION bob",
			"48s PRIVMSG #arena :TOUR 2", "52s PRIVMSG #arena :SEND_YOUR_ACTION",
		)
	})
}

// The server closes the connection in the middle of a turn. The match waits,
// the referee comes back, says the last turn again, and the match goes on with
// the same players.
func TestConnectionLostInAMatch(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
		op := s.begin("map_factor=2")
		time.Sleep(6 * time.Second)
		op.took()
		s.people["ann"].tell("WEST 1")
		s.server.Drop("Referee")
		time.Sleep(2 * time.Minute)
		// The moment of coming back has a jitter.
		var said []string
		for _, line := range op.took() {
			if _, text, protocol := strings.Cut(line, " PRIVMSG #arena :"); protocol {
				said = append(said, text)
			}
		}
		want := []string{"TOUR 1", "NO_ACTION ann", "NO_ACTION bob", "TOUR 2", "SEND_YOUR_ACTION", "POSITION ann 1 0"}
		if diff := cmp.Diff(want, said[:min(len(want), len(said))]); diff != "" {
			t.Errorf("op heard (-want +got):\n%s", diff)
		}
	})
}

// A netsplit takes a player; he is the same when he is back, and nobody is
// punished.
func TestPlayerBackFromANetsplit(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
		op := s.begin("map_factor=2")
		s.people["ann"].tell("WEST 1")
		s.server.Split("leaf.test", "ann")
		time.Sleep(time.Second)
		s.server.Rejoin()
		time.Sleep(4 * time.Second)
		synctest.Wait()
		op.took()
		s.people["ann"].tell("WEST 1")
		time.Sleep(5 * time.Second)
		heard := strings.Join(op.took(), "\n")
		if !strings.Contains(heard, "POSITION ann 0 0") {
			t.Errorf("ann's orders did not count:\n%s", heard)
		}
	})
}
