package snake

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"arbitre/chance"
	"arbitre/game/gametest"
)

// TestOurMaps are fair, symmetric from top to bottom, and draw no objects, so
// that the settings say how many there are.
func TestOurMaps(t *testing.T) {
	least := map[string][2]int{"duel": {9, 2}, "court": {15, 5}, "garden": {21, 8}, "valley": {30, 16}, "steppe": {60, maxSeats}}
	for i, name := range MapNames() {
		p, err := namedPlan(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.size != least[name][0] || p.starts() != least[name][1] || len(p.objects) > 0 {
			t.Errorf("%s: %d cells a side, %d start cells", name, p.size, p.starts())
		}
		for j, g := range p.ground {
			x, y := j%p.size, j/p.size
			if g != p.at(x, p.size-1-y) {
				t.Errorf("%s: cell %d %d is not as its mirror image", name, x, y)
			}
		}
		if i > 0 {
			if before, _ := namedPlan(MapNames()[i-1]); before.size >= p.size || before.starts() >= p.starts() {
				t.Errorf("%s is no larger than the one before", name)
			}
		}
	}
}

// TestSmallestMapForAll is the one that is played without the setting.
func TestSmallestMapForAll(t *testing.T) {
	for seats, size := range map[int]int{2: 9, 3: 15, 5: 15, 6: 21, 8: 21, 9: 30, 16: 30, 17: 60, 64: 60} {
		if m := begin(t, nil, seats, [32]byte{}); m.size != size {
			t.Errorf("%d players: %d cells a side, want %d", seats, m.size, size)
		}
	}
}

const fair = `☼☼☼☼☼☼☼
☼#    ☼
☼ ○ ● ☼
☼  ☼  ☼
☼ ® $ ☼
☼☼#   ☼
☼☼☼☼☼☼☼
`

// TestReadMap: a map that is broken or unfair is refused with the reason.
func TestReadMap(t *testing.T) {
	for _, text := range []string{
		fair, strings.TrimSuffix(fair, "\n"), strings.ReplaceAll(fair, "\n", "\r\n"),
		strings.Replace(fair, "☼☼☼☼☼☼☼\n☼#", "☼☼☼☼#☼☼\n☼ ", 1), // leads down
		strings.Replace(fair, "☼#    ☼", "☼#☼   ☼", 1),
	} {
		if _, err := ReadMap(text); err != nil {
			t.Errorf("%v:\n%s", err, text)
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{"☼#    ☼", "☼#   ☼", "row 1 has 6 cells: want 7, as many as there are rows"},
		{"☼#    ☼\n", "", "row 0 has 7 cells: want 6"},
		{"○", "x", `cell 2 2: 'x': want one of ☼ # ○ ● ® $ or a blank`},
		{"○", "►", `cell 2 2: '►': want one of`},
		{"☼#    ☼", "☼#     ", "cell 6 1: the map is open there"},
		{"☼☼☼☼☼☼☼\n☼#", "☼☼☼ ☼☼☼\n☼#", "cell 3 0: the map is open there"},
		{"☼#    ☼", "☼#    ●", "cell 6 1: the map is open there"},
		{"☼☼#   ☼", "##    ☼", "cell 0 5: a start cell in the first column has no place for the tail to its left"},
		{"☼#    ☼", "☼     ☼", "1 start cells: want 2 at least"},
		{"☼ ® $ ☼\n☼☼#   ☼", "☼ ☼ $ ☼\n☼☼##  ☼", "cell 2 5: the start cell has no exit: want a free cell to the right, above or below, without a stone"},
		{"☼☼#   ☼", "☼☼#   #", "cell 6 5: the start cell has no exit"},
		{"☼ ® $ ☼\n☼☼#   ☼", "☼ ● $ ☼\n☼☼#●  ☼", "cell 2 5: the start cell has no exit"},
		{"☼☼☼☼☼☼☼\n☼#    ☼\n☼ ", "☼☼☼☼☼☼☼\n☼#☼   ☼\n☼☼", "cell 1 1: the start cell has no exit"},
		{"☼ ® $ ☼", "☼☼☼☼☼☼☼", "cell 2 5: no way leads from this start cell to that at 1 1"},
		{fair, "", "row 0 has 0 cells: want 1"},
		{fair, strings.Repeat(strings.Repeat("☼", 61)+"\n", 61), "61 rows: want 60 at most"},
	} {
		text := strings.Replace(fair, c.old, c.new, 1)
		_, err := ReadMap(text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v\nwant %s:\n%s", err, c.want, text)
		}
		wrong, ok := errors.AsType[*MapError](err)
		_, row, where := strings.Cut(err.Error(), "row ")
		if _, cell, found := strings.Cut(err.Error(), "cell "); found {
			_, row, where = strings.Cut(cell, " ")
		}
		if want, _ := strconv.Atoi(row[:min(len(row), 1)]); !ok || where && wrong.Row != want || !where && wrong.Row != -1 {
			t.Errorf("%v: row %d", err, wrong.Row)
		}
	}
}

// FuzzMap: no text upsets the check, and on a map that passes it a match can be
// played.
func FuzzMap(f *testing.F) {
	f.Add(fair)
	for _, name := range MapNames() {
		text, err := mapFiles.ReadFile("maps/" + name + ".txt")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := readPlan(rowsOf(text))
		if err != nil {
			return
		}
		m := newMatch(usualSettings(), min(p.starts(), 5), chance.New([32]byte{}))
		m.layOut(p.size, p.ground)
		m.takeObjects(&p)
		m.round = 1
		m.beginRound()
		names := everybody[:len(m.snakes)]
		gametest.Told(m.Open(nil), names)
		for range m.settings.WaitTurns + 3 {
			gametest.Told(m.Resolve(0, 0, nil), names)
		}
		if _, _, err := Parse(nil, string(m.AppendDrawing(nil, names))); err != nil {
			t.Fatal(err)
		}
	})
}
