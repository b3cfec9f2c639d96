package worker

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/game"
	"arbitre/referee"
	"arbitre/script"
)

// A hostile script begins with what becomes of it:
//
//	# refused: it is not taken, and this is in what its author is told
//	# sleeps:  its ants sleep, and this is in what its author is told
//	# cut:     the system cuts it off, and the third time the colony is out
//	# plays:   it is as harmless as any
const (
	isRefused = "refused"
	isAsleep  = "sleeps"
	isCut     = "cut"
	isPlaying = "plays"
)

// A script that is to be cut off has so long a turn, so that nobody waits for it
// for long. The others have all the time that they need: nothing hangs on how
// quick a machine is.
var cutTime = flag.Duration("cut", 100*time.Millisecond, "the turns in which TestHostile waits for a script to be cut off")

// mostChild is above what a process may ever have, with the race detector's
// records.
const mostChild = 4 * mostGrowth

// "One script can neither stall the match nor exhaust the referee's memory,
// whatever it does": each plays a match against an honest one.
func TestHostile(t *testing.T) {
	honest := newHonest(t)
	var table []string
	for name, text := range hostileScripts(t) {
		t.Run(name, func(t *testing.T) {
			first, _, _ := strings.Cut(text, "\n")
			becomes, said, ok := strings.Cut(strings.TrimPrefix(first, "# "), ":")
			if !ok {
				t.Fatal("the first line does not tell what becomes of the script")
			}
			table = append(table, playHostile(t, honest, text, becomes, strings.TrimSpace(said)).row(name))
		})
	}
	slices.Sort(table)
	t.Logf("script, outcome, peak of its process in MB, longest turn in ms\n%s", strings.Join(table, "\n"))
}

// hostileScripts are those of testdata, and large ones.
func hostileScripts(t *testing.T) map[string]string {
	t.Helper()
	scripts := maps.Clone(largeScripts)
	files, err := filepath.Glob("testdata/hostile/*.star")
	if err != nil || len(files) < 20 {
		t.Fatal("no hostile scripts", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scripts[strings.TrimSuffix(filepath.Base(file), ".star")] = string(text)
	}
	return scripts
}

const harmless = queen + "def ant(view):\n    return sleep()\n"

// largeScripts are as long as a script may be.
var largeScripts = map[string]string{
	"deep-source":    "# refused: excessive nesting\nx = " + strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000) + "\n" + harmless,
	"deep-unclosed":  "# refused: .\nx = " + strings.Repeat("(", 65_000) + "\n",
	"deep-minus":     "# refused: excessive nesting\nx = " + strings.Repeat("-", 60_000) + "1\n" + harmless,
	"one-expression": "# plays: a sum of 32 thousand numbers\n" + queen + "def ant(view):\n    n = 1" + strings.Repeat("+1", 32_000) + "\n    return sleep()\n",
	"many-functions": "# plays: as many functions as fit\n" + harmless + functions(3_000),
}

func functions(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "def f%d(): pass\n", i)
	}
	return text.String()
}

// played is what was measured of a script.
type played struct {
	outcome string
	peak    int64 // bytes
	longest time.Duration
}

func (p *played) row(name string) string {
	return fmt.Sprintf("| `%s` | %s | %d | %d |", name, p.outcome, p.peak>>20, p.longest.Milliseconds())
}

