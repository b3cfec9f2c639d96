package irc

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"arbitre/referee"
)

// The faults of girc are numbered as in docs/girc.md. These are about the text
// that goes out.

// said sends a text to #arena and is what the server heard of it.
func said(w *world, s *server, text string) string {
	w.t.Helper()
	w.n.Send(referee.Post{Channel: "#arena", Text: text})
	lines := s.lines()
	if len(lines) != 1 {
		w.t.Fatalf("of %q the server heard %q", text, lines)
	}
	return strings.TrimPrefix(lines[0], "PRIVMSG #arena :")
}

// relayed is how long a line is when the server passes it on.
func relayed(text string) int { return len(":bot!bot@host.test PRIVMSG #arena :" + text) }

// unpaced is for tests of what is said, not of when.
func unpaced(cfg *Config) { cfg.Unlimited = true }

// G1: LINELEN makes girc believe in lines of 4000 bytes, and the server cuts them.
func TestG01LineLenChangesNothing(t *testing.T) {
	in(t, unpaced, func(w *world) {
		s := w.accept()
		w.register(s, usualSupport+" LINELEN=4096")
		w.join(s, "#arena", "ann")

		limit := w.n.MaxText("#arena")
		if whole := strings.Repeat("x", limit); said(w, s, whole) != whole || relayed(whole) != maxLine {
			t.Errorf("MaxText is %d, relayed as %d bytes", limit, relayed(whole))
		}
		if long := said(w, s, strings.Repeat("x", 1200)); len(long) != limit {
			t.Errorf("%d bytes left", len(long))
		}
		if w.logs.FilterMessage("line too long, cut").Len() != 1 {
			t.Error("nothing in the log")
		}
	})
}

// G2: girc counts runes, and sends lines of more than 512 bytes.
func TestG02LimitsAreInBytes(t *testing.T) {
	in(t, unpaced, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		for _, r := range []string{"é", "Ж", "€", "🐍"} {
			for shift := range 4 {
				text := said(w, s, strings.Repeat("x", shift)+strings.Repeat(r, 400))
				if !utf8.ValidString(text) || relayed(text) > maxLine || relayed(text) < maxLine-3 {
					t.Errorf("%s: %d bytes, valid %v", r, relayed(text), utf8.ValidString(text))
				}
			}
		}
	})
}

// G3: girc panics when a word that is no URL lies on the border.
func TestG03NoWordPanics(t *testing.T) {
	in(t, unpaced, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		limit := w.n.MaxText("#arena")
		for _, word := range []string{"100%", "\x0304red", "http://[::1", "%zz"} {
			for length := limit - 8; length < limit+8; length++ {
				said(w, s, strings.Repeat("x", length)+" "+word+" "+word)
			}
		}
	})
}

// G4: girc's splitting collapses spaces and loses characters.
func TestG04SpacesStay(t *testing.T) {
	in(t, unpaced, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		board := "  #  A ,  -   B  #  "
		if got := said(w, s, board); got != board {
			t.Errorf("%q became %q", board, got)
		}
		long := strings.Repeat(board, 40)
		if got := said(w, s, long); !strings.HasPrefix(long, got) {
			t.Errorf("%q is not the head of the board", got)
		}
	})
}

// G18: girc sends KICK twice and loses a channel at each overflow of a JOIN.
func TestG18EveryChannelOnce(t *testing.T) {
	var channels []string
	for i := range 60 {
		channels = append(channels, "#a-rather-long-name-of-a-channel-"+strconv.Itoa(i))
	}
	in(t, func(cfg *Config) { cfg.Channels = channels }, func(w *world) {
		s := w.accept()
		s.lines()
		s.say(":irc.test 001 bot :Welcome", ":irc.test 376 bot :End of MOTD")
		joined := map[string]int{}
		for _, line := range s.lines() {
			if len(line) > maxLine {
				t.Errorf("line of %d bytes", len(line))
			}
			for name := range strings.SplitSeq(strings.TrimPrefix(line, "JOIN "), ",") {
				joined[name]++
			}
		}
		for _, name := range channels {
			if joined[name] != 1 {
				t.Errorf("%s joined %d times", name, joined[name])
			}
		}
		w.n.Part(channels[0], "no more")
		s.want("PART " + channels[0] + " :no more")
	})
}

// G19: girc sends any target and any byte.
func TestG19NothingBreaksALine(t *testing.T) {
	in(t, unpaced, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		for _, target := range []string{
			"", " ", "p q", ":p", "#a b", "#a,#b", "arena", "$*", "#a\r\nQUIT", "#a\x00",
		} {
			w.n.Send(referee.Post{Channel: target, Text: "x"})
			w.n.Join(target + " key")
			w.n.Join(target)
			w.n.Part(target, "x")
		}
		for _, nick := range []string{"p q", ":p", "p,q", "#arena", "$*", "a!b@c", "p\r\nQUIT"} {
			w.n.Send(referee.Post{To: referee.NewPerson(nick, "u", "h"), Text: "x"})
		}
		s.want("JOIN #a b") // "#a b" is a channel and its key

		for _, c := range []struct{ text, want string }{
			{"a\r\nQUIT", "aQUIT"},
			{"a\x00b\x01c\n", "abc"},
			{"a\xffb", "a\uFFFDb"},
			{":", ":"},
			{" a ", " a "},
		} {
			if got := said(w, s, c.text); got != c.want {
				t.Errorf("%q became %q, want %q", c.text, got, c.want)
			}
		}
	})
}
