package web_test

import (
	"context"
	"encoding/base64"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"arbitre/bots"
	"arbitre/game"
	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
	"arbitre/snake"
	"arbitre/web"
)

const base = "http://arena.example:8080"

// stage is a contest on virtual time, all of it real: the IRC server, the
// adapter, the referee, snake, and the door, behind pipes.
type stage struct {
	t      *testing.T
	ctx    context.Context
	server *ircd.Server
	door   *web.Server
	calls  pipes
	log    *observer.ObservedLogs
	people map[string]*person

	mu      sync.Mutex
	records []referee.Record
}

func onStage(t *testing.T, test func(*stage)) {
	t.Helper()
	config := web.DefaultConfig()
	config.Base = base
	onStageWith(t, config, referee.DefaultConfig(), test)
}

func onStageWith(t *testing.T, config web.Config, rules referee.Config, test func(*stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		core, logs := observer.New(zapcore.DebugLevel)
		log := zap.New(core)
		ctx, cancel := context.WithCancel(t.Context())
		s := &stage{
			t: t, ctx: ctx, server: ircd.New(ircd.Config{}, zap.NewNop()), door: web.New(config, log),
			calls: newPipes(), log: logs, people: map[string]*person{},
		}
		network := irc.New(irc.Config{
			Name: "test", Nick: "Referee", Channels: []string{"#arena"}, Unlimited: true,
			Dial: func(context.Context) (net.Conn, error) { return s.dial(), nil },
		}, log)
		s.enter("op")
		desk := referee.NewDesk(network, []game.Game{snake.Game()}, rules, log, s)
		desk.OpenDoor(s.door)
		var parts sync.WaitGroup
		for _, run := range []func(context.Context) error{
			network.Run, desk.Run, func(ctx context.Context) error { return s.door.Serve(ctx, s.calls) },
		} {
			parts.Go(func() {
				if err := run(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		defer parts.Wait()
		defer cancel() // also when the test gives up
		time.Sleep(time.Second)
		test(s)
	})
}

// Watch keeps what happens in the matches.
func (s *stage) Watch(record referee.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records = append(s.records, record)
}

// orders are a seat's of a turn, as they counted.
func (s *stage) orders(turn, seat int) string {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, record := range s.records {
		if record.Turn != nil && record.Turn.Turn == turn {
			return strings.Join(record.Turn.Orders[seat], "|")
		}
	}
	return "no such turn"
}

// isOut tells whether a seat has been put out.
func (s *stage) isOut(seat int) bool {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.records, func(r referee.Record) bool {
		return r.Turn != nil && slices.Contains(r.Turn.Out, seat)
	})
}

func (s *stage) turns() (turns int) {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, record := range s.records {
		if record.Turn != nil {
			turns++
		}
	}
	return turns
}

func (s *stage) end() *referee.End {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, record := range s.records {
		if record.End != nil {
			return record.End
		}
	}
	return nil
}

// dial is a connection to the IRC server.
func (s *stage) dial() net.Conn {
	ours, theirs := net.Pipe()
	go s.server.ServeConn(s.ctx, theirs)
	return ours
}

// person is somebody on IRC.
type person struct {
	*bots.Client
	mu    sync.Mutex
	heard []bots.Message
}

func (s *stage) enter(nick string) *person {
	client, err := bots.Register(s.ctx, s.dial(), nick)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := client.Join("#arena"); err != nil {
		s.t.Fatal(err)
	}
	p := &person{Client: client}
	s.people[nick] = p
	go func() {
		for {
			m, err := client.Read()
			if err != nil {
				return
			}
			p.mu.Lock()
			p.heard = append(p.heard, m)
			p.mu.Unlock()
		}
	}()
	return p
}

func (s *stage) says(nick, text string)  { s.sends(nick, "#arena", text) }
func (s *stage) tells(nick, text string) { s.sends(nick, "Referee", text) }

func (s *stage) sends(nick, to, text string) {
	if err := s.people[nick].Say(to, text); err != nil {
		s.t.Error(err)
	}
	synctest.Wait()
}

// notices takes the NOTICEs that somebody has got privately.
func (s *stage) notices(nick string) (texts []string) {
	synctest.Wait()
	p := s.people[nick]
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.heard {
		if m.Command == "NOTICE" && m.Param(0) == nick {
			texts = append(texts, m.Param(1))
		}
	}
	p.heard = nil
	return texts
}

// address asks for the addresses of a seat.
func (s *stage) addresses(nick string) (play, look string) {
	s.t.Helper()
	s.notices(nick)
	s.tells(nick, "websocket")
	urls := regexp.MustCompile(`http://\S+`).FindAllString(strings.Join(s.notices(nick), "\n"), -1)
	if len(urls) != 2 {
		s.t.Fatalf("addresses: %q", urls)
	}
	return urls[0], urls[1]
}

// gathers opens a lobby and seats these.
func (s *stage) gathers(line string, nicks ...string) {
	s.says("op", "!begin snake "+line)
	for _, nick := range nicks {
		s.enter(nick)
		s.tells(nick, "join_game")
	}
}

// socketURL is what the published clients make of the page's address.
func socketURL(page string) string {
	return strings.NewReplacer("http", "ws", "board/player/", "ws?user=", "?code=", "&code=").Replace(page)
}

// program is a player's program on a WebSocket.
type program struct {
	*websocket.Conn
	s *stage
}

func (s *stage) connect(url string) *program {
	s.t.Helper()
	conn, answer, err := websocket.Dial(s.ctx, url, &websocket.DialOptions{HTTPClient: s.http()})
	if err != nil {
		s.t.Fatalf("%v: %v", err, answer)
	}
	conn.SetReadLimit(1 << 20)
	synctest.Wait() // until the door has let it in
	return &program{conn, s}
}

func (s *stage) http() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: s.calls.dial}}
}

