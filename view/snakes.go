package view

import (
	"fmt"
	"slices"
	"strings"

	"arbitre/bots"
)

// snakes is the picture of a match of snake: the board that the channel's lines
// make.
type snakes struct{ *Match }

func (m snakes) size(cell int) (columns, rows int) {
	return axis + cell*m.pit.Side, m.pit.Side + 1
}

// glyphs are what stands on a board of snake.
type glyphs struct {
	ground             map[rune]string
	objects            map[string]string
	heads              map[string]string // by direction
	fury, sleeps, dead string
	tails              [4]string // by the way to the next cell: up, right, down, left
	sleepingTail       string
	bodies             map[[2]int]string // by the ways to both neighbours, the lesser first
	across             string            // what joins two cells that are two columns wide
}

// The ways from a cell to its neighbour.
const (
	upwards = iota
	rightwards
	downwards
	leftwards
)

// boardGlyphs are the game's own, of one's own snake: whose a snake is is told by
// its colour and the letter at its head.
func boardGlyphs() glyphs {
	return glyphs{
		ground:  map[rune]string{'☼': "☼", '#': "#"},
		objects: map[string]string{"apple": "○", "stone": "●", "fury_pill": "®", "gold": "$"},
		heads:   map[string]string{"UP": "▲", "RIGHT": "►", "DOWN": "▼", "LEFT": "◄"},
		fury:    "♥", sleeps: "&", dead: "☻",
		tails: [4]string{"╙", "╘", "╓", "╕"}, sleepingTail: "~",
		bodies: map[[2]int]string{
			{upwards, rightwards}: "╚", {upwards, downwards}: "║", {upwards, leftwards}: "╝",
			{rightwards, downwards}: "╔", {rightwards, leftwards}: "═", {downwards, leftwards}: "╗",
		},
		across: "═",
	}
}

// asciiGlyphs are for a terminal that shows no other.
func asciiGlyphs() glyphs {
	g := boardGlyphs()
	g.ground = map[rune]string{'☼': "#", '#': "+"}
	g.objects = map[string]string{"apple": "o", "stone": "@", "fury_pill": "%", "gold": "$"}
	g.heads = map[string]string{"UP": "^", "RIGHT": ">", "DOWN": "v", "LEFT": "<"}
	g.fury, g.dead, g.tails, g.across = "*", "x", [4]string{"~", "~", "~", "~"}, "-"
	g.bodies = map[[2]int]string{{upwards, downwards}: "|", {rightwards, leftwards}: "-"}
	return g
}

func glyphsFor(s Style) glyphs {
	if s.ASCII {
		return asciiGlyphs()
	}
	return boardGlyphs()
}

// mark is what a cell shows, in its first column and in its second.
type mark struct {
	colour, glyph, beside string
	head                  bool // of a living snake: beside is its player's letter
}

// rows are the rows of the board, y down, and the x axis. Where nothing but its
// glyph could tell whose a head is, a letter stands for it.
func (m snakes) rows(cell int, _ bool, s Style) []*text {
	g := glyphsFor(s)
	marks := m.marks(g)
	var rows []*text
	for y := range m.pit.Side {
		row := &text{colour: s.Colour}
		row.add(faint, fmt.Sprintf("%2d ", y))
		for x := range m.pit.Side {
			c := bots.Cell{X: x, Y: y}
			k, taken := marks[c]
			if !taken {
				k = m.groundMark(c, g)
			}
			if cell == 1 && k.head && !s.Colour {
				k.glyph = k.beside
			}
			row.add(k.colour, cut(k.glyph+k.beside, cell))
		}
		rows = append(rows, row)
	}
	return append(rows, xAxis(m.pit.Side, cell, s))
}

func (m snakes) groundMark(c bots.Cell, g glyphs) mark {
	switch what := m.pit.Objects[c]; {
	case what == "gold":
		return mark{colour: buried, glyph: g.objects[what], beside: " "}
	case what == "fury_pill":
		return mark{colour: rage, glyph: g.objects[what], beside: " "}
	case what != "":
		return mark{colour: plain, glyph: g.objects[what], beside: " "}
	}
	if glyph := g.ground[m.pit.At(c)]; glyph != "" {
		return mark{colour: faint, glyph: glyph, beside: " "}
	}
	return mark{colour: plain, glyph: " ", beside: " "}
}

// marks are the cells of all snakes: the dead heads over all, the shorter
// over the longer, of equal ones who joined first, and of each the head over the
// rest.
func (m snakes) marks(g glyphs) map[bots.Cell]mark {
	marks := map[bots.Cell]mark{}
	all := slices.Clone(m.pit.Snakes)
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b *bots.Snake) int { return len(b.Cells) - len(a.Cells) })
	for _, dead := range []bool{false, true} {
		for _, s := range all {
			for i := range slices.Backward(s.Cells) {
				if !dead || i == 0 && !s.Alive {
					marks[s.Cells[i]] = m.mark(s, i, g)
				}
			}
		}
	}
	return marks
}

