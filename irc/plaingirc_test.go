//go:build plaingirc

package irc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lrstanley/girc"
)

// The faults of docs/girc.md, shown on girc as it comes: a test here passes when
// girc has the fault, and fails when it is mended.

// plain is girc alone, with a server that does what the test says.
type plain struct {
	*server
	client *girc.Client
	ended  chan error // what Connect returned

	mu   sync.Mutex
	seen []seenEvent
}

type seenEvent struct {
	at    time.Duration // since the connection
	event girc.Event
}

// onGirc runs a test on virtual time.
func onGirc(t *testing.T, configure func(*girc.Config), test func(p *plain)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		cfg := girc.Config{Server: "irc.test", Nick: "bot", User: "bot", PingDelay: -1}
		if configure != nil {
			configure(&cfg)
		}
		ours, theirs := net.Pipe()
		p := &plain{
			server: &server{Conn: theirs, t: t, start: time.Now(), gone: make(chan struct{})},
			client: girc.New(cfg),
			ended:  make(chan error, 1),
		}
		p.client.Handlers.Add(girc.ALL_EVENTS, func(_ *girc.Client, e girc.Event) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.seen = append(p.seen, seenEvent{time.Since(p.start), e})
		})
		go p.listen()
		go func() { p.ended <- p.client.MockConnect(ours) }()
		p.lines()
		test(p)
		_ = p.Close()
		time.Sleep(5 * time.Minute) // whatever girc still waits for
	})
}

func flooding(cfg *girc.Config) { cfg.AllowFlood = true }

func (p *plain) welcome(isupport string) {
	p.say(":irc.test 001 bot :Welcome", ":irc.test 005 bot "+isupport+" :are supported by this server", ":irc.test 376 bot :End of MOTD")
	p.lines()
}

func (p *plain) longest() int {
	p.t.Helper()
	longest := 0
	for _, line := range p.lines() {
		longest = max(longest, len(line))
	}
	p.t.Logf("the longest line has %d bytes", longest)
	return longest
}

func TestPlainG01(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.welcome("LINELEN=512")
		p.client.Cmd.Message("#arena", strings.Repeat("word ", 240))
		if p.longest() <= maxLine {
			t.Error("it was split")
		}
	})
}

func TestPlainG02(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.welcome("NETWORK=Test")
		p.client.Cmd.Message("#arena", strings.Repeat("é", 300))
		if p.longest() <= maxLine {
			t.Error("it was split")
		}
	})
}

func TestPlainG03(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.welcome("NETWORK=Test")
		panicked := false
		try := func(text string) {
			defer func() { panicked = panicked || recover() != nil }()
			p.client.Cmd.Message("#arena", text)
		}
		for n := 300; n < 500 && !panicked; n++ {
			try(strings.Repeat("x", n) + " 100% " + strings.Repeat("y", 50))
			p.lines()
		}
		if !panicked {
			t.Error("no text panicked")
		}
	})
}

func TestPlainG04(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.welcome("NETWORK=Test")
		board := strings.Repeat("  #   A  #  ", 60)
		p.client.Cmd.Message("#arena", board)
		var got string
		for _, line := range p.lines() {
			got += strings.TrimPrefix(line, "PRIVMSG #arena :")
		}
		if got == board || strings.Contains(got, "   ") {
			t.Errorf("the spaces stayed: %q", got)
		}
	})
}

func TestPlainG05(t *testing.T) {
	onGirc(t, nil, func(p *plain) {
		p.welcome("NETWORK=Test")
		var joins []string
		for i := range 60 {
			joins = append(joins, fmt.Sprintf(":p%d!u@h JOIN #arena", i))
		}
		go p.say(append(joins, "PING :now")...)
		within(3 * time.Minute)
		whos := 0
		for _, line := range p.timed() {
			if strings.HasPrefix(line.text, "WHO ") {
				whos++
			}
			if strings.HasPrefix(line.text, "PONG") {
				t.Logf("%d WHO, PONG after %v", whos, line.at)
				if whos != 60 || line.at < 30*time.Second {
					t.Error("it was in time")
				}
			}
		}
	})
}

func TestPlainG06(t *testing.T) {
	onGirc(t, nil, func(p *plain) {
		p.welcome("NETWORK=Test")
		var lines []string
		for range 40 {
			lines = append(lines, ":ann!a@h PRIVMSG bot :\x01XYZZY\x01")
		}
		go p.say(append(lines, ":ann!a@h PRIVMSG bot :NORTH 1")...)
		within(3 * time.Minute)
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, seen := range p.seen {
			if seen.event.Last() == "NORTH 1" {
				t.Logf("dispatched after %v", seen.at)
				if seen.at < 30*time.Second {
					t.Error("it was in time")
				}
			}
		}
	})
}

