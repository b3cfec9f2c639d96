package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"arbitre/arena"
	"arbitre/journal"
	"arbitre/referee"
	"arbitre/script/worker"
	"arbitre/sentiant"
	"arbitre/view"
)

type scriptRunCmd struct {
	Files   []string      `arg:"" name:"file" help:"Scripts that play, in the order of their seats: files, folders of files, or samples by their names."`
	Seed    string        `help:"The match's seed; the same seed is the same match. Default: a random one."`
	Set     []string      `placeholder:"KEY=VALUE" help:"A setting of the match, as behind !begin: width=31."`
	Matches int           `default:"1" help:"So many matches, with the seeds that follow and the seats changing round; only the results are told."`
	Save    string        `placeholder:"FOLDER" help:"Keep the matches in this folder, for arbitre replay and arbitre verify."`
	Turn    time.Duration `default:"10s" help:"How long a turn may take; a script that takes longer is cut off."`
	Speed   float64       `default:"8" help:"So many turns a second are shown; in the terminal + and - change it."`
	Lines   bool          `help:"Print what the channel hears, also in a terminal."`
}

// Run plays a match, or several, among scripts.
func (c scriptRunCmd) Run(t *terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	players, err := readCast(c.Files)
	if err != nil {
		return err
	}
	if err = c.check(len(players.names)); err != nil {
		return usageError{err}
	}
	if c.Seed == "" {
		c.Seed = strconv.Itoa(rand.IntN(1_000_000)) // easy to type again
	}
	var problems strings.Builder // would spoil the picture; nothing else writes to it than the log
	log, _, err := newLogger(logConfig{level: "warn", format: "console"}, &problems)
	if err != nil {
		return err
	}
	run := scriptRun{scriptRunCmd: c, cast: players, log: log, told: newTold()}
	scripts := worker.New(worker.Config{Log: log})
	scripts.Offer(players.own)
	for _, own := range players.own {
		if _, err = scripts.Check(ctx, own.Name, own.Text); err != nil {
			return fmt.Errorf("%s:%w (arbitre script check tells more)", own.Name, err)
		}
	}
	run.scripts = listening{scripts, run.told}
	if c.Save != "" {
		kept, failed := journal.Open(c.Save, version(), games(), log)
		if failed != nil {
			return failed
		}
		defer func() { _ = kept.Close() }()
		run.journal = kept
	}
	err = run.play(ctx, t)
	_, _ = io.WriteString(t.err, problems.String())
	if err != nil {
		return fmt.Errorf("script run: %w", err)
	}
	return nil
}

// check tells what cannot be played.
func (c scriptRunCmd) check(players int) error {
	g := sentiant.Game()
	switch {
	case players < g.MinSeats || players > g.MaxSeats:
		return fmt.Errorf("%s: expected %d to %d", counted(players, "script"), g.MinSeats, g.MaxSeats)
	case c.Matches < 1:
		return fmt.Errorf("--matches=%d: expected 1 or more", c.Matches)
	case !(c.Speed >= view.Slowest && c.Speed <= view.Fastest):
		return fmt.Errorf("--speed=%g: expected %g to %d turns a second", c.Speed, view.Slowest, view.Fastest)
	case c.Turn < shortestRound || c.Turn > 10*time.Minute:
		return fmt.Errorf("--turn=%s: expected 200ms to 10m", c.Turn)
	}
	for _, option := range append([]string{c.Seed}, c.Set...) {
		if strings.ContainsAny(option, " \t\r\n\x00") {
			return fmt.Errorf("%q: expected a text without spaces", option)
		}
	}
	return nil
}

// scriptRun is a run under way.
type scriptRun struct {
	scriptRunCmd
	cast    cast
	scripts referee.Scripts
	journal referee.Journal
	log     *zap.Logger
	told    *told
}

