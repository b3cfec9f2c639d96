package irc

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/referee"
)

// The faults of girc, as in docs/girc.md, that are about registering, and losing
// a connection.

// nicks is the nicks that were asked for.
func nicks(lines []string) []string {
	var nicks []string
	for _, line := range lines {
		if nick, ok := strings.CutPrefix(line, "NICK "); ok {
			nicks = append(nicks, nick)
		}
	}
	return nicks
}

// G7: girc tries the same nick for ever.
func TestG07EachNickOnce(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.accept()
		s.lines()
		for range 3 {
			s.say(":irc.test 433 * bot :Nickname is already in use")
		}
		s.want("NICK bot1", "NICK bot2", "NICK bot3")
		s.say(":irc.test 001 bot3 :Welcome", ":irc.test 376 bot3 :End of MOTD")
		if len(taken[referee.LinkUp](w)) != 1 || w.n.facts.Load().nick != "bot3" {
			t.Error("not registered as bot3")
		}

		// The ghost goes, and the nick is taken back.
		within(10 * time.Second)
		s.want("NICK bot")
		s.say(":bot3!bot@h NICK bot")
		within(10 * time.Minute)
		if got := nicks(s.lines()); got != nil {
			t.Errorf("registered, and asked for %q", got)
		}
	})
}

// G8: a failed change of nick renames girc.
func TestG08RefusedRegainChangesNothing(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.accept()
		s.lines()
		s.say(":irc.test 433 * bot :Nickname is already in use", ":irc.test 001 bot1 :Welcome", ":irc.test 376 bot1 :End of MOTD")
		s.answer(func(s *server, line string) {
			if line == "NICK bot" {
				s.say(":irc.test 433 bot1 bot :Nickname is already in use")
			}
			if strings.HasPrefix(line, "PING ") {
				s.say(":irc.test PONG irc.test " + line[5:])
			}
		})
		s.lines()
		within(time.Hour)
		if got := nicks(s.lines()); !slices.Equal(got, []string{"bot", "bot", "bot"}) {
			t.Errorf("asked for %q", got)
		}

		// The ghost has outlived all that, and now goes.
		s.say(":somebody!bot@h QUIT :bye", ":bot!bot@h QUIT :Ping timeout: 3600 seconds")
		within(time.Second)
		if got := nicks(s.lines()); !slices.Equal(got, []string{"bot"}) {
			t.Errorf("asked for %q when its nick was free", got)
		}
	})
}

// While a turn waits for answers, which go to the nick that asked for them, the nick
// stays; the next prompt comes from the new one. Without a further prompt it is
// taken back when nobody answers any more.
func TestNickIsTakenBackWithAPrompt(t *testing.T) {
	for name, again := range map[string]bool{"with a prompt": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			in(t, nil, func(w *world) {
				s := w.accept()
				s.lines()
				s.say(":irc.test 433 * bot :Nickname is already in use", ":irc.test 001 bot1 :Welcome", ":irc.test 376 bot1 :End of MOTD")
				s.lines()
				taken[referee.LinkUp](w)
				s.answer(func(s *server, line string) {
					if strings.HasPrefix(line, "PING ") {
						s.say(":irc.test PONG irc.test " + line[5:])
					}
				})
				prompt := func(token uint64) {
					w.n.Send(referee.Post{Channel: "#arena", Class: referee.Views, Text: "SEND_YOUR_ACTION", Prompt: token})
					within(time.Second)
				}
				prompt(1)
				s.lines()
				s.say(":bot!bot@h QUIT :Ping timeout")
				within(10 * time.Second) // and regain tries too
				if got := nicks(s.lines()); got != nil {
					t.Errorf("in a turn the nick was changed to %q", got)
				}
				if !again {
					within(longTurn)
					if got := nicks(s.lines()); !slices.Equal(got, []string{"bot"}) {
						t.Errorf("when nobody answers any more it asked for %q", got)
					}
					return
				}
				prompt(2)
				s.want("NICK bot", "PRIVMSG #arena :SEND_YOUR_ACTION", "PING :prompt-2")
			})
		})
	}
}

// G9: girc does not know 432; and a server that takes no nick at all is left.
func TestG09ErroneousNick(t *testing.T) {
	in(t, func(cfg *Config) { cfg.Nick = "longreferee" }, func(w *world) {
		s := w.accept()
		s.lines()
		s.say(":irc.test 432 * longreferee :Erroneous nickname")
		s.want("NICK longrefe1")
		for range maxNicks {
			s.say(":irc.test 432 * x :Erroneous nickname")
		}
		<-s.gone
		start := time.Now()
		w.accept()
		if wait := time.Since(start); wait < time.Minute {
			t.Errorf("back after %v", wait)
		}
	})
}

