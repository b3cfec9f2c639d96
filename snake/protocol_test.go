package snake

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbitre/chance"
	"arbitre/game/gametest"

	"arbitre/game"
)

// TestSurelyFit: so many entries fit into a line whatever the names and numbers.
func TestSurelyFit(t *testing.T) {
	names := make([]string, maxSeats)
	for i := range names {
		names[i] = strings.Repeat("n", longestName)
	}
	m := newMatch(usualSettings(), maxSeats, chance.New([32]byte{}))
	corner := at(mostSide-1, mostSide-1)
	for i := range maxSeats {
		m.snakes[i].score = 10 * mostCounted
		m.moved = append(m.moved, report{game.Seat(i), corner, right, mostCells, 10 * mostNumber, mostNumber})
		m.happened = append(m.happened, happening{what: killed, seat: 0, victim: 1, number: mostCells})
		m.scattered = append(m.scattered, placed{furyPill, corner})
	}
	for kind, fit := range surelyFit {
		l := list{match: m, kind: listKind(kind), count: fit}
		if n := len(l.AppendLine(nil, names)); n > longestLine {
			t.Errorf("%s: %d bytes with %d entries", listWords[kind], n, fit)
		}
		l.count = maxSeats
		most := l.linesAtMost()
		for l.line = range most {
			if n := len(l.AppendLine(nil, names)); n > longestLine || n == 0 {
				t.Errorf("%s: line %d of %d has %d bytes", listWords[kind], l.line, most, n)
			}
		}
		if l.line = most; len(l.AppendLine(nil, names)) > 0 {
			t.Errorf("%s: more than %d lines", listWords[kind], most)
		}
	}
}

// TestListsArePackedTight: a list takes as few lines as fit with the names that
// it has, and the facts that are not needed write nothing.
func TestListsArePackedTight(t *testing.T) {
	m := newMatch(usualSettings(), 16, chance.New([32]byte{}))
	for _, names := range [][]string{everybody, long(everybody, 15), long(everybody, longestName)} {
		m.forget()
		var all []string
		for _, e := range m.tellList(nil, game.Everyone, listScores, 16) {
			text := string(e.Fact.AppendLine([]byte("# "), names))
			if text != "# " {
				all = append(all, strings.TrimPrefix(text, "# "))
			}
		}
		var entries []string
		for i, text := range all {
			rest, found := strings.CutPrefix(text, "SCORES ")
			words := strings.Fields(rest)
			entries = append(entries, words...)
			if !found || len(text) > longestLine || i > 0 && len(all[i-1])+len(" ")+len(words[0]) <= longestLine {
				t.Errorf("%q", all)
			}
		}
		want := make([]string, 16)
		for i := range want {
			want[i] = names[i] + ":0"
		}
		if !slices.Equal(entries, want) {
			t.Errorf("%q", entries)
		}
	}
}

func long(names []string, n int) []string {
	longer := make([]string, len(names))
	for i, name := range names {
		longer[i] = name + strings.Repeat("x", n-len(name))
	}
	return longer
}

// TestSettingsLineFits with the widest numbers.
func TestSettingsLineFits(t *testing.T) {
	var s settings
	for _, k := range settingTable {
		*k.value(&s) = k.most
	}
	if n := len(s.AppendLine(nil, nil)); n > longestLine {
		t.Errorf("%d bytes", n)
	}
}

// TestPiecesOfAnyMap join to the map and to the board, and fit.
func TestPiecesOfAnyMap(t *testing.T) {
	for _, name := range MapNames() {
		m := begin(t, fmt.Appendf(nil, `{"map":%q}`, name), 2, [32]byte{})
		for _, turn := range []int{8, 99_999} {
			m.turn = turn
			lines := gametest.Told(m.View(0, nil), everybody[:2])
			if joined, board := joinBoard(lines, turn+1), string(m.AppendBoard(nil, 0)); joined != board {
				t.Errorf("%s: %q", name, lines)
			}
		}
		all, rows := strings.Builder{}, 0
		for _, text := range gametest.Told(m.Open(nil), everybody[:2]) {
			if len(text) > longestLine {
				t.Errorf("%s: %d bytes: %s", name, len(text), text)
			}
			if rest, found := strings.CutPrefix(text, "MAP "); found {
				_, cells, _ := strings.Cut(rest, " ")
				all.WriteString(cells)
				rows += len([]rune(cells)) % m.size
			}
		}
		text, err := mapFiles.ReadFile("maps/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(string(text), "\n", ""); all.String() != want || rows != 0 {
			t.Errorf("%s: the pieces give\n%s", name, folded(all.String(), m.size))
		}
	}
}

// TestFactsStayGoodWhileTheyGrow: the lines of a turn are good until the next
// call, also those told before their memory had to grow.
func TestFactsStayGoodWhileTheyGrow(t *testing.T) {
	m := begin(t, []byte(`{"map":"steppe"}`), 40, [32]byte{})
	names := make([]string, 40)
	for i := range names {
		names[i] = fmt.Sprintf("player%d", i)
	}
	starts := 0
	for _, text := range gametest.Told(m.Open(nil), names) {
		if strings.HasPrefix(text, fmt.Sprintf("START player%d ", starts)) {
			starts++
		}
	}
	if starts != 40 {
		t.Errorf("%d are placed", starts)
	}
}
