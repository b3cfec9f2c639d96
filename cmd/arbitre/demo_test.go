package main

import (
	"bytes"
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// playDemo plays a whole demo within the process: real server, real referee,
// real bots, over TCP.
func playDemo(ctx context.Context, t *testing.T, c demoCmd) (out string) {
	t.Helper()
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if err := c.play(ctx, listener, &terminal{nil, &stdout, &stderr}); err != nil {
		t.Fatalf("%v\n%s", err, stdout.String())
	}
	if stderr.Len() > 0 {
		t.Errorf("stderr: %s", stderr.String())
	}
	return stdout.String()
}

func usualDemo() demoCmd {
	return demoCmd{Game: "bomber", Bots: 4, Seed: "7", Round: 10 * time.Second, Speed: 1, Language: "en"}
}

// The demo plays to an end, says who won and how to see it again; the same seed
// is the same match; and nothing is left running.
func TestDemo(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	out := playDemo(t.Context(), t, usualDemo())
	for _, want := range []string{
		"MAP_SIZE 20\nJOUEURS 4\n", "\nTOUR 1\n", "\nDEAD ", "\nEND_GAME ", "\nRANK 1 ",
		"by a bomb of", "arbitre demo --seed 7\n", "--port",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the demo does not say %q", want)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Error("escape codes where there is no terminal")
	}
	if again := playDemo(t.Context(), t, usualDemo()); match(again) != match(out) {
		t.Errorf("the same seed is another match:\n%s\nand\n%s", match(out), match(again))
	}
}

// A colony's views and orders are private and take several lines; the match is the
// same again all the same.
func TestDemoOfSentiant(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c := usualDemo()
	c.Game = "sentiant"
	out := playDemo(t.Context(), t, c)
	for _, want := range []string{
		"MAP_SIZE 21 21\nJOUEURS 4\n", "\nTOUR 1\n", "\nCOLONIES formica:1,1 ", "\nCOOKIE ", "\nEND_GAME ", "\nRANK 1 ",
		"arbitre demo --game sentiant --seed 7\n", "NEW_GAME sentiant",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the demo does not say %q", want)
		}
	}
	if again := playDemo(t.Context(), t, c); match(again) != match(out) {
		t.Errorf("the same seed is another match:\n%s\nand\n%s", match(out), match(again))
	}
}

// In rounds, with boards, and five as is usual.
func TestDemoOfSnake(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c := usualDemo()
	c.Game, c.Bots = "snake", 5
	out := playDemo(t.Context(), t, c)
	for _, want := range []string{
		"MAP_SIZE 15\nJOUEURS 5\n", "\nROUND 1 PLAY 60\nTOUR 6\n", "\nROUND_WON ", "\nROUND 3 PLAY 60\n", "\nEND_GAME ", "\nRANK 1 ",
		"rounds won: ", "head on with", "arbitre demo --game snake --seed 7\n", "NEW_GAME snake", "such as LEFT",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the demo does not say %q", want)
		}
	}
	if again := playDemo(t.Context(), t, c); match(again) != match(out) {
		t.Errorf("the same seed is another match:\n%s\nand\n%s", match(out), match(again))
	}
}

// Every second bot plays by WebSocket, and a page shows its board.
func TestDemoByWebSocket(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c := usualDemo()
	c.Game, c.Web = "snake", true
	out := playDemo(t.Context(), t, c)
	for _, want := range []string{
		"A board in your browser: http://127.0.0.1:", "\nEND_GAME ", "\nRANK 1 ", "grass:", "slowworm:", "--bots 4 --web\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the demo does not say %q", want)
		}
	}
	if strings.Contains(out, "code=") {
		t.Error("the address that plays is told to all who look")
	}
}

// match is what follows the introduction, which names a free port.
func match(out string) string {
	_, rest, _ := strings.Cut(out, "MAP_SIZE")
	return rest
}

// interrupter stops the demo as soon as a word has been printed, as Ctrl-C does.
type interrupter struct {
	bytes.Buffer
	word string
	stop func()
}

func (i *interrupter) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(i.word)) {
		i.stop()
	}
	return i.Buffer.Write(p)
}

func TestDemoInterrupted(t *testing.T) {
	for _, word := range []string{"A match of", "MAP_SIZE", "TOUR 3"} {
		t.Run(word, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			var stderr bytes.Buffer
			out := &interrupter{word: word, stop: stop}
			if err := usualDemo().play(ctx, listener, &terminal{nil, out, &stderr}); err != nil {
				t.Errorf("interrupted: %v", err)
			}
			if strings.Contains(out.String(), "END_GAME") || stderr.Len() > 0 {
				t.Errorf("%s%s", out.String(), stderr.String())
			}
		})
	}
}

func TestDemoCheck(t *testing.T) {
	for _, test := range []struct {
		change func(*demoCmd)
		want   string
	}{
		{func(c *demoCmd) { c.Game = "chess" }, `there is no game "chess"`},
		{func(c *demoCmd) { c.Bots = 1 }, "expected 2 to 16 players"},
		{func(c *demoCmd) { c.Bots, c.Guests = 16, 1 }, "expected 2 to 16 players"},
		{func(c *demoCmd) { c.Round = time.Millisecond }, "expected 200ms to 10m"},
		{func(c *demoCmd) { c.Speed = 0 }, "expected more than 0"},
		{func(c *demoCmd) { c.Port = 65536 }, "expected 0 to 65535"},
		{func(c *demoCmd) { c.Seed = "a b" }, "without spaces"},
		{func(c *demoCmd) { c.Language = "de" }, "expected en, fr or ru"},
	} {
		c := usualDemo()
		test.change(&c)
		if err := c.check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

func TestUTF8Locale(t *testing.T) {
	for _, test := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"LANG": "en_US.UTF-8"}, true},
		{map[string]string{"LANG": "ru_RU.utf8"}, true},
		{map[string]string{"LC_ALL": "C", "LANG": "en_US.UTF-8"}, false},
		{map[string]string{}, false},
	} {
		if got := utf8Locale(func(name string) string { return test.env[name] }); got != test.want {
			t.Errorf("%v: %v", test.env, got)
		}
	}
}
