//go:build servers

package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/journal"
	"arbitre/referee"
	"arbitre/sentiant"
	"arbitre/snake"
)

// check looks at what is left when all is over.
func (e *badEvening) check() {
	e.t.Helper()
	e.checkLog()
	folder := filepath.Join(e.folder, "data", "matches")
	if left, _ := filepath.Glob(filepath.Join(folder, "*.private")); len(left) > 0 {
		e.t.Errorf("unfinished matches are left: %v", left)
	}
	for _, g := range e.grounds {
		files, err := filepath.Glob(filepath.Join(folder, "*-"+g.game+"-*.jsonl"))
		if err != nil {
			e.t.Fatal(err)
		}
		if len(files) != g.matches {
			e.t.Errorf("%d matches of %s in the journal, and %d ended in the channel", len(files), g.game, g.matches)
		}
		var before time.Time
		for _, file := range slices.Backward(files) { // the last one first
			before = g.checkMatch(e.t, file, before)
		}
		e.t.Logf("%d matches of %s", len(files), g.game)
	}
}

// checkMatch runs a match again, looks for each of its lines among those that the
// channel heard from its start to that of the match behind it, and returns its
// start.
func (g *playground) checkMatch(t *testing.T, file string, before time.Time) (started time.Time) {
	t.Helper()
	games := []game.Game{bomber.Game(), sentiant.Game(), snake.Game()}
	opening, end, err := journal.Verify(file, games)
	if err != nil {
		t.Error(err)
		return before
	}
	if end.Aborted {
		t.Errorf("%s was aborted in turn %d", filepath.Base(file), end.Turn)
	}
	heard := map[string]bool{}
	for _, line := range g.heard {
		if line.at.After(opening.Started) && (before.IsZero() || line.at.Before(before)) {
			heard[line.text] = true
		}
	}
	want := referee.EndLines(&end, opening.Players)
	for line := range heard {
		if strings.HasPrefix(line, "END_GAME ") && line != want[0] {
			t.Errorf("%s: the channel heard %q, and the journal has %q", filepath.Base(file), line, want[0])
		}
	}
	err = journal.Play(file, games, func(p *journal.Replay) error {
		want = append(want, p.Opening.Public...)
		for {
			turn, end, wrong := p.Next()
			if wrong != nil || end != nil {
				return wrong
			}
			want = append(append(want, fmt.Sprintf("TOUR %d", turn.Turn)), turn.Public...)
		}
	})
	if err != nil {
		t.Error(err)
	}
	for _, line := range want {
		if !heard[line] {
			t.Errorf("%s: the channel never heard %q", filepath.Base(file), line)
		}
	}
	return opening.Started
}

// checkLog fails at a line of the log that only a fault of the program can make.
func (e *badEvening) checkLog() {
	e.t.Helper()
	text, err := os.ReadFile(filepath.Join(e.folder, "program.log"))
	if err != nil {
		e.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var entry struct{ Level string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Level == "error" {
			e.t.Errorf("the log: %s", line)
		}
	}
}
