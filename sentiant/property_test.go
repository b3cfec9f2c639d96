package sentiant

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbitre/chance"

	"pgregory.net/rapid"

	"arbitre/game"
)

// drawWorld makes a small crowded world: everything that can meet in a turn does.
func drawWorld(t *rapid.T, seats int) *match {
	s := usualSettings()
	s.MaxTurns = 0
	s.Vision = rapid.IntRange(1, 4).Draw(t, "vision")
	s.FriendlyFire = rapid.Bool().Draw(t, "friendly fire")
	s.AntsPerLoaf = rapid.SampledFrom([]int{1, 1, 3}).Draw(t, "ants per loaf")
	width, height := 4*seats+rapid.IntRange(0, 4).Draw(t, "width"), rapid.IntRange(4, 9).Draw(t, "height")
	m := newWorld(s, width, height, s.PheromoneRange, seats, chance.New(seedOf("world")))
	for cell := range m.ground {
		if m.ground[cell] == outside {
			continue
		}
		m.ground[cell] = rapid.SampledFrom([]ground{free, free, free, free, dirt, rock}).Draw(t, "ground")
		if m.ground[cell] != rock && rapid.IntRange(0, 3).Draw(t, "item") == 0 {
			m.items[cell] = bread
		}
		if rapid.IntRange(0, 5).Draw(t, "pheromone") == 0 {
			m.pheromones[cell] = pheromone{uint8(rapid.IntRange(0, 31).Draw(t, "scent")), uint8(rapid.IntRange(1, 5).Draw(t, "range"))}
		}
	}
	for seat := range seats {
		x, y := 4*seat+rapid.IntRange(0, 2).Draw(t, "queen's x"), rapid.IntRange(0, height-2).Draw(t, "queen's y")
		m.putQueen(game.Seat(seat), m.cell(x, y))
		for _, cell := range m.queenCells(m.cell(x, y)) {
			m.items[cell] = nothing
		}
	}
	for range rapid.IntRange(0, width*height/3).Draw(t, "ants") {
		cell := drawCell(t, m)
		if m.walkable(cell) && m.occupants[cell] == 0 {
			m.hatch(game.Seat(rapid.IntRange(0, seats-1).Draw(t, "team")), cell)
			a := &m.ants[len(m.ants)-1]
			a.hp = rapid.IntRange(1, 2).Draw(t, "hp")
			a.cargo = rapid.SampledFrom([]item{nothing, bread}).Draw(t, "cargo")
			a.say = wordOf(rapid.SampledFrom([]string{"", "a", "xy"}).Draw(t, "string"))
		}
	}
	if len(m.ants) > 0 && rapid.Bool().Draw(t, "cookie is carried") {
		m.ants[len(m.ants)/2].cargo = cookie
	} else {
		cell := drawCell(t, m)
		for m.queenAt(cell) != nobody {
			cell = drawCell(t, m)
		}
		m.items[cell] = cookie
	}
	return m
}

func drawCell(t *rapid.T, m *match) int {
	return m.cell(rapid.IntRange(0, m.width-1).Draw(t, "x"), rapid.IntRange(0, m.height-1).Draw(t, "y"))
}

func drawOrder(t *rapid.T) string {
	text := rapid.SampledFrom([]string{
		"", "MOVE UP", "MOVE DOWN", "MOVE LEFT", "MOVE RIGHT", "MOVE UP", "MOVE DOWN", "MOVE LEFT", "MOVE RIGHT",
		"DIG UP", "DIG DOWN", "DIG LEFT", "DIG RIGHT", "ATTACK UP", "ATTACK DOWN", "ATTACK LEFT", "ATTACK RIGHT",
		"PICKUP", "DROP", "DROP", "SLEEP",
	}).Draw(t, "action")
	text += rapid.SampledFrom([]string{"", "", " PHERO 3", " PHERO 31", " ERASE"}).Draw(t, "pheromone order")
	return text + rapid.SampledFrom([]string{"", "", " SAY", " SAY go"}).Draw(t, "say")
}

// turnOrders are a turn's orders, apart from whose they are: by ant's id, and by
// seat where the queen shall spawn, -1 not at all.
type turnOrders struct {
	ants   map[int]string
	spawns []int
}

func drawOrders(t *rapid.T, m *match) turnOrders {
	o := turnOrders{ants: map[int]string{}}
	for i := range m.ants {
		if rapid.IntRange(0, 9).Draw(t, "has an order") > 0 {
			o.ants[m.ants[i].id] = drawOrder(t)
		}
	}
	for range m.queens {
		o.spawns = append(o.spawns, rapid.IntRange(-1, 7).Draw(t, "spawn"))
	}
	return o
}