func (r *scriptRun) play(ctx context.Context, t *terminal) error {
	if r.Matches > 1 {
		return r.playSeries(ctx, t.out)
	}
	screen, style := newScreen(t.out, "en")
	keyboard, ok := t.in.(*os.File)
	var err error
	if r.Lines || screen == nil || !ok || !term.IsTerminal(int(keyboard.Fd())) {
		err = r.playLines(ctx, t.out, style)
	} else {
		err = r.playScreen(ctx, keyboard, *screen)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(t.out, r.told.String()+"again: "+r.again()+"\n")
	return err
}

// match is the n-th match of the run, in which the seats have changed round n times.
func (r *scriptRun) match(n int, watchers ...referee.Watcher) (m arena.Match, seats []int) {
	m = arena.Match{
		Game: sentiant.Game(), Scripts: r.scripts, Turn: r.Turn, Journal: r.journal, Log: r.log, Watchers: watchers,
		Options: strings.Join(append([]string{"seed=" + seedAfter(r.Seed, n)}, r.Set...), " "),
	}
	for seat := range r.cast.names {
		player := (seat + n) % len(r.cast.names)
		seats = append(seats, player)
		m.Players = append(m.Players, r.cast.names[player])
	}
	return m, seats
}

// seedAfter is the n-th seed from the given one on: of a number the next ones.
func seedAfter(seed string, n int) string {
	if first, err := strconv.ParseInt(seed, 10, 32); err == nil {
		return strconv.FormatInt(first+int64(n), 10)
	}
	if n == 0 {
		return seed
	}
	return seed + "-" + strconv.Itoa(n)
}

// playLines prints what a channel would hear, as it happens.
func (r *scriptRun) playLines(ctx context.Context, out io.Writer, style view.Style) error {
	lines := &linesWatcher{out: out, ascii: style.ASCII}
	m, _ := r.match(0, lines)
	_, err := arena.Play(ctx, m)
	return errors.Join(err, lines.err)
}

// linesWatcher prints the lines of a match.
type linesWatcher struct {
	out   io.Writer
	ascii bool
	err   error
}

// Watch is called for one record after the other.
func (w *linesWatcher) Watch(record referee.Record) {
	for _, line := range linesOf(record) {
		if _, err := fmt.Fprintln(w.out, shown(line, w.ascii)); err != nil {
			w.err = err
		}
	}
}

// playScreen shows the match while it is played: whoever watches may stop, go back
// and look closer, while the match goes ahead of him.
func (r *scriptRun) playScreen(ctx context.Context, keyboard *os.File, screen view.Screen) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	playing, ctx := errgroup.WithContext(ctx)
	film := newFilm(ctx)
	playing.Go(func() error {
		m, _ := r.match(0, film)
		_, err := arena.Play(ctx, m)
		film.end(err)
		return unlessCancelled(ctx, err)
	})
	playing.Go(func() error {
		defer stop()
		return playBack(ctx, keyboard, view.Playback{Screen: screen, Speed: r.Speed, Next: film.next})
	})
	if err := playing.Wait(); err != nil {
		return err
	}
	_, err := io.WriteString(screen.Out, film.outcome())
	return err
}

// film is the records of a match that is being played, for somebody who watches at
// his own pace.
type film struct {
	ctx     context.Context
	mu      sync.Mutex
	records []referee.Record
	read    int
	err     error         // why there are no more
	more    chan struct{} // has a value when there is something new
}

func newFilm(ctx context.Context) *film { return &film{ctx: ctx, more: make(chan struct{}, 1)} }

// Watch keeps a record.
func (f *film) Watch(record referee.Record) {
	f.mu.Lock()
	f.records = append(f.records, record)
	f.mu.Unlock()
	f.wake()
}

func (f *film) end(err error) {
	if err == nil {
		err = io.EOF
	}
	f.mu.Lock()
	f.err = err
	f.mu.Unlock()
	f.wake()
}

func (f *film) wake() {
	select {
	case f.more <- struct{}{}:
	default:
	}
}

// outcome is the last lines of the match, "" of one that somebody did not wait for.
func (f *film) outcome() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.records) == 0 || f.records[len(f.records)-1].End == nil {
		return ""
	}
	return strings.Join(f.records[len(f.records)-1].End.Public, "\n") + "\n"
}

// next waits for the next record; behind the last one is io.EOF.
func (f *film) next() (referee.Record, error) {
	for {
		f.mu.Lock()
		if f.read < len(f.records) {
			record := f.records[f.read]
			f.read++
			f.mu.Unlock()
			return record, nil
		}
		err := f.err
		f.mu.Unlock()
		if err != nil {
			return referee.Record{}, err
		}
		select {
		case <-f.more:
		case <-f.ctx.Done():
			return referee.Record{}, f.ctx.Err()
		}
	}
}

// again is the command line that plays the same match again.
func (r *scriptRun) again() string {
	words := []string{"arbitre", "script", "run"}
	words = append(words, r.Files...)
	for _, option := range r.Set {
		words = append(words, "--set", option)
	}
	return strings.Join(append(words, "--seed", r.Seed), " ")
}
