package irc

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// A silent server is sent a PING after a minute and left half a minute later.
func TestIdle(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		within(idleLimit)
		s.want("PING :idle")
		within(20 * time.Second)
		s.say(":irc.test PONG irc.test :idle")
		within(idleLimit)
		s.want("PING :idle")
		from := time.Now()
		<-s.gone
		if silent := time.Since(from); silent != deadLimit {
			t.Errorf("left after %v", silent)
		}
	})
}

// A server that does not register us is left.
func TestRegistrationLimit(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.accept()
		from := time.Now()
		for {
			select {
			case <-s.gone:
				if lasted := time.Since(from); lasted != registerLimit {
					t.Errorf("left after %v", lasted)
				}
				return
			case <-time.After(10 * time.Second):
				_, _ = s.Write([]byte(":irc.test NOTICE * :please wait\r\n"))
			}
		}
	})
}

// What we are called, where we are and who is there after a reconnection.
func TestReconnection(t *testing.T) {
	in(t, func(cfg *Config) { cfg.Channels = []string{"#arena"} }, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		w.n.Join("#two")
		w.n.Join("#three")
		w.n.Part("#three", "")
		w.take()
		_ = s.Close()
		if len(taken[referee.LinkDown](w)) != 1 {
			t.Error("no LinkDown")
		}
		s = w.accept()
		synctest.Wait()
		s.say(":irc.test 001 Guest7 :Welcome", ":irc.test 422 Guest7 :No MOTD")
		if lines := s.lines(); !slices.Equal(lines[len(lines)-1:], []string{"JOIN #arena,#two"}) {
			t.Errorf("server heard %q", lines)
		}
		s.say(":x!x@h PRIVMSG Guest7 :hello")
		if len(taken[referee.Heard](w)) != 1 {
			t.Error("not heard by the new nick")
		}
	})
}

// Services that rename us in the middle are followed, not fought.
func TestForcedRename(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		s.say(":bot!bot@h NICK Guest99", ":x!x@h PRIVMSG Guest99 :hello")
		if len(taken[referee.Heard](w)) != 1 {
			t.Error("not heard")
		}
		within(50 * time.Second)
		s.want()
	})
}

// The pauses grow, have a little of chance in them, and start again after a
// connection that stood.
func TestPauses(t *testing.T) {
	p := pause{jitter: func(most time.Duration) time.Duration { return most }}
	now := time.Now()
	end := ending{kind: lost}
	for _, want := range []time.Duration{2, 4, 8, 16, 32, 60, 60, 60} {
		wait, err := p.after(end, time.Second, now)
		if err != nil || wait < want*time.Second || wait > want*time.Second*5/4+1 {
			t.Errorf("%v instead of %v s", wait, want)
		}
	}
	end.up = true
	if wait, _ := p.after(end, stood, now); wait > 3*time.Second {
		t.Errorf("%v after a connection that stood", wait)
	}
	for range 20 {
		_, _ = p.after(end, 0, now)
	}
	if wait, _ := p.after(end, stoodLost, now); wait > 3*time.Second {
		t.Errorf("%v after a connection that stood for a minute and was lost", wait)
	}
	end.kind = closed
	for range 20 {
		_, _ = p.after(end, 0, now)
	}
	if wait, _ := p.after(end, stoodLost, now); wait < 5*time.Minute {
		t.Errorf("%v after a connection that the server has ended each minute", wait)
	}
	killed := ending{kind: killed}
	if _, err := p.after(killed, 0, now); err != nil {
		t.Error(err)
	}
	if _, err := p.after(killed, 0, now.Add(2*time.Hour)); err != nil {
		t.Error(err)
	}
	if _, err := p.after(killed, 0, now.Add(2*time.Hour+time.Minute)); !errors.Is(err, ErrKilled) {
		t.Error(err)
	}
}

// A configuration that can't work is told at once, without its secrets.
func TestConfig(t *testing.T) {
	for name, cfg := range map[string]Config{
		"no address":  {Nick: "bot"},
		"nick":        {Address: "x:1", Nick: "a b"},
		"user":        {Address: "x:1", Nick: "bot", User: "a b"},
		"control":     {Address: "x:1", Nick: "bot", RealName: "a\nb"},
		"channel":     {Address: "x:1", Nick: "bot", Channels: []string{"#a,#b"}},
		"key":         {Address: "x:1", Nick: "bot", Channels: []string{"#a secret, "}},
		"sasl":        {Address: "x:1", Nick: "bot", SASL: &SASL{Account: "a", Password: "secret\x00"}},
		"password":    {Address: "x:1", Nick: "bot", Password: "secret\n"},
		"mechanism":   {Address: "x:1", Nick: "bot", SASL: &SASL{Mechanism: "SCRAM"}},
		"no account":  {Address: "x:1", Nick: "bot", SASL: &SASL{Password: "secret"}},
		"long":        {Address: "x:1", Nick: "bot", SASL: &SASL{Account: "a", Password: strings.Repeat("secret", 60)}},
		"nickserv":    {Address: "x:1", Nick: "bot", NickServ: &NickServ{Password: "secret\r\nQUIT"}},
		"the service": {Address: "x:1", Nick: "bot", NickServ: &NickServ{Service: "#x", Password: "secret"}},
	} {
		n := New(cfg, zap.NewNop())
		err := n.Run(t.Context())
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
		if _, open := <-n.Lines(); open {
			t.Errorf("%s: Lines is open", name)
		}
	}
}

