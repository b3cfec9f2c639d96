package view

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"arbitre/referee"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// records are a short match of two, by hand: bob studies while ann's bomb lies
// beside him, and dies of it; carol walks into a bomb of her own.
func records() []referee.Record {
	turn := func(n int, lines ...string) referee.Record {
		return referee.Record{Turn: &referee.Turn{Turn: n, Public: lines}}
	}
	return []referee.Record{
		{Opening: &referee.Opening{
			Game: "bomber", Players: []string{"ann", "bob", "Carol|away"},
			Public: []string{
				"MAP_SIZE 15", "JOUEURS 3", "ROUND_LENGHT 5", "POSITION ann 2 2", "POSITION bob 4 3",
				"POSITION Carol|away 11 12", "SETTINGS map_factor=5 firepower=3 speed=1 timer=2",
			},
		}},
		turn(1, "POSITION ann 2 3", "STUDY_SPEED bob 2", "BOMB Carol|away 2"),
		turn(2, "BOMB ann 2", "STUDY_SPEED bob 1", "STUDY_TIMER Carol|away 1"),
		turn(3, "POSITION ann 2 4", "STUDY_SPEED bob 0", "STUDY_TIMER Carol|away 0", "DEAD Carol|away"),
		turn(4, "POSITION ann 3 4", "NO_ACTION bob", "DEAD bob"),
		{End: &referee.End{
			Turn: 4, Winners: []int{0}, Causes: []string{"alive", "blast", "blast"},
			Ranking: []referee.Rank{{Seat: 0, Place: 1}, {Seat: 1, Place: 2}, {Seat: 2, Place: 3}},
			Public:  []string{"END_GAME ann", "RANK 1 ann 0", "RANK 2 bob 0", "RANK 3 Carol|away 0"},
		}},
	}
}

// nestRecords are a short match of sentiant, by hand: the cookie is dug and carried
// home, and a colony starves.
func nestRecords() []referee.Record {
	turn := func(n int, drawing string, lines ...string) referee.Record {
		return referee.Record{Turn: &referee.Turn{Turn: n, Public: lines}, Drawing: drawing}
	}
	return []referee.Record{
		{
			Opening: &referee.Opening{
				Game: "sentiant", Players: []string{"ann", "bob"},
				Public: []string{"MAP_SIZE 11 5", "JOUEURS 2", "ROUND_LENGHT 1", "SETTINGS hp=2"},
			},
			Drawing: `after turn 0
  0                   1
  0 1 2 3 4 5 6 7 8 9 0
0 b . . # # # # # . . .
1 Q Q . # # # B # . R R
2 Q Q . # # C # # . R R
3 . . . # B # # # . . b
4 . . . # ^ ^ # # . . .
Q ann 0 1 loaves 0
R bob 9 1 loaves 0
next 1
`,
		},
		turn(1, `after turn 1
  0                   1
  0 1 2 3 4 5 6 7 8 9 0
0 q . . # # . . . . . .
1 Q Q . . . . B # . R R
2 Q Q . q . c r # . R R
3 . . . # B q # # . . .
4 b . . # ^ ^ # # . . .
Q ann 0 1 loaves 3
R bob 9 1 loaves 1
q 1 ann 3 2 hp 2 carrying bread age 1 last ok
q 2 ann 5 3 hp 2 age 1 last ok
q 4 ann 0 0 hp 2
r 3 bob 6 2 hp 1 say hi age 1 last ok
~ 4 2 scent 5 range 4
next 5
`, "COLONIES ann:3,3 bob:1,1"),
		turn(2, `after turn 2
  0                   1
  0 1 2 3 4 5 6 7 8 9 0
0 q . . # # . . . . . .
1 Q Q . . . . B # . R R
2 Q Q . . q r . # . R R
3 . . . # B q # # . . .
4 b . . # ^ ^ # # . . .
Q ann 0 1 loaves 3
R bob 9 1 loaves 1
q 1 ann 4 2 hp 2 carrying bread age 2 last ok
q 2 ann 5 3 hp 2 age 2 last ok
q 4 ann 0 0 hp 2
r 3 bob 5 2 hp 1 carrying cookie say hi age 2 last ok
~ 4 2 scent 5 range 3
next 5
`, "COLONIES ann:3,3 bob:1,1", "COOKIE bob"),
		turn(3, `after turn 3
  0                   1
  0 1 2 3 4 5 6 7 8 9 0
0 q . . # # . . . . . .
1 Q Q . . . . B # . R R
2 Q Q . . q c . # . R R
3 . . . # B q # # . . .
4 b . . # ^ ^ # # . . .
Q ann 0 1 loaves 3
R bob 9 1 loaves 1 out 3 cause colony
q 1 ann 4 2 hp 2 carrying bread age 3 last ok
q 2 ann 5 3 hp 2 age 3 last ok
q 4 ann 0 0 hp 2
next 5
over ann
`, "COLONIES ann:3,3 bob:0,1", "COOKIE -", "DEAD bob"),
		{
			End: &referee.End{
				Turn: 3, Winners: []int{0}, Causes: []string{"alive", "colony"},
				Ranking: []referee.Rank{{Seat: 0, Place: 1, Score: 103}, {Seat: 1, Place: 2, Score: 1}},
				Public:  []string{"END_GAME ann", "RANK 1 ann 103", "RANK 2 bob 1"},
			},
			Drawing: `after turn 3
  0                   1
  0 1 2 3 4 5 6 7 8 9 0
0 q . . # # . . . . . .
1 Q Q . . . . B # . R R
2 Q Q . . q c . # . R R
3 . . . # B q # # . . .
4 b . . # ^ ^ # # . . .
Q ann 0 1 loaves 3
R bob 9 1 loaves 1 out 3 cause colony
q 1 ann 4 2 hp 2 carrying bread age 3 last ok
q 2 ann 5 3 hp 2 age 3 last ok
q 4 ann 0 0 hp 2
next 5
over ann
`,
		},
	}
}

