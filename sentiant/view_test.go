package sentiant

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbitre/chance"

	"pgregory.net/rapid"

	"arbitre/game"
)

// antView is an ant's view as a bot reads it out of the lines.
type antView struct {
	fields map[string]string
	ants   []string
	scents []string
}

// readViews reads a colony's lines as a bot does, and checks that each is short
// enough with the longest names, as the match has been told none.
func readViews(t rapid.TB, m *match, seat game.Seat) (queen string, ants map[int]*antView) {
	t.Helper()
	names := namesOf(m)
	var long []string
	for i := range names {
		long = append(long, strings.Repeat(string('a'+rune(i)), longestName))
	}
	ants = map[int]*antView{}
	for _, e := range m.View(seat, nil) {
		if text := e.Fact.AppendLine(nil, long); len(text) > longestLine {
			t.Fatalf("%d bytes: %s", len(text), text)
		}
		text := string(e.Fact.AppendLine(nil, names))
		if e.To != seat {
			t.Fatalf("a view of %d goes to %d", seat, e.To)
		}
		for unit := range strings.SplitSeq(text, separator) {
			if queen == "" {
				queen = unit
				continue
			}
			readUnit(t, ants, unit)
		}
	}
	return queen, ants
}

func readUnit(t rapid.TB, ants map[int]*antView, unit string) {
	t.Helper()
	words := strings.Split(unit, " ")
	id, err := strconv.Atoi(words[1])
	if err != nil {
		t.Fatal(err)
	}
	v := ants[id]
	switch {
	case words[0] == "ANT" && v == nil:
		v = &antView{fields: map[string]string{}}
		ants[id] = v
	case words[0] != "ANT+" || v == nil:
		t.Fatalf("out of order: %s", unit)
	}
	for _, word := range words[2:] {
		key, value, ok := strings.Cut(word, "=")
		switch {
		case !ok:
			t.Fatalf("%q: %q is no pair", unit, word)
		case key == "ants":
			v.ants = append(v.ants, strings.Split(value, ";")...)
		case key == "phero":
			v.scents = append(v.scents, strings.Split(value, ";")...)
		case value == "":
			t.Fatalf("%q: %s is empty", unit, key)
		case words[0] == "ANT+" && key != "solid" && key != "floor":
			t.Fatalf("%q: want what it sees and smells only", unit)
		default:
			v.fields[key] = value
		}
	}
}

// inSight walks all shortest paths from the cell dx, dy back to the ant: the rule
// word by word, and no quicker.
func inSight(m *match, a *ant, dx, dy int) bool {
	if dx == 0 && dy == 0 {
		return true
	}
	back := func(x, y int) bool {
		cell := a.at + y*m.stride + x
		passes := x == 0 && y == 0 || m.ground[cell] == free && m.occupants[cell] == 0
		return passes && inSight(m, a, x, y)
	}
	return dx != 0 && back(dx-sign(dx), dy) || dy != 0 && back(dx, dy-sign(dy))
}

// wantView is what an ant knows, by the rules and cell by cell.
func wantView(m *match, a *ant) antView {
	v := antView{fields: map[string]string{
		"hp": strconv.Itoa(a.hp), "carry": itemWords[a.cargo], "say": string(a.say.bytes()),
		"age": strconv.Itoa(a.age), "last": outcomeWords[a.last],
	}}
	maps.DeleteFunc(v.fields, func(_, value string) bool { return value == "" })
	x, y := m.place(a.at)
	names := namesOf(m)
	for dy := -m.settings.Vision; dy <= m.settings.Vision; dy++ {
		for dx := -m.settings.Vision; dx <= m.settings.Vision; dx++ {
			if abs(dx)+abs(dy) > m.settings.Vision {
				continue
			}
			solid, floor := "?", "?"
			if !m.onMap(x+dx, y+dy) {
				solid = "^"
			} else if cell := m.cell(x+dx, y+dy); inSight(m, a, dx, dy) {
				solid, floor = wantCell(m, a, cell)
				if b := m.antAt(cell); b != nil && b != a {
					team := names[b.team]
					if b.team == a.team {
						team = ""
					}
					v.ants = append(v.ants, fmt.Sprintf("%d,%d,%s,%s,%s,%d",
						dx, dy, team, itemWords[b.cargo], b.say.bytes(), b.hp))
				}
			}
			v.fields["solid"] += solid
			v.fields["floor"] += floor
		}
	}
	if !strings.ContainsAny(v.fields["floor"], "bc") {
		delete(v.fields, "floor")
	}
	v.scents = wantScents(m, x, y)
	return v
}

