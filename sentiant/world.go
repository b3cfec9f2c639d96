package sentiant

import (
	"slices"

	"arbitre/chance"

	"arbitre/game"
)

// nobody is the winner while there is none.
const nobody = game.Everyone

// ground is what a cell is made of.
type ground uint8

// The grounds. Outside is the rim around the map, which is as rock.
const (
	free ground = iota
	dirt
	rock
	outside
)

// item is a resource, lying on or under a cell or carried.
type item uint8

// The items.
const (
	nothing item = iota
	bread
	cookie
)

// pheromone is a scent on a cell and how many cells far it is still smelt; 0: the
// cell has none.
type pheromone struct{ scent, reach uint8 }

// word is the string that an ant shows.
type word struct {
	text   [longestWord]byte
	length uint8
}

func (w *word) bytes() []byte { return w.text[:w.length] }

func wordOf(text string) word {
	w := word{length: uint8(len(text))}
	copy(w.text[:], text)
	return w
}

// ant is alive: the dead are taken out of the list.
type ant struct {
	id    int // the match's own, over all teams
	team  game.Seat
	at    int // its cell
	hp    int
	cargo item
	say   word
	age   int // turns since its birth
	last  outcome
	order order // for the turn that is open

	destination int // of a move that can be tried, else noCell
}

// queen stands on four cells and never moves.
type queen struct {
	at     int    // her top left cell
	loaves int    // eaten
	out    int    // the turn in which her colony went out for good, 0 if it did not
	cause  string // why it is out
	order  queenOrder
	done   bool // her colony has said that it has no more orders for this turn
}

func (q *queen) playing() bool { return q.out == 0 }

// noCell is no cell of any map.
const noCell = -1

// match is a match of sentiant, a game.Rules. What lies on the map is kept by
// cell; around the map is a rim so wide that nothing within sight or smell of an
// ant is beyond it.
type match struct {
	settings      settings
	width, height int
	rim           int // cells
	stride        int // cells from one row to the next
	turn          int // the last turn resolved
	ground        []ground
	items         []item
	pheromones    []pheromone
	occupants     []int32 // by cell: 1 + index of an ant, -1 - seat of a queen, or 0
	queens        []queen // by seat
	ants          []ant   // by id
	nextID        int
	over          bool
	home          bool // the cookie is: it lies nowhere and nobody carries it
	winner        game.Seat
	chance        *chance.Source
	spread        spread // what was left of unfairness when the map was drawn

	sight     []sighted // the diamond of cells that an ant can see, row by row
	nearFirst []int     // indices of sight, the nearest first
	smell     []nearby  // the cells whose pheromones can reach an ant, the nearest first

	// Of the turn that is being resolved.
	eaten        int         // loaves
	spawning     bool        // new loaves are not drawn: they lie on spawn
	spawn        []int       // cells
	incoming     []int8      // by cell: how many ants try to enter it
	blocked      []int       // indices of ants whose move has failed, a queue
	fallen       []cargoFall // in the order of cells
	cookieEvents []game.Seat // who took it or, by nobody, that it was dropped

	// The memory of what was last told.
	nameLengths []int  // bytes of the players' names, by seat
	text        []byte // of the lines
	told        int    // where in text the next line begins
	lines       []line // the facts
	entries     []byte // of lists that are being cut
	blank       []byte // as long as sight
	open        []bool // by index of sight: what can be seen through
	refusal     game.Refusal
}

// newWorld is an empty map of free cells. Smell is how far any pheromone of it
// reaches.
func newWorld(s settings, width, height, smell, seats int, c *chance.Source) *match {
	rim := max(s.Vision, smell)
	m := &match{
		settings: s,
		width:    width, height: height,
		rim: rim, stride: width + 2*rim,
		queens: make([]queen, seats),
		nextID: 1,
		winner: nobody,
		chance: c,

		nameLengths: slices.Repeat([]int{longestName}, seats),
	}
	cells := m.stride * (height + 2*rim)
	m.ground = make([]ground, cells)
	m.items = make([]item, cells)
	m.pheromones = make([]pheromone, cells)
	m.occupants = make([]int32, cells)
	m.incoming = make([]int8, cells)
	for cell := range m.ground {
		if x, y := m.place(cell); !m.onMap(x, y) {
			m.ground[cell] = outside
		}
	}
	m.sight, m.nearFirst = sightDiamond(s.Vision, m.stride)
	m.open = make([]bool, len(m.sight))
	m.blank = make([]byte, len(m.sight))
	m.smell = smellDiamond(smell, m.stride)
	return m
}

// newMatch is a match at its start on the map.
func newMatch(s settings, p *plan, c *chance.Source) *match {
	m := newWorld(s, p.width, p.height, s.PheromoneRange, len(p.queens), c)
	m.spread = p.spread
	for i := range p.ground {
		cell := m.cell(i%p.width, i/p.width)
		m.ground[cell], m.items[cell] = p.ground[i], p.items[i]
	}
	for seat, at := range p.queens {
		m.putQueen(game.Seat(seat), m.cell(at%p.width, at/p.width))
	}
	return m
}

func (m *match) cell(x, y int) int { return (y+m.rim)*m.stride + x + m.rim }

func (m *match) place(cell int) (x, y int) { return cell%m.stride - m.rim, cell/m.stride - m.rim }

func (m *match) onMap(x, y int) bool { return 0 <= x && x < m.width && 0 <= y && y < m.height }

// putQueen stands her on four cells of free ground.
func (m *match) putQueen(seat game.Seat, at int) {
	m.queens[seat].at = at
	for _, cell := range m.queenCells(at) {
		m.occupants[cell] = -1 - int32(seat)
		m.ground[cell] = free
	}
}

func (m *match) queenCells(at int) [4]int {
	return [4]int{at, at + 1, at + m.stride, at + m.stride + 1}
}

// besides are a queen's eight orthogonally adjacent cells in the order of the
// rules: N1 N2 E1 E2 S1 S2 W1 W2.
func (m *match) besides(q *queen) [8]int {
	at, down := q.at, m.stride
	return [8]int{
		at - down, at - down + 1,
		at + 2, at + down + 2,
		at + 2*down, at + 2*down + 1,
		at - 1, at + down - 1,
	}
}

// antAt is the ant on the cell, nil if there is none.
func (m *match) antAt(cell int) *ant {
	if i := m.occupants[cell]; i > 0 {
		return &m.ants[i-1]
	}
	return nil
}

// queenAt is whose queen stands on the cell, nobody if there is none.
func (m *match) queenAt(cell int) game.Seat {
	if i := m.occupants[cell]; i < 0 {
		return game.Seat(-1 - i)
	}
	return nobody
}

// walkable: ants can go there, if no other ant is in the way.
func (m *match) walkable(cell int) bool {
	return m.ground[cell] == free && m.occupants[cell] >= 0
}

// takesLoaf: a new loaf can appear on a "cell without resource, rock, queen or
// ant (dirt allowed)".
func (m *match) takesLoaf(cell int) bool {
	return m.items[cell] == nothing && m.ground[cell] <= dirt && m.occupants[cell] == 0
}

// indexAnts tells occupants anew where in the list each ant is.
func (m *match) indexAnts() {
	for i := range m.ants {
		m.occupants[m.ants[i].at] = int32(i) + 1
	}
}

// antsOf counts the living ants of each colony.
func (m *match) antsOf() [maxSeats]int {
	var n [maxSeats]int
	for i := range m.ants {
		n[m.ants[i].team]++
	}
	return n
}
