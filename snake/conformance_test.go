package snake

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/game"
)

// recordedState is a state as testdata/codenjoy/README.md describes it.
type recordedState struct {
	Snakes []recordedSnake `json:"snakes"`
	Apples []int           `json:"apples"`
	Stones []int           `json:"stones"`
	Fury   []int           `json:"fury"`
	Gold   []int           `json:"gold"`
}

type recordedSnake struct {
	Alive  bool   `json:"alive"`
	Active bool   `json:"active"`
	Dir    string `json:"dir"`
	Cells  []int  `json:"cells"`
	Fury   int    `json:"fury"`
	Stones int    `json:"stones"`
	Cut    int    `json:"cut"`
}

// recordedTick is a line of a recorded game: the header has map, a reset has
// only that.
type recordedTick struct {
	T      int            `json:"t"`
	Size   int            `json:"size"`
	Map    []string       `json:"map"`
	Reset  *recordedState `json:"reset"`
	Phase  string         `json:"phase"`
	Cmds   []*string      `json:"cmds"`
	Spawn  [][]any        `json:"spawn"`
	Events [][]any        `json:"events"`
	State  recordedState  `json:"state"`
	Views  []string       `json:"views"`
	Flags  []string       `json:"flags"`
	Seed   *struct {
		State  recordedState `json:"state"`
		Events [][]any       `json:"events"`
	} `json:"seed"`
}

// TestRecordedGames plays every recorded turn of phase play of the original
// engine, each from the state before it, and compares the state and the points
// with those that the engine came to, or with those that the seed asks for where
// the engine contradicts it. Then every recorded board.
func TestRecordedGames(t *testing.T) {
	files, err := filepath.Glob("testdata/codenjoy/*.jsonl.gz")
	if err != nil || len(files) != 24 {
		t.Fatalf("%d games, %v", len(files), err)
	}
	if testing.Short() {
		files = files[:4]
	}
	var all tally
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl.gz"), func(t *testing.T) {
			all.add(playRecorded(t, file))
		})
	}
	if want := (tally{5850, 725, 160, 1505}); all != want && !testing.Short() {
		t.Errorf("compared %+v, want %+v", all, want)
	}
}

// tally counts what was compared.
type tally struct{ clean, flagged, seeds, boards int }

func (a *tally) add(b tally) {
	a.clean += b.clean
	a.flagged += b.flagged
	a.seeds += b.seeds
	a.boards += b.boards
}

func playRecorded(t *testing.T, file string) (n tally) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	var header recordedTick
	var before recordedState
	for lines.Scan() {
		var tick recordedTick
		if err := json.Unmarshal(lines.Bytes(), &tick); err != nil {
			t.Fatal(err)
		}
		switch {
		case tick.Map != nil:
			header, before = tick, tick.State
		case tick.Reset != nil:
			before = *tick.Reset
			continue
		case tick.Phase == "play":
			compareTick(t, &header, &before, &tick)
			switch {
			case tick.Flags == nil:
				n.clean++
			case tick.Seed != nil:
				n.seeds++
				fallthrough
			default:
				n.flagged++
			}
		}
		n.boards += compareBoards(t, &header, &tick)
		before = tick.State
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return n
}

// take makes a match of a recorded state, in an endless round.
func take(t *testing.T, header *recordedTick, state *recordedState) *match {
	t.Helper()
	pairs := func(flat []int) []place {
		places := []place{}
		for i := 0; i < len(flat); i += 2 {
			places = append(places, place{flat[i], flat[i+1]})
		}
		return places
	}
	zero, one := 0, 1
	w := writtenState{
		Turn: &zero, Round: &one, Phase: "play", Left: &zero, Size: &header.Size, Map: header.Map,
		Apples: pairs(state.Apples), Stones: pairs(state.Stones), FuryPills: pairs(state.Fury), Gold: pairs(state.Gold),
	}
	for i, s := range state.Snakes {
		w.Snakes = append(w.Snakes, writtenSnake{
			Name: everybody[i], Alive: &s.Alive, Active: &s.Active, Direction: s.Dir, Cells: pairs(s.Cells),
			Fury: s.Fury, Stones: s.Stones, Owes: s.Cut, Score: 1000,
		})
	}
	m, _, err := w.match(usualSettings())
	if err != nil {
		t.Fatalf("%v: %+v", err, state)
	}
	return m
}

// outcome is what is compared of a snake.
type outcome struct {
	Snake  recordedSnake
	Points int
}