// matchUpTo is the match after so many records.
func matchUpTo(n int) *Match { return matchOf(records()[:n]) }

func matchOf(records []referee.Record) *Match {
	m := &Match{}
	for _, r := range records {
		m.Take(r)
	}
	return m
}

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(file, want, "got", []byte(got)); d != nil {
		t.Errorf("%s", d)
	}
}

func TestFrames(t *testing.T) {
	const note = "irc 127.0.0.1:6667 #arena   Ctrl-C ends it"
	for _, test := range []struct {
		name          string
		after         int // records
		columns, rows int
		blasts        bool
		style         Style
	}{
		{"waiting", 0, 80, 24, false, Style{}},
		{"usual", 3, 80, 24, false, Style{}},
		{"blasts", 4, 80, 24, true, Style{}},
		{"end", 6, 80, 24, false, Style{}},
		{"colour", 4, 80, 24, true, Style{Colour: true}},
		{"wide", 5, 160, 50, false, Style{}},
		{"narrow", 5, 44, 28, false, Style{}},
		{"narrow_cells", 3, 54, 24, false, Style{}},
		{"low", 3, 80, 12, false, Style{}},
		{"tiny", 3, 12, 4, false, Style{}},
		{"french", 4, 80, 24, false, Style{Language: "fr"}},
		{"russian", 4, 80, 24, false, Style{Language: "ru"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := matchUpTo(test.after)
			goldenFrame(t, test.name, test.columns, test.rows, m.Frame(test.columns, test.rows, test.blasts, note, test.style))
		})
	}
}

func TestNestFrames(t *testing.T) {
	for _, test := range []struct {
		name          string
		after         int // records
		columns, rows int
		style         Style
	}{
		{"nests", 2, 80, 24, Style{}},
		{"nests_cookie", 3, 80, 24, Style{}},
		{"nests_colour", 3, 80, 24, Style{Colour: true}},
		{"nests_ascii", 3, 80, 24, Style{ASCII: true}},
		{"nests_end", 5, 80, 24, Style{}},
		{"nests_narrow", 3, 30, 12, Style{}},
		{"nests_narrow_cells", 3, 20, 12, Style{}},
		{"nests_tiny", 3, 12, 4, Style{}},
		{"nests_french", 3, 80, 24, Style{Language: "fr"}},
		{"nests_russian", 3, 80, 24, Style{Language: "ru"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := matchOf(nestRecords()[:test.after])
			goldenFrame(t, test.name, test.columns, test.rows, m.Frame(test.columns, test.rows, false, "note", test.style))
		})
	}
}

// Who is kept in the fog sees the channel's lines, and the map at the end.
func TestNestsInFog(t *testing.T) {
	records := nestRecords()
	for i := range records[:4] {
		records[i].Drawing = ""
	}
	goldenFrame(t, "nests_fog", 80, 24, matchOf(records[:3]).Frame(80, 24, false, "note", Style{}))
	whole := strings.Join(matchOf(nestRecords()).Frame(80, 24, false, "", Style{}), "\n")
	if end := strings.Join(matchOf(records).Frame(80, 24, false, "", Style{}), "\n"); end != whole {
		t.Errorf("at the end\n%s\nwant\n%s", end, whole)
	}
}

// goldenFrame compares a frame, which must fit its screen, with a file of testdata.
func goldenFrame(t *testing.T, name string, columns, rows int, lines []string) {
	t.Helper()
	if len(lines) > rows {
		t.Errorf("%d rows on a screen of %d", len(lines), rows)
	}
	for _, line := range lines {
		if n := utf8.RuneCountInString(uncoloured(line)); n > columns {
			t.Errorf("%d columns on a screen of %d: %q", n, columns, line)
		}
	}
	golden(t, fmt.Sprintf("%s_%dx%d.txt", name, columns, rows), strings.Join(lines, "\n")+"\n")
}