func wantCell(m *match, a *ant, cell int) (solid, floor string) {
	switch m.ground[cell] {
	case dirt:
		solid, floor = "#", "?"
	case rock:
		solid, floor = "^", "."
	default:
		solid, floor = ".", "."
	}
	if floor == "." && m.items[cell] != nothing {
		floor = string(itemWords[m.items[cell]][0])
	}
	switch seat := m.queenAt(cell); {
	case m.antAt(cell) != nil:
		solid = "a"
	case seat == a.team:
		solid = "Q"
	case seat != nobody:
		solid = "q"
	}
	return solid, floor
}

func wantScents(m *match, x, y int) []string {
	type scent struct{ distance, dy, dx, kind, reach int }
	var list []scent
	for cell, p := range m.pheromones {
		px, py := m.place(cell)
		if distance := abs(px-x) + abs(py-y); p.reach > 0 && distance <= int(p.reach) {
			list = append(list, scent{distance, py - y, px - x, int(p.scent), int(p.reach)})
		}
	}
	slices.SortFunc(list, func(a, b scent) int {
		return slices.Compare([]int{a.distance, a.dy, a.dx}, []int{b.distance, b.dy, b.dx})
	})
	var texts []string
	for _, s := range list[:min(len(list), 12)] {
		texts = append(texts, fmt.Sprintf("%d,%d,%d,%d", s.dx, s.dy, s.kind, s.reach))
	}
	return texts
}

// What a bot reads out of its lines is what its ants know by the rules.
func TestViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t, rapid.IntRange(2, 4).Draw(t, "seats"))
		for seat := range m.queens {
			_, got := readViews(t, m, game.Seat(seat))
			if len(got) != m.antsOf()[seat] {
				t.Fatalf("%d ants told of %d", len(got), m.antsOf()[seat])
			}
			for i := range m.ants {
				a := &m.ants[i]
				if int(a.team) != seat {
					continue
				}
				if got, want := fmt.Sprint(*got[a.id]), fmt.Sprint(wantView(m, a)); got != want {
					t.Fatalf("%s\nant %d knows\n%s, want\n%s", drawingOf(m), a.id, got, want)
				}
			}
		}
	})
}

// The longest views that there can be still fit into lines.
func TestLongestViews(t *testing.T) {
	s := usualSettings()
	s.Vision, s.SayLength, s.PheromoneRange = longestSight, longestWord, longestSmell
	m := newWorld(s, 31, 31, longestSmell, maxSeats, chance.New(seedOf("long")))
	for seat := range m.queens {
		m.putQueen(game.Seat(seat), m.cell(2*seat, 0))
	}
	m.nextID = mostNumber
	middle := m.cell(15, 15)
	for _, c := range diamond(longestSight, m.stride) {
		if (c.dx+c.dy)%2 == 0 { // as a chess board, so that many are in sight
			m.hatch(game.Seat(c.distance%maxSeats), middle+c.offset)
			a := &m.ants[len(m.ants)-1]
			a.hp, a.age, a.cargo, a.last = mostNumber, mostNumber, cookie, still
			a.say = wordOf(strings.Repeat("w", longestWord))
		}
		m.pheromones[middle+c.offset] = pheromone{31, longestSmell}
	}
	for seat := range m.queens {
		_, got := readViews(t, m, game.Seat(seat))
		for i := range m.ants {
			if a := &m.ants[i]; int(a.team) == seat {
				if got, want := fmt.Sprint(*got[a.id]), fmt.Sprint(wantView(m, a)); got != want {
					t.Fatalf("ant %d knows\n%s, want\n%s", a.id, got, want)
				}
			}
		}
	}
}