func compareTick(t *testing.T, header *recordedTick, before *recordedState, tick *recordedTick) {
	t.Helper()
	m := take(t, header, before)
	acted := make([]bool, len(m.snakes))
	for seat, text := range tick.Cmds {
		if text != nil {
			m.Order(game.Seat(seat), *text)
			acted[seat] = m.snakes[seat].order.dies
		}
	}
	if err := m.Spawn(recordedSpawn(t, tick.Spawn), 0, 0); err != nil {
		t.Fatalf("tick %d: %v", tick.T, err)
	}
	m.Resolve(0, 0, nil)
	state, events := &tick.State, tick.Events
	if tick.Seed != nil {
		state, events = &tick.Seed.State, tick.Seed.Events
	}
	points := recordedPoints(events, len(m.snakes))
	for i, s := range state.Snakes {
		got := outcome{snakeOf(m, i), m.snakes[i].score - 1000}
		want := outcome{s, points[i]}
		switch {
		case !before.Snakes[i].Alive: // comes back elsewhere, by chance
			if !got.Snake.Alive || got.Snake.Active || m.ground[m.snakes[i].at(0)] != startCell {
				t.Errorf("tick %d, snake %d: does not wait on a start cell: %+v", tick.T, i, got)
			}
			continue
		case acted[i]: // of ours, the body lies for one board like any other
			want.Snake = before.Snakes[i]
			want.Snake.Alive = false
		}
		if !reflect.DeepEqual(want, got) {
			t.Errorf("tick %d, snake %d, flags %v, orders %s:\n%s", tick.T, i, tick.Flags, orders(tick), cmp.Diff(want, got))
		}
	}
	for o, want := range [...][]int{apple: state.Apples, stone: state.Stones, furyPill: state.Fury, gold: state.Gold} {
		for i := 0; i < len(want); i += 2 {
			if c := at(want[i], want[i+1]); m.objects[c] != object(o) {
				t.Errorf("tick %d, flags %v: %q at %d %d, want %q", tick.T, tick.Flags, objectWords[m.objects[c]], c.x(), c.y(), objectWords[o])
			}
		}
		if o > 0 && m.lying[o] != len(want)/2 {
			t.Errorf("tick %d, flags %v: %d of %s, want %d", tick.T, tick.Flags, m.lying[o], objectWords[o], len(want)/2)
		}
	}
}

func orders(tick *recordedTick) (all []string) {
	for _, text := range tick.Cmds {
		if text == nil {
			all = append(all, "-")
			continue
		}
		all = append(all, *text)
	}
	return all
}

func recordedSpawn(t *testing.T, spawn [][]any) []byte {
	t.Helper()
	things := []map[string]any{}
	for _, s := range spawn {
		kind := s[0].(string)
		if kind == "fury" {
			kind = "fury_pill"
		}
		things = append(things, map[string]any{"kind": kind, "x": s[1], "y": s[2]})
	}
	text, err := json.Marshal(things)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// recordedPoints are the points of a tick; those of a round's end are the
// engine's own.
func recordedPoints(events [][]any, players int) []int {
	points := make([]int, players)
	for _, e := range events {
		p := &points[int(e[0].(float64))]
		switch e[1] {
		case "APPLE":
			*p++
		case "STONE":
			*p += 5
		case "GOLD":
			*p += 10
		case "EAT":
			*p += 10 * int(e[2].(float64))
		}
	}
	return points
}

func snakeOf(m *match, i int) recordedSnake {
	s := &m.snakes[i]
	r := recordedSnake{
		Alive: s.alive, Active: s.active, Dir: directionWords[s.direction],
		Fury: s.fury, Stones: s.stones, Cut: s.owes, Cells: []int{},
	}
	for i := range s.length {
		r.Cells = append(r.Cells, s.at(i).x(), s.at(i).y())
	}
	return r
}

// compareBoards compares the recorded boards and tells how many there are.
func compareBoards(t *testing.T, header, tick *recordedTick) int {
	t.Helper()
	if len(tick.Views) == 0 {
		return 0
	}
	m := take(t, header, &tick.State)
	for seat, want := range tick.Views {
		if got := string(m.AppendBoard(nil, game.Seat(seat))); got != want {
			t.Errorf("tick %d, the board of %d:\n%s\nwant\n%s", tick.T, seat, folded(got, m.size), folded(want, m.size))
		}
	}
	return len(tick.Views)
}

// folded is a board with its line ends.
func folded(board string, size int) string {
	var b strings.Builder
	for i, r := range []rune(board) {
		if i > 0 && i%size == 0 {
			b.WriteByte('\n')
		}
		b.WriteRune(r)
	}
	return b.String()
}
