package ircd

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap/zaptest"
)

// TestSlowReader: who does not read is dropped, and delays nobody.
func TestSlowReader(t *testing.T) {
	bubble(t, Config{SendQ: 1 << 16}, func(_ *testing.T, _ *Server, join func(string, ...string) *user) {
		bob, ann, cyd := join("bob"), join("ann"), join("cyd")
		for i := range 1000 { // bob reads nothing of it
			ann.send(fmt.Sprintf("PRIVMSG #c :%d%s", i, strings.Repeat("x", 400)))
			cyd.want(fmt.Sprintf("ann PRIVMSG #c %d*", i))
			if i == 200 {
				ann.want("bob QUIT SendQ exceeded")
			}
		}
		bob.closed()
	})
}

func TestLongInput(t *testing.T) {
	bubble(t, Config{}, func(_ *testing.T, _ *Server, join func(string, ...string) *user) {
		ann, bob := join("ann", "message-tags"), join("bob")
		bob.send("PRIVMSG ann :" + strings.Repeat("long ", 20000)) // many times the buffer
		ann.want("bob PRIVMSG ann long long *")
		bob.send("@+x="+strings.Repeat("y", 5000)+" PRIVMSG ann :tagged", "PRIVMSG ann :next")
		bob.want("* 417 bob *")
		ann.want("bob PRIVMSG ann next")
		ann.send("@+x="+strings.Repeat("y", 4000)+" PRIVMSG bob :"+strings.Repeat("z", 450), "PRIVMSG bob :a\x00b")
		bob.want("ann PRIVMSG bob " + strings.Repeat("z", 440) + "*")
		bob.want("ann PRIVMSG bob a b")
	})
}

func TestBlankAndPartialLines(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, _ *Server, join func(string, ...string) *user) {
		ann, bob := join("ann"), join("bob")
		for _, part := range []string{"\r\n\n\r\r\n \r\n", ":x\r\n", "@a\r\n", "PRIVMSG ", "ann", " :in par", "ts\nPRIVMSG ann :bare LF\n"} {
			if _, err := io.WriteString(bob.conn, part); err != nil {
				t.Fatal(err)
			}
		}
		ann.want("bob PRIVMSG ann in parts")
		ann.want("bob PRIVMSG ann bare LF")
	})
}

func TestSeveralTargetsAtMost(t *testing.T) {
	bubble(t, Config{MaxTargets: 2}, func(_ *testing.T, _ *Server, join func(string, ...string) *user) {
		ann, bob := join("ann"), join("bob")
		bob.send("PRIVMSG ann,#c,bob :x")
		ann.want("bob PRIVMSG ann x")
		ann.want("bob PRIVMSG #c x")
		bob.want("* 407 bob bob *")
		bob.never("bob PRIVMSG *")
	})
}

func TestServerFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dial := dialer(t, New(Config{MaxClients: 1}, zaptest.NewLogger(t)))
		connect(t, dial(), "ann")
		bob := visit(t, dial(), "bob")
		bob.want("- ERROR *(Server full)")
		bob.closed()
	})
}

func TestRegistrationTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dial := dialer(t, New(Config{}, zaptest.NewLogger(t)))
		ann := visit(t, dial(), "ann")
		ann.patience = time.Hour
		ann.send("NICK ann")
		ann.want("- ERROR *(Registration timeout)")
		ann.closed()
		connect(t, dial(), "ann") // the nick is free again
	})
}

func TestPassword(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dial := dialer(t, New(Config{Password: "sesame"}, zaptest.NewLogger(t)))
		ann := visit(t, dial(), "ann")
		ann.send("PASS simsim", "NICK ann", "USER ann 0 * :Ann")
		ann.want("* 464 ann *")
		ann.closed()
		bob := visit(t, dial(), "bob")
		bob.send("PASS sesame", "NICK bob", "USER bob 0 * :Bob")
		bob.want("* 001 bob *")
	})
}

func TestMotd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dial := dialer(t, New(Config{MOTD: "one\ntwo\n", Profile: Profiles()[2]}, zaptest.NewLogger(t)))
		ann := connect(t, dial(), "ann")
		ann.send("MOTD", "VERSION")
		ann.want("* 375 ann *")
		ann.want("* 372 ann - one")
		ann.want("* 372 ann - two")
		ann.want("* 376 ann *")
	})
}

// TestSafeRate: only a server that never makes anyone wait says so.
func TestSafeRate(t *testing.T) {
	for _, profile := range Profiles() {
		s := New(Config{Profile: profile}, zaptest.NewLogger(t))
		if says := strings.Contains(strings.Join(s.isupport(), " "), " SAFERATE"); says != (profile.Name == "none") {
			t.Errorf("%s: SAFERATE %v", profile.Name, says)
		}
		for _, tokens := range s.isupport() {
			if n := len(strings.Fields(tokens)); n > 13 {
				t.Errorf("%d tokens in a line of 005", n)
			}
		}
	}
}

// TestRelayedLength: what others get is cut at 510 bytes as a whole.
func TestRelayedLength(t *testing.T) {
	for _, test := range []struct {
		refuse  bool
		ending  string
		lineLen int
	}{{false, "x", 512}, {true, "[CUT]", 512}, {false, "x", 300}} {
		bubble(t, Config{RefuseLongLines: test.refuse, LineLen: test.lineLen}, func(t *testing.T, _ *Server, join func(string, ...string) *user) {
			ann, bob := join("ann", "message-tags", "server-time"), join("bob")
			bob.send("PRIVMSG #c :" + strings.Repeat("x", test.lineLen-2-len("PRIVMSG #c :")))
			got, err := ann.raw() // bob's JOIN
			if err == nil {
				got, err = ann.raw()
			}
			if err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(got, " ")
			if !strings.HasPrefix(body, ":bob!bob@localhost PRIVMSG #c :xxx") || !strings.HasSuffix(body, test.ending) {
				t.Errorf("got %q", got)
			}
			if len(body) != test.lineLen-2 {
				t.Errorf("%d bytes, want %d", len(body), test.lineLen-2)
			}
		})
	}
}
