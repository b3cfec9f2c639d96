//go:build servers

package irc

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/ircd/servers"
	"arbitre/referee"
)

// What real servers say and do, where a fault of docs/faults.md goes by it. How the
// referee then behaves, which takes minutes, is shown on virtual time.

// onEach runs a test on each of the servers.
func onEach(t *testing.T, test func(r *visit, server servers.Server), options ...servers.Option) {
	t.Helper()
	t.Parallel()
	for _, name := range servers.Names() {
		t.Run(name, func(t *testing.T) { on(t, name, test, options...) })
	}
}

// on runs a test on a server, beside the others.
func on(t *testing.T, name string, test func(r *visit, server servers.Server), options ...servers.Option) {
	t.Helper()
	t.Parallel()
	server := servers.Start(t, name, append(options, servers.Fast())...)
	n := New(Config{Nick: "bot", Address: server.Addr, Channels: []string{"#arena"}, Unlimited: true, Barrier: time.Second}, zap.NewNop())
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		n.stream.pump(stop)
	}()
	test(&visit{t, n}, server)
	close(stop)
	<-stopped
}

// connected is one connection of ours, whose ending comes, at the end of the test at
// the latest.
func (r *visit) connected(address string) <-chan ending {
	ended, over := make(chan ending, 1), make(chan struct{})
	ctx, cancel := context.WithCancel(r.Context())
	go func() {
		defer close(over)
		ended <- r.n.connect(ctx, address)
	}()
	r.Cleanup(func() {
		cancel()
		<-over
	})
	return ended
}

// operator is an operator of the network.
func (r *visit) operator(addr string) *person {
	r.Helper()
	p := r.person(addr, "boss")
	p.say("OPER oper operpass")
	p.hear(" 381 ")
	return p
}

// ends checks how the connection ends.
func (r *visit) ends(ended <-chan ending, kind endingKind) ending {
	r.Helper()
	patience := time.NewTimer(time.Minute)
	defer patience.Stop()
	select {
	case end := <-ended:
		if end.kind != kind {
			r.Errorf("ended as %d by %v, after %q; want %d", end.kind, end.err, end.last, kind)
		}
		return end
	case <-patience.C:
		r.Fatal("the connection does not end")
	}
	panic("not reached")
}

// 7: KILL.
func TestFault07OnServers(t *testing.T) {
	onEach(t, func(r *visit, server servers.Server) {
		ended := r.connected(server.Addr)
		r.until("in #arena")
		r.operator(server.Addr).say("KILL bot :no bots")
		if end := r.ends(ended, killed); !strings.Contains(end.last, "no bots") {
			r.Errorf("the reason is lost: %q", end.last)
		}
	})
}

// 8: a ban from the server, of who is there and of who comes.
func TestFault08OnServers(t *testing.T) {
	for _, c := range []struct{ server, line string }{
		{"ngircd", "KLINE *!*bot@* 600 :no bots"},
		{"ngircd", "GLINE *!*bot@* 600 :no bots"},
		{"inspircd", "KLINE *bot@* 600 :no bots"},
		{"inspircd", "GLINE *bot@* 600 :no bots"},
		{"inspircd", "ZLINE 127.0.0.1 600 :no bots"},
		{"ircd-hybrid", "KLINE 10 *bot@127.0.0.1 :no bots"},
		{"ircd-hybrid", "DLINE 10 127.0.0.1 :no bots"},
	} {
		t.Run(c.server+" "+c.line[:1], func(t *testing.T) {
			on(t, c.server, func(r *visit, server servers.Server) {
				ended := r.connected(server.Addr)
				r.until("in #arena")
				r.operator(server.Addr).say(c.line)
				r.ends(ended, banned)
				r.ends(r.connected(server.Addr), banned)
			})
		})
	}
}

// 10: our nick is taken. (The rest of the way is the same on every server.)
func TestFault10OnServers(t *testing.T) {
	onEach(t, func(r *visit, server servers.Server) {
		r.person(server.Addr, "bot")
		r.connected(server.Addr)
		if up := next[referee.LinkUp](r); up.Alias != "bot1" {
			r.Errorf("we are %q", up.Alias)
		}
		r.until("in #arena")
	})
}

