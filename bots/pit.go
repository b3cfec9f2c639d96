package bots

import (
	"slices"
	"strings"
)

// Pit is a match of snake as its channel tells it. Feed it every public line of
// the referee in order; MAP_SIZE starts a new match. No board is needed: these
// lines alone say where every cell of every snake is. The zero value waits for a
// match.
type Pit struct {
	Side    int
	Rows    [][]rune // the bare map: '☼' walls, '#' start cells, blanks
	Turn    int      // the turn that is being played, 0 before the first
	Round   int
	Phase   string // "WAIT" or "PLAY"
	Left    int    // turns of the phase that are left
	Objects map[Cell]string
	Snakes  []*Snake // in the order in which they were first heard of
	Falls   []Fall

	ate map[string]bool // who ate a stone in the turn that is told
	by  map[string]*Snake
}

// Snake is what the lines have told of one snake.
type Snake struct {
	Name      string
	Cells     []Cell // from the head on; those of the dead lie for one turn
	Direction string
	Fury      int
	Stones    int
	Score     int
	Rounds    int  // won
	Alive     bool // or waiting to be placed
	Active    bool // or waiting for the round
	fell      int  // the turn of the last death
}

// Fall is how a snake died.
type Fall struct {
	Snake *Snake
	Turn  int
	How   string // "wall", "stone", "body", "headon", or "" for its own will
	By    *Snake // of a body or head, nil if it cannot be told
}

// The most that a map can be, and how many snakes there can be.
const (
	maxPit    = 60
	maxSnakes = 64
)

// Snake finds a snake by its player's name, nil if there is none.
func (p *Pit) Snake(name string) *Snake {
	for _, s := range p.Snakes {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// At is the ground of a cell: a wall outside the map.
func (p *Pit) At(c Cell) rune {
	if c.Y < 0 || c.Y >= len(p.Rows) || c.X < 0 || c.X >= len(p.Rows[c.Y]) {
		return '☼'
	}
	return p.Rows[c.Y][c.X]
}

// Hear follows one line of the channel. What it does not know it passes over.
func (p *Pit) Hear(line string) {
	word, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
	args := strings.Fields(rest)
	switch word {
	case "MAP_SIZE":
		*p = Pit{Objects: map[Cell]string{}}
		if n := number(args, 0); 0 < n && n <= maxPit {
			p.Side = n
		}
	case "MAP":
		p.takeRows(rest)
	case "TOUR":
		p.Turn = number(args, 0)
		p.bury()
	case "ROUND":
		p.beginPhase(args)
	case "START":
		p.place(args)
	case "DEAD", "ROUND_WON":
		if s := p.Snake(rest); s != nil && word == "DEAD" {
			p.fall(s)
		} else if s != nil {
			s.Rounds++
		}
	default:
		for _, entry := range args {
			p.entry(word, entry)
		}
	}
}

// takeRows takes "i/k rows": whole rows, one behind the other.
func (p *Pit) takeRows(rest string) {
	_, cells, _ := strings.Cut(rest, " ")
	if p.Side == 0 {
		return
	}
	for row := range slices.Chunk([]rune(cells), p.Side) {
		if len(p.Rows) < p.Side {
			p.Rows = append(p.Rows, row)
		}
	}
}

// bury clears away who died in the turn before, and counts the turns.
func (p *Pit) bury() {
	p.ate, p.by = map[string]bool{}, map[string]*Snake{}
	for _, s := range p.Snakes {
		if !s.Alive && s.fell < p.Turn {
			s.Cells = nil
		}
	}
	p.Left = max(p.Left-1, 0)
}

func (p *Pit) beginPhase(args []string) {
	if len(args) < 3 {
		return
	}
	p.Round, p.Phase, p.Left = number(args, 0), args[1], number(args, 2)+1 // TOUR takes one off
	if p.Phase == "WAIT" {
		clear(p.Objects)
		return
	}
	for _, s := range p.Snakes {
		s.Active = s.Alive
	}
}

// place puts a snake on its start cell, its tail to the left of it.
func (p *Pit) place(args []string) {
	if len(args) < 3 || p.Side == 0 {
		return
	}
	s := p.Snake(args[0])
	if s == nil {
		if len(p.Snakes) == maxSnakes {
			return
		}
		s = &Snake{Name: args[0]}
		p.Snakes = append(p.Snakes, s)
	}
	head := Cell{number(args, 1), number(args, 2)}
	s.Cells, s.Direction = []Cell{head, {head.X - 1, head.Y}}, "RIGHT"
	s.Alive, s.Active, s.Fury, s.Stones = true, false, 0, 0
}

// entry takes one entry of a list.
func (p *Pit) entry(word, entry string) {
	name, rest, _ := strings.Cut(entry, ":")
	f := strings.Split(rest, ",")
	switch word {
	case "SNAKES":
		if s := p.Snake(name); s != nil && len(s.Cells) > 0 {
			s.move(f)
		}
	case "OBJECTS":
		p.lay(name, Cell{number(f, 0), number(f, 1)})
	case "EVENTS":
		p.event(name, f)
	case "SCORES":
		if s := p.Snake(name); s != nil {
			s.Score = number(f, 0)
		}
	}
}

// move: a snake that moved has its new head in front of its old cells, and as many
// of them as its length says.
func (s *Snake) move(f []string) {
	if len(f) < 6 {
		return
	}
	head := Cell{number(f, 0), number(f, 1)}
	if s.Cells[0] != head {
		s.Cells = slices.Insert(s.Cells, 0, head)
	}
	s.Cells = s.Cells[:min(max(number(f, 3), 1), len(s.Cells))]
	s.Direction, s.Fury, s.Stones = f[2], number(f, 4), number(f, 5)
}

func (p *Pit) lay(what string, at Cell) {
	if p.At(at) == ' ' {
		p.Objects[at] = what
	}
}

// event takes an entry of EVENTS.
func (p *Pit) event(what string, f []string) {
	s := p.Snake(f[0])
	switch what {
	case "new":
		p.lay(f[0], Cell{number(f, 1), number(f, 2)})
	case "laid":
		p.lay("stone", Cell{number(f, 1), number(f, 2)})
	case "kill":
		if len(f) > 1 && s != nil && p.by != nil {
			p.by[f[1]] = s
		}
	case "apple", "gold", "stone", "fury":
		if s == nil || len(s.Cells) == 0 {
			return
		}
		delete(p.Objects, s.Cells[0])
		if what == "stone" && p.ate != nil {
			p.ate[s.Name] = true
		}
	}
}

// fall notes a death and how it came about.
func (p *Pit) fall(s *Snake) {
	fall := Fall{Snake: s, Turn: p.Turn, By: p.by[s.Name]}
	switch {
	case len(s.Cells) == 0:
	case p.At(s.Cells[0]) != ' ' && s.Active:
		fall.How = "wall"
	case p.ate[s.Name] && fall.By == nil:
		fall.How = "stone"
	default:
		p.meet(s, &fall)
	}
	s.Alive, s.fell = false, p.Turn
	p.Falls = append(p.Falls, fall)
}

// meet finds whom a snake ran into.
func (p *Pit) meet(s *Snake, fall *Fall) {
	for _, other := range p.Snakes {
		if other == s || fall.By != nil && fall.By != other {
			continue
		}
		switch i := slices.Index(other.Cells, s.Cells[0]); {
		case i > 1:
			fall.How, fall.By = "body", other
			return
		case i >= 0:
			fall.How, fall.By = "headon", other
			return
		}
	}
	if fall.By != nil { // whose head met us
		fall.How = "headon"
	}
}