func TestPlainG07(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		for range 5 {
			p.say(":irc.test 433 * bot_ :Nickname is already in use")
		}
		if got := nicks(p.lines()); len(slices.Compact(got)) != 1 {
			t.Errorf("tried %q", got)
		}
	})
}

func TestPlainG08(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.say(":irc.test 001 bot_ :Welcome", ":irc.test 376 bot_ :End of MOTD")
		p.lines()
		p.client.Cmd.Nick("bot")
		p.say(":irc.test 433 bot_ bot :Nickname is already in use")
		if got := nicks(p.lines()); !slices.Equal(got, []string{"bot", "bot__"}) {
			t.Errorf("tried %q", got)
		}
	})
}

func TestPlainG09(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.say(":irc.test 432 * bot :Erroneous nickname")
		within(5 * time.Minute)
		if got := nicks(p.lines()); got != nil {
			t.Errorf("tried %q", got)
		}
	})
}

func TestPlainG10(t *testing.T) {
	panicked := make(chan string, 10)
	onGirc(t, func(cfg *girc.Config) {
		cfg.RecoverFunc = func(_ *girc.Client, err *girc.HandlerError) { panicked <- err.Error() }
	}, func(p *plain) {
		p.client.DisableTracking()
		p.say(":irc.test 433 * bot :Nickname is already in use")
		p.lines()
		if len(panicked) == 0 {
			t.Error("no panic")
		}
	})
}

func TestPlainG11(t *testing.T) {
	onGirc(t, func(cfg *girc.Config) {
		cfg.AllowFlood, cfg.PingDelay, cfg.PingTimeout = true, 20*time.Second, 5*time.Second
	}, func(p *plain) {
		p.welcome("NETWORK=Test")
		stalled := make(chan struct{})
		p.answer(func(*server, string) { <-stalled })
		for range 5 {
			p.client.Cmd.Message("#arena", "x")
		}
		within(10 * time.Minute)
		p.client.Close()
		within(10 * time.Minute)
		select {
		case err := <-p.ended:
			t.Errorf("Connect returned %v", err)
		default:
		}
		close(stalled)
	})
}

func TestPlainG12(t *testing.T) {
	for _, line := range []string{"", "x"} {
		onGirc(t, nil, func(p *plain) {
			p.welcome("NETWORK=Test")
			p.say(line)
			within(time.Second)
			select {
			case err := <-p.ended:
				if _, parse := errors.AsType[girc.ParseEventError](err); !parse {
					t.Errorf("ended by %v", err)
				}
			default:
				t.Error("still connected")
			}
		})
	}
}

func plainSASL(cfg *girc.Config) { cfg.SASL = &girc.SASLPlain{User: "Bot", Pass: "secret"} }

func TestPlainG13(t *testing.T) {
	onGirc(t, plainSASL, func(p *plain) {
		p.say(":irc.test CAP * LS :sasl account-tag")
		p.lines()
		p.say(":irc.test CAP * NAK :sasl account-tag")
		p.want("CAP END")
	})
	onGirc(t, plainSASL, func(p *plain) {
		p.say(":irc.test CAP * LS :batch")
		p.lines()
		p.say(":irc.test CAP * ACK :batch")
		p.want("CAP END")
	})
}

func TestPlainG14(t *testing.T) {
	onGirc(t, plainSASL, func(p *plain) {
		p.say(":irc.test CAP * LS :sasl")
		p.lines()
		p.say(":irc.test CAP * ACK :sasl", ":irc.test 903 * :SASL successful")
		p.lines()
		p.welcome("NETWORK=Test")
		p.say(":irc.test CAP bot DEL :sasl", ":irc.test CAP bot NEW :sasl")
		p.want("CAP REQ sasl")
		p.say(":irc.test CAP bot ACK :sasl", ":irc.test 904 bot :SASL authentication failed")
		within(time.Second)
		select {
		case err := <-p.ended:
			t.Log(err)
		default:
			t.Error("still connected")
		}
	})
}

// It is a race between girc's reader and its dispatcher; one of many is enough.
func TestPlainG15(t *testing.T) {
	lost := 0
	const tries = 200
	for range tries {
		onGirc(t, nil, func(p *plain) {
			p.welcome("NETWORK=Test")
			go func() {
				p.say("ERROR :Closing Link: bot (K-Lined)")
				_ = p.Close()
			}()
			if err := <-p.ended; errors.Is(err, io.EOF) {
				lost++
			}
		})
	}
	t.Logf("lost %d times of %d", lost, tries)
	if lost == 0 {
		t.Error("it was never lost")
	}
}

