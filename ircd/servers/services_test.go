//go:build servers

package servers_test

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"arbitre/ircd/servers"
)

// An account is registered, logged in to, and enforced on who uses its nick.
func TestServices(t *testing.T) {
	for _, name := range []string{"inspircd", "ircd-hybrid"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := servers.Start(t, name, servers.Fast(), servers.Services())
			conn, lines := dialWith(t, s.Addr, "ann", "CAP REQ :account-notify", "CAP END")
			until(t, lines, " 001 ")
			fmt.Fprint(conn, "JOIN #arena\r\nPRIVMSG NickServ :REGISTER secret ann@example.org\r\n")
			until(t, lines, " ACCOUNT ")
			fmt.Fprint(conn, "PRIVMSG NickServ :LOGOUT\r\n")
			if got := until(t, lines, " ACCOUNT "); !strings.Contains(got, "*") {
				t.Errorf("logged out: %s", got)
			}
			fmt.Fprint(conn, "PRIVMSG NickServ :IDENTIFY ann secret\r\n")
			until(t, lines, " ACCOUNT ")
			fmt.Fprint(conn, "NICK anne\r\n")
			until(t, lines, " NICK ")

			other, seen := dialWith(t, s.Addr, "ann")
			until(t, seen, " 001 ")
			fmt.Fprintf(conn, "PRIVMSG NickServ :%s\r\n", s.Enforce("ann"))
			if got := until(t, seen, " NICK "); !strings.Contains(got, " NICK :Guest") {
				t.Errorf("not renamed: %s", got)
			}
			if _, err := io.WriteString(other, "PRIVMSG NickServ :IDENTIFY ann secret\r\nJOIN #arena\r\nWHO #arena %ta,1\r\n"); err != nil {
				t.Fatal(err)
			}
			until(t, seen, " 354 ")
		})
	}
}

// A client that logs in by SASL has its account before it is registered.
func TestSASL(t *testing.T) {
	t.Parallel()
	s := servers.Start(t, "inspircd", servers.Fast(), servers.Services())
	conn, lines := dialWith(t, s.Addr, "ann")
	until(t, lines, " 001 ")
	fmt.Fprint(conn, "PRIVMSG NickServ :REGISTER secret ann@example.org\r\n")
	until(t, lines, " 900 ")
	payload := base64.StdEncoding.EncodeToString([]byte("ann\x00ann\x00secret"))
	conn, lines = dialWith(t, s.Addr, "bob", "CAP REQ :sasl", "AUTHENTICATE PLAIN")
	until(t, lines, "AUTHENTICATE")
	fmt.Fprintf(conn, "AUTHENTICATE %s\r\n", payload)
	until(t, lines, " 903 ")
}

// dialWith registers under a nick, having said something else first.
func dialWith(t *testing.T, addr, nick string, first ...string) (io.Writer, *bufio.Scanner) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	lines := append([]string{"NICK " + nick, "USER " + nick + " 0 * :" + nick}, first...)
	fmt.Fprint(conn, strings.Join(lines, "\r\n")+"\r\n")
	return conn, bufio.NewScanner(conn)
}

// A link that is cut makes people quit with a reason of the server's, and they
// are back once it is mended.
func TestLinked(t *testing.T) {
	t.Parallel()
	n := servers.StartLinked(t, servers.Fast())
	ann, annLines := dialWith(t, n.Hub.Addr, "ann")
	bob, bobLines := dialWith(t, n.Leaf.Addr, "bob")
	until(t, annLines, " 001 ")
	until(t, bobLines, " 001 ")
	fmt.Fprint(ann, "JOIN #arena\r\n")
	until(t, annLines, " 366 ")
	fmt.Fprint(bob, "JOIN #arena\r\n")
	until(t, bobLines, " 366 ")
	until(t, annLines, ":bob!")
	n.Cut(t)
	if got := until(t, annLines, " QUIT "); !strings.Contains(got, "hub.test") {
		t.Errorf("bob's QUIT: %s", got)
	}
	until(t, bobLines, "ann!")
	n.Mend(t)
	until(t, annLines, ":bob!~bob@127.0.0.1 JOIN ")
}
