package ircd

import (
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// subject is the server under test.
type subject struct {
	name string
	dial func() net.Conn
}

// play runs one script; n is its number.
func (s subject) play(t *testing.T, n int, script string) {
	number := strconv.Itoa(n)
	names := strings.NewReplacer("ANN", "ann"+number, "BOB", "bob"+number, "CYD", "cyd"+number, "#C", "#c"+number)
	users := map[string]*user{}
	var last *user // that did something
	for text := range strings.Lines(script) {
		text = names.Replace(strings.TrimSpace(text))
		if step, ok := s.concerns(text); ok && step != "" {
			last = s.step(t, users, last, repeat(step))
		}
	}
}

// concerns takes the condition off a step and tells whether it is met.
func (s subject) concerns(step string) (string, bool) {
	if !strings.HasPrefix(step, "[") {
		return step, true
	}
	condition, rest, _ := strings.Cut(step[1:], "] ")
	names, not := strings.CutPrefix(condition, "!")
	return rest, slices.Contains(strings.Fields(names), s.name) != not
}

// repeat replaces each {n} by n letters.
func repeat(step string) string {
	head, tail, found := strings.Cut(step, "{")
	number, rest, _ := strings.Cut(tail, "}")
	n, err := strconv.Atoi(number)
	if !found || err != nil {
		return step
	}
	return head + strings.Repeat("x", n) + repeat(rest)
}

// step carries out one step. What another user has begun is done by then.
func (s subject) step(t *testing.T, users map[string]*user, last *user, step string) *user {
	t.Helper()
	t.Log(step)
	step, fresh := strings.CutPrefix(step, "new ")
	verb := strings.IndexAny(step, "<>!+ ")
	nick, rest := step[:verb], strings.TrimPrefix(step[verb+1:], " ")
	u := users[nick]
	if last != nil && last != u {
		last.barrier()
	}
	switch {
	case u != nil:
	case fresh:
		u = visit(t, s.dial(), nick)
	case step[verb] == '+':
		u = connect(t, s.dial(), nick, strings.Fields(rest)...)
	default:
		u = connect(t, s.dial(), nick)
	}
	users[nick] = u
	switch step[verb] {
	case '>':
		u.send(rest)
	case '<':
		u.want(rest)
	case '!':
		u.never(rest)
	case ' ':
		if rest == "closed" {
			u.closed()
		} else {
			u.conn.Close()
		}
		return nil
	}
	return u
}

// dialer connects clients to the server by pipes, until the test ends.
func dialer(t *testing.T, s *Server) func() net.Conn {
	t.Helper()
	var clients sync.WaitGroup
	t.Cleanup(clients.Wait) // by then the test's context has ended
	return func() net.Conn {
		here, there := net.Pipe()
		clients.Go(func() { s.ServeConn(t.Context(), there) })
		return here
	}
}
