package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// house is a server with so many channels, in each of which a match is played by
// so many, all at once.
type house struct {
	Game     string
	Begin    string // what is said behind "!begin" and the game
	Channels int
	Seats    int
	Round    time.Duration
	Together bool // all matches begin at one instant, otherwise each at its own
	Address  string

	early bool // a turn ends when all have chosen
}

// sizes are the channels of a house, as it grows.
var sizes = []int{10, 20, 50, 100, 200}

// BenchmarkScale plays houses of matches with eight players each and a round of a
// second, with the real program over loopback: "arbitre serve" in a process,
// "arbitre ircd" in another, all players and a spectator in each channel in a
// third. It fails if anything is lost. It reports
//
//	p50-ms, p99-ms, max-ms  from a turn's end to the moment at which the
//	                        spectator has the last line of it
//	first-p99-ms            the same for the first line
//	stalls                  turns that the referee made longer since it was late
//	late-orders             orders that came too late
//	MB                      the most memory that the referee had at once
//	cores                   of the referee while it ran
//
// A turn's end is not known outside. It is not before the server's own stamp of
// SEND_YOUR_ACTION (its tag time) and the round, since the clock starts with the
// answer to the PING behind that line. So the way of that answer, and up to a
// millisecond that the tag does not have, are in the figures too.
func BenchmarkScale(b *testing.B) {
	games := []house{
		{Game: "bomber", Begin: "max_turns=30"},
		{Game: "snake", Begin: "rounds=1 round_turns=27 wait_turns=3"},
	}
	for _, h := range games {
		h.Seats, h.Round = 8, time.Second
		for _, h.Channels = range sizes {
			b.Run(fmt.Sprintf("%s/%d", h.Game, h.Channels), func(b *testing.B) { benchmarkHouse(b, h) })
		}
		h.Together = true
		b.Run(fmt.Sprintf("%s/%d together", h.Game, h.Channels), func(b *testing.B) { benchmarkHouse(b, h) })
	}
}

func benchmarkHouse(b *testing.B, h house) {
	b.Helper()
	for b.Loop() { // once: an evening is longer than -benchtime
		e := h.play(b)
		e.check(b)
		var first, whole []time.Duration
		for _, channel := range e.report.Channels {
			for _, turn := range channel {
				first = append(first, turn.First.Sub(turn.Asked)-h.Round)
				whole = append(whole, turn.Whole.Sub(turn.Asked)-h.Round)
			}
		}
		slices.Sort(first)
		slices.Sort(whole)
		ms := func(all []time.Duration, percent int) float64 {
			return float64(all[(len(all)-1)*percent/100].Microseconds()) / 1000
		}
		b.ReportMetric(ms(whole, 50), "p50-ms")
		b.ReportMetric(ms(whole, 99), "p99-ms")
		b.ReportMetric(ms(whole, 100), "max-ms")
		b.ReportMetric(ms(first, 99), "first-p99-ms")
		b.ReportMetric(float64(e.report.Late), "late-orders")
		b.ReportMetric(float64(e.stalled), "stalls")
		b.ReportMetric(e.memory, "MB")
		b.ReportMetric(e.cores, "cores")
		b.ReportMetric(0, "ns/op")
	}
}

// TestHouse is the benchmark's code with a small house, in which turns end early:
// nothing in it depends on how quick the machine is.
func TestHouse(t *testing.T) {
	t.Parallel()
	for _, h := range []house{
		{Game: "bomber", Begin: "max_turns=3"},
		{Game: "snake", Begin: "rounds=1 round_turns=10 wait_turns=1"},
	} {
		h.Channels, h.Seats, h.Round, h.early = 2, 3, 10*time.Minute, true
		e := h.play(t)
		e.check(t)
		if e.report.Late != 0 {
			t.Errorf("%s: %d orders were late", h.Game, e.report.Late)
		}
	}
}

// evening is what has come of playing a house.
type evening struct {
	house  house
	folder string // of the referee's data
	log    string
	report report
	memory float64 // the most that the referee had at once, in MB, 0 if not known
	cores  float64 // that it used, from its start to its end

	stalled int // turns that it made longer, by its log
}

// play runs the three processes until all matches are over.
func (h house) play(tb testing.TB) *evening {
	tb.Helper()
	e := &evening{house: h, folder: tb.TempDir()}
	server, out := startPart(tb, nil, "arbitre", "ircd", "--port=0")
	for h.Address == "" {
		if !out.Scan() {
			tb.Fatal("the server said no address")
		}
		h.Address = regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(out.Text())
	}
	asked, err := json.Marshal(h)
	if err != nil {
		tb.Fatal(err)
	}
	players, out := startPart(tb, bytes.NewReader(asked), "house-players")
	if !out.Scan() { // all are in their channels
		tb.Fatal("the players do not come")
	}
	began := time.Now()
	referee, wait := e.startReferee(tb, h)
	if !out.Scan() {
		tb.Fatal("the players have no report")
	}
	if err := json.Unmarshal(out.Bytes(), &e.report); err != nil {
		tb.Fatal(err)
	}
	e.memory = peakMemory(referee.Process.Pid)
	stopPart(tb, referee)
	e.log = wait()
	e.cores = (referee.ProcessState.UserTime() + referee.ProcessState.SystemTime()).Seconds() / time.Since(began).Seconds()
	stopPart(tb, players)
	stopPart(tb, server)
	return e
}

// startReferee runs "arbitre serve" in all channels of the house; wait returns its
// log when it has ended.
func (e *evening) startReferee(tb testing.TB, h house) (referee *exec.Cmd, wait func() string) {
	tb.Helper()
	config := fmt.Sprintf("[referee]\nearly_end = %v\n[[network]]\naddress = %q\ntls = false\nflood = \"none\"\nchannels = [%q",
		h.early, h.Address, channelName(0))
	for i := range h.Channels - 1 {
		config += fmt.Sprintf(", %q", channelName(i+1))
	}
	file := filepath.Join(e.folder, "config.toml")
	if err := os.WriteFile(file, []byte(config+"]\n"), 0o600); err != nil {
		tb.Fatal(err)
	}
	log, err := os.Create(filepath.Join(e.folder, "log"))
	if err != nil {
		tb.Fatal(err)
	}
	referee = exec.CommandContext(tb.Context(), "arbitre", "serve", file)
	referee.Stderr = log
	if err := referee.Start(); err != nil {
		tb.Fatal(err)
	}
	return referee, func() string {
		text, err := os.ReadFile(log.Name())
		if err != nil {
			tb.Fatal(err)
		}
		_ = log.Close()
		return string(text)
	}
}

// startPart starts a program of the house.
func startPart(tb testing.TB, in io.Reader, name string, args ...string) (*exec.Cmd, *bufio.Scanner) {
	tb.Helper()
	command := exec.CommandContext(tb.Context(), name, args...)
	command.Stdin, command.Stderr = in, os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := command.Start(); err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<30) // the report is a line
	return command, lines
}

func stopPart(tb testing.TB, command *exec.Cmd) {
	tb.Helper()
	_ = command.Process.Signal(syscall.SIGTERM) // the players may have ended
	if err := command.Wait(); err != nil {
		tb.Errorf("%v: %v", command.Args, err)
	}
}

// peakMemory is the most resident memory that a process had, in MB, where the
// system tells.
func peakMemory(pid int) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes := 0.0
	_, _ = fmt.Sscan(peak, &kilobytes)
	return kilobytes / 1024
}

func channelName(i int) string { return fmt.Sprintf("#c%d", i) }
