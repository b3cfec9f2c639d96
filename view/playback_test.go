package view

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/referee"
)

// recorded are the records of a match of no game that there is, which so is
// shown as it is drawn.
func recorded(turns int, stop error) func() (referee.Record, error) {
	n := -1
	return func() (referee.Record, error) {
		n++
		r := referee.Record{Drawing: fmt.Sprintf("drawn %d\x1b\n", n)}
		switch {
		case n == 0:
			r.Opening = &referee.Opening{Game: "go", Players: []string{"ann", "bob"}, Public: []string{"MAP_SIZE 19"}}
		case n <= turns:
			r.Turn = &referee.Turn{Turn: n, Public: []string{fmt.Sprintf("STONE ann %d", n)}}
		case n == turns+1:
			r.End = &referee.End{Turn: turns, Public: []string{"END_GAME -"}}
		default:
			return referee.Record{}, stop
		}
		return r, nil
	}
}

// frames plays back and returns what each frame shows: the turn, the drawing, and
// what the note says, each frame that differs from the one before.
func frames(t *testing.T, p Playback, script func(keys chan<- []byte)) (seen []string, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		keys := make(chan []byte)
		var screen strings.Builder
		p.Keys, p.Screen = keys, Screen{Out: &screen, Size: func() (int, int) { return 100, 30 }}
		go script(keys)
		err = p.Show(t.Context())
		drawn := screen.String()
		if !strings.HasPrefix(drawn, enter) || !strings.HasSuffix(drawn, leave) {
			t.Errorf("the terminal is not left as it was: %q", drawn)
		}
		if strings.Contains(drawn, "drawn 0\x1b") {
			t.Error("a drawing has an escape code")
		}
		title := regexp.MustCompile(`^Arbitre(?:  turn (\d+))?   (.*?)(?:   space.*)?$`)
		for _, frame := range strings.Split(drawn, home)[1:] {
			rows := strings.Split(frame, endOfRow+"\r\n")
			what := title.FindStringSubmatch(rows[0])
			drawing, _, _ := strings.Cut(rows[1], "?")
			line := fmt.Sprintf("%s|%s|%s", what[1], drawing, what[2])
			if len(seen) == 0 || seen[len(seen)-1] != line {
				seen = append(seen, line)
			}
		}
	})
	return seen, err
}

func TestPlayback(t *testing.T) {
	broken := errors.New("x.jsonl:5: the hash is wrong")
	for _, test := range []struct {
		name string
		stop error
		keys []string // a second apart, half a second after the start
		want []string
	}{
		{
			"to the end", io.EOF,
			[]string{"", "", "", "", "", "q"},
			[]string{"|drawn 0|1 turns/s", "1|drawn 1|1 turns/s", "2|drawn 2|1 turns/s", "2|drawn 3|1 turns/s", "2|drawn 3|paused"},
		},
		{
			"steps", io.EOF,
			[]string{" ", "n", "\x1b[C\x1bOC", "p", "\x1b[D", "\x1b[D\x1b[D\x1b[5~x", "q"},
			[]string{"|drawn 0|1 turns/s", "|drawn 0|paused", "1|drawn 1|paused", "2|drawn 2|paused", "2|drawn 3|paused", "2|drawn 2|paused", "1|drawn 1|paused", "|drawn 0|paused"},
		},
		{
			"jumps", io.EOF,
			[]string{" 2", "gg", "G", "1g", "9g", "\x03"},
			[]string{"|drawn 0|1 turns/s", "|drawn 0|paused", "|drawn 0|2...", "2|drawn 2|paused", "|drawn 0|paused", "2|drawn 3|paused", "2|drawn 3|1...", "1|drawn 1|paused", "1|drawn 1|9...", "2|drawn 3|paused"},
		},
		{
			"speeds", io.EOF,
			[]string{"+++++++++-------------", "q"},
			[]string{"|drawn 0|1 turns/s"},
		},
		{
			"a fault", broken,
			[]string{"G", "p", "q"},
			[]string{"|drawn 0|1 turns/s", "2|drawn 3|" + broken.Error(), "2|drawn 2|paused"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			seen, err := frames(t, Playback{Next: recorded(2, test.stop), Speed: 1}, func(keys chan<- []byte) {
				time.Sleep(time.Second / 2)
				for i, typed := range test.keys {
					if i > 0 {
						time.Sleep(time.Second)
					}
					if typed != "" {
						keys <- []byte(typed)
					}
				}
			})
			if want := test.stop; err != nil && !errors.Is(err, want) || err == nil && !errors.Is(want, io.EOF) {
				t.Errorf("%v, want %v", err, want)
			}
			if test.name == "speeds" {
				for _, speed := range []string{"2", "32", "64", "0.5", "0.125"} {
					if !slices.ContainsFunc(seen, func(s string) bool { return strings.HasSuffix(s, "|"+speed+" turns/s") }) {
						t.Errorf("never at %s: %q", speed, seen)
					}
				}
				return
			}
			if !slices.Equal(seen, test.want) {
				t.Errorf("\n got %q\nwant %q", seen, test.want)
			}
		})
	}
}

// TestPlaybackStops: with the context, with the keyboard, without any record.
func TestPlaybackStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := Playback{Next: recorded(1000, io.EOF), Speed: Fastest, Screen: Screen{Out: io.Discard, Size: func() (int, int) { return 80, 24 }}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := p.Show(ctx); err != nil || p.at < 60 || p.at > 64 {
			t.Errorf("%v, after %d turns", err, p.at)
		}
	})
	closed := make(chan []byte)
	close(closed)
	broken := errors.New("broken")
	p := Playback{
		Keys: closed, Speed: 1, Screen: Screen{Out: io.Discard, Size: func() (int, int) { return 80, 24 }},
		Next: func() (referee.Record, error) { return referee.Record{}, broken },
	}
	if err := p.Show(t.Context()); !errors.Is(err, broken) {
		t.Error(err)
	}
}
