package referee_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/journal"
	"arbitre/referee"
)

// timed is a network that tells when each turn ends: round_length after the
// answer to its prompt was read.
type timed struct {
	*irc.Network

	mu      sync.Mutex
	asked   map[uint64]string      // channel by token
	started map[string][]time.Time // the starts of its turns, by channel
}

func (n *timed) Send(post referee.Post) {
	if post.Prompt != 0 {
		n.mu.Lock()
		n.asked[post.Prompt] = post.Channel
		n.mu.Unlock()
	}
	n.Network.Send(post)
}

func (n *timed) Read(line referee.Line) []referee.Event {
	events := n.Network.Read(line)
	for _, event := range events {
		if started, is := event.(referee.Started); is {
			n.mu.Lock()
			channel := n.asked[started.Token]
			n.started[channel] = append(n.started[channel], started.At)
			delete(n.asked, started.Token)
			n.mu.Unlock()
		}
	}
	return events
}

func (n *timed) start(channel string, turn int) time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.started[channel][turn-1]
}

// BenchmarkPublish plays 100 matches of two at once through girc and our server
// over loopback, and measures the time from a turn's end to the moment at which
// somebody in the channel has its first published line. An operation is a turn
// of one match.
func BenchmarkPublish(b *testing.B) {
	b.Run("nothing kept", func(b *testing.B) { benchmarkPublish(b, func(*referee.Desk) {}) })
	b.Run("journal", func(b *testing.B) {
		kept, err := journal.Open(b.TempDir(), "test", []game.Game{bomber.Game()}, zap.NewNop())
		if err != nil {
			b.Fatal(err)
		}
		defer kept.Close()
		benchmarkPublish(b, func(d *referee.Desk) { d.Keep(kept) })
	})
}

func benchmarkPublish(b *testing.B, prepare func(*referee.Desk)) {
	b.Helper()
	const matches, round = 100, 500 * time.Millisecond
	ctx, cancel := context.WithCancel(context.Background())
	var parts sync.WaitGroup
	defer parts.Wait()
	defer cancel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := ircd.New(ircd.Config{MaxChannels: 2 * matches}, zap.NewNop())
	parts.Go(func() { _ = server.Serve(ctx, listener) })
	var channels []string
	for i := range matches {
		channels = append(channels, fmt.Sprintf("#c%d", i))
	}
	network := &timed{
		Network: irc.New(irc.Config{Address: listener.Addr().String(), Nick: "Referee", Channels: channels, Unlimited: true}, zap.NewNop()),
		asked:   map[uint64]string{}, started: map[string][]time.Time{},
	}
	config := referee.DefaultConfig()
	config.MaxChannels, config.SeatsPerHost, config.Admins = matches, 2*matches, []string{"*!*@*"}
	config.AbsentTurns = 0
	desk := referee.NewDesk(network, []game.Game{bomber.Game()}, config, zap.NewNop())
	prepare(desk)
	parts.Go(func() { _ = network.Run(ctx) })
	parts.Go(func() { _ = desk.Run(ctx) })

	lags := make(chan time.Duration, matches)
	for _, channel := range channels {
		parts.Go(func() { watchTurns(ctx, b, listener.Addr().String(), channel, round, network, lags) })
	}
	var all []time.Duration
	for b.Loop() {
		all = append(all, <-lags)
	}
	slices.Sort(all)
	b.ReportMetric(float64(all[len(all)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(all[len(all)-1].Microseconds()), "max-µs")
}

// watchTurns begins a match of this client and another in a channel and tells
// how long after each turn's end the first line of it is here.
func watchTurns(ctx context.Context, b *testing.B, address, channel string, round time.Duration, network *timed, lags chan<- time.Duration) {
	b.Helper()
	op := dialPlayer(ctx, b, address, "op"+channel[1:], channel)
	if op == nil {
		return
	}
	other := dialPlayer(ctx, b, address, "pl"+channel[1:], channel)
	if other == nil {
		return
	}
	var joined atomic.Int32
	join := func() {
		if joined.Add(1) == 2 { // matches begin when they begin, not all at once
			time.AfterFunc(rand.N(round), func() { fmt.Fprintf(op, "PRIVMSG %s :!go\r\n", channel) })
		}
	}
	go func() {
		for lines := bufio.NewScanner(other); lines.Scan(); {
			if strings.HasSuffix(lines.Text(), " :JOIN_OK") {
				join()
			}
		}
	}()
	lines := bufio.NewScanner(op)
	asked, turn := false, 0
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.HasSuffix(line, " :End of /NAMES list."), // we come to the referee
			strings.HasPrefix(line, ":Referee!") && strings.Contains(line, " JOIN "): // or he to us
			fmt.Fprintf(op, "PRIVMSG %s :!begin bomber round_length=%v\r\n", channel, round)
		case strings.HasSuffix(line, ":BEGIN_GAME"):
			fmt.Fprintf(op, "PRIVMSG Referee :%s join_game\r\n", channel)
			fmt.Fprintf(other, "PRIVMSG Referee :%s join_game\r\n", channel)
		case strings.HasSuffix(line, " :JOIN_OK"):
			join()
		case strings.HasSuffix(line, ":SEND_YOUR_ACTION"):
			asked = true
			turn++
			fmt.Fprintf(op, "PRIVMSG Referee :STUDY_SPEED\r\n")
		case asked && strings.Contains(line, " PRIVMSG "+channel+" :"):
			asked = false
			select {
			case lags <- time.Since(network.start(channel, turn).Add(round)):
			case <-ctx.Done():
				return
			}
		}
	}
}

func dialPlayer(ctx context.Context, b *testing.B, address, nick, channel string) net.Conn {
	b.Helper()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		if ctx.Err() == nil {
			b.Error(err)
		}
		return nil
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	fmt.Fprintf(conn, "NICK %s\r\nUSER %s 0 * :%s\r\nJOIN %s\r\n", nick, nick, nick, channel)
	return conn
}