// 17: a channel that refuses us, in all the ways that it has.
func TestFault17OnServers(t *testing.T) {
	onEach(t, func(r *visit, server servers.Server) {
		ann := r.person(server.Addr, "ann") // the operator of #arena
		for _, c := range []struct{ modes, off, code string }{
			{"+i", "-i", "473"}, {"+l 1", "-l", "471"}, {"+k secret", "-k secret", "475"}, {"+b *!*bot@*", "-b *!*bot@*", "474"},
		} {
			ann.say("MODE #arena " + c.modes)
			ann.hear(" MODE #arena ")
			if r.n.present.Load() == nil {
				r.connected(server.Addr)
			} else {
				r.n.Join("#arena")
			}
			if refused := next[referee.Removed](r); refused.Code != c.code || refused.Channel != "#arena" || refused.By != "" {
				r.Errorf("%s: %+v", c.modes, refused)
			}
			ann.say("MODE #arena " + c.off)
			ann.hear(" MODE #arena ")
		}
		r.n.Join("#arena secret") // a key that is not needed hurts nobody
		r.until("in #arena")
	})
}

// 19, 21: kicked; and nobody hears us.
func TestFault19OnServers(t *testing.T) {
	onEach(t, func(r *visit, server servers.Server) {
		ann := r.person(server.Addr, "ann")
		r.connected(server.Addr)
		r.until("in #arena")
		ann.say("MODE #arena +m")
		ann.hear(" MODE #arena ")
		r.n.Send(referee.Post{Channel: "#arena", Text: "TOUR 1"})
		if unheard := next[referee.Undelivered](r); unheard.Target != "#arena" || unheard.Code != "404" {
			r.Errorf("%+v", unheard)
		}
		ann.say("KICK #arena bot :go away")
		if removed := next[referee.Removed](r); removed.By != "ann" || removed.Code != "" || removed.Reason != "go away" {
			r.Errorf("%+v", removed)
		}
	})
}

// 5: the server stands still, and the system takes what we write. A prompt stays
// without an answer. When the server goes on it finds our ghost, and us under another
// nick, until the ghost is gone.
func TestFault05OnServers(t *testing.T) {
	onEach(t, func(r *visit, server servers.Server) {
		ended := r.connected(server.Addr)
		r.until("in #arena")
		server.Freeze(r)
		r.n.Send(referee.Post{Channel: "#arena", Text: "SEND_YOUR_ACTION", Prompt: 1})
		if end := r.ends(ended, lost); end.err == nil || !strings.Contains(end.err.Error(), "no answer to the PING") {
			r.Errorf("ended by %v", end.err)
		}
		server.Thaw(r)
		r.connected(server.Addr)
		r.until("in #arena")
	})
}

// 16: what is wrong with a certificate is told, and nothing is said in clear text
// instead; and a handshake that stands still is given up.
func TestFault16OnServers(t *testing.T) {
	day := 24 * time.Hour
	good, trusted := rsaCertificate(t, time.Now().Add(-day), time.Now().Add(day))
	old, trustedOld := rsaCertificate(t, time.Now().Add(-2*day), time.Now().Add(-day))
	for _, c := range []struct {
		name, host, reason string
		pem                []byte
		roots              *x509.CertPool
	}{
		{"good", "irc.test", "", good, trusted},
		{"expired", "irc.test", "expired", old, trustedOld},
		{"wrong name", "irc.example", "not irc.example", good, trusted},
	} {
		t.Run(c.name, func(t *testing.T) {
			onEach(t, func(r *visit, server servers.Server) {
				r.n.cfg.TLS = &tls.Config{RootCAs: c.roots, ServerName: c.host}
				ended := r.connected(server.TLS)
				if c.reason == "" {
					r.until("in #arena")
					return
				}
				if end := r.ends(ended, refused); !strings.Contains(end.err.Error(), c.reason) || end.last != "" {
					r.Errorf("ended by %v after %q", end.err, end.last)
				}
			}, servers.TLS(c.pem))
		})
	}
	t.Run("stalled", func(t *testing.T) {
		on(t, "ngircd", func(r *visit, server servers.Server) {
			server.Freeze(r)
			r.n.cfg.TLS = &tls.Config{RootCAs: trusted, ServerName: "irc.test"}
			if end := r.ends(r.connected(server.TLS), refused); !strings.Contains(end.err.Error(), "deadline exceeded") {
				r.Errorf("ended by %v", end.err)
			}
		}, servers.TLS(good))
	})
}

// rsaCertificate is one for irc.test with its key, in PEM, and the pool that trusts
// it.
func rsaCertificate(t *testing.T, from, until time.Time) ([]byte, *x509.CertPool) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
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
	var text bytes.Buffer
	for _, block := range []pem.Block{
		{Type: "CERTIFICATE", Bytes: der}, {Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)},
	} {
		if err := pem.Encode(&text, &block); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(text.Bytes())
	return text.Bytes(), pool
}