// knownCells are those that a colony knows something of.
func knownCells(m *match, seat game.Seat) map[int]bool {
	known := map[int]bool{}
	for _, cell := range m.besides(&m.queens[seat]) {
		known[cell] = true
	}
	for i := range m.ants {
		a := &m.ants[i]
		if a.team != seat {
			continue
		}
		for i := range m.sight {
			if c := &m.sight[i]; inSight(m, a, c.dx, c.dy) {
				known[a.at+c.offset] = true
			}
		}
	}
	return known
}

// disturb changes everything that a colony can't know: the ground out of sight,
// what lies there and under dirt, who stands there, the scents that reach nobody,
// the ids and ages of others' ants.
func disturb(t *rapid.T, m *match, seat game.Seat) {
	known := knownCells(m, seat)
	var hidden []int
	for cell := range m.ground {
		if m.ground[cell] == outside {
			continue
		}
		if !known[cell] && m.queenAt(cell) == nobody {
			hidden = append(hidden, cell)
		}
		if m.ground[cell] == dirt || !known[cell] {
			if m.items[cell] != cookie && m.queenAt(cell) == nobody {
				m.items[cell] = rapid.SampledFrom([]item{nothing, bread}).Draw(t, "hidden item")
			}
		}
		if !smeltBy(m, cell, seat) {
			m.pheromones[cell] = pheromone{}
		}
	}
	for i := range m.ants {
		a := &m.ants[i]
		if a.team == seat {
			continue
		}
		a.age += rapid.IntRange(0, 3).Draw(t, "age")
		a.last = rapid.SampledFrom([]outcome{done, still}).Draw(t, "last")
		if !known[a.at] && len(hidden) > 0 {
			to := rapid.SampledFrom(hidden).Draw(t, "hideout")
			if m.occupants[to] == 0 {
				m.occupants[a.at], a.at = 0, to
				a.hp, a.cargo = 2, nothing
			}
			m.indexAnts()
		}
	}
	for _, cell := range hidden {
		m.ground[cell] = rapid.SampledFrom([]ground{free, dirt, rock}).Draw(t, "hidden ground")
		if m.occupants[cell] != 0 {
			m.ground[cell] = free
		}
	}
}

func smeltBy(m *match, cell int, seat game.Seat) bool {
	x, y := m.place(cell)
	return slices.ContainsFunc(m.ants, func(a ant) bool {
		ax, ay := m.place(a.at)
		return a.team == seat && abs(ax-x)+abs(ay-y) <= int(m.pheromones[cell].reach)
	})
}

// Nothing tells a player what his ants can't know: two worlds that differ only out
// of sight give the same views, the same refusals, and the same public lines as
// long as nothing comes of the difference.
func TestFog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t, rapid.IntRange(2, 3).Draw(t, "seats"))
		seat := game.Seat(rapid.IntRange(0, len(m.queens)-1).Draw(t, "seat"))
		for i := range m.queens { // so that nobody starves for want of ants
			if cell := drawCell(t, m); m.walkable(cell) && m.occupants[cell] == 0 {
				m.hatch(game.Seat(i), cell)
			}
		}
		if slices.Contains(sliceOf(m.antsOf(), len(m.queens)), 0) {
			return
		}
		other := permuted(m, sequence(0, len(m.queens)), sequence(1, len(m.ants)))
		disturb(t, other, seat)
		checkWorld(t, other)
		line := rapid.SampledFrom([]string{
			"", "1 MOVE UP", "2 MOVE UP; 3 SAY long-string", "99 DROP", "QUEEN SPAWN W3", "x", "1 JUMP;2 JUMP;3 JUMP;4 JUMP",
		}).Draw(t, "line")
		var told []string
		for _, world := range []*match{m, other} {
			text := linesOf(world, world.View(seat, nil)) + linesOf(world, world.Catchup(seat, nil))
			if r := world.Order(seat, line); r != nil {
				text += fmt.Sprint(*r)
			}
			for i := range world.ants {
				world.ants[i].order = order{} // nothing comes of it
			}
			world.queens[seat].order = noSpawn
			told = append(told, text+linesOf(world, world.Resolve(0, 0, nil)))
		}
		if told[0] != told[1] {
			t.Fatalf("%s\n%s\n%s\n%s", drawingOf(m), told[0], drawingOf(other), told[1])
		}
	})
}

func sliceOf(counts [maxSeats]int, n int) []int { return counts[:n] }
