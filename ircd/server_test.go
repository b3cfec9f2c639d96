package ircd

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"
)

// TestServe: at the end everybody is told and nothing is left, not even with
// clients that do not read or have not said anything.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var ann *user
	t.Run("up", func(t *testing.T) {
		s := New(Config{}, zaptest.NewLogger(t))
		s.Refuse("NICK", "early", "433") // hooks work before it serves
		serve(t, s, l)
		for i := range 3 {
			conn, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if i == 0 {
				ann = connect(t, conn, "ann")
				ann.send("NICK early")
				ann.want("* 433 ann early *")
				s.StopWriting("ann")
			}
		}
	})
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("it still listens")
	}
}

// TestContextEnds: the server's end closes a client on a pipe, with a word.
func TestContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{}, zaptest.NewLogger(t))
		dial := dialer(t, s)
		ann := connect(t, dial(), "ann")
		connect(t, dial(), "bob") // does not read any more
		t.Cleanup(func() {        // after the context, before the connections are closed
			ann.want("- ERROR *(Server shutting down)")
			ann.closed()
		})
	})
}

// FuzzClient: whatever a client sends, the others go on, and nothing of it is
// left behind.
func FuzzClient(f *testing.F) {
	for _, test := range suite {
		var lines []string
		for line := range strings.Lines(test.script) {
			if _, text, ok := strings.Cut(line, "> "); ok {
				lines = append(lines, strings.TrimSpace(text))
			}
		}
		f.Add([]byte(strings.Join(lines, "\r\n")+"\r\n"), false)
	}
	f.Add([]byte("CAP LS 302\nCAP REQ :batch labeled-response echo-message message-tags sasl\nAUTHENTICATE PLAIN\n"+
		"AUTHENTICATE +\nCAP END\n@label=1 WHO *\n@label=2 QUIT\n"), true)
	f.Add([]byte("MODE #c +bbbb-kl+ov \x00\xff * x\nMONITOR + a,b,,c\nMONITOR C\nACCEPT *\nMODE m +gRiB\nNICK \xff\n"), true)
	f.Fuzz(func(t *testing.T, data []byte, throttled bool) {
		synctest.Test(t, func(t *testing.T) {
			cfg := Config{SendQ: 1 << 16}
			if throttled {
				cfg.Profile, _ = ProfileNamed("ngircd")
			}
			s := New(cfg, zap.NewNop())
			dial := dialer(t, s)
			ann, bob := connect(t, dial(), "ann"), connect(t, dial(), "bob")
			mallory := connect(t, dial(), "mallory")
			go func() { _, _ = io.Copy(io.Discard, mallory.conn) }()
			written := make(chan struct{})
			go func() {
				defer close(written)
				_, _ = mallory.conn.Write(append(data, "\r\nPING :end\r\n"...))
			}()
			for i := range 3 {
				ann.send(fmt.Sprintf("PRIVMSG bob :%d", i))
				bob.want(fmt.Sprintf("ann PRIVMSG bob %d", i))
			}
			time.Sleep(time.Hour / 60)
			mallory.conn.Close()
			<-written
			synctest.Wait()
			s.do(func() {
				if len(s.conns) != 2 || len(s.nicks) != 2 || len(s.channels) != 0 || len(s.watchers) != 0 {
					t.Errorf("left behind: %d clients, %d nicks, %d channels, %d watched nicks",
						len(s.conns), len(s.nicks), len(s.channels), len(s.watchers))
				}
			})
		})
	})
}

// FuzzParse: a line taken apart and put together again is the same line.
func FuzzParse(f *testing.F) {
	f.Add("@label=x;+a=b PRIVMSG #c :hello  you")
	f.Add(":src MODE  #c   +o-v a b :")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\r\n") {
			return // the reader of lines leaves none
		}
		var l, again line
		if !l.parse(text) || l.command[0] == ':' || l.command[0] == '@' || strings.ContainsFunc(l.command, func(r rune) bool { return r > '~' }) {
			return // no command; what it is answered with is all that matters
		}
		if len(l.params) == 0 && len(l.command) == 1 {
			return // alone on its line, girc takes one letter for nothing
		}
		put := l.command
		for i, p := range l.params {
			if i == len(l.params)-1 {
				p = ":" + p
			}
			put += " " + p
		}
		if !again.parse(put) || again.command != l.command || strings.Join(again.params, "\n") != strings.Join(l.params, "\n") {
			t.Errorf("%q: %q is %q", text, put, again.params)
		}
	})
}

// BenchmarkRelay: lines from one client through a channel to others, over
// loopback sockets. The figure is lines relayed, all receivers together.
func BenchmarkRelay(b *testing.B) {
	for _, receivers := range []int{1, 8} {
		b.Run(fmt.Sprint(receivers), func(b *testing.B) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			serve(b, New(Config{SendQ: 16 << 20}, zap.NewNop()), l)
			sender, _ := benchClient(b, l.Addr().String(), "sender")
			var all []*bufio.Scanner
			for i := range receivers {
				_, lines := benchClient(b, l.Addr().String(), fmt.Sprintf("r%d", i))
				all = append(all, lines)
			}
			const batch = 1000
			text := []byte(strings.Repeat("PRIVMSG #c :"+strings.Repeat("x", 80)+"\r\n", batch))
			relayed := 0
			for b.Loop() {
				if _, err := sender.Write(text); err != nil {
					b.Fatal(err)
				}
				for _, lines := range all {
					for got := 0; got < batch && lines.Scan(); {
						if strings.Contains(lines.Text(), "PRIVMSG") {
							got++
						}
					}
				}
				relayed += batch * receivers
			}
			b.ReportMetric(float64(relayed)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// benchClient joins #c.
func benchClient(b *testing.B, addr, nick string) (net.Conn, *bufio.Scanner) {
	b.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "NICK %s\r\nUSER x 0 * :x\r\nJOIN #c\r\n", nick)
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		if strings.Contains(lines.Text(), " 366 ") {
			break
		}
	}
	return conn, lines
}
