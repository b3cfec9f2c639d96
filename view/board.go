package view

import (
	"fmt"

	"arbitre/bots"
)

// axis is how many columns stand before the cells of a row.
const axis = 3

func (m arena) size(cell int) (columns, rows int) {
	return axis + cell*m.board.Side, m.board.Side + 1
}

// rows are the rows of the board, the highest y first, and the x axis.
func (m arena) rows(cell int, blasts bool, s Style) []*text {
	var rows []*text
	for y := m.board.Side - 1; y >= 0; y-- {
		row := &text{colour: s.Colour}
		row.add(faint, fmt.Sprintf("%2d ", y))
		for x := range m.board.Side {
			m.drawCell(row, bots.Cell{X: x, Y: y}, cell, blasts)
		}
		rows = append(rows, row)
	}
	return append(rows, xAxis(m.board.Side, cell, s))
}

func xAxis(side, cell int, s Style) *text {
	ticks := &text{colour: s.Colour}
	for x := 0; x < side; x += 5 {
		ticks.pad(axis + cell*x)
		ticks.add(faint, itoa(x))
	}
	return ticks
}

// drawCell draws what is on a cell, the most important thing first: the living,
// a blast, a bomb, the dead.
func (m arena) drawCell(row *text, c bots.Cell, width int, blasts bool) {
	living, dead := m.standing(c)
	bomb := m.bomb(c)
	touched := blasts && len(m.board.Blasts[m.board.Index(c)]) > 0
	switch {
	case len(living) > 0:
		first := string(m.letters[living[0]])
		second := " "
		switch {
		case len(living) > 2:
			second = "+"
		case len(living) == 2:
			second = string(m.letters[living[1]])
		case bomb != nil:
			second = "o"
		}
		row.add(playerColour(living[0]), cut(first+second, width))
	case touched && len(dead) > 0:
		row.add(flash, cut("x"+string(m.letters[dead[0]]), width))
	case touched:
		row.add(flash, "**"[:width])
	case bomb != nil:
		row.add(playerColour(m.seat(bomb.Owner.Name)), m.fuse(bomb, width))
	case len(dead) > 0:
		row.add(corpse, cut("x"+string(m.letters[dead[0]]), width))
	default:
		row.add(faint, ". "[:width])
	}
}

// standing are the seats of those on a cell.
func (m arena) standing(c bots.Cell) (living, dead []int) {
	for _, p := range m.board.Players {
		switch {
		case p.At != c:
		case p.Dead:
			dead = append(dead, m.seat(p.Name))
		default:
			living = append(living, m.seat(p.Name))
		}
	}
	return living, dead
}

// bomb is the one on a cell that is due first, nil if there is none.
func (m arena) bomb(c bots.Cell) *bots.Bomb {
	var first *bots.Bomb
	for i := range m.board.Bombs {
		if b := &m.board.Bombs[i]; b.At == c && (first == nil || b.Due < first.Due) {
			first = b
		}
	}
	return first
}

// fuse is a bomb with the turns that it has still to wait.
func (m arena) fuse(b *bots.Bomb, width int) string {
	left := "9"
	if n := b.Due - m.Turn; n < 10 {
		left = itoa(n)
	}
	if width == 1 {
		return left
	}
	return "o" + left
}
