//go:build servers

package main_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"arbitre/ircd/servers"
)

// lineFault is something that a bad line does. It returns how it was done.
type lineFault struct {
	name   string
	inject func(p *servers.Proxy, chance *rand.Rand) (how string)
}

// worries leave a connection as it is, unless it can't bear them; ends end it.
var worries = []lineFault{
	{"all comes late", func(p *servers.Proxy, chance *rand.Rand) string {
		by := between(chance, 50*time.Millisecond, 1500*time.Millisecond)
		p.Delay(by)
		return fmt.Sprintf("by %v, until the next fault", by)
	}},
	{"nothing passes", func(p *servers.Proxy, chance *rand.Rand) string {
		last := between(chance, 100*time.Millisecond, 4*time.Second)
		p.Stall(last)
		return fmt.Sprintf("for %v", last)
	}},
	{"garbage for the client", func(p *servers.Proxy, chance *rand.Rand) string {
		text := append(garbage(chance, clientGarbage), "\r\n"...)
		p.InsertForClients(text)
		return fmt.Sprintf("%.200q", text)
	}},
	{"garbage that spoils the client's next line", func(p *servers.Proxy, chance *rand.Rand) string {
		text := garbage(chance, clientGarbage)
		p.InsertForClients(text)
		return fmt.Sprintf("%.200q", text)
	}},
	{"garbage for the server", func(p *servers.Proxy, chance *rand.Rand) string {
		text := append(garbage(chance, serverGarbage), "\r\n"...)
		p.InsertForServer(text)
		return fmt.Sprintf("%.200q", text)
	}},
}

var ends = []lineFault{
	{"cut", func(p *servers.Proxy, _ *rand.Rand) string {
		p.Cut()
		return ""
	}},
	{"half-open, the server gone", func(p *servers.Proxy, _ *rand.Rand) string {
		p.LoseServers(time.Minute)
		return "the client may believe in it for a minute"
	}},
	{"half-open, the client gone", func(p *servers.Proxy, chance *rand.Rand) string {
		last := between(chance, time.Second, 10*time.Second)
		p.LoseClients(last)
		return fmt.Sprintf("the server believes in it for %v", last)
	}},
}

// Beginnings of lines that lead nowhere. None does what a client or a server has
// to believe: somebody who can say QUIT or ERROR in our name is no bad line.
var (
	clientGarbage = []string{
		":", "@", "@=;;= ", "@time=yesterday ", ": ", ":x!y@z", ":x!y@z ", ":x!y@z PRIVMSG", ":x!y@z PRIVMSG #bomber", ":!@ JOIN #snake",
		":a.test 353", ":a.test 353 Arbitre = #bomber", ":a.test 366 Arbitre", ":a.test 354 Arbitre 152", ":a.test 001", ":a.test 005 Arbitre",
		":a.test 999999999999 x", ":a.test PONG", ":a.test PONG a.test :prompt-0", ":a.test PONG a.test :prompt-18446744073709551616",
		"PING", "MODE", ":x!y@z MODE #bomber +ooo", ":x!y@z NICK", "BATCH +", "BATCH -x", "CAP * LS", "CAP", "ACCOUNT", "CHGHOST a", "KICK #bomber",
	}
	serverGarbage = []string{
		":", "@", "@=;;= ", "PRIVMSG", "PRIVMSG #bomber", "PRIVMSG ,,, :x", "JOIN", "JOIN #", "MODE #bomber +?", "WHO", "CAP", "CAP ?", "NICK",
		"999", ":x PRIVMSG #bomber :x", "USER x", "PONG", "\x01\x01", "NOTICE \xff :x",
	}
)

// garbage is one of the lines without an end, or bytes of any kind, sometimes far
// too many.
func garbage(chance *rand.Rand, lines []string) []byte {
	if chance.IntN(2) == 0 {
		return []byte(lines[chance.IntN(len(lines))])
	}
	longest := 600
	if chance.IntN(4) == 0 {
		longest = 30000
	}
	bad := make([]byte, 1+chance.IntN(longest))
	for i := range bad {
		bad[i] = byte(chance.Uint32())
	}
	return bytes.ReplaceAll(bad, []byte("\n"), []byte(" "))
}

// plan is how a line is spoilt.
type plan struct {
	faults []lineFault
	turns  int                            // of each fault
	pause  func(*rand.Rand) time.Duration // before one
}

// spoil does to the line what the plan says, and writes down what and when, until
// the plan is done or the context ends. Every fault has its turn before any has the
// next.
func (plan plan) spoil(ctx context.Context, p *servers.Proxy, chance *rand.Rand, out io.Writer) {
	defer p.Delay(0)
	for range plan.turns {
		for _, i := range chance.Perm(len(plan.faults)) {
			if !connected(ctx, p, plan.pause(chance)) {
				return
			}
			p.Delay(0)
			f := plan.faults[i]
			at := time.Now()
			how := f.inject(p, chance)
			_, _ = fmt.Fprintf(out, "%s %s %s\n", at.Format(clockTime), f.name, how)
		}
	}
}

// connected waits until there has been a connection on the line for so long; false
// when the context has ended before. A bad line keeps to no event, only to the time.
func connected(ctx context.Context, p *servers.Proxy, last time.Duration) bool {
	const step = 50 * time.Millisecond
	for left := last; left > 0; left -= step {
		if !p.Connected() {
			p.Delay(0) // or nobody would come back in time
			left = last
		}
		select {
		case <-time.After(step):
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// clockTime is how times are written into what people read afterwards.
const clockTime = "15:04:05.000"

func between(chance *rand.Rand, least, most time.Duration) time.Duration {
	return (least + time.Duration(chance.Int64N(int64(most-least)))).Truncate(time.Millisecond)
}