func (o turnOrders) give(t *rapid.T, m *match) {
	for i := range m.ants {
		if text, ok := o.ants[m.ants[i].id]; ok {
			mustOrder(t, m, m.ants[i].team, fmt.Sprintf("%d %s", m.ants[i].id, text))
		}
	}
	for seat, k := range o.spawns {
		if k >= 0 && m.queens[seat].playing() {
			mustOrder(t, m, game.Seat(seat), "QUEEN SPAWN "+besideWords[k])
		}
	}
}

func mustOrder(t *rapid.T, m *match, seat game.Seat, text string) {
	if !m.queens[seat].playing() {
		return
	}
	if r := m.Order(seat, text); r != nil {
		t.Fatalf("%q refused: %s", text, r.Key)
	}
}

func namesOf(m *match) []string {
	return []string{"ann", "bob", "carl", "dora", "emil", "fred", "gina"}[:len(m.queens)]
}

func drawingOf(m *match) string { return string(m.AppendDrawing(nil, namesOf(m))) }

// count is how many there are of an item, lying or carried.
func count(m *match, it item) int {
	n := 0
	for _, lying := range m.items {
		if lying == it {
			n++
		}
	}
	for i := range m.ants {
		if m.ants[i].cargo == it {
			n++
		}
	}
	return n
}

func loavesEaten(m *match) int {
	n := 0
	for i := range m.queens {
		n += m.queens[i].loaves
	}
	return n
}

// checkWorld checks what holds at any time: one solid a cell, everybody alive,
// nothing outside.
func checkWorld(t *rapid.T, m *match) {
	solids := map[int]string{}
	stand := func(cell int, who string) {
		if other, taken := solids[cell]; taken {
			t.Fatalf("%s and %s stand on one cell\n%s", who, other, drawingOf(m))
		}
		solids[cell] = who
		if x, y := m.place(cell); !m.onMap(x, y) {
			t.Fatalf("%s is outside", who)
		}
	}
	for seat := range m.queens {
		for _, cell := range m.queenCells(m.queens[seat].at) {
			stand(cell, fmt.Sprint("queen ", seat))
			if m.queenAt(cell) != game.Seat(seat) {
				t.Fatalf("queen %d is not on her cells", seat)
			}
		}
	}
	for i := range m.ants {
		a := &m.ants[i]
		stand(a.at, fmt.Sprint("ant ", a.id))
		switch {
		case a.hp < 1:
			t.Fatalf("ant %d walks dead", a.id)
		case m.antAt(a.at) != a:
			t.Fatalf("ant %d is not on its cell", a.id)
		case m.ground[a.at] != free:
			t.Fatalf("ant %d walks through walls", a.id)
		case i > 0 && m.ants[i-1].id >= a.id:
			t.Fatal("ids out of order")
		}
	}
	for cell, occupant := range m.occupants {
		if occupant != 0 && solids[cell] == "" {
			t.Fatalf("a ghost on %d\n%s", cell, drawingOf(m))
		}
		if m.incoming[cell] != 0 {
			t.Fatal("a move is left over")
		}
		if m.ground[cell] == outside && (m.items[cell] != nothing || m.pheromones[cell] != pheromone{}) {
			t.Fatal("something lies outside")
		}
	}
}

// Loaves are neither lost nor made: what is eaten appears anew, as long as a cell
// takes it. There is always one cookie, until it is home.
func TestConservation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t, rapid.IntRange(2, 4).Draw(t, "seats"))
		for range rapid.IntRange(1, 6).Draw(t, "turns") {
			loaves, eaten := count(m, bread), loavesEaten(m)
			drawOrders(t, m).give(t, m)
			m.Resolve(0, 0, nil)
			checkWorld(t, m)
			room := slices.ContainsFunc(slices.Collect(cellsOf(m)), m.takesLoaf)
			got, gone := count(m, bread), loavesEaten(m)-eaten
			if got > loaves || got < loaves-gone || room && !m.over && got != loaves {
				t.Fatalf("%d loaves became %d, %d were eaten\n%s", loaves, got, gone, drawingOf(m))
			}
			want := 1
			if m.home {
				want = 0
			}
			if cookies := count(m, cookie); cookies != want || m.home && (!m.over || m.winner == nobody) {
				t.Fatalf("%d cookies\n%s", cookies, drawingOf(m))
			}
			if m.over {
				return
			}
		}
	})
}

func cellsOf(m *match) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for cell := range m.ground {
			if !yield(cell) {
				return
			}
		}
	}
}

