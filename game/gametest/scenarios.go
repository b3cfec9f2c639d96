package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"arbitre/game"
)

// Scenarios plays every file of testdata. A file tells one rule in words, then
// has what is given:
//
//	settings   a JSON object
//	before     the position, as AppendDrawing draws it, or
//	new        "players ann bob" and "seed 42" for a match from the start
//	spawn 10   what appears in turn 10, if the game has Spawn
//	orders 10  what is sent in turn 10: "ann: BOMB 12" (in Go's quotes if it
//	           holds odd bytes), "disqualified: bob", "out: carl", and what appears,
//	           "spawn: 3 4", if it is not said above
//
// and what must come of it, which update writes: opening, lines 10, refused 10,
// after (the position), end (place, player, what End says), and, where the file has
// them, board 10 (the position between two turns), view ann and catchup ann.
func Scenarios(t *testing.T, g Game, update bool) {
	t.Helper()
	files := scenarioFiles(t)
	if len(files) < g.Scenarios {
		t.Fatalf("%d scenarios: some are missing", len(files))
	}
	for _, file := range files {
		t.Run(scenarioName(file), func(t *testing.T) {
			want, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, g, want)
			if update {
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

// Parts are the sections of all scenarios that are of these kinds.
func Parts(tb testing.TB, kinds ...string) (parts []string) {
	tb.Helper()
	for _, file := range scenarioFiles(tb) {
		scenario, err := txtar.ParseFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range scenario.Files {
			if kind, _, _ := strings.Cut(f.Name, " "); slices.Contains(kinds, kind) {
				parts = append(parts, string(f.Data))
			}
		}
	}
	return parts
}

func scenarioFiles(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		tb.Fatal("no scenarios: ", err)
	}
	return files
}

func scenarioName(file string) string {
	return strings.TrimSuffix(filepath.Base(file), ".txtar")
}

// scene is a scenario being played: the match, and the file as the rules make it.
type scene struct {
	t        *testing.T
	game     Game
	settings []byte
	rules    game.Rules
	names    []string
	spawns   []string // what appears in the turn that comes
	file     *txtar.Archive
}

// play returns the scenario with its expectations as the rules make them.
func play(t *testing.T, g Game, given *txtar.Archive) *txtar.Archive {
	t.Helper()
	s := &scene{t: t, game: g, file: &txtar.Archive{Comment: given.Comment}}
	for _, f := range given.Files {
		kind, which, _ := strings.Cut(f.Name, " ")
		switch kind {
		case "settings":
			s.settings = f.Data
			s.add(f.Name, f.Data)
		case "before":
			s.parse(string(f.Data))
		case "new":
			s.add(f.Name, f.Data)
			s.start(string(f.Data))
		case "spawn":
			s.add(f.Name, f.Data)
			s.spawn(string(f.Data))
		case "orders":
			s.add(f.Name, f.Data)
			s.turn(which, string(f.Data))
		case "board":
			s.add(f.Name, s.rules.AppendDrawing(nil, s.names))
		case "view":
			s.add(f.Name, s.lines(s.rules.View(s.seat(which), nil)))
		case "catchup":
			s.add(f.Name, s.lines(s.rules.Catchup(s.seat(which), nil)))
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

func (s *scene) parse(drawing string) {
	s.t.Helper()
	var err error
	if s.rules, s.names, err = s.game.Parse(s.settings, drawing); err != nil {
		s.t.Fatalf("before: %v", err)
	}
	s.name()
	s.add("before", s.rules.AppendDrawing(nil, s.names))
}

func (s *scene) start(text string) {
	s.t.Helper()
	players, seed, _ := strings.Cut(strings.TrimSpace(text), "\n")
	s.names = strings.Fields(players)[1:]
	var err error
	if s.rules, err = s.game.New(s.settings, len(s.names), Seed(strings.TrimPrefix(seed, "seed "))); err != nil {
		s.t.Fatalf("new: %v", err)
	}
	s.name()
	s.add("opening", s.lines(s.rules.Open(nil)))
}

func (s *scene) name() {
	if rules, packs := s.rules.(game.Named); packs {
		rules.Name(s.names)
	}
}

func (s *scene) spawn(things string) {
	s.t.Helper()
	if s.game.Spawn == nil {
		s.t.Fatal("spawn: not in this game")
	}
	s.spawns = append(s.spawns, things)
}

func (s *scene) turn(which, orders string) {
	s.t.Helper()
	if turn := strconv.Itoa(s.turns() + 1); which != turn {
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
		case "spawn":
			s.spawn(what)
		default:
			s.order(&refused, who, what)
		}
	}
	for _, things := range s.spawns {
		if err := s.game.Spawn(s.t, s.rules, things, void, out); err != nil {
			fmt.Fprintf(&refused, "spawn: %v\n", err)
		}
	}
	s.spawns = nil
	s.add("lines "+which, s.lines(s.rules.Resolve(void, out, nil)))
	if refused.Len() > 0 {
		s.add("refused "+which, refused.Bytes())
	}
}

// turns is how many have been played; every game's state has it.
func (s *scene) turns() int {
	s.t.Helper()
	var state struct{ Turn int }
	if err := json.Unmarshal(s.rules.AppendState(nil, s.names), &state); err != nil {
		s.t.Fatal(err)
	}
	return state.Turn
}

func (s *scene) order(refused *bytes.Buffer, who, what string) {
	s.t.Helper()
	if strings.HasPrefix(what, `"`) {
		var err error
		if what, err = strconv.Unquote(what); err != nil {
			s.t.Fatalf("orders: %s: %v", what, err)
		}
	}
	if r := s.rules.Order(s.seat(who), what); r != nil {
		fmt.Fprintf(refused, "%s: [%s] %q: %s\n", who, r.Key, r.Order, s.sentence(r))
	}
}

// sentence is a refusal as the referee words it.
func (s *scene) sentence(r *game.Refusal) string {
	text := s.game.Words("en", r.Key)
	for i, n := range r.Args {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", i), strconv.Itoa(n))
	}
	return text
}

func (s *scene) seat(name string) game.Seat {
	s.t.Helper()
	seat := slices.Index(s.names, name)
	if seat < 0 {
		s.t.Fatalf("%q: no such player", name)
	}
	return game.Seat(seat)
}

func (s *scene) lines(events []game.Event) []byte { return AppendLines(nil, events, s.names) }

func (s *scene) finish() {
	s.t.Helper()
	drawing := s.rules.AppendDrawing(nil, s.names)
	if _, _, err := s.game.Parse(s.settings, string(drawing)); err != nil {
		s.t.Errorf("the drawing does not parse back: %v", err)
	}
	s.add("after", drawing)
	standings, over := s.rules.Standings(nil)
	if !over {
		return
	}
	var end bytes.Buffer
	for place := range len(standings) + 2 {
		for seat, st := range standings {
			if st.Place == place {
				fmt.Fprintf(&end, "%d %s %s\n", place, s.names[seat], s.game.End(st))
			}
		}
	}
	s.add("end", end.Bytes())
}
