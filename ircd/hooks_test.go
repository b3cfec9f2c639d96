package ircd

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap/zaptest"
)

// bubble runs a test on virtual time with a server and a way to connect to it.
func bubble(t *testing.T, cfg Config, test func(t *testing.T, s *Server, join func(nick string, caps ...string) *user)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := New(cfg, zaptest.NewLogger(t))
		dial := dialer(t, s)
		test(t, s, func(nick string, caps ...string) *user {
			u := connect(t, dial(), nick, caps...)
			u.send("JOIN #c")
			u.want("* 366 " + nick + " #c *")
			return u
		})
	})
}

func TestRefuse(t *testing.T) {
	for _, test := range []struct{ command, target, code, send string }{
		{"NICK", "bot", "432", "NICK bot"},
		{"NICK", "bot", "433", "NICK BOT"},
		{"NICK", "bot", "437", "NICK bot"},
		{"JOIN", "#x", "405", "JOIN #x"},
		{"JOIN", "#x", "437", "JOIN #y,#X"},
		{"JOIN", "#x", "471", "JOIN #x"},
		{"JOIN", "#x", "473", "JOIN #x"},
		{"JOIN", "#x", "474", "JOIN #x"},
		{"JOIN", "#x", "475", "JOIN #x key"},
		{"JOIN", "#x", "476", "JOIN #x"},
		{"JOIN", "#x", "477", "JOIN #x"},
		{"PRIVMSG", "#c", "404", "PRIVMSG #c :x"},
		{"PRIVMSG", "bob", "401", "PRIVMSG bob :x"},
		{"PRIVMSG", "bob", "263", "PRIVMSG bob :x"},
		{"PRIVMSG", "bob", "439", "PRIVMSG bob :x"},
		{"PRIVMSG", "bob", "477", "PRIVMSG bob :x"},
		{"PRIVMSG", "bob", "486", "PRIVMSG ann,bob :x"},
		{"PRIVMSG", "bob", "531", "PRIVMSG bob :x"},
		{"PRIVMSG", "bob", "707", "PRIVMSG bob :x"},
		{"NOTICE", "bob", "716", "NOTICE bob :x"},
		{"MODE", "#c", "482", "MODE #c +v bob"},
		{"TOPIC", "#c", "482", "TOPIC #c :x"},
	} {
		t.Run(test.command+" "+test.code, func(t *testing.T) {
			bubble(t, Config{}, func(t *testing.T, s *Server, join func(string, ...string) *user) {
				ann, bob := join("ann"), join("bob")
				s.Refuse(test.command, test.target, test.code)
				ann.send(test.send)
				got := ann.want("* " + test.code + " ann *")
				if !strings.Contains(strings.ToLower(got), test.target) || texts[test.code] == "" {
					t.Errorf("%q does not name %s or has no text", got, test.target)
				}
				bob.never("ann " + test.command + " *")
				s.Allow(test.command, test.target)
				ann.send(test.send)
				ann.never("* " + test.code + " ann *")
			})
		})
	}
}

func TestForward(t *testing.T) {
	bubble(t, Config{}, func(_ *testing.T, s *Server, join func(string, ...string) *user) {
		ann := join("ann")
		s.Forward("#arena", "##overflow")
		ann.send("JOIN #Arena")
		ann.want("* 470 ann #Arena ##overflow *")
		ann.want("ann JOIN ##overflow")
		s.Forward("#arena", "")
		ann.send("JOIN #arena")
		ann.want("ann JOIN #arena")
	})
}

func TestKill(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, join func(string, ...string) *user) {
		ann, bob := join("ann"), join("bob")
		if !s.Kill("bob", "oper", "spam") || s.Kill("cyd", "oper", "not there") {
			t.Error("Kill told the wrong thing")
		}
		bob.want("oper KILL bob irc.test!oper (spam)")
		bob.want("- ERROR Closing Link: *(Killed (oper (spam)))")
		bob.closed()
		ann.want("bob QUIT Killed (oper (spam))")
	})
}

func TestKLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{}, zaptest.NewLogger(t))
		dial := dialer(t, s)
		ann, bob := connect(t, dial(), "ann"), connect(t, dial(), "bob")
		s.KLine("bob@*", "go away")
		bob.want("* 465 bob go away *")
		bob.closed()
		again := visit(t, dial(), "bob2")
		again.send("NICK bob2", "USER bob 0 * :Bob")
		again.want("* 465 bob2 *")
		again.closed()
		s.UnKLine("bob@*")
		connect(t, dial(), "bob").sync()
		ann.sync()
	})
}

