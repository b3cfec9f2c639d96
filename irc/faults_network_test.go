package irc

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/ircd"
	"arbitre/referee"
)

// The faults of networks are numbered as in docs/faults.md. Most of them meet the
// whole referee, in its package; these are below that.

// 6: the servers of the list are tried in turn, each under its own name.
func TestFault06OtherServers(t *testing.T) {
	cfg := Config{Address: "a.test:6667", Others: []string{"b.test:6667", "c.test:6667"}}
	var tried []string
	for n := range 5 {
		tried = append(tried, cfg.server(n))
	}
	if want := []string{"a.test:6667", "b.test:6667", "c.test:6667", "a.test:6667", "b.test:6667"}; !slices.Equal(tried, want) {
		t.Errorf("tried %q", tried)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	n := New(Config{Nick: "bot", Address: "irc.test:1"}, zap.NewNop())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan ending, 1)
	go func() { ended <- n.connect(ctx, taken.Addr().String()) }()
	socket, err := taken.Accept()
	if err != nil {
		t.Fatal(err)
	}
	_ = socket.Close()
	<-ended
	cancel()
}

// 7: killed again within the hour, the referee stays away, and whoever runs it
// learns who did it and why.
func TestFault07KilledTwice(t *testing.T) {
	onIRCd(t, ircd.Config{}, Config{Channels: []string{"#arena"}}, func(w *world, d *ircd.Server) {
		d.Kill("bot", "oper", "spam")
		within(2 * time.Minute)
		d.Kill("bot", "oper", "I said no")
		err := <-w.ended
		if !errors.Is(err, ErrKilled) || !strings.Contains(err.Error(), "oper (I said no)") || len(d.Nicks()) != 0 {
			t.Errorf("ended by %v; there are %q", err, d.Nicks())
		}
		within(24 * time.Hour)
		w.ended <- nil
	})
}

// 35: the machine was asleep: the connection is given up, however well it looks,
// and nothing that was to be decided meanwhile is. A clock that is set back, or
// drifts, is nothing: time is measured by our own.
func TestFault35Suspended(t *testing.T) {
	var ahead atomic.Int64
	in(t, nil, func(w *world) {
		w.n.asleep.start(func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) })
		s := w.up()
		for _, drift := range []time.Duration{-time.Hour, -time.Hour + 5*time.Second, -2 * time.Hour} {
			ahead.Store(int64(drift))
			w.n.Mark(1)
			if marked := taken[referee.Marked](w); len(marked) != 1 {
				t.Errorf("set to %v: %d marks", drift, len(marked))
			}
			within(sleepLook)
		}
		ahead.Add(int64(8 * time.Hour))
		w.n.Mark(2) // a turn is over, by our clock
		<-s.gone
		words := w.words()
		if !slices.Equal(words, []string{"referee.LinkDown"}) {
			t.Errorf("events %q", words)
		}
		s = w.up() // and without a turn: when it is looked for
		ahead.Add(int64(time.Minute))
		from := time.Now()
		<-s.gone
		if found := time.Since(from); found > sleepLook {
			t.Errorf("found after %v", found)
		}
	})
}
