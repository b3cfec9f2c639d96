//go:build servers

package servers_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"arbitre/ircd/servers"
)

// A burst of this many lines lags or ends a client on each of the servers,
// unless its limits are lifted.
const burst = 200

func TestFast(t *testing.T) {
	for _, name := range servers.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := servers.Start(t, name, servers.Fast())
			conn, lines := dial(t, s.Addr)
			until(t, lines, " 001 ")
			fmt.Fprint(conn, strings.Repeat("PRIVMSG ann :to myself\r\n", burst)+"PING :behind\r\n")
			got := until(t, lines, " PONG ")
			if n := strings.Count(got, ":to myself"); n != burst {
				t.Errorf("%d lines of %d came back before the PONG", n, burst)
			}
		})
	}
}

func TestCreatorIsOperator(t *testing.T) {
	for _, name := range servers.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := servers.Start(t, name)
			conn, lines := dial(t, s.Addr)
			until(t, lines, " 001 ")
			fmt.Fprint(conn, "JOIN #arena\r\n")
			if got := until(t, lines, " 366 "); !strings.Contains(got, "@ann") {
				t.Errorf("no @ann in the NAMES of the channel that she made:\n%s", got)
			}
		})
	}
}

// After its test a server is gone.
func TestCleanup(t *testing.T) {
	for _, name := range servers.Names() {
		var addr string
		t.Run(name, func(t *testing.T) { addr = servers.Start(t, name).Addr })
		if conn, err := net.Dial("tcp", addr); err == nil {
			conn.Close()
			t.Errorf("%s still listens on %s", name, addr)
		}
	}
}

// dial registers as ann.
func dial(t *testing.T, addr string) (io.Writer, *bufio.Scanner) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(conn, "NICK ann\r\nUSER ann 0 * :ann\r\n")
	return conn, bufio.NewScanner(conn)
}

// until reads to the first line that contains the word, and returns what it has
// read.
func until(t *testing.T, lines *bufio.Scanner, word string) string {
	t.Helper()
	var b strings.Builder
	for lines.Scan() {
		b.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), word) {
			return b.String()
		}
	}
	t.Fatalf("no %q, but %v after\n%s", word, errors.Join(lines.Err(), io.EOF), b.String())
	return ""
}
