package referee_test

import (
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// The faults are numbered as in docs/faults.md. Here they meet the whole referee:
// nothing is faked but the network cable.

// tap is the referee's cable: what it writes is written down.
type tap struct {
	net.Conn

	mu    sync.Mutex
	lines []string
}

func (t *tap) on(conn net.Conn) net.Conn {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Conn = conn
	return &tapped{conn, t}
}

type tapped struct {
	net.Conn
	tap *tap
}

func (c *tapped) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if err == nil {
		c.tap.mu.Lock()
		c.tap.lines = append(c.tap.lines, strings.Split(strings.TrimSuffix(string(p), "\r\n"), "\r\n")...)
		c.tap.mu.Unlock()
	}
	return n, err
}

// wrote is the lines that the referee has written since it was asked last, those
// that begin with one of the heads.
func (s *stage) wrote(heads ...string) []string {
	synctest.Wait()
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	lines := slices.DeleteFunc(s.wire.lines, func(line string) bool {
		return !slices.ContainsFunc(heads, func(head string) bool { return strings.HasPrefix(line, head) })
	})
	s.wire.lines = nil
	return lines
}

// wantsWritten compares them.
func (s *stage) wantsWritten(head string, lines ...string) {
	s.t.Helper()
	if got := s.wrote(head); !slices.Equal(got, lines) {
		s.t.Errorf("the referee wrote %q, want %q", got, lines)
	}
}

// inMatch is a match of ann and bob in its first turn, on a server that paces
// nobody. ann is on 2 0 and bob on 0 3.
func inMatch(t *testing.T, server ircd.Config, config referee.Config, network irc.Config, test func(s *stage, op, ann, bob *client)) {
	t.Helper()
	network.Unlimited = true
	onStage(t, server, config, network, func(s *stage) {
		op := s.begin("map_factor=2")
		s.wrote()
		op.took()
		test(s, op, s.people["ann"], s.people["bob"])
	})
}

// usual is inMatch with nothing special.
func usual(t *testing.T, test func(s *stage, op, ann, bob *client)) {
	t.Helper()
	inMatch(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{}, test)
}

// passes lets time pass, in which people hear what they hear.
func passes(d time.Duration) { time.Sleep(d); synctest.Wait() }

// hears checks that each of the lines was heard since the last question, in this
// order; a line is its end.
func (c *client) hears(lines ...string) {
	c.stage.t.Helper()
	heard := c.took()
	rest := heard
	for _, line := range lines {
		i := slices.IndexFunc(rest, func(got string) bool { return strings.HasSuffix(got, line) })
		if i < 0 {
			c.stage.t.Errorf("%s did not hear %q in\n%s", c.nick, line, strings.Join(heard, "\n"))
			return
		}
		rest = rest[i+1:]
	}
}

// hearsNothing checks that nothing was heard.
func (c *client) hearsNothing() {
	c.stage.t.Helper()
	if heard := c.took(); len(heard) > 0 {
		c.stage.t.Errorf("%s heard\n%s", c.nick, strings.Join(heard, "\n"))
	}
}

// fairTurn is a turn, opened already, in which both players' orders count. They
// go to and fro; to is their way there.
func (s *stage) fairTurn(to bool) {
	s.t.Helper()
	op, ann, bob := s.people["op"], s.people["ann"], s.people["bob"]
	op.took()
	if to {
		ann.tell("WEST 1")
		bob.tell("SOUTH 1")
		passes(5 * time.Second)
		op.hears(":POSITION ann 1 0", ":POSITION bob 0 2", ":SEND_YOUR_ACTION")
		return
	}
	ann.tell("EAST 1")
	bob.tell("NORTH 1")
	passes(5 * time.Second)
	op.hears(":POSITION ann 2 0", ":POSITION bob 0 3", ":SEND_YOUR_ACTION")
}