// On a screen of any size a frame fits, and nothing breaks.
func TestFramesFitAnywhere(t *testing.T) {
	for after := range len(records()) + 1 {
		fitsAnywhere(t, matchUpTo(after))
	}
	for after := range len(nestRecords()) + 1 {
		fitsAnywhere(t, matchOf(nestRecords()[:after]))
	}
}

func fitsAnywhere(t *testing.T, m *Match) {
	t.Helper()
	for columns := 1; columns < 100; columns += 7 {
		for rows := 1; rows < 40; rows += 3 {
			lines := m.Frame(columns, rows, true, "note", Style{Colour: true})
			if len(lines) > rows {
				t.Fatalf("%dx%d: %d rows", columns, rows, len(lines))
			}
			for _, line := range lines {
				if n := utf8.RuneCountInString(uncoloured(line)); n > columns {
					t.Fatalf("%dx%d: %d columns: %q", columns, rows, n, line)
				}
			}
		}
	}
}

func TestReport(t *testing.T) {
	golden(t, "nests_report.txt", strings.Join(matchOf(nestRecords()).Report(Style{}), "\n")+"\n")
	golden(t, "report.txt", strings.Join(matchUpTo(6).Report(Style{}), "\n")+"\n")
	if report := matchUpTo(5).Report(Style{}); report != nil {
		t.Errorf("a report before the end: %q", report)
	}
}

func TestASCII(t *testing.T) {
	for text, want := range map[string]string{
		"\x1b[31mred\a": "?[31mred?", "tour n°1": "tour n?1", "ход": "???",
	} {
		if got := printable(text, true); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := printable("ход 漢\x1b", false); got != "ход ??" {
		t.Errorf("%q", got)
	}
}

func TestLetters(t *testing.T) {
	if got := string(lettersFor([]string{"ann", "Alan", "a", "a", "42"})); got != "ALBCD" {
		t.Errorf("%q", got)
	}
}

func TestPlain(t *testing.T) {
	feed := NewFeed()
	for _, r := range records() {
		feed.Watch(r)
	}
	var out bytes.Buffer
	m, err := Plain(t.Context(), feed, &out, Style{Colour: true})
	if err != nil || m.End == nil {
		t.Fatalf("%v, %v", m.End, err)
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("escape codes in plain text")
	}
	golden(t, "plain.txt", out.String())
}

func TestPlainNests(t *testing.T) {
	feed := NewFeed()
	for _, r := range nestRecords() {
		feed.Watch(r)
	}
	var out bytes.Buffer
	if _, err := Plain(t.Context(), feed, &out, Style{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "nests_plain.txt", out.String())
}

// The screen shows the explosion of a turn for a moment, before it shows what
// comes next, and gives the terminal back.
func TestScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		feed := NewFeed()
		for _, r := range records() {
			feed.Watch(r)
		}
		var out bytes.Buffer
		screen := Screen{Out: &out, Size: func() (int, int) { return 80, 24 }, Flash: 150 * time.Millisecond}
		start := time.Now()
		m, err := screen.Show(t.Context(), feed)
		if err != nil || m.End == nil {
			t.Fatalf("%v, %v", m.End, err)
		}
		if shown := time.Since(start); shown != 2*screen.Flash {
			t.Errorf("two explosions were shown for %s", shown)
		}
		checkTerminal(t, out.String())
		if frames := strings.Count(out.String(), home); frames != 8 { // a record each, and after each flash
			t.Errorf("%d frames", frames)
		}
	})
}

// Ctrl-C, or the end of the program, gives the terminal back too; a terminal
// that changes its size gets a new frame.
func TestScreenStopsAndResizes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		feed := NewFeed()
		feed.Watch(records()[0])
		var out bytes.Buffer
		var width atomic.Int64
		width.Store(80)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		screen := Screen{Out: &out, Size: func() (int, int) { return int(width.Load()), 24 }}
		resize := time.AfterFunc(10*time.Second, func() { width.Store(100) })
		defer resize.Stop()
		m, err := screen.Show(ctx, feed)
		if err != nil || m.End != nil {
			t.Fatalf("%v, %v", m.End, err)
		}
		checkTerminal(t, out.String())
		if frames := strings.Count(out.String(), home); frames != 2 {
			t.Errorf("%d frames, want one and one for the new size", frames)
		}
	})
}

func checkTerminal(t *testing.T, out string) {
	t.Helper()
	if !strings.HasPrefix(out, enter) || strings.Count(out, leave) != 1 {
		t.Errorf("the alternate screen is not entered and left once")
	}
	if _, after, _ := strings.Cut(out, leave); !strings.Contains(after, "Arbitre") {
		t.Errorf("no last frame after it: %q", after)
	}
}
