package ircd

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"
)

// Server is an IRC server. Its methods may be called from any goroutine, before,
// while and after it serves.
type Server struct {
	cfg Config
	log *zap.Logger

	// The loop runs for as long as somebody holds it.
	mu      sync.Mutex
	holders int
	quit    chan struct{}
	ended   chan struct{}
	calls   chan func()

	// All below belongs to the loop.
	started  time.Time
	conns    []*client // all, in the order in which they came
	nicks    map[string]*client
	channels map[string]*channel
	watchers map[string][]*client // by folded nick, who MONITORs it
	offered  caps
	bans     []kline
	refusals map[refusal]string // the numeric by what is refused
	forwards map[string]string  // the channel by the folded channel that it stands for
	doomed   []*client          // to be forgotten when the call at hand is done
	visit    uint64             // of peers
	serial   uint64             // of message ids and batches
	line     line               // that is being carried out
}

// New makes a server. It runs nothing until it serves.
func New(cfg Config, log *zap.Logger) *Server {
	cfg = cfg.withDefaults()
	s := &Server{
		cfg:      cfg,
		log:      log,
		calls:    make(chan func()),
		started:  time.Now(),
		nicks:    map[string]*client{},
		channels: map[string]*channel{},
		watchers: map[string][]*client{},
		offered:  1<<len(capNames) - 1,
		refusals: map[refusal]string{},
		forwards: map[string]string{},
	}
	if cfg.Caps != nil {
		s.offered = capsNamed(cfg.Caps)
	}
	return s
}

// Serve accepts clients until ctx ends; it closes the listener and every client,
// and returns when all that it has started has ended. The error is nil if ctx
// was the reason.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.acquire()
	defer s.release()
	ctx, cancel := context.WithCancel(ctx)
	var clients sync.WaitGroup
	defer clients.Wait()
	defer cancel()
	clients.Go(func() {
		<-ctx.Done()
		l.Close()
	})
	for {
		conn, err := l.Accept()
		switch {
		case err == nil:
			clients.Go(func() { s.ServeConn(ctx, conn) })
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return fmt.Errorf("accept: %w", err)
		default: // out of descriptors, or a client gone again
			s.log.Warn("accept", zap.Error(err))
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
		}
	}
}

// ServeConn serves one client until it is gone or ctx ends, and closes the
// connection.
func (s *Server) ServeConn(ctx context.Context, conn net.Conn) {
	s.acquire()
	defer s.release()
	c := &client{
		conn: conn, out: newOutbox(s.cfg.SendQ), in: newInput(conn), gone: make(chan struct{}),
		host: hostOf(conn), accepts: map[string]bool{}, started: time.Now(), heard: time.Now(),
	}
	// Whoever does not read would hold up the writer for ever.
	stop := context.AfterFunc(ctx, func() { closeSoon(conn) })
	defer stop()
	if err := c.handshake(ctx); err != nil {
		s.log.Info("TLS handshake", zap.String("host", c.host), zap.Error(err))
		conn.Close()
		return
	}
	var writer sync.WaitGroup
	writer.Go(func() { c.write(ctx) })
	s.do(func() { s.welcome(c) })
	reason := c.read(s)
	s.do(func() { s.forget(c, reason) })
	writer.Wait()
}

// closeSoon leaves a connection closeTimeout for what is still to be written.
func closeSoon(conn net.Conn) {
	//nolint:errcheck // of a connection that is closed already
	conn.SetWriteDeadline(time.Now().Add(closeTimeout))
}

// handshake does that of TLS and notes the names under which the client's
// certificate may be known.
func (c *client) handshake(ctx context.Context) error {
	conn, ok := c.conn.(*tls.Conn)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	if err := conn.HandshakeContext(ctx); err != nil {
		return fmt.Errorf("handshake: %w", err)
	}
	c.secure = true
	state := conn.ConnectionState()
	if len(state.PeerCertificates) == 0 {
		return nil
	}
	leaf := state.PeerCertificates[0]
	sum := sha256.Sum256(leaf.Raw)
	c.certificates = append(c.certificates, hex.EncodeToString(sum[:]))
	if len(state.VerifiedChains) > 0 { // anybody can write any name into his own
		c.certificates = append(c.certificates, leaf.Subject.CommonName)
	}
	return nil
}

// hostOf is the host that others see of the connection's other end.
func hostOf(conn net.Conn) string {
	addr := conn.RemoteAddr().String()
	host, _, err := net.SplitHostPort(addr)
	switch {
	case err != nil && addr == "pipe":
		host = "localhost"
	case err != nil:
		host = addr
	}
	if strings.HasPrefix(host, ":") {
		host = "0" + host // a parameter can't start with a colon
	}
	return cut(strings.Map(func(r rune) rune {
		if r <= ' ' || r == '!' || r == '@' {
			return '-'
		}
		return r
	}, host), maxHostLen)
}

