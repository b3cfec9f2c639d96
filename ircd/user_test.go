package ircd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lrstanley/girc"
)

// patience is how long an answer may take before a test fails. In a bubble of
// synctest it takes no time.
const patience = time.Minute

// user is a client of the server under test. It understands lines by girc, so
// that our server's own parser does not judge itself.
type user struct {
	t      *testing.T
	conn   net.Conn
	lines  *bufio.Reader
	nick   string
	serial int

	patience time.Duration
	early    []string // read already, while waiting for something else
	seen     []string // since the last want, for a failure's message
}

// connect registers a client with the capabilities.
func connect(t *testing.T, conn net.Conn, nick string, caps ...string) *user {
	t.Helper()
	u := visit(t, conn, nick)
	if len(caps) > 0 {
		u.send("CAP REQ :" + strings.Join(caps, " "))
		u.want("* CAP * ACK *")
		u.send("CAP END")
	}
	u.send("NICK "+nick, "USER "+nick+" 0 * :Real "+nick)
	u.want("* 001 " + nick + " *")
	for line := u.next(); !glob("* 376 *", line) && !glob("* 422 *", line); {
		line = u.next()
	}
	return u
}

// visit is a client that does not register.
func visit(t *testing.T, conn net.Conn, nick string) *user {
	t.Helper()
	t.Cleanup(func() { conn.Close() })
	return &user{t: t, conn: conn, lines: bufio.NewReaderSize(conn, 1<<16), nick: nick, patience: patience}
}

// send writes lines, all at once.
func (u *user) send(lines ...string) {
	u.t.Helper()
	if err := u.conn.SetWriteDeadline(time.Now().Add(u.patience)); err != nil {
		u.t.Fatal(err)
	}
	if _, err := io.WriteString(u.conn, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
		u.t.Fatalf("%s writes %.80q: %v", u.nick, lines, err)
	}
}

// raw is the next line of the server as it came.
func (u *user) raw() (string, error) {
	// The error of a pipe closed at the other end; what it brought is still read.
	_ = u.conn.SetReadDeadline(time.Now().Add(u.patience))
	line, err := u.lines.ReadString('\n')
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), err
}

// next is the next line: its tags if any, its source's nick or "-", its command
// and its parameters, parted by spaces. A PING is answered.
func (u *user) next() string {
	u.t.Helper()
	if len(u.early) > 0 {
		line := u.early[0]
		u.early = u.early[1:]
		u.seen = append(u.seen, line)
		return line
	}
	line, err := u.read()
	if err != nil {
		u.t.Fatalf("%s: %v after\n%s", u.nick, err, strings.Join(u.seen, "\n"))
	}
	u.seen = append(u.seen, line)
	return line
}

// read is next from the connection.
func (u *user) read() (string, error) {
	for {
		text, err := u.raw()
		if err != nil {
			return "", err
		}
		line := words(text)
		token, ok := strings.CutPrefix(line, "- PING ")
		if !ok {
			return line, nil
		}
		u.send("PONG :" + token)
	}
}

// words is a line in the form of next.
func words(text string) string {
	e := girc.ParseEvent(text)
	if e == nil {
		return text
	}
	source := "-"
	if e.Source != nil {
		source = e.Source.Name
	}
	tags := ""
	if strings.HasPrefix(text, "@") {
		tags, _, _ = strings.Cut(text, " ")
		tags += " "
	}
	return tags + strings.Join(append([]string{source, e.Command}, e.Params...), " ")
}

// want reads on until a line matches the pattern. A pattern without tags
// matches whatever tags there are.
func (u *user) want(pattern string) string {
	u.t.Helper()
	u.t.Logf("%s wants %s", u.nick, pattern)
	for {
		if line := u.next(); glob(pattern, line) {
			u.seen = nil
			return line
		}
	}
}

// glob matches a line with a pattern that has * and ?.
func glob(pattern, line string) bool {
	if !strings.HasPrefix(pattern, "@") && strings.HasPrefix(line, "@") {
		_, line, _ = strings.Cut(line, " ")
	}
	return matches(pattern, line)
}

// barrier returns when all that was sent before has been carried out: when the
// answer to a PING of our own comes, or the connection has ended.
func (u *user) barrier() {
	u.t.Helper()
	u.serial++
	token := fmt.Sprintf("barrier%d", u.serial)
	if _, err := io.WriteString(u.conn, "PING :"+token+"\r\n"); err != nil {
		return
	}
	for {
		line, err := u.read()
		if err != nil || glob("* PONG *"+token, line) {
			return
		}
		u.early = append(u.early, line)
	}
}

// sync returns all lines that have come up to a barrier.
func (u *user) sync() []string {
	u.t.Helper()
	u.barrier()
	lines := u.early
	u.early, u.seen = nil, nil
	return lines
}

// never fails if a line that has come by now matches the pattern.
func (u *user) never(pattern string) {
	u.t.Helper()
	for _, line := range u.sync() {
		if glob(pattern, line) {
			u.t.Errorf("%s got %q, which should not come (%s)", u.nick, line, pattern)
		}
	}
}

// closed reads until the server closes the connection.
func (u *user) closed() {
	u.t.Helper()
	for {
		_, err := u.raw()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			u.t.Fatalf("%s: the connection is still open", u.nick)
		}
		if err != nil {
			return
		}
	}
}