func TestPlainG16(t *testing.T) {
	if girc.ToRFC1459("al[x]") != girc.ToRFC1459("al{x}") {
		t.Error("two people are two")
	}
	onGirc(t, flooding, func(p *plain) {
		p.welcome("CASEMAPPING=ascii")
		p.say(":al[x]!a@h PRIVMSG bot :\x01PING 1\x01")
		p.want("NOTICE al{x} :\x01PING 1\x01")
	})
}

func TestPlainG17(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.welcome("NETWORK=Test")
		p.say(":ann!a@h JOIN #arena")
		p.lines()
		p.client.LookupUser("ann").ChannelList[0] = "#changed"
		if got := p.client.LookupUser("ann").ChannelList[0]; got != "#changed" {
			t.Errorf("a copy is a copy: %s", got)
		}
	})
}

func TestPlainG18(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.welcome("NETWORK=Test")
		p.client.Cmd.Kick("#arena", "ann", "out")
		p.want("KICK #arena ann out", "KICK #arena ann")
		var channels []string
		for i := range 60 {
			channels = append(channels, fmt.Sprintf("#a-rather-long-name-of-a-channel-%d", i))
		}
		p.client.Cmd.Join(channels...)
		joined := 0
		for _, line := range p.lines() {
			joined += strings.Count(line, "#")
		}
		if joined == len(channels) {
			t.Error("all were joined")
		}
		t.Logf("joined %d of %d", joined, len(channels))
	})
}

func TestPlainG19(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.welcome("NETWORK=Test")
		p.client.Cmd.Message("p q", "x")
		p.client.Cmd.Message("p", "a\x00b c")
		p.want("PRIVMSG p q x", "PRIVMSG p :a\x00b c")
	})
}

func TestPlainG20(t *testing.T) {
	e := girc.ParseEvent(":ann!a@h PRIVMSG #" + strings.Repeat("x", 63) + " :hello")
	if e.IsFromChannel() {
		t.Error("it is from a channel")
	}
}

func TestPlainG21(t *testing.T) {
	onGirc(t, flooding, func(p *plain) {
		p.welcome("NETWORK=Test")
		account := func(want string, lines ...string) {
			t.Helper()
			p.say(lines...)
			p.lines()
			if got := p.client.LookupUser("ann").Extras.Account; got != want {
				t.Errorf("after %q the account is %q", lines, got)
			}
		}
		account("Ann", ":ann!a@h JOIN #arena Ann :Ann")
		account("Ann", ":ann!a@h PRIVMSG #arena :logged out, says the missing tag")
		account("", ":irc.test 352 bot #arena a h irc.test ann H :0 Ann")
	})
}

// It needs a source that is not there; a server has no reason to send it.
func TestPlainG22(t *testing.T) {
	panicked := make(chan string, 10)
	onGirc(t, func(cfg *girc.Config) {
		cfg.RecoverFunc = func(_ *girc.Client, err *girc.HandlerError) { panicked <- err.Error() }
	}, func(p *plain) {
		p.welcome("NETWORK=Test")
		// As girc's default handler for it does, but where the panic is caught.
		p.client.CTCP.Set("VERSION", func(c *girc.Client, e girc.CTCPEvent) { c.Cmd.SendCTCPReply(e.Source.ID(), "VERSION", "x") })
		p.say("PRIVMSG bot :\x01VERSION\x01")
		p.lines()
		if len(panicked) == 0 {
			t.Error("no panic")
		}
	})
}

// dialler is a dial that lasts until it is released.
type dialler struct{ dialling, release chan struct{} }

func (d dialler) Dial(string, string) (net.Conn, error) {
	close(d.dialling)
	<-d.release
	return nil, context.Canceled
}

func TestPlainG23(t *testing.T) {
	client := girc.New(girc.Config{Server: "irc.test", Nick: "bot", User: "bot"})
	d := dialler{make(chan struct{}), make(chan struct{})}
	ended, asked := make(chan error, 1), make(chan struct{})
	go func() { ended <- client.DialerConnect(d) }()
	<-d.dialling
	go func() {
		client.IsConnected()
		close(asked)
	}()
	// It passes once the goroutine that asks is seen waiting for the lock.
	stacks := make([]byte, 1<<20)
	for waiting := false; !waiting; runtime.Gosched() {
		for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
			waiting = waiting || strings.Contains(stack, "IsConnected") && strings.Contains(stack, "RWMutex")
		}
		select {
		case <-asked:
			t.Fatal("it was answered during the dial")
		default:
		}
	}
	close(d.release)
	if err := <-ended; err == nil {
		t.Error("the dial has not failed")
	}
	<-asked
}
