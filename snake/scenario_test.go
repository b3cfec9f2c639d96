package snake

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"arbitre/game"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata; read the diff before you commit it")

// TestScenarios plays every file of testdata. A file tells one rule in words,
// then has what is given:
//
//	settings   a JSON object
//	before     the position, as AppendDrawing draws it, or
//	new        "players ann bob" and "seed 42" for a match from the start
//	spawn 10   a JSON list of what appears in turn 10, before its orders
//	orders 10  what is sent in turn 10: "ann: LEFT,ACT" (in Go's quotes if it
//	           holds odd bytes), "disqualified: bob", "out: carl"
//
// and what must come of it, which -update writes: opening, lines 10, refused 10,
// after (the position), end (place, player, points, cause), and, where the file
// has them, board 10 (the position between two turns), view ann and catchup ann.
// -update also draws before anew from the lines below its board.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 90 {
		t.Fatalf("%d scenarios: some are missing", len(files))
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			want, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, want)
			if *update {
				if err := os.WriteFile(file, txtar.Format(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := diff.Diff("want", txtar.Format(want), "got", txtar.Format(got)); d != nil {
				t.Errorf("%s\n%s", want.Comment, d)
			}
		})
	}
}

// scene is a scenario being played: the match, and the file as the rules make it.
type scene struct {
	t     *testing.T
	match *match
	names []string
	spawn []byte
	file  *txtar.Archive
}

// play returns the scenario with its expectations as the rules make them.
func play(t *testing.T, given *txtar.Archive) *txtar.Archive {
	t.Helper()
	s := &scene{t: t, file: &txtar.Archive{Comment: given.Comment}}
	var chosen []byte
	for _, f := range given.Files {
		kind, which, _ := strings.Cut(f.Name, " ")
		switch kind {
		case "settings":
			chosen = f.Data
			s.add(f.Name, f.Data)
		case "before":
			s.parse(chosen, string(f.Data))
		case "new":
			s.add(f.Name, f.Data)
			s.start(chosen, string(f.Data))
		case "spawn":
			s.add(f.Name, f.Data)
			s.spawn = f.Data
		case "orders":
			s.add(f.Name, f.Data)
			s.turn(which, string(f.Data))
		case "board":
			s.add(f.Name, s.match.AppendDrawing(nil, s.names))
		case "view":
			s.add(f.Name, s.render(s.match.View(s.seat(which), nil)))
		case "catchup":
			s.add(f.Name, s.render(s.match.Catchup(s.seat(which), nil)))
		case "opening", "lines", "refused", "after", "end": // the rules write them
		default:
			t.Fatalf("section %q: unknown", f.Name)
		}
	}
	s.finish()
	return s.file
}

func (s *scene) add(name string, data []byte) {
	s.file.Files = append(s.file.Files, txtar.File{Name: name, Data: data})
}

func (s *scene) parse(chosen []byte, text string) {
	s.t.Helper()
	if *update {
		text = redrawn(s.t, text)
	}
	r, names, err := Parse(chosen, text)
	if err != nil {
		s.t.Fatalf("before: %v", err)
	}
	s.match, s.names = r.(*match), names
	s.add("before", []byte(text))
}

// redrawn is a drawing as it should be.
func redrawn(t *testing.T, text string) string {
	t.Helper()
	w, err := readDrawing(text)
	if err != nil {
		t.Fatalf("before: %v", err)
	}
	m, names, err := w.match(usualSettings())
	if err != nil {
		t.Fatalf("before: %v", err)
	}
	return string(m.AppendDrawing(nil, names))
}

func (s *scene) start(chosen []byte, text string) {
	s.t.Helper()
	players, seed, _ := strings.Cut(strings.TrimSpace(text), "\n")
	s.names = strings.Fields(players)[1:]
	r, err := start(chosen, len(s.names), seedOf(strings.TrimPrefix(seed, "seed ")))
	if err != nil {
		s.t.Fatalf("new: %v", err)
	}
	s.match = r.(*match)
	s.add("opening", s.render(s.match.Open(nil)))
}

func (s *scene) turn(which, orders string) {
	s.t.Helper()
	if turn := strconv.Itoa(s.match.turn + 1); which != turn {
		s.t.Fatalf("orders %s: this is turn %s", which, turn)
	}
	var void, out game.Seats
	var refused bytes.Buffer
	for text := range strings.Lines(orders) {
		who, what, _ := strings.Cut(strings.TrimSuffix(text, "\n"), ":")
		what = strings.TrimPrefix(what, " ")
		switch who {
		case "disqualified":
			void = void.With(s.seat(what))
		case "out":
			out = out.With(s.seat(what))
		default:
			s.order(&refused, who, what)
		}
	}
	if s.spawn != nil {
		if err := s.match.Spawn(s.spawn, void, out); err != nil {
			s.t.Fatalf("spawn %s: %v", which, err)
		}
		s.spawn = nil
	}
	s.add("lines "+which, s.render(s.match.Resolve(void, out, nil)))
	if refused.Len() > 0 {
		s.add("refused "+which, refused.Bytes())
	}
}

func (s *scene) order(refused *bytes.Buffer, who, what string) {
	s.t.Helper()
	if strings.HasPrefix(what, `"`) {
		var err error
		if what, err = strconv.Unquote(what); err != nil {
			s.t.Fatalf("orders: %s: %v", what, err)
		}
	}
	if r := s.match.Order(s.seat(who), what); r != nil {
		fmt.Fprintf(refused, "%s: [%s] %q: %s\n", who, r.Key, r.Order, words("en", r.Key))
	}
}

func (s *scene) seat(name string) game.Seat {
	s.t.Helper()
	for i, n := range s.names {
		if n == name {
			return game.Seat(i)
		}
	}
	s.t.Fatalf("%q: no such player", name)
	return 0
}

func (s *scene) render(events []game.Event) []byte { return render(nil, events, s.names) }

func (s *scene) finish() {
	s.t.Helper()
	drawing := s.match.AppendDrawing(nil, s.names)
	if _, _, err := Parse(nil, string(drawing)); err != nil {
		s.t.Errorf("the drawing does not parse back: %v", err)
	}
	s.add("after", drawing)
	standings, over := s.match.Standings(nil)
	if !over {
		return
	}
	var end bytes.Buffer
	for place := range len(standings) + 2 {
		for seat, st := range standings {
			if st.Place != place {
				continue
			}
			cause := st.Cause
			if st.Alive {
				cause = "alive"
			}
			fmt.Fprintf(&end, "%d %s %d %s\n", place, s.names[seat], st.Score, cause)
		}
	}
	s.add("end", end.Bytes())
}

// seedOf is the seed that a text stands for in these tests.
func seedOf(text string) [32]byte {
	var seed [32]byte
	copy(seed[:], text)
	return seed
}