func TestSplit(t *testing.T) {
	bubble(t, Config{}, func(_ *testing.T, s *Server, join func(string, ...string) *user) {
		ann, bob, cyd := join("ann"), join("bob"), join("cyd")
		s.Mode("#c", "+v", "bob")
		cyd.want("irc.test MODE #c +v bob")
		s.Split("far.test", "bob", "cyd")
		ann.want("bob QUIT irc.test far.test")
		ann.want("cyd QUIT irc.test far.test")
		bob.want("ann QUIT irc.test far.test")
		cyd.want("ann QUIT irc.test far.test")
		cyd.never("bob QUIT *")

		ann.send("PRIVMSG bob :where are you?", "PRIVMSG #c :alone", "NAMES #c")
		ann.want("* 401 ann bob *")
		ann.want("* 353 ann = #c @ann")
		bob.send("PRIVMSG #c :still two", "PART #c")
		cyd.want("bob PRIVMSG #c still two")
		bob.send("JOIN #c")
		bob.barrier()
		s.Mode("#c", "+v", "cyd")
		cyd.sync()

		s.Rejoin()
		ann.want("bob JOIN #c")
		ann.want("cyd JOIN #c")
		cyd.want("ann JOIN #c")
		cyd.want("irc.test MODE #c +o ann")
		cyd.never("bob JOIN #c")
		ann.send("PRIVMSG #c :all here")
		bob.want("ann PRIVMSG #c all here")
		ann.never("bob PRIVMSG *")
	})
}

func TestServicesActions(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, join func(string, ...string) *user) {
		ann := join("ann", "account-notify", "account-tag", "chghost")
		bob, cyd := join("bob"), join("cyd")
		if !s.Rename("bob", "Guest123") || s.Rename("Guest123", "ann") {
			t.Error("Rename told the wrong thing")
		}
		for _, u := range []*user{ann, bob, cyd} {
			u.want("bob NICK Guest123")
		}
		s.Login("guest123", "bobby")
		ann.want("Guest123 ACCOUNT bobby")
		bob.want("* 900 Guest123 * bobby *")
		bob.send("PRIVMSG ann :me")
		ann.want("@account=bobby Guest123 PRIVMSG ann me")
		s.Login("guest123", "")
		ann.want("Guest123 ACCOUNT ?")
		cyd.never("* ACCOUNT *")

		s.ChangeHost("guest123", "~b", "user/bobby")
		ann.want("Guest123 CHGHOST ~b user/bobby")
		cyd.want("Guest123 QUIT Changing host")
		cyd.want("Guest123 JOIN #c")
		ann.never("Guest123 QUIT *")
		s.Kick("#c", "guest123", "ChanServ", "you are not welcome")
		bob.want("ChanServ KICK #c Guest123 you are not welcome")
		ann.want("ChanServ KICK #c Guest123 you are not welcome")
	})
}

func TestDrop(t *testing.T) {
	bubble(t, Config{}, func(_ *testing.T, s *Server, join func(string, ...string) *user) {
		ann, bob := join("ann"), join("bob")
		s.Drop("bob")
		if line, err := bob.raw(); err == nil {
			bob.t.Errorf("the server said %q before it closed", line)
		}
		ann.want("bob QUIT *")
		if got := s.Nicks(); !slices.Equal(got, []string{"ann"}) {
			ann.t.Errorf("left are %v", got)
		}
	})
}

func TestSetName(t *testing.T) {
	bubble(t, Config{}, func(_ *testing.T, _ *Server, join func(string, ...string) *user) {
		ann, bob, cyd := join("ann", "setname"), join("bob", "setname"), join("cyd")
		ann.send("SETNAME :Ann of Green Gables")
		ann.want("ann SETNAME Ann of Green Gables")
		bob.want("ann SETNAME Ann of Green Gables")
		cyd.never("* SETNAME *")
	})
}

func TestRaw(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, join func(string, ...string) *user) {
		ann := join("ann")
		for _, text := range []string{"", "x", ":irc.test PRIVMSG ann :\xff\xfe caf\xe9", strings.Repeat("y", 3000)} {
			s.Raw("ann", text)
			if got, err := ann.raw(); got != text || err != nil {
				t.Errorf("got %q, %v; want %q", got, err, text)
			}
		}
	})
}

