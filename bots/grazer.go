package bots

import (
	"fmt"
	"slices"
	"strings"
)

// Grazer is the simple bot for snake. It looks at nothing but the board that it is
// sent before each turn, goes to the nearest thing that can be eaten, and keeps out
// of everybody's way. Its zero value waits for a board.
type Grazer struct {
	turn, side int
	pieces     []rune // of the board that is coming
	board      []rune // the last one that came whole
}

// The glyphs of a board that a grazer tells apart. Whatever is neither food nor
// free is in the way.
const (
	ownHeads   = "▼◄►▲♥"
	otherHeads = "˅<>˄♣"
	food       = "○$®"
)

// NewGrazer makes a brain.
func NewGrazer() *Grazer { return &Grazer{} }

// Hear takes in a line of the referee. The answer is the order to send: only
// SEND_YOUR_ACTION asks for one.
func (g *Grazer) Hear(line string) (orders []string) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "MAP_SIZE":
		*g = Grazer{side: number([]string{rest}, 0)}
	case "TOUR":
		g.turn, g.pieces, g.board = number([]string{rest}, 0), nil, nil
	case "BOARD":
		g.join(rest)
	case "SEND_YOUR_ACTION":
		if order := g.order(); order != "" {
			return []string{order}
		}
	}
	return nil
}

// join takes a piece "n i/k cells" of the board of turn n.
func (g *Grazer) join(piece string) {
	var turn, i, k int
	if _, err := fmt.Sscanf(piece, "%d %d/%d", &turn, &i, &k); err != nil || turn != g.turn {
		return
	}
	_, cells, _ := strings.Cut(piece, "/")
	_, cells, _ = strings.Cut(cells, " ")
	if i == 1 {
		g.pieces = nil
	}
	if g.pieces = append(g.pieces, []rune(cells)...); i == k && len(g.pieces) == g.side*g.side {
		g.board = g.pieces
	}
}

func (g *Grazer) at(c Cell) rune {
	if c.X < 0 || c.Y < 0 || c.X >= g.side || c.Y >= g.side {
		return '☼'
	}
	return g.board[c.Y*g.side+c.X]
}

// free tells whether nothing that hurts is on the cell.
func (g *Grazer) free(c Cell) bool { return strings.ContainsRune(" "+food, g.at(c)) }

// contested tells whether somebody else's head can come to the cell in this turn.
func (g *Grazer) contested(c Cell) bool {
	return slices.ContainsFunc(turns[:], func(t turn) bool { return strings.ContainsRune(otherHeads, g.at(c.to(t))) })
}

// order is where to go, "" without a board or a head that moves.
func (g *Grazer) order() string {
	i := slices.IndexFunc(g.board, func(r rune) bool { return strings.ContainsRune(ownHeads, r) })
	if i < 0 {
		return ""
	}
	head := Cell{i % g.side, i / g.side}
	for _, careful := range []bool{true, false} {
		first := func(c Cell) bool { return g.free(c) && (!careful || !g.contested(c)) }
		found := search(head, first, g.free, func(c Cell) bool { return strings.ContainsRune(food, g.at(c)) })
		if found == "" { // nothing to eat: wherever there is room
			found = roomiest(head, first, g.free)
		}
		if found != "" {
			return found
		}
	}
	return "STOP" // straight on, but an answer: somebody may wait for it
}
