package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbitre/archive"
	"arbitre/journal"
	"arbitre/referee"
)

// check fails if the evening has lost anything: a match that did not end or does
// not verify, a line of a turn that the spectator of its channel did not see, an
// order without a place in the journal of which its player was not told that it
// came late, a board, or a word of trouble in the referee's log.
func (e *evening) check(tb testing.TB) {
	tb.Helper()
	e.checkLog(tb)
	if e.report.Boards != 0 {
		tb.Errorf("%d turns without the whole board", e.report.Boards)
	}
	folder := filepath.Join(e.folder, "data", archive.Matches)
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		tb.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return filepath.Ext(file) != ".jsonl" })
	if len(files) != e.house.Channels {
		tb.Errorf("%d matches in the journal, want %d", len(files), e.house.Channels)
	}
	uncounted := 0
	for _, file := range files {
		if _, _, err := journal.Verify(file, games()); err != nil {
			tb.Error(err)
			continue
		}
		uncounted += e.checkMatch(tb, file)
	}
	if uncounted != e.report.Late {
		tb.Errorf("%d orders are not in the journal, and of %d their players were told that they came late", uncounted, e.report.Late)
	}
}

// checkLog counts the turns that the referee has made longer, since it was late
// itself, and fails at any other word of trouble.
func (e *evening) checkLog(tb testing.TB) {
	tb.Helper()
	for line := range strings.Lines(e.log) {
		var entry struct{ Level, Msg string }
		err := json.Unmarshal([]byte(line), &entry)
		switch {
		case err == nil && entry.Level == "info":
		case strings.HasPrefix(entry.Msg, "the referee stalled"):
			e.stalled++
		case strings.Contains(line, "(Client Quit)"): // we have stopped it
		default:
			tb.Errorf("the log: %s", line)
		}
	}
}

// checkMatch compares a match with what was seen and sent in its channel, and
// returns how many of the orders sent did not count.
func (e *evening) checkMatch(tb testing.TB, file string) (uncounted int) {
	tb.Helper()
	err := journal.Play(file, games(), func(p *journal.Replay) error {
		watched := e.report.Channels[channelOf(p.Opening.Players[0])]
		missing := maps.Clone(watched)
		for {
			turn, end, err := p.Next()
			if err != nil {
				return err
			}
			if end != nil {
				for number := range missing {
					tb.Errorf("%s: turn %d was seen and is not in the journal", filepath.Base(file), number)
				}
				return nil
			}
			if seen := watched[turn.Turn]; seen == nil || !slices.Equal(seen.Lines, turn.Public) {
				tb.Errorf("%s: turn %d: seen %v, want %q", filepath.Base(file), turn.Turn, seen, turn.Public)
			}
			delete(missing, turn.Turn)
			for seat, name := range p.Opening.Players {
				uncounted += e.uncounted(turn, seat, name)
			}
		}
	})
	if err != nil {
		tb.Error(err)
	}
	return uncounted
}

// uncounted is how many orders of a player, none or one, a turn lacks.
func (e *evening) uncounted(turn *referee.Turn, seat int, name string) int {
	if sent, asked := e.report.Sent[name][turn.Turn]; asked && !slices.Contains(turn.Orders[seat], sent) {
		return 1
	}
	return 0
}

// channelOf is the channel in which a player is.
func channelOf(player string) string {
	number, _, _ := strings.Cut(strings.TrimPrefix(player, "p"), "x")
	return "#c" + number
}

func playerName(channel, seat int) string { return fmt.Sprintf("p%dx%d", channel, seat) }