// anonymous is the world up to the ants' ids, with the seats named by the list.
func anonymous(m *match, seats []string) string {
	var lines []string
	for cell := range m.ground {
		x, y := m.place(cell)
		lines = append(lines, fmt.Sprint(x, y, m.ground[cell], m.items[cell], m.pheromones[cell]))
	}
	for i := range m.ants {
		a := &m.ants[i]
		x, y := m.place(a.at)
		lines = append(lines, fmt.Sprint("ant ", x, y, seats[a.team], a.hp, a.cargo, a.say, a.age, a.last))
	}
	for i := range m.queens {
		q := &m.queens[i]
		x, y := m.place(q.at)
		lines = append(lines, fmt.Sprint("queen ", x, y, seats[i], q.loaves, q.out, q.cause))
	}
	slices.Sort(lines)
	winner := ""
	if m.winner != nobody {
		winner = seats[m.winner]
	}
	return fmt.Sprint(strings.Join(lines, "\n"), m.over, winner, m.nextID)
}

// permuted is the world with other seats and other ids, told by the lists: seat i
// becomes seats[i], the ant at index i gets ids[i].
func permuted(m *match, seats, ids []int) *match {
	other := newWorld(m.settings, m.width, m.height, m.settings.PheromoneRange, len(m.queens), chance.New(seedOf("other")))
	copy(other.ground, m.ground)
	copy(other.items, m.items)
	copy(other.pheromones, m.pheromones)
	for i := range m.queens {
		other.putQueen(game.Seat(seats[i]), m.queens[i].at)
		other.queens[seats[i]].loaves = m.queens[i].loaves
	}
	for i, a := range m.ants {
		a.team, a.id = game.Seat(seats[a.team]), ids[i]
		other.ants = append(other.ants, a)
	}
	slices.SortFunc(other.ants, func(a, b ant) int { return cmp.Compare(a.id, b.id) })
	other.indexAnts()
	other.nextID = m.nextID
	return other
}

// No result depends on who joined first, or on ids: other seats and ids give the
// same match up to them. New loaves are left out, which are drawn.
func TestSeatsAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t, rapid.IntRange(2, 4).Draw(t, "seats"))
		m.settings.AntsPerLoaf = 1
		seats := rapid.Permutation(sequence(0, len(m.queens))).Draw(t, "other seats")
		ids := rapid.Permutation(sequence(1, len(m.ants))).Draw(t, "other ids")
		other := permuted(m, seats, ids)
		names, otherNames := namesOf(m), make([]string, len(seats))
		for i := range seats {
			otherNames[seats[i]] = names[i]
		}
		o := drawOrders(t, m)
		otherOrders := turnOrders{ants: map[int]string{}, spawns: make([]int, len(seats))}
		for i := range m.ants {
			if text, ok := o.ants[m.ants[i].id]; ok {
				otherOrders.ants[ids[i]] = text
			}
		}
		for i := range seats {
			otherOrders.spawns[seats[i]] = o.spawns[i]
		}
		if sharesBeside(m, o.spawns) {
			return // two queens bear on one cell: births come in team order
		}
		before := drawingOf(m)
		for _, world := range []struct {
			m *match
			o turnOrders
		}{{m, o}, {other, otherOrders}} {
			world.o.give(t, world.m)
			if err := world.m.Spawn([]byte("[]"), 0, 0); err != nil {
				t.Fatal(err)
			}
			world.m.Resolve(0, 0, nil)
		}
		if got, want := anonymous(other, otherNames), anonymous(m, names); got != want {
			t.Fatalf("from\n%s%v\n%s\nbut with other seats\n%s", before, o, drawingOf(m), drawingOf(other))
		}
	})
}

func sequence(first, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = first + i
	}
	return list
}

// sharesBeside tells whether two queens are told to spawn on the same cell.
func sharesBeside(m *match, spawns []int) bool {
	var cells []int
	for seat, k := range spawns {
		if k >= 0 {
			cells = append(cells, m.besides(&m.queens[seat])[k])
		}
	}
	slices.Sort(cells)
	return len(slices.Compact(cells)) < countSpawns(spawns)
}

func countSpawns(spawns []int) int {
	n := 0
	for _, k := range spawns {
		if k >= 0 {
			n++
		}
	}
	return n
}

// turnedWords are the words of the orders on a map that is turned by 180 degrees.
var turnedWords = strings.NewReplacer(
	" UP", " DOWN", " DOWN", " UP", " LEFT", " RIGHT", " RIGHT", " LEFT")

// turnedBeside is where each of the queen's cells comes to: N1 to S2, and so on.
var turnedBeside = [...]int{5, 4, 7, 6, 1, 0, 3, 2}

