package sentiant

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"arbitre/chance"

	"arbitre/game"
)

// The records of testdata/recorded are of a public implementation of the same
// rules (see the README there). Its x is the row and its y the column.
type (
	record struct {
		Type   string
		Turn   int
		Obs    []recordedView
		Orders []recordedOrder `json:"decisions"`
		Spawns []recordedSpawn `json:"queen_orders"`
		Events []recordedEvent
		State  recordedState
		Config recordedConfig `json:"cfg"`
	}
	recordedConfig struct {
		HPMax, Fov int
		Range      int `json:"phero_range"`
	}
	recordedView struct {
		Ant          int
		Solid, Floor []string
		Phero        [][4]int
	}
	recordedOrder struct {
		Ant    int
		Action string
		Arg    json.RawMessage
	}
	recordedSpawn struct {
		Team   string
		Offset [2]int
	}
	recordedEvent struct {
		E, Phase string
		Ant      int
	}
	recordedState struct {
		Solid, Floor []string
		Ants         []recordedAnt
		Phero        []struct{ X, Y, Scent, Range int }
		Queens       []struct {
			Team string
			X, Y int
		}
	}
	recordedAnt struct {
		ID, X, Y, HP int
		Team, Hold   string
	}
)

func readRecords(t *testing.T, name string) []record {
	t.Helper()
	file, err := os.Open("testdata/recorded/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var records []record
	for dec := json.NewDecoder(bufio.NewReader(unzipped)); ; {
		var r record
		if err := dec.Decode(&r); err == io.EOF {
			return records
		} else if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
}

// recordedMatch is the match at a recorded state.
func recordedMatch(c recordedConfig, s *recordedState) *match {
	given := usualSettings()
	given.HP, given.Vision, given.PheromoneRange, given.MaxTurns = c.HPMax, c.Fov, c.Range, 0
	m := newWorld(given, len(s.Solid[0]), len(s.Solid), c.Range, len(s.Queens), chance.New(seedOf("recorded")))
	for y, row := range s.Solid {
		for x := range row {
			cell := m.cell(x, y)
			switch row[x] {
			case 'd':
				m.ground[cell] = dirt
			case 'r':
				m.ground[cell] = rock
			}
			m.items[cell] = item(max(0, strings.IndexByte(".bc", s.Floor[y][x])))
		}
	}
	teams := map[string]game.Seat{}
	for i, q := range s.Queens {
		teams[q.Team] = game.Seat(i)
		m.putQueen(game.Seat(i), m.cell(q.Y, q.X))
	}
	for _, a := range s.Ants {
		m.ants = append(m.ants, ant{
			id: a.ID, team: teams[a.Team], at: m.cell(a.Y, a.X), hp: a.HP,
			cargo: item(slices.Index(itemWords[:], a.Hold)), destination: noCell,
		})
		m.nextID = max(m.nextID, a.ID+1)
	}
	slices.SortFunc(m.ants, func(a, b ant) int { return a.id - b.id })
	m.indexAnts()
	for _, p := range s.Phero {
		m.pheromones[m.cell(p.Y, p.X)] = pheromone{uint8(p.Scent), uint8(p.Range)}
	}
	return m
}

// give gives the recorded orders.
func (r *record) give(t *testing.T, m *match) {
	t.Helper()
	for _, o := range r.Orders {
		a := &m.ants[slices.IndexFunc(m.ants, func(a ant) bool { return a.id == o.Ant })]
		text := strings.ToUpper(o.Action)
		switch o.Action {
		case "move", "dig", "attack":
			text += " " + map[string]string{"[-1,0]": "UP", "[1,0]": "DOWN", "[0,-1]": "LEFT", "[0,1]": "RIGHT"}[string(o.Arg)]
		case "phero":
			text += " " + string(o.Arg)
		}
		if refusal := m.Order(a.team, fmt.Sprint(o.Ant, " ", text)); refusal != nil {
			t.Fatal(refusal.Key, refusal.Order)
		}
	}
	for _, s := range r.Spawns {
		seat := slices.IndexFunc(r.State.Queens, func(q struct {
			Team string
			X, Y int
		},
		) bool {
			return q.Team == s.Team
		})
		k := slices.Index(besideSteps[:], [2]int{s.Offset[1], s.Offset[0]})
		if refusal := m.Order(game.Seat(seat), "QUEEN SPAWN "+besideWords[k]); refusal != nil {
			t.Fatal(refusal.Key)
		}
	}
}

var recordedGames = []string{"b01_moth_bee.jsonl.gz", "x01_chaos2.jsonl.gz"}

// Every recorded turn is played from its recorded position. Pheromones, digging,
// attacks, picking up, dropping, births and moves without a collision are the same
// there as here. Collisions are not: there ants move one after the other, which
// decides who is hurt, and an ant can vanish with its cargo. So the turns with a
// collision are left out but for the ground, which moves don't touch. New loaves
// can't be compared either, for they are drawn; in these games none appear.
func TestRecordedTurns(t *testing.T) {
	games := recordedGames
	if testing.Short() {
		games = games[:1]
	}
	for _, name := range games {
		records := readRecords(t, name)
		config, compared, nextID := records[0].Config, 0, 1
		for i := 2; i < len(records)-1; i++ {
			before, r := &records[i-1], &records[i]
			m, want := recordedMatch(config, &before.State), recordedMatch(config, &r.State)
			nextID = max(nextID, m.nextID) // the youngest may be dead
			m.nextID = nextID
			r.give(t, m)
			if err := m.Spawn([]byte("[]"), 0, 0); err != nil {
				t.Fatal(err)
			}
			m.Resolve(0, 0, nil)
			if !slices.Equal(m.ground, want.ground) {
				t.Fatalf("%s, turn %d: the ground is not as recorded", name, r.Turn)
			}
			if r.collides() {
				continue
			}
			compared++
			if got, want := sharedBy(m), sharedBy(want); got != want {
				t.Fatalf("%s, turn %d:\n%s\nwant\n%s", name, r.Turn, got, want)
			}
		}
		if compared < 150 {
			t.Errorf("%s: only %d turns compared", name, compared)
		}
	}
}

// collides tells whether ants collided in the turn, or vanished.
func (r *record) collides() bool {
	return slices.ContainsFunc(r.Events, func(e recordedEvent) bool {
		return e.E == "vanish" || e.Phase == "move" && (e.E == "hurt" || e.E == "died")
	})
}

// sharedBy is what both implementations have.
func sharedBy(m *match) string {
	text := fmt.Sprintf("%v %v", m.items, m.pheromones)
	for i := range m.ants {
		a := &m.ants[i]
		text += fmt.Sprintf("\nant %d of %d on %d hp %d carries %d", a.id, a.team, a.at, a.hp, a.cargo)
	}
	return text
}

// Every recorded observation is what the ant knows here: the cells in sight and
// what stands and lies there, but for what is buried, which is shown there; and
// the pheromones, of which there is no end there and here a dozen.
func TestRecordedViews(t *testing.T) {
	for _, name := range recordedGames {
		records := readRecords(t, name)
		views := 0
		for i := 2; i < len(records)-1; i++ {
			m := recordedMatch(records[0].Config, &records[i-1].State)
			for _, want := range records[i].Obs {
				a := &m.ants[slices.IndexFunc(m.ants, func(a ant) bool { return a.id == want.Ant })]
				solid, floor := make([]byte, len(m.sight)), make([]byte, len(m.sight))
				m.look(a, solid, floor)
				for i, c := range m.sight {
					theirs := [2]byte{want.Solid[3+c.dy][3+c.dx], want.Floor[3+c.dy][3+c.dx]}
					if ours := [2]byte{recordedSolid(solid[i]), floor[i]}; ours != theirs && (theirs[0] != 'd' || ours != [2]byte{'d', '?'}) {
						t.Fatalf("%s, turn %d, ant %d sees %s at %d,%d, want %s", name, records[i].Turn, a.id, ours, c.dx, c.dy, theirs)
					}
				}
				checkScents(t, m, a, want.Phero)
				views++
			}
		}
		if views < 1000 {
			t.Errorf("%s: only %d views compared", name, views)
		}
	}
}

// recordedSolid is a letter of ours as the records have it.
func recordedSolid(c byte) byte {
	if i := strings.IndexByte("#^q", c); i >= 0 {
		return "drQ"[i]
	}
	return c
}

func checkScents(t *testing.T, m *match, a *ant, want [][4]int) {
	t.Helper()
	x, y := m.place(a.at)
	var list []string
	for _, p := range want {
		list = append(list, fmt.Sprintf("%d,%d,%d,%d", p[1]-x, p[0]-y, p[2], p[3]))
	}
	ours := wantScents(m, x, y)
	for _, scent := range ours {
		if !slices.Contains(list, scent) {
			t.Fatalf("ant %d smells %s, want one of %v", a.id, scent, list)
		}
	}
	if len(ours) != min(len(list), mostPheromones) {
		t.Fatalf("ant %d smells %d scents, want %d", a.id, len(ours), len(list))
	}
}
