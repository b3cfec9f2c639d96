package snake

import (
	"arbitre/chance"
	"arbitre/game"
)

// nobody stands in a line that names no player.
const nobody = game.Everyone

// The causes for which a snake dies.
const (
	causeWall   = "wall"
	causeBody   = "body"
	causeHeadOn = "headon"
	causeStone  = "stone"
	causeAct0   = "act0"
	causeQuit   = "quit"
)

// The largest field, and how many cells a row of it has in memory: with more
// cells than the largest side, whoever steps off the field finds himself on a
// cell outside.
const (
	mostSide = 60
	stride   = 64
	allCells = stride * stride
)

// cell is a place, y*stride+x with y down.
type cell uint16

func at(x, y int) cell { return cell(y*stride + x) }

func (c cell) x() int { return int(c % stride) }
func (c cell) y() int { return int(c / stride) }

// direction is where a snake looks.
type direction uint8

// The directions.
const (
	straight direction = iota // in an order: none
	up
	down
	left
	right
)

var opposites = [...]direction{straight: straight, up: down, down: up, left: right, right: left}

// steps are what a step adds to a cell; it wraps round at the edges of memory,
// which are all outside the field.
var steps = [...]cell{straight: 0, up: allCells - stride, down: stride, left: allCells - 1, right: 1}

func (c cell) next(d direction) cell { return (c + steps[d]) % allCells }

// ground is what a cell is for ever.
type ground uint8

// The grounds.
const (
	outside ground = iota
	floor
	wall
	startCell
)

// object is what lies on a cell until it is eaten.
type object uint8

// The objects.
const (
	nothing object = iota
	apple
	stone
	furyPill
	gold
	objectKinds
)

// field is the map and what is on it.
type field struct {
	size    int
	ground  [allCells]ground
	objects [allCells]object
	lying   [objectKinds]int // how many of a kind
	cover   [allCells]uint16 // how many cells of snakes are on a cell
	starts  []cell           // the start cells, row by row
}

// layOut makes an empty field with the ground given row by row.
func (m *match) layOut(size int, g []ground) {
	m.field = field{size: size}
	m.glyphs = allGlyphs()
	for i, kind := range g {
		c := at(i%size, i/size)
		m.ground[c] = kind
		m.shown[c] = m.bareCode(c)
		if kind == startCell {
			m.starts = append(m.starts, c)
		}
	}
}

// put lays an object on a cell, or with nothing takes it away.
func (m *match) put(c cell, o object) {
	if m.objects[c] == o {
		return
	}
	m.lying[m.objects[c]]--
	m.lying[o]++
	m.objects[c] = o
	m.shown[c] = m.bareCode(c)
	m.bare[c.y()].valid = false
}

// free tells whether a new object can appear on the cell.
func (f *field) free(c cell) bool {
	return f.ground[c] == floor && f.objects[c] == nothing && f.cover[c] == 0
}

// snake is a player's snake. A dead one keeps its cells for the one board that
// shows it.
type snake struct {
	body
	direction direction
	alive     bool
	active    bool // moves; else it waits on a start cell

	fury   int // turns of fury
	stones int // carried
	owes   int // cells to be cut off in the next turn's move
	score  int

	died  int    // the turn of the last death
	out   int    // the turn in which the player went out for good, 0 if he did not
	cause string // of the death, "" while alive

	order order // what it does in the turn that is open

	before int  // the score at the turn's start
	cut    bool // it was bitten or cut in the fight that runs
	earned int  // in the fight that runs
}

// moves tells whether the snake is in the fight: alive, and not waiting.
func (s *snake) moves() bool { return s.alive && s.active }

func (s *snake) inFury() bool { return s.fury > 0 }

// phase is the part of a round, or the end of all.
type phase uint8

// The phases.
const (
	waiting phase = iota
	playing
	over
)

// match is a match of snake, a game.Rules.
type match struct {
	settings settings
	field
	turn     int // the last turn resolved
	round    int
	phase    phase
	left     int // turns left of the phase; 0: it is endless
	snakes   []snake
	sequence []game.Seat // the seats in the order in which the round processes them
	drawn    []placed    // the objects that the map draws
	initial  [objectKinds]int
	chance   *chance.Source

	candidates []cell // the memory of freeStart

	wasActive game.Seats  // who was active when the turn was closed
	returned  []game.Seat // the dead who were placed in this turn
	eaten     []object    // in this turn
	winners   game.Seats  // of the round that ends with this turn
	spawned   []placed    // what appears instead of a draw
	spawning  bool
	trial     *match // where Spawn tries the turn

	painting // the boards

	happened  []happening  // the memory of the facts last told
	moved     []report     // the same
	scattered []placed     // the same
	lines     []line       // the same
	pieces    []piece      // the same
	lists     []list       // the same
	text      []byte       // the same
	refusal   game.Refusal // the memory of the refusal last given
}

// placed is an object on a cell.
type placed struct {
	object object
	cell   cell
}

func newMatch(s settings, seats int, c *chance.Source) *match {
	m := &match{settings: s, snakes: make([]snake, seats), sequence: make([]game.Seat, seats), chance: c}
	for i := range m.snakes {
		m.snakes[i].body = newBody()
	}
	return m
}

// processFrom sets the order in which snakes are processed: "join order, the
// first of them being number (round-1) mod n counted from 0".
func (m *match) processFrom(round int) {
	n := len(m.snakes)
	for i := range m.sequence {
		m.sequence[i] = game.Seat((round - 1 + i) % n)
	}
}

// lift takes the snake's cells off the field.
func (m *match) lift(s *snake) { m.shorten(s, 0) }

// shorten leaves the snake so many cells, counted from the head.
func (m *match) shorten(s *snake, length int) {
	for i := length; i < s.length; i++ {
		m.cover[s.at(i)]--
	}
	s.length = length
}

// advance moves the snake onto the cell.
func (m *match) advance(s *snake, c cell) {
	m.cover[s.at(s.length-1)]--
	s.push(c)
	m.cover[c]++
}

// lengthen gives the snake the cell that its tail left last.
func (m *match) lengthen(s *snake) {
	s.grow()
	m.cover[s.at(s.length-1)]++
}

func (m *match) kill(s *snake, cause string) {
	s.alive, s.cause, s.died = false, cause, m.turn
	s.score = max(0, s.score-m.settings.DeathPoints)
}