// playHostile plays a script against an honest one, which is not to notice.
func playHostile(t *testing.T, honest *honest, text, becomes, said string) *played {
	t.Helper()
	p := &played{outcome: becomes}
	if becomes == isRefused {
		begun := time.Now()
		_, refused := newScripts().Check(t.Context(), "hostile", text)
		p.longest = time.Since(begun)
		checkTold(t, fmt.Sprint(refused), said)
		return p
	}
	before := heap()
	m := newHostileMatch(t, honest, text)
	turns := strikes
	if testing.Short() {
		turns = 1
	}
	for range turns {
		reply := m.play(t, p, becomes == isCut)
		checkReply(t, m.hostile, reply, becomes, said)
	}
	if after := heap(); after > before+8<<20 {
		t.Errorf("the referee had %d bytes, and has %d", before, after)
	}
	if p.peak > mostChild {
		t.Errorf("its process had %d bytes, more than %d", p.peak, mostChild)
	}
	return p
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func checkReply(t *testing.T, h *hand, reply referee.Reply, becomes, said string) {
	t.Helper()
	if reply.Cut != (becomes == isCut) || reply.Out != (reply.Cut && h.strikes == strikes) {
		t.Fatalf("cut off: %v, out: %v after %d times; it was told %q", reply.Cut, reply.Out, h.strikes, reply.Told)
	}
	if len(reply.Told) > 8 {
		t.Errorf("it was told %d lines", len(reply.Told))
	}
	told := strings.Join(reply.Told, "\n")
	switch becomes {
	case isAsleep:
		checkTold(t, told, said)
		if slices.ContainsFunc(reply.Orders, func(line string) bool { return line != "QUEEN SPAWN" }) {
			t.Errorf("it plays %q", reply.Orders)
		}
	case isPlaying:
		if len(reply.Orders) == 0 || regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f]`).MatchString(told) {
			t.Errorf("it plays %q and is told %q", reply.Orders, told)
		}
	}
}

// checkTold: a mistake tells where it is, and what.
func checkTold(t *testing.T, told, said string) {
	t.Helper()
	if !regexp.MustCompile(`(?m)^\d+:\d+ .`).MatchString(told) || !regexp.MustCompile(said).MatchString(told) {
		t.Errorf("its author is told %.500q, want %q with line and column", told, said)
	}
}

// honest is the opponent of all hostile scripts: in a process, and at the same
// time in this one, with nobody else about.
type honest struct {
	hand          *hand
	alone         *script.Colony
	senses, frame []byte
}

func newHonest(t *testing.T) *honest {
	t.Helper()
	forager := script.Sample("forager")
	program, mistakes := script.Compile(forager)
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	return &honest{
		hand:  startHand(t, forager, 1, [32]byte{}),
		alone: script.NewColony(program, &script.Start{Text: forager, Seat: 1}),
	}
}

// hostileMatch is a match of a hostile script against the honest one.
type hostileMatch struct {
	rules   senser
	hostile *hand
	honest  *honest
}

func newHostileMatch(t *testing.T, honest *honest, text string) *hostileMatch {
	t.Helper()
	m := &hostileMatch{honest: honest}
	var seed [32]byte
	m.rules, seed = newRules(t, `{"starter_bread":4}`, 2)
	m.hostile = startHand(t, text, 0, seed)
	for seat := range game.Seat(2) { // so that there are ants
		m.rules.Order(seat, "QUEEN SPAWN")
	}
	m.rules.Resolve(0, 0, nil)
	return m
}

// play plays a turn and returns what the hostile script gave.
func (m *hostileMatch) play(t *testing.T, p *played, soon bool) referee.Reply {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	if soon {
		ctx, cancel = context.WithTimeout(ctx, *cutTime)
	}
	defer cancel()
	child := m.hostile.child
	senses := m.rules.AppendSenses(nil, 0)
	begun := time.Now()
	reply := m.hostile.Play(ctx, senses)
	p.longest = max(p.longest, time.Since(begun))
	p.peak = max(p.peak, peakOf(t, child))
	m.honest.play(t, m.rules)
	for _, line := range reply.Orders {
		m.rules.Order(0, line)
	}
	void := game.Seats(0)
	if reply.Cut {
		void = 1
	}
	m.rules.Resolve(void, 0, nil)
	return reply
}

// play plays a turn, and compares what comes of it with what comes of it here.
func (h *honest) play(t *testing.T, rules senser) {
	t.Helper()
	h.senses = rules.AppendSenses(h.senses[:0], 1)
	reply := h.hand.Play(t.Context(), h.senses)
	var err error
	if h.frame, err = h.alone.Play(h.senses, h.frame[:0]); err != nil {
		t.Fatal(err)
	}
	var want script.Answer
	if err := want.Read(h.frame); err != nil {
		t.Fatal(err)
	}
	if reply.Cut || len(reply.Orders) == 0 || !slices.Equal(reply.Orders, want.Orders) {
		t.Fatalf("the honest colony plays %q, alone %q; it is told %q", reply.Orders, want.Orders, reply.Told)
	}
	for _, line := range reply.Orders {
		if refusal := rules.Order(1, line); refusal != nil {
			t.Fatalf("the honest colony's %q is refused: %s", line, refusal.Key)
		}
	}
}
