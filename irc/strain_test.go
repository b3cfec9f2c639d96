package irc

import (
	"fmt"
	"testing"
	"time"

	"arbitre/referee"
)

// pass lets time pass in which the server shows that it is there.
func (s *server) pass(d time.Duration) {
	for ; d > 0; d -= 30 * time.Second {
		s.say(":irc.test NOTICE bot :still here")
		within(min(d, 30*time.Second))
	}
}

// pace is how the server hears a burst of lines to the channel.
func pace(w *world, s *server, count int) []string {
	w.t.Helper()
	s.lines()
	from := time.Now()
	for i := range count {
		w.n.Send(referee.Post{Channel: "#arena", Text: fmt.Sprint(i)})
	}
	s.pass(2 * time.Minute)
	return timetable(s, from)
}

// wantPace looks at the time between the last two of the lines.
func wantPace(w *world, s *server, every time.Duration) {
	w.t.Helper()
	const count = 6
	heard := pace(w, s, count)
	if len(heard) != count {
		w.t.Fatalf("server heard %q", heard)
	}
	var before, last time.Duration
	for i, at := range []*time.Duration{&before, &last} {
		var text string
		var took string
		if _, err := fmt.Sscan(heard[count-2+i], &took, &text); err != nil {
			w.t.Fatal(err)
		}
		*at, _ = time.ParseDuration(took)
	}
	if got := last - before; got != every {
		w.t.Errorf("a line in %v, want one in %v: %q", got, every, heard)
	}
}

// thrownOutBy ends a connection for flooding, and takes the next.
func thrownOutBy(w *world, s *server, words, support string) *server {
	w.t.Helper()
	s.say("ERROR :Closing Link: bot[h] (" + words + ")")
	_ = s.Close()
	s = w.accept()
	w.register(s, usualSupport+support)
	return s
}

// Fault 9: thrown out for flooding, we go at half the pace from then on, over
// reconnections, whatever the configuration or the server says; and recover slowly.
func TestFault09SlowerAfterExcessFlood(t *testing.T) {
	for name, configure := range map[string]func(*Config){
		"paced": nil, "unlimited": unpaced, "safe": func(*Config) {},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, configure, func(w *world) {
				support := map[string]string{"safe": " SAFERATE"}[name]
				s := thrownOutBy(w, w.up(), "Excess Flood", support)
				wantPace(w, s, 4*time.Second)
				s = thrownOutBy(w, s, "RecvQ exceeded", support)
				wantPace(w, s, 8*time.Second)
				s.pass(calm)
				wantPace(w, s, 6*time.Second)
				s.pass(2 * calm)
				wantPace(w, s, 4500*time.Millisecond*3/4)
			})
		})
	}
}

// A server that throws us out may have no time to say why. Three times in a row, soon
// after a rush has begun, is taken for flooding. On a quiet line, on one with a pace,
// and where the rush was borne for a while, it is a bad line; so is one that is given
// up since nobody answers.
func TestFault09WithoutAWord(t *testing.T) {
	for name, test := range map[string]struct {
		configure func(*Config)
		lines     int
		last      time.Duration
		slower    bool
	}{
		"rush": {unpaced, 50, 0, true}, "quiet": {unpaced, 10, 0, false}, "paced": {nil, 50, 0, false},
		"borne": {unpaced, 500, time.Minute, false},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, test.configure, func(w *world) {
				s := w.up()
				for try := range often {
					if line := w.n.Budget().Line; line > 2*time.Second {
						t.Errorf("%v a line at try %d", line, try)
					}
					for range test.lines {
						w.n.Send(referee.Post{Channel: "#arena", Text: "x"})
					}
					s.lines()
					s.pass(test.last)
					_ = s.Close()
					s = w.accept()
					w.register(s, usualSupport)
				}
				if line := w.n.Budget().Line; (line == 4*time.Second) != test.slower {
					t.Errorf("%v a line", line)
				}
			})
		})
	}
}

// Between those who threw us out there was a connection that bore a rush, and that we
// gave up ourselves: they are not three in a row.
func TestFault09WithoutAWordBetween(t *testing.T) {
	for _, borne := range []time.Duration{0, soon + time.Second} {
		in(t, unpaced, func(w *world) {
			s := w.up()
			rush := func() {
				for range 50 {
					w.n.Send(referee.Post{Channel: "#arena", Text: "x"})
				}
				s.lines()
			}
			again := func() {
				_ = s.Close()
				s = w.accept()
				w.register(s, usualSupport)
			}
			for range often - 1 {
				rush()
				again()
			}
			for passed := time.Duration(0); passed < borne; passed += time.Second {
				rush()
				s.pass(time.Second)
			}
			if borne > 0 { // nobody answers any more
				w.n.Send(referee.Post{Channel: "#arena", Text: "x", Prompt: 1})
				s.lines()
				within(w.n.cfg.Barrier + time.Second)
				again()
			}
			rush()
			again()
			if line := w.n.Budget().Line; (line == 4*time.Second) != (borne == 0) {
				t.Errorf("borne for %v between: %v a line", borne, line)
			}
		})
	}
}

// It is never slower than eight times.
func TestSlowestPace(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		for range 5 {
			s = thrownOutBy(w, s, "Excess Flood", "")
		}
		wantPace(w, s, 16*time.Second)
	})
}

// Complaints within one burst count once, and what is calm for long enough is
// forgotten.
func TestStrain(t *testing.T) {
	var s strain
	now := time.Now()
	for _, step := range []struct {
		after time.Duration
		times float64 // 0: no complaint
		want  float64
	}{
		{0, 0, 1},
		{0, refusedFor, 1.5},
		{time.Second, refusedFor, 1.5},
		{time.Second, thrownOut, 3},
		{oneBurst, refusedFor, 4.5},
		{calm - 1, 0, 4.5},
		{1, 0, 3.375},
		{100 * calm, 0, 1},
		{0, thrownOut, 2},
	} {
		now = now.Add(step.after)
		if step.times > 0 {
			s.more(now, step.times)
		}
		if got := s.now(now); got != step.want {
			t.Errorf("%+v: %v", step, got)
		}
	}
}
