package bots

import (
	"slices"
	"strconv"
	"strings"
)

// Cell is a place on a map: X grows to the right and Y up, both from 0; in snake Y
// grows down.
type Cell struct{ X, Y int }

// maxSide is the largest map that the rules can make: 20 cells for each of 16.
const maxSide = 320

// Player is what the lines have told of one player.
type Player struct {
	Name  string
	At    Cell
	Dead  bool
	Busy  int // turns still to come in which he can give no order
	Study string

	Firepower, Speed, Timer int

	defusing bool // in the first of the two turns of a defusal
}

// Bomb is a bomb on the map, or one that has just exploded.
type Bomb struct {
	Owner *Player
	At    Cell
	Due   int // the turn in which it explodes, unless another sets it off before
}

// Death is how a player went.
type Death struct {
	Player *Player
	Turn   int
	By     []*Player // whose bombs touched his cell; none if it was no bomb
}

// Board is a match as its channel tells it. Feed it every line of the referee
// in order; MAP_SIZE starts a new match. The zero value waits for one.
type Board struct {
	Side    int
	Turn    int // the turn that is being played, 0 before the first
	Players []*Player
	Bombs   []Bomb // on the map, in the order in which they were laid
	Deaths  []Death

	// What exploded in the turn resolved last: the bombs, and for each cell by
	// index (Index) whose bombs touched it.
	Exploded []Bomb
	Blasts   map[int][]*Player

	// Of the turn that is being published: the order of the lines is that of the
	// players, the order of the rules is another, so that bombs and deaths wait
	// for the turn's end.
	laid  []Bomb
	dying []*Player
	open  bool
}

// Player finds a player by name, nil if there is none.
func (b *Board) Player(name string) *Player {
	for _, p := range b.Players {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Index numbers the cells of the map row by row.
func (b *Board) Index(c Cell) int { return c.Y*b.Side + c.X }

// Holds tells whether the cell is on the map.
func (b *Board) Holds(c Cell) bool {
	return 0 <= c.X && c.X < b.Side && 0 <= c.Y && c.Y < b.Side
}

// Hear follows one line of the channel. What it does not know it passes over.
func (b *Board) Hear(line string) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	args := strings.Fields(rest)
	switch word {
	case "MAP_SIZE":
		*b = Board{}
		if n := number(args, 0); 0 < n && n <= maxSide {
			b.Side = n
		}
	case "SETTINGS":
		b.settings(args)
	case "TOUR":
		b.CloseTurn()
		b.Turn, b.open = number(args, 0), true
	case "END_GAME":
		b.CloseTurn()
	case "POSITION":
		b.position(args)
	default:
		if len(args) == 0 {
			return
		}
		if p := b.Player(args[0]); p != nil {
			b.action(word, p, number(args, 1))
		}
	}
}

// position is where a player is now; before TOUR 1 it also introduces him.
func (b *Board) position(args []string) {
	at := Cell{number(args, 1), number(args, 2)}
	if len(args) < 3 || !b.Holds(at) {
		return
	}
	p := b.Player(args[0])
	if p == nil {
		p = &Player{Name: args[0], Firepower: 1, Speed: 1, Timer: 1}
		b.Players = append(b.Players, p)
	}
	p.At = at
	p.Busy, p.Study, p.defusing = 0, "", false
}

// settings are the points with which everybody starts, where they are not 1.
func (b *Board) settings(args []string) {
	for _, arg := range args {
		key, value, _ := strings.Cut(arg, "=")
		n, err := strconv.Atoi(value)
		if err != nil {
			continue
		}
		for _, p := range b.Players {
			switch key {
			case "firepower":
				p.Firepower = n
			case "speed":
				p.Speed = n
			case "timer":
				p.Timer = n
			}
		}
	}
}

// action is what a player did this turn.
func (b *Board) action(word string, p *Player, n int) {
	switch word {
	case "BOMB":
		b.laid = append(b.laid, Bomb{p, p.At, b.Turn + n})
	case "STUDY_FIREPOWER", "STUDY_SPEED", "STUDY_TIMER":
		p.Busy, p.Study = n, strings.TrimPrefix(word, "STUDY_")
		if n == 0 {
			p.gain()
		}
		return
	case "DEFUSE":
		p.defusing = !p.defusing
		if p.defusing {
			p.Busy = 1
			b.defuse(p.At)
			return
		}
	case "DEAD":
		b.dying = append(b.dying, p)
		return
	case "NO_ACTION":
	default:
		return
	}
	p.Busy, p.Study, p.defusing = 0, "", false
}

func (p *Player) gain() {
	switch p.Study {
	case "FIREPOWER":
		p.Firepower++
	case "SPEED":
		p.Speed++
	case "TIMER":
		p.Timer++
	}
	p.Study = ""
}

// defuse takes away the bombs on a cell. Those laid this turn are not among
// them yet: defusals come first.
func (b *Board) defuse(at Cell) {
	kept := b.Bombs[:0]
	for _, bomb := range b.Bombs {
		if bomb.At != at {
			kept = append(kept, bomb)
		}
	}
	b.Bombs = kept
}

// CloseTurn brings the board to the end of the turn whose lines it has heard:
// the bombs that were laid lie, those that were due explode. The next TOUR does
// it by itself; call it to look at a turn before the next one begins.
func (b *Board) CloseTurn() {
	if !b.open {
		return
	}
	b.open = false
	b.Bombs = append(b.Bombs, b.laid...)
	b.laid = b.laid[:0]
	b.Exploded, b.Bombs = detonate(b.Bombs, b.Turn, 0)
	b.Blasts = map[int][]*Player{}
	for _, bomb := range b.Exploded {
		b.eachTouched(bomb.At, bomb.Owner.Firepower, func(c Cell) {
			i := b.Index(c)
			if !slices.Contains(b.Blasts[i], bomb.Owner) {
				b.Blasts[i] = append(b.Blasts[i], bomb.Owner)
			}
		})
	}
	for _, p := range b.dying {
		p.Dead, p.Busy, p.Study = true, 0, ""
		b.Deaths = append(b.Deaths, Death{p, b.Turn, b.Blasts[b.Index(p.At)]})
	}
	b.dying = b.dying[:0]
}

// number is the n-th argument, 0 if it is missing or no number.
func number(args []string, n int) int {
	if n >= len(args) {
		return 0
	}
	v, err := strconv.Atoi(args[n])
	if err != nil {
		return 0
	}
	return v
}
