//go:build servers

package irc

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/ircd/servers"
	"arbitre/referee"
)

// visit is a network on a real server, with the test as its desk.
type visit struct {
	*testing.T
	n *Network
}

// until reads lines until an event is as described, and is that event. It fails
// when the test's time is up.
func (r *visit) until(words string) referee.Event {
	r.Helper()
	timeout := time.After(time.Minute)
	var seen []string
	for {
		select {
		case line, ok := <-r.n.Lines():
			if !ok {
				r.Fatalf("no %q in %q", words, seen)
			}
			for _, event := range r.n.Read(line) {
				if describe(event) == words {
					return event
				}
				seen = append(seen, describe(event))
			}
		case <-timeout:
			r.Fatalf("no %q in %q", words, seen)
		}
	}
}

// person is somebody else's client over TCP.
type person struct {
	*visit
	conn  net.Conn
	lines *bufio.Scanner
}

func (r *visit) person(addr, nick string) *person {
	r.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { _ = conn.Close() })
	p := &person{r, conn, bufio.NewScanner(conn)}
	p.say("NICK "+nick, "USER "+nick+" 0 * :"+nick)
	p.hear(" 376 ", " 422 ")
	p.say("JOIN #arena")
	p.hear(" 366 ")
	return p
}

func (p *person) say(lines ...string) {
	p.Helper()
	if _, err := p.conn.Write([]byte(strings.Join(lines, "\r\n") + "\r\n")); err != nil {
		p.Error(err)
	}
}

// hear is the next line that holds one of the words.
func (p *person) hear(words ...string) string {
	p.Helper()
	for p.lines.Scan() {
		line := p.lines.Text()
		if token, ok := strings.CutPrefix(line, "PING "); ok {
			p.say("PONG " + token)
		}
		for _, word := range words {
			if strings.Contains(line, word) {
				return line
			}
		}
	}
	p.Fatalf("no %q: %v", words, p.lines.Err())
	return ""
}

func TestOnServers(t *testing.T) {
	for _, name := range servers.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := servers.Start(t, name, servers.Fast())
			n := New(Config{Nick: "bot", Address: server.Addr, Channels: []string{"#arena"}, Unlimited: true}, zap.NewNop())
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- n.Run(ctx) }()
			r := &visit{t, n}
			r.until("referee.LinkUp")
			r.until("in #arena")
			play(r, server.Addr)
			cancel()
			for range n.Lines() { // to its end
			}
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// play is a visit of somebody, and all that we rely on.
func play(r *visit, addr string) {
	ann := r.person(addr, "ann")
	who := r.until("ann arrives in #arena").(referee.Arrived).Who
	ann.say("PRIVMSG bot :NORTH 1")
	r.until("ann says NORTH 1")
	ann.say("NICK anna")
	r.until("ann is anna")
	if who.Nick() != "anna" || who.User == "" || who.Host == "" {
		r.Errorf("%+v", who)
	}

	// What MaxText allows arrives whole, and not one byte more would.
	for _, fill := range []string{"x", "é"} {
		text := cut("begin "+strings.Repeat(fill, 500), r.n.MaxText("#arena")-1) + "!"
		r.n.Send(referee.Post{Channel: "#arena", Text: text})
		if line := ann.hear(" :begin "); !strings.HasSuffix(line, " :"+text) || len(line) < maxLine-3 || len(line) > maxLine {
			r.Errorf("%d bytes: %s", len(line), line)
		}
	}

	// A prompt's PING is answered when the lines before it have been passed on.
	for i := range 3 {
		r.n.Send(referee.Post{To: who, Class: referee.Views, Text: fmt.Sprint("view ", i)})
	}
	var opened time.Time
	r.n.Send(referee.Post{Channel: "#arena", Class: referee.Views, Text: "SEND_YOUR_ACTION", Prompt: 7, Open: func(at time.Time) { opened = at }})
	ann.hear("view 2")
	ann.hear("SEND_YOUR_ACTION")
	ann.say("PRIVMSG bot :answer")
	started := r.until("referee.Started").(referee.Started)
	heard := r.until("anna says answer").(referee.Heard)
	if started.Token != 7 || !opened.Before(started.At) || heard.At.Before(started.At) {
		r.Errorf("opened %v, started %v, heard %v", opened, started, heard.At)
	}

	// A nick that is not there.
	r.n.Send(referee.Post{To: referee.NewPerson("nobody", "", ""), Text: "x"})
	if u := next[referee.Undelivered](r); u.Target != "nobody" || u.Code != "401" {
		r.Errorf("%+v", u)
	}
	r.n.Mark(99)
	r.until("referee.Marked")
	ann.say("QUIT :irc.one irc.two")
	if gone := next[referee.Departed](r); gone.Cause != referee.Quit || gone.Who != who || who.Nick() != "" {
		r.Errorf("%+v", gone)
	}
}

// next is the next event of a type.
func next[E referee.Event](r *visit) E {
	for line := range r.n.Lines() {
		for _, event := range r.n.Read(line) {
			if e, ok := event.(E); ok {
				return e
			}
		}
	}
	var none E
	r.Fatalf("no %T", none)
	return none
}