// G10: girc without tracking panics at 433. Ours tracks, and is not asked.
func TestG10CollisionPanicsNothing(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.accept()
		s.lines()
		s.say(":irc.test 433", ":irc.test 433 *", ":irc.test 437 * bot :Nick/channel is temporarily unavailable", ":irc.test 436 * bot :Nickname collision KILL")
		s.want("NICK bot1", "NICK bot2", "NICK bot3", "NICK bot4")
		if w.logs.FilterMessage("girc panicked").Len() != 0 {
			t.Error("girc panicked")
		}
	})
}

// G11: with a peer that takes no data girc hangs for ever.
func TestG11StalledPeer(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		stalled := make(chan struct{})
		s.answer(func(*server, string) { <-stalled })
		start := time.Now()
		for range 5 {
			w.n.Send(referee.Post{Channel: "#arena", Text: "TOUR"})
		}
		again := w.accept()
		if wait := time.Since(start); wait < writeLimit || wait > writeLimit+pauses[lost].first*5/4 {
			t.Errorf("back after %v", wait)
		}
		close(stalled)
		w.register(again, usualSupport)
		within(time.Minute)
		for _, line := range again.lines() {
			if strings.HasPrefix(line, "PRIVMSG") {
				t.Errorf("stale: %q", line)
			}
		}
	})
}

// G13: at a refusal of the capabilities girc goes on without SASL.
func TestG13RefusedCapabilities(t *testing.T) {
	sasl := func(cfg *Config) { cfg.SASL = &SASL{Account: "Bot", Password: "secret"} }
	in(t, sasl, func(w *world) {
		s := w.accept()
		s.lines()
		s.say(":irc.test CAP * LS * :batch", ":irc.test CAP * LS :sasl account-tag")
		request := s.lines()
		if len(request) != 1 {
			t.Fatalf("requested %q", request)
		}
		names, _ := strings.CutPrefix(request[0], "CAP REQ :")
		s.say(":irc.test CAP * NAK :" + names)
		var want []string
		for name := range strings.FieldsSeq(names) {
			want = append(want, "CAP REQ :"+name)
		}
		s.want(want...)
		s.say(":irc.test CAP * NAK :batch", ":irc.test CAP * ACK :account-tag ", ":irc.test CAP * ACK :sasl")
		s.want("AUTHENTICATE PLAIN")
		s.say("AUTHENTICATE +")
		s.want("AUTHENTICATE Qm90AEJvdABzZWNyZXQ=")
		s.say(":irc.test 900 * * Bot :You are now logged in", ":irc.test 903 * :SASL successful")
		s.want("CAP END")
	})
	in(t, nil, func(w *world) { // all of them, one by one
		s := w.accept()
		s.lines()
		s.say(":irc.test CAP * LS :account-tag")
		s.want("CAP REQ account-tag")
		s.say(":irc.test CAP * NAK :account-tag")
		s.want("CAP REQ :account-tag")
		s.say(":irc.test CAP * NAK :account-tag")
		s.want("CAP END")
	})
	for name, lines := range map[string][]string{
		"not offered": {":irc.test CAP * LS :batch", ":irc.test CAP * ACK :batch", ":irc.test 001 bot :Welcome", ":irc.test 376 bot :End of MOTD"},
		"no CAP":      {":irc.test 421 * CAP :Unknown command", ":irc.test 001 bot :Welcome", ":irc.test 376 bot :End of MOTD"},
		"failed":      {":irc.test CAP * LS :sasl", ":irc.test CAP * ACK :sasl", ":irc.test 904 * :SASL authentication failed"},
		"mechanism":   {":irc.test CAP * LS :sasl=EXTERNAL", ":irc.test CAP * ACK :sasl", ":irc.test 908 * EXTERNAL :are available"},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, sasl, func(w *world) {
				s := w.accept()
				for _, line := range lines {
					synctest.Wait()
					_, _ = s.Write([]byte(line + "\r\n")) // it may be closed by then
				}
				<-s.gone
				start := time.Now()
				w.accept()
				if wait := time.Since(start); wait < time.Minute {
					t.Errorf("back after %v", wait)
				}
				if len(w.take()) != 0 || w.logs.FilterMessage("connection ended").Len() != 1 {
					t.Error("it came up, or nothing is in the log")
				}
				for _, entry := range w.logs.All() {
					for _, value := range entry.ContextMap() {
						if text, ok := value.(string); ok && strings.Contains(text, "secret") {
							t.Errorf("the password is in the log: %s", text)
						}
					}
				}
			})
		})
	}
}

