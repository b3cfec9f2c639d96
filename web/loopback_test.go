//go:build servers

package web_test

import (
	"context"
	"math"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"arbitre/bots"
	"arbitre/game"
	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
	"arbitre/snake"
	"arbitre/web"
)

// arena is a contest on the loopback, for real programs. A turn ends when all
// have answered, so that no test hangs on how fast the machine is.
type arena struct {
	t      *testing.T
	ctx    context.Context
	op     *bots.Client
	irc    string        // where the server listens
	opened chan struct{} // one a socket
	turns  chan *referee.Turn
	ended  chan *referee.End
}

func newArena(t *testing.T) *arena {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	a := &arena{
		t: t, ctx: ctx,
		opened: make(chan struct{}, 100), turns: make(chan *referee.Turn, 1000), ended: make(chan *referee.End, 1),
	}
	log := zap.NewNop().WithOptions(zap.WrapCore(func(zapcore.Core) zapcore.Core { return openings{zapcore.InfoLevel, a.opened} }))
	listen := func() net.Listener {
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		return listener
	}
	ircListener, webListener := listen(), listen()
	a.irc = ircListener.Addr().String()
	config, rules := web.DefaultConfig(), referee.DefaultConfig()
	config.Base, rules.EarlyEnd = "http://"+webListener.Addr().String(), true
	server, door := ircd.New(ircd.Config{}, zap.NewNop()), web.New(config, log)
	network := irc.New(irc.Config{Name: "test", Address: a.irc, Nick: "Referee", Channels: []string{"#arena"}, Unlimited: true}, zap.NewNop())
	desk := referee.NewDesk(network, []game.Game{snake.Game()}, rules, zap.NewNop(), a)
	desk.OpenDoor(door)
	var parts sync.WaitGroup
	start := func(run func(context.Context) error) {
		parts.Go(func() {
			if err := run(ctx); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() {
		cancel()
		parts.Wait()
	})
	start(func(ctx context.Context) error { return server.Serve(ctx, ircListener) })
	start(func(ctx context.Context) error { return door.Serve(ctx, webListener) })
	a.op = a.enter("op")
	start(network.Run)
	start(desk.Run)
	a.await(a.op, func(m bots.Message) bool { return m.Command == "JOIN" && m.From == "Referee" })
	t.Cleanup(a.op.Close)
	a.say(a.op, "#arena", "!begin snake seed=7 rounds=1 round_turns=60 wait_turns=2 round_length=30s lobby=1h")
	a.await(a.op, func(m bots.Message) bool { return strings.HasPrefix(m.Param(1), "NEW_GAME") })
	return a
}

// openings is a log of which only the opening of sockets is heard.
type openings struct {
	zapcore.LevelEnabler
	opened chan<- struct{}
}

func (o openings) With([]zapcore.Field) zapcore.Core { return o }
func (openings) Sync() error                         { return nil }
func (o openings) Check(e zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	return checked.AddCore(e, o)
}

func (o openings) Write(e zapcore.Entry, _ []zapcore.Field) error {
	if e.Message == "socket open" {
		o.opened <- struct{}{}
	}
	return nil
}

// Watch follows the match.
func (a *arena) Watch(record referee.Record) {
	if record.Turn != nil {
		a.turns <- record.Turn
	}
	if record.End != nil {
		a.ended <- record.End
	}
}

func (a *arena) enter(nick string) *bots.Client {
	a.t.Helper()
	conn, err := new(net.Dialer).DialContext(a.ctx, "tcp", a.irc)
	if err != nil {
		a.t.Fatal(err)
	}
	client, err := bots.Register(a.ctx, conn, nick)
	if err != nil {
		a.t.Fatal(err)
	}
	if err := client.Join("#arena"); err != nil {
		a.t.Fatal(err)
	}
	return client
}

func (a *arena) say(who *bots.Client, to, text string) {
	a.t.Helper()
	if err := who.Say(to, text); err != nil {
		a.t.Fatal(err)
	}
}

func (a *arena) await(who *bots.Client, is func(bots.Message) bool) bots.Message {
	a.t.Helper()
	for {
		m, err := who.Read()
		if err != nil {
			a.t.Fatal(err)
		}
		if is(m) {
			return m
		}
	}
}

// seat joins somebody by IRC and asks for his addresses. Nobody listens on IRC
// for him then.
func (a *arena) seat(nick string) (play, look string) {
	a.t.Helper()
	client := a.enter(nick)
	a.t.Cleanup(client.Close)
	a.say(client, "Referee", "join_game")
	a.say(client, "Referee", "websocket")
	var found []string
	a.await(client, func(m bots.Message) bool {
		found = append(found, regexp.MustCompile(`http://\S+`).FindAllString(m.Param(1), -1)...)
		return len(found) == 2
	})
	return found[0], found[1]
}

// begin starts the match, once so many programs are at the door.
func (a *arena) begin(programs int) {
	a.t.Helper()
	for range programs {
		select {
		case <-a.opened:
		case <-a.ctx.Done():
			a.t.Fatal("not every program has come")
		}
	}
	a.say(a.op, "#arena", "!go")
}

// connect is a program of ours at the door.
func (a *arena) connect(page string) *websocket.Conn {
	a.t.Helper()
	conn, _, err := websocket.Dial(a.ctx, socketURL(page), nil)
	if err != nil {
		a.t.Fatal(err)
	}
	return conn
}

// playOn lets programs of ours answer every board to the end; before the board of
// so many they wait until they may go on.
func (a *arena) playOn(programs []*websocket.Conn, boards int, goOn <-chan struct{}) {
	for seat, conn := range programs {
		go func() {
			for n := 0; ; n++ {
				_, board, err := conn.Read(a.ctx)
				if err != nil {
					return
				}
				if n == boards {
					<-goOn
				}
				if conn.Write(a.ctx, websocket.MessageText, []byte(freeWay(string(board), seat == 0))) != nil {
					return
				}
			}
		}()
	}
}

// freeWay is a direction in which nothing stands, the upper ones first or last.
func freeWay(frame string, upwards bool) string {
	board := []rune(strings.TrimPrefix(frame, "board="))
	side := int(math.Sqrt(float64(len(board))))
	at := slices.IndexFunc(board, func(glyph rune) bool { return strings.ContainsRune("▲▼◄►♥", glyph) })
	if at < 0 {
		return "STOP"
	}
	ways := []struct {
		word string
		step int
	}{{"UP", -side}, {"LEFT", -1}, {"DOWN", side}, {"RIGHT", 1}}
	if !upwards {
		slices.Reverse(ways)
	}
	for _, way := range ways {
		if strings.ContainsRune(" ○$®", board[at+way.step]) {
			return way.word
		}
	}
	return "UP"
}