// board waits for the next board.
func (p *program) board() string {
	p.s.t.Helper()
	kind, text, err := p.Read(p.s.ctx)
	if err != nil || kind != websocket.MessageText {
		p.s.t.Fatalf("board: %v %v", kind, err)
	}
	board, ok := strings.CutPrefix(string(text), "board=")
	if !ok {
		p.s.t.Fatalf("a frame that is no board: %q", text)
	}
	return board
}

func (p *program) answer(text string) {
	p.s.t.Helper()
	if err := p.Write(p.s.ctx, websocket.MessageText, []byte(text)); err != nil {
		p.s.t.Fatal(err)
	}
	synctest.Wait()
}

// raw is a connection on which the handshake has been made by hand.
func (s *stage) raw(url string) net.Conn {
	conn, err := s.calls.dial(s.ctx, "tcp", "")
	if err != nil {
		s.t.Fatal(err)
	}
	_, path, _ := strings.Cut(url, "example:8080")
	key := base64.StdEncoding.EncodeToString([]byte("0123456789abcdef"))
	request := "GET " + path + " HTTP/1.1\r\nHost: arena.example\r\nOrigin: http://elsewhere.example\r\nConnection: Upgrade\r\n" +
		"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + "\r\n\r\n"
	if _, err := conn.Write([]byte(request)); err != nil {
		s.t.Fatal(err)
	}
	answer := make([]byte, 1024)
	if n, err := conn.Read(answer); err != nil || !strings.HasPrefix(string(answer[:n]), "HTTP/1.1 101 ") {
		s.t.Fatalf("handshake: %v %s", err, answer[:n])
	}
	return conn
}

// pipes is a listener in memory.
type pipes struct {
	calls  chan net.Conn
	closed chan struct{}
	once   *sync.Once
}

func newPipes() pipes {
	return pipes{make(chan net.Conn), make(chan struct{}), new(sync.Once)}
}

func (p pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.calls <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.calls:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