// G14: services that restart make girc log in again, fail, and close.
func TestG14ServicesRestart(t *testing.T) {
	in(t, func(cfg *Config) { cfg.SASL = &SASL{Mechanism: "external"} }, func(w *world) {
		s := w.accept()
		s.lines()
		s.say(":irc.test CAP * LS :sasl account-tag")
		s.lines()
		s.say(":irc.test CAP * ACK :sasl account-tag")
		s.want("AUTHENTICATE EXTERNAL")
		s.say("AUTHENTICATE +")
		s.want("AUTHENTICATE +")
		s.say(":irc.test 903 * :SASL successful")
		s.want("CAP END")
		w.register(s, usualSupport)
		s.say(":irc.test CAP bot DEL :sasl account-tag")
		s.say(":irc.test CAP bot NEW :sasl account-tag x", "AUTHENTICATE +", ":irc.test 904 bot :SASL authentication failed")
		s.want("CAP REQ :account-tag")
		within(30 * time.Second)
		s.say("PING x")
		s.want("PONG x")
	})
}

// An ERROR behind which the connection stands is no reason for its end later.
func TestWordsThatWereNotTheLast(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		s.say(`ERROR :Invalid prefix "x"`)
		time.Sleep(2 * lastWords)
		_ = s.Close()
		start := time.Now()
		w.accept()
		if wait := time.Since(start); wait > 3*time.Second {
			t.Errorf("back after %v", wait)
		}
	})
}

// G15: girc loses the last words of a server.
func TestG15LastWords(t *testing.T) {
	for _, c := range []struct {
		words         string
		least, utmost time.Duration
	}{
		{"", 2 * time.Second, 3 * time.Second},
		{"ERROR :Closing Link: bot[h] (Server shutdown)", 15 * time.Second, 19 * time.Second},
		{"ERROR :Closing Link: h (Excess Flood)", 15 * time.Second, 19 * time.Second},
		{":irc.test 465 bot :You are banned from this server", 5 * time.Minute, 7 * time.Minute},
		{"ERROR :Closing Link: h (K-Lined)", 5 * time.Minute, 7 * time.Minute},
		{"ERROR :Trying to reconnect too fast; throttled", 5 * time.Minute, 7 * time.Minute},
		{":oper!o@h KILL bot :h!oper (spam)", time.Minute, 76 * time.Second},
		{"ERROR :KILLed by oper: spam", time.Minute, 76 * time.Second},
	} {
		in(t, nil, func(w *world) {
			s := w.up()
			if c.words != "" {
				s.say(c.words)
			}
			_ = s.Close()
			start := time.Now()
			w.accept()
			if wait := time.Since(start); wait < c.least || wait > c.utmost {
				t.Errorf("%q: back after %v", c.words, wait)
			}
			ended := w.logs.FilterMessage("connection ended").All()
			_, words, _ := strings.Cut(c.words, " :")
			if last := ended[0].ContextMap()["last"].(string); !strings.Contains(last, words) {
				t.Errorf("%q is in the log as %q", c.words, last)
			}
		})
	}
}

// G15: killed twice, we stay away.
func TestG15KilledTwice(t *testing.T) {
	in(t, nil, func(w *world) {
		for range 2 {
			s := w.up()
			s.say(":oper!o@h KILL bot :h!oper (spam)")
			_ = s.Close()
		}
		err := <-w.ended
		if !errors.Is(err, ErrKilled) {
			t.Errorf("ended by %v", err)
		}
		w.ended <- err
	})
}

// G23: girc's methods block while it dials.
func TestG23NothingWaitsForADial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dialled := make(chan struct{})
		dial := func(ctx context.Context) (net.Conn, error) {
			close(dialled)
			<-ctx.Done()
			return nil, ctx.Err()
		}
		n, end := alone(t, Config{Nick: "bot", Dial: dial})
		<-dialled
		n.Send(referee.Post{Channel: "#arena", Text: "x"})
		n.Mark(7)
		n.Join("#arena")
		n.Part("#arena", "x")
		n.Fold("X")
		n.MaxText("x")
		if line := <-n.Lines(); line.Mark != 7 {
			t.Errorf("%+v", line)
		}
		end()
	})
}
