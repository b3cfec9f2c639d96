package irc

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arbitre/referee"
)

// timetable is what the server heard and when, counted from a moment.
func timetable(s *server, from time.Time) []string {
	var lines []string
	for _, line := range s.timed() {
		at := s.start.Add(line.at).Sub(from)
		text := strings.TrimPrefix(strings.TrimPrefix(line.text, "PRIVMSG #arena :"), "PRIVMSG ann :")
		lines = append(lines, fmt.Sprintf("%v %s", at, text))
	}
	return lines
}

func wantTimetable(t *testing.T, s *server, from time.Time, want ...string) {
	t.Helper()
	if got := timetable(s, from); !slices.Equal(got, want) {
		t.Errorf("server heard\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// settled is a registered connection in #arena with ann, its budget full.
func settled(w *world) (*server, *referee.Person) {
	w.t.Helper()
	s := w.up()
	w.join(s, "#arena", "ann")
	s.say(":ann!a@h PRIVMSG #arena :hello")
	ann := taken[referee.Heard](w)[0].From
	within(20 * time.Second)
	return s, ann
}

func TestPace(t *testing.T) {
	in(t, nil, func(w *world) {
		s, _ := settled(w)
		from := time.Now()
		for i := range 8 {
			w.n.Send(referee.Post{Channel: "#arena", Text: fmt.Sprint("line ", i)})
		}
		within(30 * time.Second)
		wantTimetable(t, s, from,
			"0s line 0", "0s line 1", "0s line 2", "0s line 3", "0s line 4", "2s line 5", "4s line 6", "6s line 7")
	})
}

// Unlimited by the configuration, or by the server's own word.
func TestNoPace(t *testing.T) {
	all := func(w *world, s *server) {
		for i := range 100 {
			w.n.Send(referee.Post{Channel: "#arena", Text: fmt.Sprint(i)})
		}
		if heard := s.lines(); len(heard) != 100 {
			t.Errorf("%d of 100 lines at once", len(heard))
		}
	}
	in(t, unpaced, func(w *world) { all(w, w.up()) })
	in(t, nil, func(w *world) {
		s := w.accept()
		w.register(s, usualSupport+" SAFERATE")
		all(w, s)
	})
}

// All of a lower class leaves before any of a higher one; PONG waits for nobody, and
// is a line like any other to the server.
func TestClasses(t *testing.T) {
	in(t, nil, func(w *world) {
		s, ann := settled(w)
		from := time.Now()
		for i := range 6 {
			w.n.Send(referee.Post{Channel: "#arena", Notice: true, Class: referee.Talk, Text: fmt.Sprint("talk ", i)})
		}
		within(time.Second)
		w.n.Send(referee.Post{To: ann, Class: referee.Views, Text: "view"})
		w.n.Send(referee.Post{Channel: "#arena", Text: "TOUR 2"})
		s.say("PING x")
		within(time.Minute / 2)
		wantTimetable(t, s, from,
			"0s NOTICE #arena :talk 0", "0s NOTICE #arena :talk 1", "0s NOTICE #arena :talk 2",
			"0s NOTICE #arena :talk 3", "0s NOTICE #arena :talk 4",
			"1s PONG x", "4s TOUR 2", "6s view", "8s NOTICE #arena :talk 5")
	})
}

// What is stale when its turn comes is dropped and costs nothing, and so is what
// goes to somebody who is gone.
func TestStale(t *testing.T) {
	in(t, nil, func(w *world) {
		s, ann := settled(w)
		from := time.Now()
		var stale atomic.Bool
		for i := range 5 {
			w.n.Send(referee.Post{Channel: "#arena", Text: fmt.Sprint(i)})
		}
		for range 3 {
			w.n.Send(referee.Post{Channel: "#arena", Text: "old", Stale: stale.Load})
			w.n.Send(referee.Post{To: ann, Text: "private"})
		}
		w.n.Send(referee.Post{Channel: "#arena", Text: "new"})
		stale.Store(true)
		s.say(":ann!a@h QUIT :Quit: bye")
		within(time.Minute / 2)
		wantTimetable(t, s, from, "0s 0", "0s 1", "0s 2", "0s 3", "0s 4", "2s new")
	})
}

// A person is written to by the nick that he has when the line leaves.
func TestRenamedWhileWaiting(t *testing.T) {
	in(t, nil, func(w *world) {
		s, ann := settled(w)
		for range 5 {
			w.n.Send(referee.Post{Channel: "#arena", Text: "x"})
		}
		w.n.Send(referee.Post{To: ann, Text: "view"})
		s.say(":ann!a@h NICK Anna")
		s.lines()
		within(2 * time.Second)
		s.want("PRIVMSG Anna :view")
	})
}

// The same text to several people is one line where the server allows.
func TestManyTargets(t *testing.T) {
	in(t, func(cfg *Config) { cfg.Burst = 1 }, func(w *world) {
		s := w.accept()
		w.register(s, usualSupport+" TARGMAX=NAMES:1,PRIVMSG:3,NOTICE:")
		w.join(s, "#arena", "ann bob cyd dan eve")
		people := map[string]*referee.Person{}
		for _, arrived := range taken[referee.Arrived](w) {
			people[arrived.Who.Nick()] = arrived.Who
		}
		within(20 * time.Second)
		s.lines()
		from := time.Now()
		stale := func() bool { return true }
		w.n.Send(referee.Post{Channel: "#arena", Text: "TOUR 1"})
		for _, nick := range []string{"ann", "bob", "cyd", "dan"} {
			w.n.Send(referee.Post{To: people[nick], Class: referee.Views, Text: "view"})
			w.n.Send(referee.Post{To: people[nick], Class: referee.Talk, Notice: true, Text: "a :word"})
		}
		w.n.Send(referee.Post{To: people["eve"], Class: referee.Views, Text: "view", Stale: stale})
		w.n.Send(referee.Post{To: people["eve"], Class: referee.Views, Text: "other"})
		s.say(":bob!b@h QUIT :Quit: bye")
		within(20 * time.Second)
		wantTimetable(t, s, from, "0s TOUR 1", "2s PRIVMSG ann,cyd,dan :view", "4s PRIVMSG eve :other", "6s NOTICE ann,cyd,dan :a :word")
	})
}

// A prompt is opened just before it leaves, with its PING behind it, which counts
// in the budget; its PONG starts the turn.
func TestPrompt(t *testing.T) {
	in(t, nil, func(w *world) {
		s, ann := settled(w)
		from := time.Now()
		var opened time.Time
		for range 5 {
			w.n.Send(referee.Post{To: ann, Class: referee.Views, Text: "view"})
		}
		w.n.Send(referee.Post{
			Channel: "#arena", Class: referee.Views, Text: "SEND_YOUR_ACTION",
			Prompt: 1<<63 + 7, Open: func(at time.Time) { opened = at },
		})
		w.n.Send(referee.Post{Channel: "#arena", Class: referee.Talk, Text: "later"})
		within(5 * time.Second)
		s.say(":irc.test PONG irc.test :x", ":irc.test PONG irc.test :prompt-9223372036854775815")
		started := taken[referee.Started](w)
		within(20 * time.Second)
		wantTimetable(t, s, from, "0s view", "0s view", "0s view", "0s view", "0s view",
			"4s SEND_YOUR_ACTION", "4s PING :prompt-9223372036854775815", "6s later")
		if got := opened.Sub(from); got != 4*time.Second {
			t.Errorf("opened after %v", got)
		}
		if len(started) != 1 || started[0].Token != 1<<63+7 || started[0].At.Sub(from) != 5*time.Second {
			t.Errorf("started %v", started)
		}
	})
}

// A prompt without an answer is a lost connection; an answered one is not.
func TestBarrier(t *testing.T) {
	in(t, func(cfg *Config) { cfg.Barrier = 10 * time.Second }, func(w *world) {
		s, _ := settled(w)
		w.n.Send(referee.Post{Channel: "#arena", Text: "SEND_YOUR_ACTION", Prompt: 1})
		within(9 * time.Second)
		s.say(":irc.test PONG irc.test prompt-1")
		within(9 * time.Second)
		w.take()
		from := time.Now()
		w.n.Send(referee.Post{Channel: "#arena", Text: "SEND_YOUR_ACTION", Prompt: 2})
		<-s.gone
		down := taken[referee.LinkDown](w)
		if len(down) != 1 || down[0].At.Sub(from) != 10*time.Second {
			t.Errorf("%v: down %v", time.Since(from), down)
		}
	})
}

// What waits when the link goes down is dropped, and nothing is taken in before
// the desk has read of the new one.
func TestNothingStaleAfterReconnection(t *testing.T) {
	in(t, nil, func(w *world) {
		s, ann := settled(w)
		for range 50 {
			w.n.Send(referee.Post{Channel: "#arena", Text: "old"})
			w.n.Send(referee.Post{To: ann, Text: "old"})
		}
		s.lines()
		_ = s.Close()
		again := w.accept()
		w.n.Send(referee.Post{Channel: "#arena", Text: "old"})
		again.want("CAP LS 302", "NICK bot", "USER bot * * bot")
		w.register(again, usualSupport)
		if ann.Nick() != "" {
			t.Errorf("%s is still there", ann.Nick())
		}
		within(10 * time.Second)
		again.want()
		w.n.Send(referee.Post{Channel: "#arena", Text: "new"})
		again.want("PRIVMSG #arena :new")
	})
}

// A full class takes no more, and says so.
func TestFullQueue(t *testing.T) {
	in(t, nil, func(w *world) {
		w.up()
		for range maxWaiting + 20 {
			w.n.Send(referee.Post{Channel: "#arena", Class: 99, Text: "x"})
		}
		if w.logs.FilterMessageSnippet("too many lines").Len() == 0 {
			t.Error("nothing in the log")
		}
	})
}

func TestBucket(t *testing.T) {
	now := time.Now()
	b := bucket{budget: lines(2, time.Second)}
	for _, step := range []struct {
		later time.Duration
		lines int
		wait  time.Duration
	}{
		{0, 1, 0},
		{0, 1, 0},
		{0, 1, time.Second},
		{time.Second, 1, 0},
		{time.Hour, 3, 0},
		{0, 1, 2 * time.Second},
		{4 * time.Second, 3, 0},
		{time.Second, 2, 2 * time.Second},
	} {
		now = now.Add(step.later)
		cost := b.budget.Cost(step.lines, 0)
		wait := b.wait(now, cost)
		if wait != step.wait {
			t.Errorf("%+v: waits %v", step, wait)
		}
		if wait == 0 {
			b.take(now, cost)
		}
	}
}
