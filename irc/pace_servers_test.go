//go:build servers

package irc

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"arbitre/ircd/servers"
	"arbitre/referee"
)

// visiting is a network on a real server as it is of its own accord, in #arena.
func visiting(t *testing.T, name string, cfg Config) (r *visit, server servers.Server, logs *observer.ObservedLogs) {
	t.Helper()
	server = servers.Start(t, name)
	core, logs := observer.New(zapcore.InfoLevel)
	cfg.Nick, cfg.Address, cfg.Channels = "bot", server.Addr, []string{"#arena"}
	n := New(cfg, zap.New(core))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- n.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		for range n.Lines() { // to its end
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	r = &visit{t, n}
	r.until("referee.LinkUp")
	r.until("in #arena")
	return r, server, logs
}

// Real servers are known by what they say of themselves, and at the pace that is
// theirs they pass on all that we write without having it wait.
func TestPaceOnServers(t *testing.T) {
	for name, profile := range map[string]string{"ngircd": "ngircd", "inspircd": "inspircd", "ircd-hybrid": "hybrid"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, server, logs := visiting(t, name, Config{})
			if found := logs.FilterMessage("flood budget").All(); len(found) != 1 || found[0].ContextMap()["profile"] != profile {
				t.Errorf("%+v", found)
			}
			ann := r.person(server.Addr, "ann")
			r.until("ann arrives in #arena")
			const count = 10
			for i := range count {
				r.n.Send(referee.Post{Channel: "#arena", Text: fmt.Sprint("line ", i, " ", strings.Repeat("x", 300))})
			}
			opened := make(chan time.Time, 1)
			r.n.Send(referee.Post{Channel: "#arena", Class: referee.Views, Text: "SEND_YOUR_ACTION", Prompt: 7, Open: func(at time.Time) { opened <- at }})
			for i := range count {
				ann.hear(fmt.Sprint(" :line ", i, " "))
			}
			started := r.until("referee.Started").(referee.Started)
			lag := started.At.Sub(<-opened)
			t.Logf("the last line was passed on after %v", lag)
			if lag > 2500*time.Millisecond {
				t.Errorf("the server has us wait for %v", lag)
			}
			if h := r.n.Health(); !h.Connected || h.Connections != 1 {
				t.Errorf("%+v", h)
			}
		})
	}
}

// Fault 9 on real servers: who throws us out for flooding is believed.
func TestFault09OnServers(t *testing.T) {
	for _, name := range []string{"inspircd", "ircd-hybrid"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, _, logs := visiting(t, name, Config{Unlimited: true})
			// Its last words may be lost with the connection: then a next one tells.
			for try := 0; logs.FilterMessageSnippet("complains of our pace").Len() == 0; try++ {
				if try == often {
					t.Fatalf("not taken for flooding: %+v", logs.All())
				}
				for range 200 {
					r.n.Send(referee.Post{Channel: "#arena", Text: strings.Repeat("x", 300)})
				}
				r.until("referee.LinkDown")
				for logs.FilterMessage("connection ended").Len() == try {
					runtime.Gosched()
				}
				if logs.FilterMessageSnippet("complains of our pace").Len() == 0 {
					r.until("in #arena")
				}
			}
			if b := r.n.Budget(); b.Line != 4*time.Second {
				t.Errorf("%+v", b)
			}
		})
	}
}
