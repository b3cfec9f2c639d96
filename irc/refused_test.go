package irc

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"arbitre/referee"
)

// Fault 45: what a server says that it dropped is said again, in its order, before
// anything else of its class; and we go slower, unless it was not our pace.
func TestFault45SaidAgain(t *testing.T) {
	for name, test := range map[string]struct {
		refusal string
		after   time.Duration
		slower  bool
	}{
		"unreal":  {":irc.test NOTICE bot :Message to ann throttled due to flooding", 5 * time.Second, true},
		"ircu":    {":irc.test 439 bot ann :Target change too fast. Please wait 17 seconds.", 17 * time.Second, false},
		"solanum": {":irc.test 707 bot ann :Targets changing too fast, message dropped", 5 * time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, nil, func(w *world) {
				s, ann := settled(w)
				for _, text := range []string{"view 1", "view 2"} {
					w.n.Send(referee.Post{To: ann, Class: referee.Views, Text: text})
				}
				w.n.Send(referee.Post{Channel: "#arena", Class: referee.Views, Text: "prompt", Prompt: 7})
				s.want("PRIVMSG ann :view 1", "PRIVMSG ann :view 2", "PRIVMSG #arena :prompt", "PING :prompt-7")
				from := time.Now()
				s.say(test.refusal, test.refusal, ":irc.test PONG irc.test :prompt-7")
				s.pass(test.after + time.Second)
				wantTimetable(t, s, from, fmt.Sprint(test.after, " view 1"), fmt.Sprint(test.after, " view 2"))
				for _, event := range w.take() {
					if u, ok := event.(referee.Undelivered); ok {
						t.Errorf("%+v", u)
					}
				}
				if line := w.n.Budget().Line; (line > 2*time.Second) != test.slower {
					t.Errorf("a line in %v", line)
				}
			})
		})
	}
}

// A refused line that has become pointless is not said again, nor one to somebody
// who is gone; and after some tries it counts as not delivered.
func TestFault45NotForEver(t *testing.T) {
	in(t, nil, func(w *world) {
		s, ann := settled(w)
		var stale atomic.Bool
		w.n.Send(referee.Post{To: ann, Text: "old", Stale: stale.Load})
		s.want("PRIVMSG ann :old")
		s.say(":irc.test 707 bot ann :Targets changing too fast, message dropped")
		stale.Store(true)
		s.pass(time.Minute)
		s.want()

		w.n.Send(referee.Post{To: ann, Text: "view"})
		tries := 0
		for undelivered := []referee.Undelivered(nil); len(undelivered) == 0 && tries < 2*maxTries; tries++ {
			s.want("PRIVMSG ann :view")
			s.say(":irc.test 707 bot ann :Targets changing too fast, message dropped")
			undelivered = taken[referee.Undelivered](w)
			s.pass(2 * time.Minute)
		}
		if tries != maxTries {
			t.Errorf("tried %d times", tries)
		}

		w.n.Send(referee.Post{To: ann, Text: "view"})
		s.want("PRIVMSG ann :view")
		s.say(":irc.test 707 bot ann :Targets changing too fast, message dropped", ":ann!a@h QUIT :Quit: bye")
		s.pass(time.Minute)
		s.want()
	})
}

// One line to several people that was refused for one of them goes to him again,
// and one that was said in a channel goes there.
func TestFault45OfSeveral(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.accept()
		w.register(s, usualSupport+" MAXTARGETS=4")
		w.join(s, "#arena", "ann bob")
		within(20 * time.Second)
		s.lines()
		for range 5 { // so that those two wait together
			w.n.Send(referee.Post{Channel: "#arena", Text: "x"})
		}
		for _, arrived := range taken[referee.Arrived](w) {
			w.n.Send(referee.Post{To: arrived.Who, Notice: true, Class: referee.Talk, Text: "word"})
		}
		within(2 * time.Second)
		s.want("PRIVMSG #arena :x", "PRIVMSG #arena :x", "PRIVMSG #arena :x", "PRIVMSG #arena :x", "PRIVMSG #arena :x",
			"NOTICE ann,bob :word")
		s.say(":irc.test NOTICE bot :Message to BOB throttled due to flooding",
			":irc.test NOTICE bot :Message to #arena throttled due to flooding")
		s.pass(time.Minute)
		s.want("PRIVMSG #arena :x", "NOTICE bob :word")
	})
}

// 263: try again later.
func TestSlowerAfterTryAgain(t *testing.T) {
	in(t, nil, func(w *world) {
		s, _ := settled(w)
		s.say(":irc.test 263 bot WHO :Server load is temporarily too heavy. Please wait a while and try again.")
		s.lines()
		if line := w.n.Budget().Line; line != 3*time.Second {
			t.Errorf("a line in %v", line)
		}
	})
}
