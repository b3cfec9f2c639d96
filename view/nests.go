package view

import (
	"fmt"
	"strconv"
	"strings"
)

// nests is the picture of a match of sentiant: the map as the rules draw it, which
// nobody sees who plays.
type nests struct {
	*Match
	cells    [][]byte // row by row, the letters of the drawing
	laden    map[spot]string
	scents   map[spot]bool
	colonies []colony
}

// spot is a cell, x to the right and y down.
type spot struct{ x, y int }

// colony is what there is to say of a player's.
type colony struct {
	ants, loaves int
	out          int // the turn in which it went out, 0 if it did not
	cookie       bool
}

// readNests reads the drawing: a heading, the map with numbers around it, and a
// list of what the map can't show.
func readNests(m *Match) nests {
	n := nests{Match: m, laden: map[spot]string{}, scents: map[spot]bool{}, colonies: make([]colony, len(m.Players))}
	for line := range strings.Lines(m.drawing) {
		fields := strings.Fields(line)
		switch {
		case len(fields) < 2:
		case isNumber(fields[0]) && isNumber(fields[1]): // the numbers above the map
		case isNumber(fields[0]):
			n.cells = append(n.cells, []byte(strings.Join(fields[1:], "")))
		default:
			n.readListed(fields)
		}
	}
	return n
}

// readListed takes what the list below the map tells of: a queen, an ant, a scent.
func (n *nests) readListed(fields []string) {
	switch kind := fields[0]; {
	case kind == "~" && len(fields) > 2:
		n.scents[spotOf(fields[1:])] = true
	case len(kind) != 1:
	case 'Q' <= kind[0] && int(kind[0]-'Q') < len(n.colonies):
		c := &n.colonies[kind[0]-'Q']
		c.loaves, _ = strconv.Atoi(after(fields, "loaves"))
		c.out, _ = strconv.Atoi(after(fields, "out"))
	case 'q' <= kind[0] && int(kind[0]-'q') < len(n.colonies) && len(fields) > 4:
		c := &n.colonies[kind[0]-'q']
		c.ants++
		if cargo := after(fields, "carrying"); cargo != "" {
			n.laden[spotOf(fields[3:])] = cargo
			c.cookie = c.cookie || cargo == "cookie"
		}
	}
}

func spotOf(fields []string) spot {
	x, _ := strconv.Atoi(fields[0])
	y, _ := strconv.Atoi(fields[1])
	return spot{x, y}
}

// after is the word behind a key, "" if it is not there.
func after(fields []string, key string) string {
	for i := len(fields) - 2; i > 1; i-- { // a name may be like a key, and stands before
		if fields[i] == key {
			return fields[i+1]
		}
	}
	return ""
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

func (n nests) size(cell int) (columns, rows int) {
	if len(n.cells) == 0 {
		return 0, 0
	}
	return cell * len(n.cells[0]), len(n.cells)
}

func (n nests) rows(cell int, _ bool, s Style) []*text {
	var rows []*text
	for y, letters := range n.cells {
		row := &text{colour: s.Colour}
		for x, letter := range letters {
			n.draw(row, letter, spot{x, y}, cell, s)
		}
		rows = append(rows, row)
	}
	return rows
}

// The colours of what lies about.
const (
	food   = "33;1"
	buried = "33;2"
)

// draw draws a cell of one or two columns.
func (n nests) draw(row *text, letter byte, at spot, width int, s Style) {
	dirt, rock := "\u2591", "\u2588"
	if s.ASCII {
		dirt, rock = ":", "#"
	}
	sign := func(sgr, text string) { row.add(sgr, cut(text, width)) }
	switch {
	case 'q' <= letter && int(letter-'q') < len(n.letters):
		n.drawAnt(row, int(letter-'q'), n.laden[at], width)
	case 'Q' <= letter && int(letter-'Q') < len(n.letters):
		seat := int(letter - 'Q')
		sign(playerColour(seat)+";7", strings.Repeat(string(n.letters[seat]), 2))
	case letter == '#':
		sign(faint, dirt+dirt)
	case letter == '^':
		sign(faint, rock+rock)
	case letter == 'b':
		sign(food, "* ")
	case letter == 'c':
		sign(flash, "@@")
	case letter == 'B' && width == 1:
		sign(faint, dirt)
	case letter == 'B':
		row.add(faint, dirt)
		row.add(buried, "*")
	case letter == 'C':
		sign(flash, "@"+dirt)
	case n.scents[at]:
		sign(faint, ". ")
	default:
		sign(plain, "  ")
	}
}

// drawAnt draws an ant with what it carries.
func (n nests) drawAnt(row *text, seat int, cargo string, width int) {
	colour, letter := playerColour(seat), strings.ToLower(string(n.letters[seat]))
	switch {
	case cargo == "cookie":
		row.add(flash, cut(letter+"@", width))
	case width == 1:
		row.add(colour, letter)
	case cargo == "bread":
		row.add(colour, letter)
		row.add(food, "*")
	default:
		row.add(colour, letter+" ")
	}
}

func (n nests) players(width int, s Style) []*text {
	w := s.words()
	const nameWidth = 9
	head := &text{colour: s.Colour}
	head.add(faint, cut(fmt.Sprintf("  %s %5s %6s", padded(w.colony, nameWidth), w.ants, w.loaves), width))
	rows := []*text{head}
	for seat, name := range n.Players {
		c := n.colonies[seat]
		colour := playerColour(seat)
		if c.out > 0 {
			colour = faint
		}
		row := &text{colour: s.Colour}
		row.add(colour, cut(fmt.Sprintf("%c %s %5d %6d", n.letters[seat], padded(printable(name, s.ASCII), nameWidth), c.ants, c.loaves), width))
		sgr, doing := n.doing(seat, w)
		row.add(sgr, cut(doing, width-row.width))
		rows = append(rows, row)
	}
	return rows
}

// doing is what there is to say of a colony at present.
func (n nests) doing(seat int, w words) (sgr, doing string) {
	c := n.colonies[seat]
	switch {
	case c.out > 0:
		return corpse, "  " + fmt.Sprintf(w.dead, c.out)
	case n.End != nil && len(n.End.Winners) == 1 && n.End.Winners[0] == seat:
		return bold, "  " + w.winner
	case c.cookie:
		return flash, "  " + w.cookie
	}
	return plain, ""
}

func (n nests) legend(s Style) []string {
	letter := string(n.letters[0])
	dirt, rock := "\u2591\u2591", "\u2588\u2588"
	if s.ASCII {
		dirt, rock = "::", "##"
	}
	w := s.words()
	return []string{
		fmt.Sprintf(w.queens, letter+letter, strings.ToLower(letter), strings.ToLower(letter)),
		fmt.Sprintf(w.goods, dirt[:len(dirt)/2]),
		fmt.Sprintf(w.grounds, dirt, rock),
	}
}

// lines leaves out COLONIES, of which there are one a turn and which the players'
// rows have, and the turns in which nothing else is said.
func (n nests) lines() []string { return without(n.Lines, "COLONIES") }

// fate: "The score is the loaves eaten, and 100 for the cookie."
func (n nests) fate(seat int, w words) string {
	c := n.colonies[seat]
	fate := fmt.Sprintf(w.eaten, c.loaves)
	for _, rank := range n.End.Ranking {
		if rank.Seat == seat && rank.Score > c.loaves {
			fate = w.cookieHome + ", " + fate
		}
	}
	if c.out > 0 {
		fate += ", " + fmt.Sprintf(w.out, c.out, n.End.Causes[seat])
	}
	return fate
}
