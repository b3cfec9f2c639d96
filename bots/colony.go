package bots

import (
	"slices"
	"strconv"
	"strings"
)

// Place is where something is in a match of sentiant, DX cells to the right of
// and DY cells below something else: an ant tells of what is around it so, and
// where an ant is itself is counted from the upper left of its queen's four cells.
type Place struct{ DX, DY int }

func (p Place) plus(q Place) Place { return Place{p.DX + q.DX, p.DY + q.DY} }

// far is the Manhattan distance between two places.
func far(p, q Place) int { return max(p.DX-q.DX, q.DX-p.DX) + max(p.DY-q.DY, q.DY-p.DY) }

// The four ways that an ant can go.
var ways = [...]struct {
	word string
	step Place
}{{"UP", Place{0, -1}}, {"DOWN", Place{0, 1}}, {"LEFT", Place{-1, 0}}, {"RIGHT", Place{1, 0}}}

// queenCells are the four cells of a queen, beside the eight around her on which
// bread becomes an ant and the cookie wins.
var (
	queenCells = []Place{{0, 0}, {1, 0}, {0, 1}, {1, 1}}
	beside     = []Place{{0, -1}, {1, -1}, {2, 0}, {2, 1}, {0, 2}, {1, 2}, {-1, 0}, {-1, 1}}
)

// Ant is what one ant knows, and what we remember of it.
type Ant struct {
	ID          int
	Carry, Last string // as in the line: "bread", "ok"
	Cells       []View // those around it, row by row
	Others      []Neighbour
	Scents      []Scent

	At    Place   // it never is told: we have counted its steps
	going Place   // the step that it was ordered to take
	trail []Place // where it has been, the latest last
	aim   Place   // where it wanders to
}

// View is what an ant sees of a cell.
type View struct {
	At           Place
	Solid, Floor byte // what stands there, what lies there
}

// Neighbour is another ant in sight.
type Neighbour struct {
	At    Place
	Team  string // empty if it is of the ant's own
	Carry string
}

// Scent is a pheromone.
type Scent struct {
	At   Place
	Kind int
}

// Colony is what the referee's lines tell one player of sentiant. Feed it every
// line, public and private, in order.
type Colony struct {
	Turn  int
	Queen []byte // what is on her eight cells, in the order of beside; nil: none is in play
	Ants  []*Ant // in the order in which they are told of

	ants    map[int]*Ant // by number
	newborn []*Ant       // of this turn
	cradle  Place        // where the queen was ordered to spawn
}

// besideNames are the keys of the queen's cells, in the order of beside.
var besideNames = []string{"N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"}

// Hear follows one line. What it does not know it passes over.
func (c *Colony) Hear(line string) {
	for unit := range strings.SplitSeq(line, " | ") {
		c.hear(unit)
	}
}

func (c *Colony) hear(line string) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "MAP_SIZE":
		*c = Colony{ants: map[int]*Ant{}}
	case "TOUR":
		c.Turn, c.Queen, c.Ants, c.newborn = number(strings.Fields(rest), 0), nil, nil, nil
	case "QUEEN":
		c.Queen = make([]byte, len(beside))
		for field := range strings.FieldsSeq(rest) {
			key, value, _ := strings.Cut(field, "=")
			if i := slices.Index(besideNames, key); i >= 0 && value != "" {
				c.Queen[i] = value[0]
			}
		}
	case "ANT", "ANT+":
		c.hearAnt(strings.Fields(line))
	case "SEND_YOUR_ACTION":
		slices.SortFunc(c.newborn, func(a, b *Ant) int { return a.ID - b.ID })
		for _, a := range c.newborn {
			a.At = c.birthplace(a)
		}
		c.newborn = nil
	}
}

