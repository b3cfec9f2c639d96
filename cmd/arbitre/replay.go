package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode"

	"golang.org/x/term"

	"arbitre/journal"
	"arbitre/referee"
	"arbitre/view"
)

type replayCmd struct {
	File     string  `arg:"" help:"The file of a match."`
	Turn     *int    `help:"Print the position after this turn, 0 for the start, and nothing else."`
	Speed    float64 `default:"2" help:"So many turns a second; in the terminal + and - change it."`
	Language string  `default:"en" enum:"en,fr,ru" help:"en, fr or ru."`
}

// Run shows the match. It is played by the rules on the way, so that a file which
// is not what they make of it stops where it parts from them.
func (c replayCmd) Run(t *terminal) error {
	switch {
	case !(c.Speed >= view.Slowest && c.Speed <= view.Fastest):
		return usageError{fmt.Errorf("--speed=%g: expected %g to %d turns a second", c.Speed, view.Slowest, view.Fastest)}
	case c.Turn != nil && *c.Turn < 0:
		return usageError{fmt.Errorf("--turn=%d: expected 0 or more", *c.Turn)}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return journal.Play(c.File, games(), func(replay *journal.Replay) error {
		screen, style := newScreen(t.out, c.Language)
		switch keyboard, ok := t.in.(*os.File); {
		case c.Turn != nil:
			return printTurn(t.out, replay, *c.Turn)
		case screen == nil || !ok || !term.IsTerminal(int(keyboard.Fd())):
			return printMatch(ctx, t.out, replay, style)
		default:
			return playBack(ctx, keyboard, view.Playback{Screen: *screen, Speed: c.Speed, Next: recordsOf(replay)})
		}
	})
}

// playBack shows the match as the keys say.
func playBack(ctx context.Context, keyboard *os.File, playback view.Playback) error {
	before, err := term.MakeRaw(int(keyboard.Fd()))
	if err != nil {
		return fmt.Errorf("read keys: %w", err)
	}
	defer func() { _ = term.Restore(int(keyboard.Fd()), before) }()
	keys := make(chan []byte)
	playback.Keys = keys
	go func() { // ends with the process: nothing wakes it but a key
		defer close(keys)
		for {
			typed := make([]byte, 64)
			n, err := keyboard.Read(typed)
			if err != nil {
				return
			}
			keys <- typed[:n]
		}
	}()
	return playback.Show(ctx)
}

// recordsOf is what a watcher of the match was shown: its opening, its turns, its
// end, and then io.EOF.
func recordsOf(replay *journal.Replay) func() (referee.Record, error) {
	opened := false
	return func() (referee.Record, error) {
		record := referee.Record{Match: &replay.Opening}
		if !opened {
			opened = true
			record.Opening = &replay.Opening
		} else {
			turn, end, err := replay.Next()
			if err != nil {
				return record, err
			}
			if record.End = end; end == nil { // all that is shown of it
				record.Turn = &referee.Turn{Turn: turn.Turn, Public: turn.Public}
			}
		}
		record.Drawing = string(replay.Rules.AppendDrawing(nil, replay.Opening.Players))
		return record, nil
	}
}

// printMatch prints the lines as the channel heard them.
func printMatch(ctx context.Context, out io.Writer, replay *journal.Replay, style view.Style) error {
	w := bufio.NewWriter(out)
	next := recordsOf(replay)
	for ctx.Err() == nil {
		record, err := next()
		if errors.Is(err, io.EOF) {
			return w.Flush()
		}
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		for _, line := range linesOf(record) {
			if _, err := fmt.Fprintln(w, shown(line, style.ASCII)); err != nil {
				return err
			}
		}
	}
	return w.Flush()
}

// linesOf is what the channel heard with a record.
func linesOf(record referee.Record) []string {
	switch {
	case record.Opening != nil:
		return record.Opening.Public
	case record.End != nil:
		return record.End.Public
	}
	return append([]string{fmt.Sprintf("TOUR %d", record.Turn.Turn)}, record.Turn.Public...)
}

// printTurn prints the position after a turn.
func printTurn(out io.Writer, replay *journal.Replay, turn int) error {
	for replay.Turns < turn {
		_, end, err := replay.Next()
		if err != nil {
			return err
		}
		if end != nil {
			return fmt.Errorf("--turn=%d: expected at most %d, the last turn of this match", turn, replay.Turns)
		}
	}
	drawing := replay.Rules.AppendDrawing(nil, replay.Opening.Players)
	for line := range strings.Lines(string(drawing)) {
		if _, err := fmt.Fprintln(out, shown(strings.TrimSuffix(line, "\n"), false)); err != nil {
			return err
		}
	}
	return nil
}

// shown is a line without what a terminal would obey: a file may come from
// anybody.
func shown(line string, ascii bool) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || ascii && r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, line)
}