func (m snakes) mark(s *bots.Snake, i int, g glyphs) mark {
	seat := m.seat(s.Name)
	if seat < 0 {
		return mark{colour: plain, glyph: "?", beside: " "}
	}
	k := mark{colour: playerColour(seat), beside: " "}
	if i == 0 {
		k.glyph, k.beside, k.head = headGlyph(s, g), string(m.letters[seat]), s.Alive
		if !s.Alive {
			k.colour = corpse
		}
		return k
	}
	ahead := way(s.Cells[i], s.Cells[i-1])
	ways := []int{ahead}
	switch {
	case i < len(s.Cells)-1:
		ways = append(ways, way(s.Cells[i], s.Cells[i+1]))
		slices.Sort(ways)
		if k.glyph = g.bodies[[2]int{ways[0], ways[1]}]; k.glyph == "" {
			k.glyph = "+" // a bend in ASCII
		}
	case s.Alive && !s.Active:
		k.glyph = g.sleepingTail
	default:
		k.glyph = g.tails[ahead]
	}
	if slices.Contains(ways, rightwards) {
		k.beside = g.across
	}
	return k
}

// headGlyph: dead beats sleeping beats fury.
func headGlyph(s *bots.Snake, g glyphs) string {
	switch {
	case !s.Alive:
		return g.dead
	case !s.Active:
		return g.sleeps
	case s.Fury > 0:
		return g.fury
	}
	return g.heads[s.Direction]
}

// way is the way from a cell to its neighbour.
func way(from, to bots.Cell) int {
	switch {
	case to.Y < from.Y:
		return upwards
	case to.X > from.X:
		return rightwards
	case to.Y > from.Y:
		return downwards
	}
	return leftwards
}

// players are the round and the snakes, a row each, in the order in which they
// joined.
func (m snakes) players(width int, s Style) []*text {
	w := s.words()
	const nameWidth = 9
	round := &text{colour: s.Colour}
	phase := w.roundPlays
	if m.pit.Phase == "WAIT" {
		phase = w.roundWaits
	}
	// What is left of the phase is counted from before the turn that is over now.
	round.add(bold, cut(fmt.Sprintf(phase, m.pit.Round, max(m.pit.Left-1, 0)), width))
	head := &text{colour: s.Colour}
	head.add(faint, cut(fmt.Sprintf("  %s %6s %4s %4s %4s", padded(w.player, nameWidth), w.points, w.cells, w.fury, w.stones), width))
	rows := []*text{round, head}
	for seat, name := range m.Players {
		snake := m.pit.Snake(name)
		if snake == nil {
			continue
		}
		row := &text{colour: s.Colour}
		row.add(playerColour(seat), cut(fmt.Sprintf("%c %s %6d %4d %4d %4d", m.letters[seat],
			padded(printable(name, s.ASCII), nameWidth), snake.Score, len(snake.Cells), snake.Fury, snake.Stones), width))
		sgr, doing := m.doing(snake, w)
		row.add(sgr, cut(doing, width-row.width))
		rows = append(rows, row)
	}
	return rows
}

// doing is what there is to say of a snake at present.
func (m snakes) doing(snake *bots.Snake, w words) (sgr, doing string) {
	switch {
	case m.End != nil && len(m.End.Winners) == 1 && m.Players[m.End.Winners[0]] == snake.Name:
		return bold, " " + w.winner
	case m.End != nil:
		return plain, ""
	case !snake.Alive:
		return corpse, " " + w.deadNow
	case !snake.Active:
		return faint, " " + w.waits
	}
	return plain, ""
}

// lines leaves out what the board and the players' rows have.
func (m snakes) lines() []string {
	return without(m.Lines, "SNAKES", "SCORES", "OBJECTS", "MAP", "START")
}

func (m snakes) legend(s Style) []string {
	w := s.words()
	g := glyphsFor(s)
	letter := string(m.letters[0])
	return []string{
		fmt.Sprintf(w.objects, g.objects["apple"], g.objects["stone"], g.objects["fury_pill"], g.objects["gold"]),
		fmt.Sprintf(w.heads, g.heads["RIGHT"]+letter, g.fury, g.sleeps, g.dead),
	}
}

// fate is how a player fared: points, rounds, and how each of his snakes died.
func (m snakes) fate(seat int, w words) string {
	snake := m.pit.Snake(m.Players[seat])
	if snake == nil {
		return w.alive
	}
	fate := fmt.Sprintf(w.fared, snake.Score, snake.Rounds)
	var deaths []string
	last := m.End.Turn
	for _, fall := range m.pit.Falls {
		if fall.Snake == snake {
			last = fall.Turn
			deaths = append(deaths, fmt.Sprintf("%d (%s)", fall.Turn, w.fall(fall)))
		}
	}
	if cause := m.End.Causes[seat]; cause != "alive" {
		fate += ", " + fmt.Sprintf(w.out, last, cause)
	}
	if len(deaths) > 0 {
		fate += "\n" + fmt.Sprintf(w.fell, strings.Join(deaths, ", "))
	}
	return fate
}

// fall is why a snake died.
func (w words) fall(fall bots.Fall) string {
	by := ""
	if fall.By != nil {
		by = fall.By.Name
	}
	switch fall.How {
	case "wall":
		return w.fellWall
	case "stone":
		return w.fellStone
	case "body":
		return fmt.Sprintf(w.fellBody, by)
	case "headon":
		return fmt.Sprintf(w.fellHead, by)
	}
	return w.fellSelf
}
