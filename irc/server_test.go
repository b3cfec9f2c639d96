package irc

import (
	"bufio"
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"arbitre/referee"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a network of ours, with a server that does what the test says, and a
// desk that collects what is read. It lives in a synctest bubble.
type world struct {
	t     *testing.T
	n     *Network
	logs  *observer.ObservedLogs
	dials chan *server // each connection that was made
	stop  context.CancelFunc
	ended chan error
	wrap  func(net.Conn) net.Conn // of the server's side, if set

	mu     sync.Mutex
	events []referee.Event
}

// in runs a test on virtual time. The configuration may be changed before.
func in(t *testing.T, configure func(*Config), test func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, dials: make(chan *server, 100), ended: make(chan error, 1)}
		cfg := Config{Name: "test", Address: "irc.test:6667", Nick: "bot", QuitMessage: "bye", Dial: w.dial}
		if configure != nil {
			configure(&cfg)
		}
		core, logs := observer.New(zap.InfoLevel)
		w.logs = logs
		w.n = New(cfg, zap.New(core))
		ctx, cancel := context.WithCancel(t.Context())
		w.stop = cancel
		go func() { w.ended <- w.n.Run(ctx) }()
		drained := make(chan struct{})
		go func() {
			defer close(drained)
			w.desk()
		}()
		test(w)
		cancel()
		<-w.ended //nolint:errcheck // how it ended is for the test to look at
		<-drained
	})
}

// alone runs a network of which the test itself is the desk, until end is called.
func alone(t *testing.T, cfg Config) (n *Network, end func()) {
	t.Helper()
	n = New(cfg, zap.NewNop())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := n.Run(ctx); err != nil {
			t.Error(err)
		}
	}()
	return n, func() {
		cancel()
		<-ended
	}
}

func (w *world) desk() {
	for line := range w.n.Lines() {
		events := w.n.Read(line)
		w.mu.Lock()
		w.events = append(w.events, events...)
		w.mu.Unlock()
	}
}

// take is the events since the last call.
func (w *world) take() []referee.Event {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	events := w.events
	w.events = nil
	return events
}

// taken is the events of one type since the last call.
func taken[E referee.Event](w *world) []E {
	var events []E
	for _, event := range w.take() {
		if e, ok := event.(E); ok {
			events = append(events, e)
		}
	}
	return events
}

func (w *world) dial(context.Context) (net.Conn, error) {
	ours, theirs := net.Pipe()
	if w.wrap != nil {
		theirs = w.wrap(theirs)
	}
	s := &server{Conn: theirs, t: w.t, start: time.Now(), gone: make(chan struct{})}
	go s.listen()
	w.dials <- s
	return ours, nil
}

// server is the other end of one connection.
type server struct {
	net.Conn
	t     *testing.T
	start time.Time
	gone  chan struct{} // closed when the client has closed

	mu    sync.Mutex
	heard []heardLine
	auto  func(s *server, line string) // answers lines, if set
}

type heardLine struct {
	at   time.Duration // since the connection
	text string
}

func (s *server) listen() {
	defer close(s.gone)
	lines := bufio.NewReader(s.Conn)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		text = strings.TrimRight(text, "\r\n")
		s.mu.Lock()
		s.heard = append(s.heard, heardLine{time.Since(s.start), text})
		auto := s.auto
		s.mu.Unlock()
		if auto != nil {
			auto(s, text)
		}
		if strings.HasPrefix(text, "QUIT") {
			_ = s.Close()
		}
	}
}

// answer has f called with each further line, in the goroutine that reads.
func (s *server) answer(f func(s *server, line string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.auto = f
}

// say sends lines, in one write.
func (s *server) say(lines ...string) {
	s.t.Helper()
	if _, err := s.Write([]byte(strings.Join(lines, "\r\n") + "\r\n")); err != nil && !errors.Is(err, net.ErrClosed) {
		s.t.Errorf("server says %q: %v", lines, err)
	}
}

// lines is what was heard since the last call, without the time.
func (s *server) lines() []string {
	var texts []string
	for _, line := range s.timed() {
		texts = append(texts, line.text)
	}
	return texts
}

func (s *server) timed() []heardLine {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	heard := s.heard
	s.heard = nil
	return heard
}

// want compares what was heard since the last call.
func (s *server) want(lines ...string) {
	s.t.Helper()
	if got := s.lines(); !slices.Equal(got, lines) {
		s.t.Errorf("server heard\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}

// accept is the next connection, nothing said on it yet.
func (w *world) accept() *server {
	w.t.Helper()
	return <-w.dials
}

// register brings a connection to the end of the MOTD, on a server without
// capabilities.
func (w *world) register(s *server, isupport string) {
	w.t.Helper()
	synctest.Wait()
	s.say(
		":irc.test 421 * CAP :Unknown command",
		":irc.test 001 bot :Welcome",
		":irc.test 005 bot "+isupport+" :are supported by this server",
		":irc.test 376 bot :End of MOTD",
	)
	s.lines()
}

const usualSupport = "CASEMAPPING=ascii CHANTYPES=# PREFIX=(ov)@+ CHANMODES=b,k,l,imnpst STATUSMSG=@+"

// up is a registered connection.
func (w *world) up() *server {
	w.t.Helper()
	s := w.accept()
	w.register(s, usualSupport)
	w.take()
	return s
}

// join brings us into a channel with these names.
func (w *world) join(s *server, channel, names string) {
	w.t.Helper()
	w.n.Join(channel)
	synctest.Wait()
	s.say(
		":bot!bot@host.test JOIN "+channel,
		":irc.test 353 bot = "+channel+" :@bot "+names,
		":irc.test 366 bot "+channel+" :End of NAMES",
	)
	synctest.Wait()
	s.say(":irc.test 315 bot " + channel + " :End of WHO")
	s.lines()
}

// within runs the server's half of a conversation for a while of virtual time.
func within(d time.Duration) { time.Sleep(d); synctest.Wait() }

// sameWords tells whether two lines are the same but for the order of words: girc
// asks for capabilities in that of a map.
func sameWords(a, b string) bool {
	sorted := func(line string) []string {
		words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' })
		slices.Sort(words)
		return words
	}
	return slices.Equal(sorted(a), sorted(b))
}

// negotiate brings a connection to the end of the MOTD on a server with these
// capabilities, all of which it agrees to.
func (w *world) negotiate(s *server, caps string) {
	w.t.Helper()
	synctest.Wait()
	s.say(":irc.test CAP * LS :" + caps)
	for _, line := range s.lines() {
		if names, ok := strings.CutPrefix(line, "CAP REQ "); ok {
			s.say(":irc.test CAP * ACK :" + strings.TrimPrefix(names, ":"))
		}
	}
	if lines := s.lines(); !slices.Contains(lines, "CAP END") {
		w.t.Errorf("no CAP END but %q", lines)
	}
	w.register(s, usualSupport)
}