// certificate is one for irc.test, and the pool that trusts it.
func certificate(t *testing.T, from, until time.Time) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "irc.test"}, DNSNames: []string{"irc.test"},
		NotBefore: from, NotAfter: until, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, pool
}

// serveTLS accepts one connection, says hello on it, and is what came before it
// ended. (The network is a real one: over a pipe without a buffer the two sides of
// a failing handshake wait for each other.)
func serveTLS(t *testing.T, cert tls.Certificate) (dial func(context.Context) (net.Conn, error), came func() string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	result := make(chan string)
	go func() {
		defer listener.Close()
		socket, err := listener.Accept()
		if err != nil {
			result <- err.Error()
			return
		}
		defer socket.Close()
		secure := tls.Server(socket, &tls.Config{Certificates: []tls.Certificate{cert}})
		_, _ = secure.Write([]byte(":irc.test 465 bot :hello\r\n"))
		line, _ := bufio.NewReader(secure).ReadString('\n')
		result <- line
	}()
	dial = func(ctx context.Context) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", listener.Addr().String())
	}
	return dial, func() string { return <-result }
}

func TestTLS(t *testing.T) {
	day := 24 * time.Hour
	good, trusted := certificate(t, time.Now().Add(-day), time.Now().Add(day))
	old, trustedOld := certificate(t, time.Now().Add(-2*day), time.Now().Add(-day))
	for _, c := range []struct {
		name, address string
		cert          tls.Certificate
		roots         *x509.CertPool
		reason        string
	}{
		{"good", "irc.test:6697", good, trusted, ""},
		{"expired", "irc.test:6697", old, trustedOld, "expired"},
		{"wrong name", "irc.example:6697", good, trusted, "not irc.example"},
		{"unknown", "irc.test:6697", good, x509.NewCertPool(), "unknown authority"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dial, came := serveTLS(t, c.cert)
			n := New(Config{Nick: "bot", Address: c.address, TLS: &tls.Config{RootCAs: c.roots}, Dial: dial}, zap.NewNop())
			ended := make(chan ending, 1)
			go func() { ended <- n.connect(t.Context(), c.address) }()
			line, end := came(), <-ended
			if c.reason == "" {
				if line != "CAP LS 302\r\n" || !strings.Contains(end.last, "hello") {
					t.Errorf("server heard %q, ended by %v", line, end)
				}
				return
			}
			if line != "" || end.kind != refused || !strings.Contains(end.err.Error(), c.reason) {
				t.Errorf("server heard %q, ended by %v", line, end.err)
			}
		})
	}
}

// The limits of silence hold on TLS too, whose reads go on after a timeout.
func TestIdleOnTLS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cert, trusted := certificate(t, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
		w := &world{t: t, dials: make(chan *server, 1)}
		w.wrap = func(conn net.Conn) net.Conn {
			return tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{cert}})
		}
		n, end := alone(t, Config{Nick: "bot", Address: "irc.test:6697", TLS: &tls.Config{RootCAs: trusted}, Dial: w.dial})
		s := w.accept()
		s.lines()
		s.say(":irc.test 001 bot :Welcome", ":irc.test 376 bot :End of MOTD")
		within(idleLimit)
		s.want("PING :idle")
		s.say(":irc.test PONG irc.test :idle")
		within(idleLimit)
		s.want("PING :idle")
		go func() {
			for range n.Lines() {
			}
		}()
		end()
	})
}

// A server that does not answer the handshake is left after 15 s.
func TestTLSStalled(t *testing.T) {
	in(t, func(cfg *Config) { cfg.TLS = &tls.Config{} }, func(w *world) {
		from := time.Now()
		s := w.accept()
		<-s.gone
		if lasted := time.Since(from); lasted != handshakeLimit {
			t.Errorf("left after %v", lasted)
		}
	})
}

// At the end what waits may still leave, as far as the budget goes; whatever the
// server does, Run returns.
func TestQuit(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		for range 4 {
			w.n.Send(referee.Post{Channel: "#arena", Text: "restart"})
		}
		w.stop()
		lines := s.lines()
		if len(lines) != 5 || lines[4] != "QUIT :bye" {
			t.Errorf("server heard %q", lines)
		}
	})
	in(t, nil, func(w *world) { // before it is registered
		s := w.accept()
		s.lines()
		w.stop()
		s.want("QUIT :bye")
	})
	in(t, nil, func(w *world) { // with a long queue
		s := w.up()
		for range 100 {
			w.n.Send(referee.Post{Channel: "#arena", Text: "x"})
		}
		from := time.Now()
		w.stop()
		<-s.gone
		if lasted := time.Since(from); lasted != quitLimit {
			t.Errorf("ended after %v", lasted)
		}
	})
	in(t, nil, func(w *world) { // to a server that takes nothing
		s := w.up()
		stalled := make(chan struct{})
		s.answer(func(*server, string) { <-stalled })
		w.n.Send(referee.Post{Channel: "#arena", Text: "x"})
		w.n.Send(referee.Post{Channel: "#arena", Text: "x"})
		from := time.Now()
		w.stop()
		err := <-w.ended
		if lasted := time.Since(from); err != nil || lasted > 2*quitLimit {
			t.Errorf("ended after %v by %v", lasted, err)
		}
		w.ended <- err
		close(stalled)
	})
}