func TestStopReading(t *testing.T) {
	bubble(t, Config{}, func(_ *testing.T, s *Server, join func(string, ...string) *user) {
		ann, bob := join("ann"), join("bob")
		s.StopReading("bob")
		bob.send("PRIVMSG ann :one")                                            // what is on its way is taken, but not carried out
		go func() { _, _ = io.WriteString(bob.conn, "PRIVMSG ann :two\r\n") }() // is not taken
		synctest.Wait()
		ann.never("bob PRIVMSG *")
		s.Resume("bob")
		ann.want("bob PRIVMSG ann one")
		ann.want("bob PRIVMSG ann two")
	})
}

func TestStopWriting(t *testing.T) {
	bubble(t, Config{SendQ: 4096}, func(t *testing.T, s *Server, join func(string, ...string) *user) {
		ann, bob := join("ann"), join("bob")
		s.StopWriting("bob")
		ann.send("PRIVMSG bob :kept")
		ann.sync()
		if err := bob.conn.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		if n, err := bob.conn.Read(make([]byte, 100)); n > 0 || err == nil {
			t.Errorf("read %d bytes of a server that does not write", n)
		}
		s.Resume("bob")
		bob.want("ann PRIVMSG bob kept")

		s.StopWriting("bob")
		for range 20 {
			ann.send("PRIVMSG bob :" + strings.Repeat("x", 400))
		}
		ann.want("bob QUIT SendQ exceeded")
		bob.closed()
	})
}

func TestDelay(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, join func(string, ...string) *user) {
		ann, bob := join("ann"), join("bob")
		s.Delay("bob", 3*time.Second)
		start := time.Now()
		ann.send("PRIVMSG bob :first")
		ann.sync()
		time.Sleep(time.Second)
		ann.send("PRIVMSG bob :second")
		ann.sync()
		for i, text := range []string{"first", "second"} {
			bob.want("ann PRIVMSG bob " + text)
			if got, want := time.Since(start), time.Duration(3+i)*time.Second; got != want {
				t.Errorf("%s came after %v, want %v", text, got, want)
			}
		}
	})
}

func TestPlayback(t *testing.T) {
	bubble(t, Config{}, func(_ *testing.T, s *Server, join func(string, ...string) *user) {
		past := Said{time.Now().Add(-time.Hour), "old!old@past", "!begin bomber"}
		ann, bob := join("ann", "batch", "server-time"), join("bob")
		s.Playback("ann", "#c", past)
		ann.want("* BATCH +* chathistory #c")
		ann.want("@batch=*;time=1999-12-31T23:00:00.000Z old PRIVMSG #c !begin bomber")
		ann.want("* BATCH -*")
		s.Playback("bob", "#c", past)
		bob.want("old PRIVMSG #c !begin bomber")
		bob.never("* BATCH *")
	})
}

func TestCapNews(t *testing.T) {
	bubble(t, Config{}, func(_ *testing.T, s *Server, join func(string, ...string) *user) {
		ann, bob := join("ann", "cap-notify", "account-tag"), join("bob")
		s.Login("bob", "bobby")
		s.Withdraw("account-tag", "sasl")
		ann.want("* CAP ann DEL account-tag sasl")
		bob.send("PRIVMSG ann :x")
		if got := ann.want("bob PRIVMSG ann x"); strings.HasPrefix(got, "@") {
			ann.t.Errorf("still tagged: %s", got)
		}
		ann.send("CAP REQ :account-tag")
		ann.want("* CAP ann NAK account-tag")
		s.Offer("account-tag")
		ann.want("* CAP ann NEW account-tag")
		ann.send("CAP REQ :account-tag")
		ann.want("* CAP ann ACK account-tag")
		bob.never("* CAP *")
	})
}

func TestPingTimeout(t *testing.T) {
	bubble(t, Config{Ping: 40 * time.Second}, func(t *testing.T, _ *Server, join func(string, ...string) *user) {
		join("ann") // never answers a PING
		bob := join("bob")
		start := time.Now()
		bob.patience = time.Hour
		bob.want("ann QUIT Ping timeout: *")
		if got := time.Since(start); got < 80*time.Second || got > 90*time.Second {
			t.Errorf("closed after %v", got)
		}
		time.Sleep(time.Hour)
		bob.closed()
	})
}
