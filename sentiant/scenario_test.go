package sentiant

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
//	orders 10  what is sent in turn 10: "ann: 12 MOVE UP" (in Go's quotes if it
//	           holds odd bytes), "disqualified: bob", "out: carl", and in place
//	           of the loaves to be drawn "spawn: 3 4, 5 6" or "spawn:" for none
//
// and what must come of it, which -update writes: opening, lines 10, refused 10,
// after (the position), end (place, player, score, cause), and, where the file
// has them, board 10 (the position between two turns) and view ann.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 60 {
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
		case "before", "new":
			s.add(f.Name, f.Data)
			s.begin(kind, chosen, string(f.Data))
		case "orders":
			s.add(f.Name, f.Data)
			s.turn(which, string(f.Data))
		case "board":
			s.add(f.Name, s.match.AppendDrawing(nil, s.names))
		case "view":
			s.add(f.Name, s.render(s.match.View(s.seat(which), nil)))
		case "opening", "lines", "refused", "after", "end": // the rules write them
		default:
			t.Fatalf("section %q: unknown", f.Name)
		}
	}
	s.finish(chosen)
	return s.file
}

func (s *scene) add(name string, data []byte) {
	s.file.Files = append(s.file.Files, txtar.File{Name: name, Data: data})
}

func (s *scene) begin(kind string, chosen []byte, text string) {
	s.t.Helper()
	var r game.Rules
	var err error
	if kind == "before" {
		r, s.names, err = Parse(chosen, text)
	} else {
		players, seed, _ := strings.Cut(strings.TrimSpace(text), "\n")
		s.names = strings.Fields(players)[1:]
		r, err = start(chosen, len(s.names), seedOf(strings.TrimPrefix(seed, "seed ")))
	}
	if err != nil {
		s.t.Fatalf("%s: %v", kind, err)
	}
	s.match = r.(*match)
	s.match.Name(s.names)
	if kind == "new" {
		s.add("opening", s.render(s.match.Open(nil)))
	}
}

func (s *scene) turn(which, orders string) {
	s.t.Helper()
	if turn := strconv.Itoa(s.match.turn + 1); which != turn {
		s.t.Fatalf("orders %s: this is turn %s", which, turn)
	}
	var void, out game.Seats
	var refused bytes.Buffer
	var cells []string
	for text := range strings.Lines(orders) {
		who, what, _ := strings.Cut(strings.TrimSuffix(text, "\n"), ":")
		what = strings.TrimPrefix(what, " ")
		switch who {
		case "disqualified":
			void = void.With(s.seat(what))
		case "out":
			out = out.With(s.seat(what))
		case "spawn":
			cells = append(cells, what)
		default:
			s.order(&refused, who, what)
		}
	}
	for _, list := range cells {
		s.spawn(&refused, list, void, out)
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
		fmt.Fprintf(refused, "%s: [%s] %q: %s\n", who, r.Key, r.Order, sentence("en", r))
	}
}

func (s *scene) spawn(refused *bytes.Buffer, cells string, void, out game.Seats) {
	s.t.Helper()
	things := []byte("[")
	for pair := range strings.SplitSeq(cells, ", ") {
		if x, y, ok := strings.Cut(pair, " "); ok {
			if len(things) > 1 {
				things = append(things, ',')
			}
			things = fmt.Appendf(things, `{"kind":"bread","x":%s,"y":%s}`, x, y)
		}
	}
	if err := s.match.Spawn(append(things, ']'), void, out); err != nil {
		fmt.Fprintf(refused, "spawn: %v\n", err)
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

func (s *scene) render(events []game.Event) []byte {
	var lines []byte
	for _, e := range events {
		lines = append(e.Fact.AppendLine(lines, s.names), '\n')
	}
	return lines
}

func (s *scene) finish(chosen []byte) {
	s.t.Helper()
	drawing := s.match.AppendDrawing(nil, s.names)
	if _, _, err := Parse(chosen, string(drawing)); err != nil {
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

// sentence is a refusal as the referee words it.
func sentence(language string, r *game.Refusal) string {
	text := words(language, r.Key)
	for i, n := range r.Args {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", i), strconv.Itoa(n))
	}
	return text
}

// seedOf is the seed that a text stands for in these tests.
func seedOf(text string) [32]byte {
	var seed [32]byte
	copy(seed[:], text)
	return seed
}
