package irc

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/referee"
)

func split(chunks ...string) []string {
	var s splitter
	var lines []string
	for _, text := range chunks {
		chunk := []byte(text)
		for line, ok := s.next(&chunk); ok; line, ok = s.next(&chunk) {
			lines = append(lines, string(line))
		}
	}
	return lines
}

func TestSplitter(t *testing.T) {
	want := []string{"a", "bc", " d ", "e\xff\x00"}
	input := "a\r\nbc\n\n  \r\n d \r\r\ne\xff\x00\nrest"
	if got := split(input); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := split(strings.Split(input, "")...); !slices.Equal(got, want) {
		t.Errorf("byte by byte: %q", got)
	}
	long := strings.Repeat("x", 3*maxInput)
	got := split("a\n"+long, long+"\nb\n", long+"\nc\n")
	if len(got) != 5 || len(got[1]) != maxInput || len(got[3]) != maxInput || got[4] != "c" {
		t.Errorf("long lines: %d", len(got))
	}
}

// The stamp of a line is the moment at which its end was read.
func TestStamps(t *testing.T) {
	in(t, nil, func(w *world) {
		s, _ := settled(w)
		from := time.Now()
		_, _ = s.Write([]byte(":ann!a@h PRIVMSG bot :one\r\n:ann!a@h PRIV"))
		within(time.Second)
		_, _ = s.Write([]byte("MSG bot :two\r\n:ann!a@h PRIVMSG bot :three\r\n"))
		heard := taken[referee.Heard](w)
		var got []string
		for _, h := range heard {
			got = append(got, fmt.Sprint(h.At.Sub(from), " ", h.Text))
		}
		if !slices.Equal(got, []string{"0s one", "1s two", "1s three"}) {
			t.Errorf("%q", got)
		}
	})
}

// A mark is behind all that was read before it, and putting one waits for nobody,
// even if the desk stands still and the stream is full.
func TestMarkWithAFullStream(t *testing.T) {
	s := newStream()
	stop := make(chan struct{})
	go s.pump(stop)
	var sp splitter
	sent, marks := 0, 0
	for s.roomNow() {
		s.read(&sp, []byte("x\r\n"), nil)
		sent++
		s.put(referee.Line{Mark: uint64(sent)})
		marks++
	}
	for i := range 100_000 { // far more marks than the channel holds
		s.put(referee.Line{Mark: uint64(sent + 1 + i)})
	}
	lines := 0
	for range sent + marks {
		line := <-s.out
		if line.Mark == 0 {
			lines++
		} else if line.Mark != uint64(lines) {
			t.Fatalf("mark %d came behind %d lines", line.Mark, lines)
		}
	}
	close(stop)
	for range s.out { // closed in the end
	}
	s.put(referee.Line{Mark: 1}) // and may still be called
}

func (s *stream) roomNow() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines < maxQueued
}

// While the desk stands still the server is held back; nothing is lost.
func TestSlowDesk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, dials: make(chan *server, 1)}
		n, end := alone(t, Config{Nick: "bot", Dial: w.dial})
		s := w.accept()
		const count = 100_000
		go func() {
			s.say(":irc.test 001 bot :Welcome", ":irc.test 376 bot :End of MOTD")
			var lines bytes.Buffer
			for i := range count {
				fmt.Fprintf(&lines, ":ann!a@h PRIVMSG bot :%d\r\n", i)
			}
			_, _ = s.Write(lines.Bytes())
		}()
		within(20 * time.Minute) // longer than any limit of the connection
		s.lines()
		n.stream.mu.Lock()
		queued := len(n.stream.queue)
		n.stream.mu.Unlock()
		if queued > 2*maxQueued {
			t.Errorf("%d lines are queued", queued)
		}
		next := 0
		for next < count {
			line := <-n.Lines()
			if strings.HasSuffix(line.Text, fmt.Sprint(" :", next)) {
				next++
			} else if strings.Contains(line.Text, "PRIVMSG") {
				t.Fatalf("after %d: %q", next, line.Text)
			}
		}
		go func() {
			for range n.Lines() {
			}
		}()
		end()
	})
}