// acquire starts the loop if it does not run, and keeps it running until release.
func (s *Server) acquire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holders == 0 {
		s.quit, s.ended = make(chan struct{}), make(chan struct{})
		go s.loop(s.quit, s.ended)
	}
	s.holders++
}

func (s *Server) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holders--; s.holders == 0 {
		close(s.quit)
		<-s.ended
	}
}

// do has f run by the loop and waits for it.
func (s *Server) do(f func()) {
	s.acquire()
	defer s.release()
	done := make(chan struct{})
	s.calls <- func() {
		defer close(done)
		f()
	}
	<-done
}

// loop is the goroutine that owns the state.
func (s *Server) loop(quit <-chan struct{}, ended chan<- struct{}) {
	defer close(ended)
	ping := time.NewTicker(s.cfg.Ping / 4)
	defer ping.Stop()
	flood := time.NewTimer(0)
	defer flood.Stop()
	for {
		select {
		case f := <-s.calls:
			f()
		case <-ping.C:
			s.pingAll()
		case <-flood.C:
		case <-quit:
			return
		}
		if s.cfg.Profile.throttles() {
			if wait := s.drainAll(); wait > 0 {
				flood.Reset(wait)
			}
		}
		s.forgetDoomed()
	}
}

// forgetDoomed takes out those who were dropped while others were being walked
// over.
func (s *Server) forgetDoomed() {
	for len(s.doomed) > 0 {
		c := s.doomed[0]
		s.doomed = s.doomed[1:]
		s.forget(c, "SendQ exceeded")
	}
}

// welcome takes a new connection in, or turns it away.
func (s *Server) welcome(c *client) {
	s.conns = append(s.conns, c)
	if len(s.conns) > s.cfg.MaxClients {
		s.close(c, "Server full")
		return
	}
	if k := s.klined(c); k != nil {
		s.fail(c, "465", k.reason)
		s.close(c, "K-Lined")
	}
}

// pingAll pings who has been silent, and closes who has stayed so.
func (s *Server) pingAll() {
	for _, c := range slices.Clone(s.conns) {
		silent := time.Since(c.heard)
		switch {
		case !c.registered && time.Since(c.started) >= registrationTimeout:
			s.close(c, "Registration timeout")
		case c.registered && c.pinged && silent >= 2*s.cfg.Ping:
			s.close(c, fmt.Sprintf("Ping timeout: %d seconds", int(silent.Seconds())))
		case c.registered && !c.pinged && silent >= s.cfg.Ping:
			c.pinged = true
			s.raw(c, "PING :"+s.cfg.Name)
		}
	}
}

// close tells the client why, the others that it has quit for that reason, and
// ends the connection once all has been written.
func (s *Server) close(c *client, reason string) {
	c.label = nil
	s.raw(c, "ERROR :Closing Link: "+c.name()+"["+c.host+"] ("+reason+")")
	s.forget(c, reason)
}

// forget takes a client out of the state; its peers see it quit.
func (s *Server) forget(c *client, reason string) {
	i := slices.Index(s.conns, c)
	if i < 0 {
		return
	}
	s.conns = slices.Delete(s.conns, i, i+1)
	close(c.gone)
	if c.registered {
		s.log.Debug("quit", zap.String("nick", c.nick), zap.String("reason", reason))
		m := s.message(c, "QUIT :"+reason)
		for _, p := range s.peers(c) {
			s.send(p, m)
		}
		s.tellWatchers(c, false)
	}
	for len(c.channels) > 0 {
		s.leave(c, c.channels[0])
	}
	for _, nick := range c.monitors {
		s.unwatch(c, nick)
	}
	if s.nicks[s.fold(c.nick)] == c {
		delete(s.nicks, s.fold(c.nick))
	}
	c.out.set(func(o *outbox) { o.closed = true })
	closeSoon(c.conn)
}

// peers are the others who share a channel with the client, each once, and are
// on the same side of a netsplit.
func (s *Server) peers(c *client) []*client {
	s.visit++
	c.seen = s.visit
	var peers []*client
	for _, ch := range c.channels {
		for _, m := range ch.members {
			if m.seen != s.visit && m.side == c.side {
				m.seen = s.visit
				peers = append(peers, m.client)
			}
		}
	}
	return peers
}

// find is the registered client with this nick, as c can see it.
func (s *Server) find(c *client, nick string) *client {
	other := s.nicks[s.fold(nick)]
	if other == nil || !other.registered || other.side != c.side {
		return nil
	}
	return other
}