// turnedWorld is the world turned by 180 degrees with its two seats swapped.
func turnedWorld(m *match) *match {
	other := newWorld(m.settings, m.width, m.height, m.settings.PheromoneRange, 2, chance.New(seedOf("other")))
	last := len(m.ground) - 1
	for cell := range m.ground {
		other.ground[last-cell] = m.ground[cell]
		other.items[last-cell] = m.items[cell]
		other.pheromones[last-cell] = m.pheromones[cell]
	}
	for i := range m.queens {
		other.putQueen(game.Seat(1-i), last-m.queens[i].at-m.stride-1)
		q := m.queens[i]
		q.at = other.queens[1-i].at
		other.queens[1-i] = q
	}
	for _, a := range m.ants {
		a.team, a.at = 1-a.team, last-a.at
		other.ants = append(other.ants, a)
	}
	other.indexAnts()
	other.nextID, other.turn = m.nextID, m.turn
	other.over, other.home = m.over, m.home
	if m.winner != nobody {
		other.winner = 1 - m.winner
	}
	return other
}

// A map turned by 180 degrees with the seats swapped gives the turned match,
// without displaced cargo, bare orders to spawn and new loaves.
func TestTurnedMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t, 2)
		m.settings.AntsPerLoaf = 1
		for i := range m.ants { // where cargo falls there must be nothing yet
			if a := &m.ants[i]; a.cargo != nothing && m.items[a.at] != nothing {
				a.cargo = nothing
			}
		}
		other := turnedWorld(m)
		o := drawOrders(t, m)
		if sharesBeside(m, o.spawns) {
			return
		}
		o.give(t, m)
		turned := turnOrders{ants: map[int]string{}, spawns: []int{-1, -1}}
		for id, text := range o.ants {
			turned.ants[id] = turnedWords.Replace(text)
		}
		for seat, k := range o.spawns {
			if k >= 0 {
				turned.spawns[1-seat] = turnedBeside[k]
			}
		}
		turned.give(t, other)
		for _, world := range []*match{m, other} {
			if err := world.Spawn([]byte("[]"), 0, 0); err != nil {
				t.Fatal(err)
			}
			world.Resolve(0, 0, nil)
		}
		seats := []string{"ann", "bob"}
		if got, want := anonymous(other, seats), anonymous(turnedWorld(m), seats); got != want {
			t.Fatalf("%s\nturned:\n%s", drawingOf(m), drawingOf(other))
		}
	})
}

// A state that is taken up again goes on identically, random draws included; so
// does a drawing, but for the draws.
func TestRestoreGoesOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t, rapid.IntRange(2, 4).Draw(t, "seats"))
		given := settingsJSON(m.settings)
		names := namesOf(m)
		for range rapid.IntRange(1, 8).Draw(t, "turns") {
			state := m.AppendState(nil, names)
			r, gotNames, err := restore(given, state)
			if err != nil {
				t.Fatalf("%v: %s", err, state)
			}
			other := r.(*match)
			if again := other.AppendState(nil, gotNames); !bytes.Equal(again, state) {
				t.Fatalf("%s\nbecame\n%s", state, again)
			}
			if _, _, err := Parse(given, drawingOf(m)); err != nil {
				t.Fatal(err)
			}
			o := drawOrders(t, m)
			void := game.Seats(rapid.IntRange(0, 3).Draw(t, "void"))
			out := game.Seats(rapid.SampledFrom([]int{0, 0, 0, 0, 0, 1, 2}).Draw(t, "out"))
			var lines []string
			for _, world := range []*match{m, other} {
				o.give(t, world)
				lines = append(lines, linesOf(world, world.Resolve(void, out, nil)))
				for seat := range world.queens {
					lines[len(lines)-1] += linesOf(world, world.View(game.Seat(seat), nil))
				}
				lines[len(lines)-1] += fmt.Sprint(world.Standings(nil))
			}
			if lines[0] != lines[1] {
				t.Fatalf("%s\ntaken up:\n%s", lines[0], lines[1])
			}
			if got := other.AppendState(nil, names); !bytes.Equal(got, m.AppendState(nil, names)) {
				t.Fatalf("%s\ntaken up:\n%s", m.AppendState(nil, names), got)
			}
			if m.over {
				return
			}
		}
	})
}

func settingsJSON(s settings) []byte {
	return fmt.Appendf(nil, `{"vision":%d,"friendly_fire":%t,"ants_per_loaf":%d,"max_turns":%d}`,
		s.Vision, s.FriendlyFire, s.AntsPerLoaf, s.MaxTurns)
}

func linesOf(m *match, events []game.Event) string {
	var text []byte
	for _, e := range events {
		text = fmt.Appendf(text, "%d ", e.To)
		text = append(e.Fact.AppendLine(text, namesOf(m)), '\n')
	}
	return string(text)
}
