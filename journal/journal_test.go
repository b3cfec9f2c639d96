package journal_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"

	"arbitre/journal"
	"arbitre/referee"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(tb testing.TB, dir string) *journal.Journal {
	tb.Helper()
	j, err := journal.Open(dir, "v1.2.3", gameTable(), zaptest.NewLogger(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// write writes a whole match and returns its file's name.
func write(tb testing.TB, dir string, s script) string {
	tb.Helper()
	j := open(tb, dir)
	log, err := j.Begin(s.opening, s.private)
	must(tb, err)
	for _, turn := range s.turns {
		must(tb, log.Append(turn))
	}
	must(tb, log.End(s.end))
	must(tb, j.Close())
	return only(tb, dir)
}

// only is the one match of a folder.
func only(tb testing.TB, dir string) string {
	tb.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(names) != 1 {
		tb.Fatal(names, err)
	}
	return names[0]
}

func read(tb testing.TB, name string) []byte {
	tb.Helper()
	text, err := os.ReadFile(name)
	must(tb, err)
	return text
}

// TestKilledAtEveryTurn: whatever dies, and whenever: the finished match is byte
// for byte the one of an undisturbed run with the same orders.
func TestKilledAtEveryTurn(t *testing.T) {
	for _, g := range games() {
		for seed := range uint64(2) {
			s := playScript(g, rand.New(rand.NewPCG(seed, 0)), g.MinSeats+int(seed)%(min(g.MaxSeats, 4)-g.MinSeats+1), 20)
			want := write(t, t.TempDir(), s)
			opening, end, err := journal.Verify(want, gameTable())
			must(t, err)
			if len(end.Public) != 1+len(end.Ranking) {
				t.Error(end.Public)
			}
			end.Public = nil
			if diff := cmp.Diff(s.end, end); diff != "" {
				t.Error(diff)
			}
			if opening.ID() != s.opening.ID() || !strings.HasPrefix(filepath.Base(want), s.opening.ID()+"-"+g.Name+"-Arena.") {
				t.Errorf("ID %s, want %s; file %s", opening.ID(), s.opening.ID(), want)
			}
			dir := t.TempDir()
			playKilled(t, dir, s)
			if got := read(t, only(t, dir)); !bytes.Equal(got, read(t, want)) {
				t.Errorf("%s: killed at every turn\n%s\nwant\n%s", g.Name, got, read(t, want))
			}
			files, err := os.ReadDir(dir)
			if must(t, err); len(files) != 3 { // the match, the lock, the write-ahead log
				t.Error(files)
			}
		}
	}
}

// playKilled plays the match, and takes it up anew before each step.
func playKilled(t *testing.T, dir string, s script) {
	t.Helper()
	j := open(t, dir)
	_, err := j.Begin(s.opening, s.private)
	must(t, err)
	must(t, j.Close())
	for i := range len(s.turns) + 1 {
		j := open(t, dir)
		matches, problems := j.Unfinished()
		if len(matches) != 1 || problems != nil {
			t.Fatal(i, matches, problems)
		}
		m := matches[0]
		checkResumed(t, s, m, i)
		if i < len(s.turns) {
			if i%8 == 0 { // somebody came back
				m.Private.Identity[0].Token += "+"
				s.private.Identity[0].Token += "+"
				must(t, m.Log.Identify(m.Private))
			}
			must(t, m.Log.Append(s.turns[i]))
		} else {
			must(t, m.Log.End(s.end))
		}
		must(t, j.Close())
	}
}

// checkResumed compares what was found with a match after so many turns.
func checkResumed(t *testing.T, s script, m referee.Unfinished, turns int) {
	t.Helper()
	opening := m.Opening
	if len(opening.Public) == 0 {
		t.Error("no opening lines")
	}
	opening.Public = nil
	var last *referee.Turn
	causes := make([]string, len(opening.Players))
	for i, turn := range s.turns[:turns] {
		for j, seat := range turn.Out {
			causes[seat] = turn.Causes[j]
		}
		last = &s.turns[i]
	}
	if diff := cmp.Diff(
		[]any{s.opening, s.private, last, causes},
		[]any{opening, m.Private, m.Turn, m.Causes},
	); diff != "" {
		t.Error(diff)
	}
}
