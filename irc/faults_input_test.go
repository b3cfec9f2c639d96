package irc

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/referee"
)

// The faults of girc, as in docs/girc.md, that are about what comes in.

// G5: girc asks WHO for each who enters, and its limiter keeps PONG waiting.
func TestG05NetjoinDelaysNothing(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		w.take()
		var lines []string
		for i := range 60 {
			lines = append(lines, fmt.Sprintf(":p%d!u@h JOIN #arena", i))
		}
		s.say(append(lines, "PING :now")...)
		if heard := s.timed(); len(heard) != 1 || heard[0].text != "PONG now" || heard[0].at != 0 {
			t.Errorf("server heard %v", heard)
		}
		if arrived := taken[referee.Arrived](w); len(arrived) != 60 {
			t.Errorf("%d arrived", len(arrived))
		}
		within(30 * time.Second)
		s.want()
	})
}

// G6: girc answers unknown CTCPs in its reader's way.
func TestG06CTCPDelaysNothing(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		w.take()
		within(ctcpTime) // the budget is whole again
		lines := make([]string, 0, 202)
		for range 100 {
			lines = append(lines, ":ann!a@h PRIVMSG bot :\x01XYZZY\x01", ":ann!a@h PRIVMSG bot :\x01VERSION\x01")
		}
		s.say(append(lines, ":ann!a@h PRIVMSG bot :NORTH 1", "PING :now")...)
		heard := taken[referee.Heard](w)
		if last := heard[len(heard)-1]; last.Text != "NORTH 1" || !last.At.Equal(time.Now()) {
			t.Errorf("heard %q after %v", last.Text, time.Since(last.At))
		}
		version := "NOTICE ann :\x01VERSION Arbitre\x01"
		got := s.lines()
		if len(got) != 4 || strings.Count(strings.Join(got, "\n"), version) != ctcpReplies {
			t.Errorf("server heard %q", got)
		}
		within(ctcpTime)
		s.say(":ann!a@h PRIVMSG bot :\x01VERSION\x01")
		s.want(version)
	})
}

// G12: a blank or very short line ends girc's connection.
func TestG12BlankLines(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		w.take()
		s.say("", " ", "\r", "x", ":", "@", ": ", "@a ", ":a", "@a :b ", "\x00", ":ann!a@h PRIVMSG bot :NORTH 1")
		if heard := taken[referee.Heard](w); len(heard) != 1 {
			t.Errorf("heard %v", heard)
		}
		s.say("PING x")
		s.want("PONG x")
	})
}

// G16: girc folds by RFC 1459 whatever the server says.
func TestG16CaseMapping(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up() // CASEMAPPING=ascii
		w.join(s, "#arena", "al[x] al{x}")
		w.take()
		s.say(":al[x]!a@h PRIVMSG bot :\x01VERSION\x01", ":al{x}!b@h PRIVMSG bot :one", ":AL{X}!b@h PRIVMSG bot :two")
		heard := taken[referee.Heard](w)
		if len(heard) != 3 || heard[0].From == heard[1].From || heard[1].From != heard[2].From {
			t.Errorf("heard %v", heard)
		}
		s.want("NOTICE al[x] :\x01VERSION Arbitre\x01")
	})
	for mapping, want := range map[string]string{
		"ascii": "ab[]\\^{}|~", "strict-rfc1459": "ab{}|^{}|~", "rfc1459": "ab{}|~{}|~", "rfc7613": "ab[]\\^{}|~",
	} {
		s := defaultISupport()
		s.set("CASEMAPPING=" + mapping)
		if got := s.fold("AB[]\\^{}|~"); got != want {
			t.Errorf("%s: %s", mapping, got)
		}
	}
}

// G17: what girc gives out of its state is shared with it.
func TestG17NoSharedState(t *testing.T) {
	in(t, unpaced, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		s.say(":ann!a@h PRIVMSG bot :hello")
		ann := taken[referee.Heard](w)[0].From
		var others sync.WaitGroup
		for i := range 4 {
			others.Go(func() {
				for j := range 50 {
					w.n.Send(referee.Post{To: ann, Text: w.n.Fold(ann.Nick())})
					w.n.Mark(uint64(1 + i*50 + j))
					w.n.MaxText(ann.Nick())
					w.n.Join("#other")
					w.n.Part("#other", "x")
				}
			})
		}
		for i := range 50 {
			s.say(fmt.Sprintf(":ann%s!a@h NICK ann%s", strings.Repeat("_", i%2), strings.Repeat("_", 1-i%2)),
				":bot!bot@h"+fmt.Sprint(i)+" JOIN #arena", ":bot!bot@h NICK bot")
		}
		others.Wait()
		synctest.Wait()
	})
}

// G20: for girc a long name is no channel, and what is said there looks private.
func TestG20LongChannelNames(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		name := "#" + strings.Repeat("x", 63)
		w.join(s, name, "ann")
		w.take()
		s.say(":ann!a@h PRIVMSG "+name+" :one", ":ann!a@h NOTICE @"+name+" :two", ":ann!a@h PRIVMSG $* :three", ":ann!a@h PRIVMSG bot :four")
		heard := taken[referee.Heard](w)
		if len(heard) != 3 || heard[0].Channel != name || heard[1].Channel != name || heard[2].Channel != "" {
			t.Errorf("heard %v", heard)
		}
	})
}

// G21: girc's accounts are cleared by a WHO that does not know them, kept by a
// message that denies them, and a short NAMES panics.
func TestG21Accounts(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.accept()
		w.negotiate(s, "account-tag extended-join")
		w.join(s, "#arena", "ann")
		w.take()
		check := func(want string, lines ...string) {
			t.Helper()
			s.say(lines...)
			w.take()
			if got := w.n.roster.called("ann").Account; got != want {
				t.Errorf("after %q the account is %q", lines, got)
			}
		}
		check("Ann", "@account=Ann :ann!a@h PRIVMSG #arena :hello")
		check("Ann", ":irc.test 352 bot #arena a h irc.test ann H@ :0 Ann")
		check("", ":ann!a@h PRIVMSG #arena :logged out")
		check("ann2", ":ann!a@h ACCOUNT ann2")
		check("ann2", ":ann!a@h NICK ann", ":irc.test 353", ":irc.test 353 bot", ":irc.test 353 bot =", ":irc.test 353 bot = #arena")
		check("", ":ann!a@h ACCOUNT *")
		check("Ann3", ":irc.test 354 bot 152 #arena a h ann H Ann3")
		check("", ":irc.test 354 bot 152 #arena a h ann H 0")
	})
}

// G22: a CTCP without a source, or FINGER, can end girc's process.
func TestG22StrangeCTCP(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		s.say("PRIVMSG bot :\x01FINGER\x01", ":irc.test PRIVMSG bot :\x01VERSION\x01", ":ann!a@h PRIVMSG bot :\x01FINGER\x01",
			":ann!a@h PRIVMSG bot :\x01", ":ann!a@h PRIVMSG bot :\x01\x01", ":ann!a@h NOTICE bot :\x01VERSION x\x01", "PRIVMSG", ":ann!a@h PRIVMSG bot")
		for _, heard := range taken[referee.Heard](w) {
			if heard.From.Nick() != "ann" || heard.Kind != referee.CTCP && heard.Text != "" {
				t.Errorf("heard %+v", heard)
			}
		}
		s.want()
	})
}