// hearAnt takes "ANT id key=value ...", or more of its lists.
func (c *Colony) hearAnt(fields []string) {
	if len(fields) < 2 || c.ants == nil {
		return
	}
	id := number(fields, 1)
	a := c.ants[id]
	if a == nil {
		a = &Ant{ID: id}
		c.ants[id] = a
		c.newborn = append(c.newborn, a)
	}
	if fields[0] == "ANT" {
		a.Carry, a.Last = "", "" // what is empty is left out
		a.Cells, a.Others, a.Scents = a.Cells[:0], a.Others[:0], a.Scents[:0]
		c.Ants = append(c.Ants, a)
	}
	for _, field := range fields[2:] {
		key, value, _ := strings.Cut(field, "=")
		switch key {
		case "carry":
			a.Carry = value
		case "last":
			a.Last = value
		case "solid":
			a.Cells = diamond(a.Cells, value)
		case "floor":
			for i := range min(len(value), len(a.Cells)) {
				a.Cells[i].Floor = value[i]
			}
		case "ants":
			a.hearNeighbours(value)
		case "phero":
			a.hearScents(value)
		}
	}
	if fields[0] == "ANT" && a.Last == "ok" {
		a.arrive()
	}
	a.going = Place{}
}

// trailLength is how many places of its way we remember of an ant.
const trailLength = 8

// arrive notes that the step which the ant was ordered to take went well.
func (a *Ant) arrive() {
	a.trail = append(a.trail[max(0, len(a.trail)-trailLength+1):], a.At)
	a.At = a.At.plus(a.going)
}

// birthplace finds the cell of the queen's on which a new ant stands: if possible
// where it was to be born, else the first from which it would see her as it does.
func (c *Colony) birthplace(newborn *Ant) Place {
	for i, at := range append([]Place{c.cradle}, beside...) {
		if i > 0 && i <= len(c.Queen) && c.Queen[i-1] != 'a' || !newborn.fits(at) {
			continue
		}
		if !slices.ContainsFunc(c.Ants, func(a *Ant) bool { return a != newborn && a.At == at }) {
			return at
		}
	}
	return c.cradle
}

// fits tells whether an ant at this place would see its queen as this one does.
func (a *Ant) fits(at Place) bool {
	return !slices.ContainsFunc(a.Cells, func(v View) bool {
		return v.Solid != '?' && (v.Solid == 'Q') != slices.Contains(queenCells, at.plus(v.At))
	})
}

// sight is what the ant sees of the cell at a place.
func (a *Ant) sight(at Place) View {
	for _, v := range a.Cells {
		if v.At == at {
			return v
		}
	}
	return View{at, '?', '?'}
}

func (a *Ant) hearNeighbours(value string) {
	for entry := range strings.SplitSeq(value, ";") {
		if f := strings.Split(entry, ","); len(f) >= 4 {
			a.Others = append(a.Others, Neighbour{Place{number(f, 0), number(f, 1)}, f[2], f[3]})
		}
	}
}

func (a *Ant) hearScents(value string) {
	for entry := range strings.SplitSeq(value, ";") {
		if f := strings.Split(entry, ","); len(f) >= 3 {
			a.Scents = append(a.Scents, Scent{Place{number(f, 0), number(f, 1)}, number(f, 2)})
		}
	}
}

// diamond reads what stands on the cells within a distance of an ant, row by row:
// 1, 3, 5, 7, 5, 3 and 1 of them for a distance of 3.
func diamond(cells []View, solid string) []View {
	radius := 0
	for 2*radius*(radius+1)+1 < len(solid) {
		radius++
	}
	cells = cells[:0]
	for dy := -radius; dy <= radius; dy++ {
		reach := radius - max(dy, -dy)
		for dx := -reach; dx <= reach && len(cells) < len(solid); dx++ {
			stands := solid[len(cells)]
			cells = append(cells, View{Place{dx, dy}, stands, bareFloor(stands)})
		}
	}
	return cells
}

// bareFloor is what lies on a cell as long as nothing else is told of it.
func bareFloor(stands byte) byte {
	if stands == '?' || stands == '#' || stands == '^' {
		return '?'
	}
	return '.'
}

// orderLines puts the orders of a turn into as few lines as a message may be
// long, and says at the end that these are all.
func orderLines(orders []string) (lines []string) {
	const longest = 350
	line := ""
	for _, order := range append(orders, "DONE") {
		if line != "" && len(line)+len("; ")+len(order) > longest {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += "; "
		}
		line += order
	}
	return append(lines, line)
}

// anOrder is the order for an ant.
func anOrder(id int, parts ...string) string {
	return strings.Join(append([]string{strconv.Itoa(id)}, parts...), " ")
}
