package confine_test

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"arbitre/script/confine"
)

func start(tb testing.TB, how string) *confine.Child {
	tb.Helper()
	child, err := confine.Start(confine.Command{Args: []string{asking, how}, Most: most})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(child.Close)
	return child
}

func TestExchange(t *testing.T) {
	child := start(t, "echo")
	for _, request := range []string{"", "one", strings.Repeat("x", most), "two"} {
		answer, err := child.Exchange(t.Context(), []byte(request))
		if err != nil {
			t.Fatal(err)
		}
		if string(answer) != request {
			t.Fatalf("asked %d bytes, answered %d bytes", len(request), len(answer))
		}
	}
}

// A request that is too long is the caller's mistake, and not the child's end.
func TestLongRequest(t *testing.T) {
	child := start(t, "echo")
	_, err := child.Exchange(t.Context(), make([]byte, most+1))
	if _, fault := errors.AsType[*confine.ChildError](err); err == nil || fault {
		t.Fatalf("a request that is too long: %v", err)
	}
	if answer, err := child.Exchange(t.Context(), []byte("x")); string(answer) != "x" || err != nil {
		t.Fatalf("the next request: %q, %v", answer, err)
	}
}

// "What a child gets": nothing but the request.
func TestEmptyEnvironment(t *testing.T) {
	t.Setenv("SECRET", "of the parent")
	answer, err := start(t, "environment").Exchange(t.Context(), nil)
	if err != nil || len(answer) != 0 {
		t.Fatalf("the environment of a child: %q, %v", answer, err)
	}
}

// Whatever reaches outside is refused by the system, and the child lives on.
func TestWalls(t *testing.T) {
	for _, how := range []string{"open", "create", "remove", "fork", "connect"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			answer, err := start(t, how).Exchange(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(answer, []byte("operation not permitted")) && !bytes.Contains(answer, []byte("too many open files")) {
				t.Errorf("the system said: %s", answer)
			}
		})
	}
}

// What is allowed can be had again and again, but for the collector's share: half
// of it in pieces, a quarter in one.
func TestAllowance(t *testing.T) {
	for _, how := range []string{"half", "a quarter in one"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			child := start(t, how)
			for range 4 {
				if _, err := child.Exchange(t.Context(), []byte("x")); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// anyhow: a program that the system gives no more memory dies where it stands, by
// its own look, by the runtime, or by whatever the runtime stumbles over.
const anyhow = ""

// bound is above what a child may ever have, with the race detector's records.
const bound = 4 * memory

func TestDeaths(t *testing.T) {
	deaths := []struct {
		how, status, said string // said is a regular expression
		want              error
	}{
		{"exit", "exit status 7", "", confine.ErrDied},
		{"panic", "exit status 2", "the work has a fault", confine.ErrDied},
		{"list", "", anyhow, confine.ErrDied},
		{"one block", "", anyhow, confine.ErrDied},
		{"repeat", "", anyhow, confine.ErrDied},
		{"many small", "", anyhow, confine.ErrDied},
		{"flood err", "exit status 5", "bytes left out", confine.ErrDied},
		{"half a head", "", "", confine.ErrDied},
		{"half a frame", "", "", confine.ErrDied},
		{"flood out", "signal: killed", "", confine.ErrLong},
		{"huge length", "", "", confine.ErrLong},
		{"a byte too long", "", "", confine.ErrLong},
		{"close and go on", "signal: killed", "", confine.ErrDied},
	}
	for _, d := range deaths {
		t.Run(d.how, func(t *testing.T) {
			t.Parallel()
			child := start(t, d.how)
			_, err := child.Exchange(t.Context(), []byte("go"))
			checkEnd(t, err, d.want, d.status, d.said)
			if _, again := child.Exchange(t.Context(), []byte("go")); again == nil || again.Error() != err.Error() {
				t.Errorf("asked again: %v", again)
			}
		})
	}
}

// What an operator reads of a death: of a lack of memory no trace, of a mistake all.
func TestDeathInWords(t *testing.T) {
	for said, want := range map[string]string{
		"": "the child died (exit status 2)",
		"fatal error: out of memory\n\ngoroutine 1 gp=0x1 [running]:\nmain.f()": "the child died (exit status 2): fatal error: out of memory",
		"panic: a mistake\n\ngoroutine 1 [running]:\nmain.f()":                  "the child died (exit status 2): panic: a mistake\n\ngoroutine 1 [running]:\nmain.f()",
	} {
		fault := &confine.ChildError{Err: confine.ErrDied, Status: "exit status 2", Said: said}
		if got := fault.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A child that does not answer is killed when the context ends, whatever it does
// meanwhile.
func TestLate(t *testing.T) {
	for _, how := range []string{"loop", "deaf", "blind", "flood err without end"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			_, err := start(t, how).Exchange(ctx, make([]byte, most))
			checkEnd(t, err, confine.ErrLate, "signal: killed", "")
		})
	}
}

func checkEnd(t *testing.T, err, want error, status, said string) {
	t.Helper()
	fault, ok := errors.AsType[*confine.ChildError](err)
	if !ok || !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
	if status != "" && fault.Status != status {
		t.Errorf("it ended by %q, want %q; it said %.300s", fault.Status, status, fault.Said)
	}
	if fault.Peak > bound {
		t.Errorf("it had %d bytes of memory, which is more than %d: %s, %.300s", fault.Peak, bound, fault.Status, fault.Said)
	}
	if !regexp.MustCompile(said).MatchString(fault.Said) || len(fault.Said) > 5000 {
		t.Errorf("it said %d bytes, %.300q, want %q", len(fault.Said), fault.Said, said)
	}
}

// A child that says more than it is asked spoils its own answers only.
func TestTwoAnswers(t *testing.T) {
	child := start(t, "two answers")
	for _, want := range []string{"a", "A"} {
		if answer, err := child.Exchange(t.Context(), []byte("a")); string(answer) != want || err != nil {
			t.Fatalf("%q, %v; want %q", answer, err, want)
		}
	}
}

func TestClose(t *testing.T) {
	for _, how := range []string{"echo", "deaf"} {
		child := start(t, how)
		child.Close()
		child.Close()
		if _, err := child.Exchange(t.Context(), nil); !errors.Is(err, confine.ErrDied) {
			t.Errorf("a closed child: %v", err)
		}
	}
}

func TestNoProgram(t *testing.T) {
	_, err := confine.Start(confine.Command{Path: "no such program"})
	if err == nil || !strings.Contains(err.Error(), "no such program") {
		t.Errorf("a program that is not there: %v", err)
	}
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		child := start(b, "echo")
		if _, err := child.Exchange(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		child.Close()
	}
}

func BenchmarkExchange(b *testing.B) {
	child := start(b, "echo")
	request := make([]byte, 16<<10)
	for b.Loop() {
		if _, err := child.Exchange(b.Context(), request); err != nil {
			b.Fatal(err)
		}
	}
}
