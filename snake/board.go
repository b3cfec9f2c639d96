package snake

import (
	"slices"

	"arbitre/game"
)

// glyph is the text that a cell of a board shows, in four bytes of which length
// count, so that a cell is written at one stroke.
type glyph struct {
	text   [4]byte
	length int32
}

func glyphOf(text string) glyph {
	g := glyph{length: int32(len(text))}
	copy(g.text[:], text)
	return g
}

// part is what a cell of a snake shows.
type part uint8

// The parts, in the order of the seed's list.
const (
	noPart part = iota
	headDown
	headLeft
	headRight
	headUp
	headDead
	headEvil
	headSleep
	tailDown
	tailLeft
	tailUp
	tailRight
	tailInactive
	bodyHorizontal
	bodyVertical
	bodyLeftDown
	bodyLeftUp
	bodyRightDown
	bodyRightUp
	parts
)

var groundGlyphs = [...]string{outside: " ", floor: " ", wall: "☼", startCell: "#"}

var objectGlyphs = [...]string{nothing: " ", apple: "○", stone: "●", furyPill: "®", gold: "$"}

// snakeGlyphs are those of one's own snake, and those of the others.
var snakeGlyphs = [parts][2]string{
	noPart:         {" ", " "},
	headDown:       {"▼", "˅"},
	headLeft:       {"◄", "<"},
	headRight:      {"►", ">"},
	headUp:         {"▲", "˄"},
	headDead:       {"☻", "☺"},
	headEvil:       {"♥", "♣"},
	headSleep:      {"&", "ø"},
	tailDown:       {"╙", "¤"},
	tailLeft:       {"╘", "×"},
	tailUp:         {"╓", "æ"},
	tailRight:      {"╕", "ö"},
	tailInactive:   {"~", "*"},
	bodyHorizontal: {"═", "─"},
	bodyVertical:   {"║", "│"},
	bodyLeftDown:   {"╗", "┐"},
	bodyLeftUp:     {"╝", "┘"},
	bodyRightDown:  {"╔", "┌"},
	bodyRightUp:    {"╚", "└"},
}

// The columns of snakeGlyphs.
const (
	own = iota
	others
)

// code is a glyph by its place in a table of all: the grounds, the objects, the
// parts of others' snakes, the parts of one's own.
type code uint8

// Where they begin.
const (
	groundCode code = 0
	objectCode      = groundCode + code(startCell) + 1
	othersCode      = objectCode + code(objectKinds)
	ownCode         = othersCode + code(parts)
	codes           = ownCode + code(parts)
)

func allGlyphs() *[codes]glyph {
	var all [codes]glyph
	for i, text := range groundGlyphs {
		all[groundCode+code(i)] = glyphOf(text)
	}
	for i, text := range objectGlyphs {
		all[objectCode+code(i)] = glyphOf(text)
	}
	for i, text := range snakeGlyphs {
		all[othersCode+code(i)], all[ownCode+code(i)] = glyphOf(text[others]), glyphOf(text[own])
	}
	return &all
}

// painting is the board of the moment: the snakes' cells, and the text that a
// spectator sees, of which every seat's board takes the rows without its snake.
type painting struct {
	glyphs  *[codes]glyph
	fresh   bool
	shown   [allCells]code    // what spectators see
	owners  [allCells]uint8   // the seat whose snake shows there, if one does
	painted []cell            // where one does
	longest []game.Seat       // the seats, the longest snake first
	rowsOf  []uint64          // the rows where something of the seat's snake shows, a bit a row
	bare    [mostSide]bareRow // the rows without snakes
	all     []byte            // the board as spectators see it
	ends    [mostSide]int     // where its rows end
}

// bareRow is a row without snakes; it is written again when an object changes.
type bareRow struct {
	text  []byte
	valid bool
}

// stale says that the snakes are no longer where they are painted.
func (p *painting) stale() { p.fresh = false }

// AppendBoard writes the board as the seat sees it, Everyone's with all snakes
// in the glyphs of others: size*size characters, row by row from the top left.
func (m *match) AppendBoard(dst []byte, seat game.Seat) []byte {
	if !m.fresh {
		m.paint()
	}
	if seat == game.Everyone {
		return append(dst, m.all...)
	}
	mine, copied := m.rowsOf[seat], 0
	for y := range m.size {
		if mine>>y&1 == 0 {
			continue
		}
		if y > 0 {
			dst = append(dst, m.all[copied:m.ends[y-1]]...)
		}
		dst = m.appendRow(dst, y, seat)
		copied = m.ends[y]
	}
	return append(dst, m.all[copied:]...)
}

// paint brings the painting up to date.
func (m *match) paint() {
	for _, c := range m.painted {
		m.shown[c] = m.bareCode(c)
	}
	m.painted = m.painted[:0]
	m.paintSnakes()
	rows := m.showRows()
	m.all = m.all[:0]
	for y := range m.size {
		if rows>>y&1 == 1 {
			m.all = m.appendRow(m.all, y, game.Everyone)
		} else {
			m.all = append(m.all, m.bareText(y)...)
		}
		m.ends[y] = len(m.all)
	}
	m.fresh = true
}

// paintSnakes paints one snake over the other: "shorter over longer (of equal
// ones the earlier in join order on top), within one snake head over tail", and
// dead heads over all.
func (m *match) paintSnakes() {
	m.sortByLength()
	for _, seat := range m.longest {
		s := &m.snakes[seat]
		for i := s.length - 1; i >= 0; i-- {
			m.paintPart(s.at(i), s.part(i), seat)
		}
	}
	for _, seat := range m.longest {
		if s := &m.snakes[seat]; !s.alive && s.length > 0 {
			m.paintPart(s.at(0), headDead, seat)
		}
	}
}

func (m *match) paintPart(c cell, p part, seat game.Seat) {
	m.shown[c], m.owners[c] = othersCode+code(p), uint8(seat)
	m.painted = append(m.painted, c)
}

// sortByLength sorts by insertion: from turn to turn little changes.
func (m *match) sortByLength() {
	if m.longest == nil {
		for i := range m.snakes {
			m.longest = append(m.longest, game.Seat(i))
		}
		m.rowsOf = make([]uint64, len(m.snakes))
	}
	below := func(a, b game.Seat) bool {
		x, y := m.snakes[a].length, m.snakes[b].length
		return x > y || x == y && a > b
	}
	for i := range m.longest {
		for j := i; j > 0 && below(m.longest[j], m.longest[j-1]); j-- {
			m.longest[j], m.longest[j-1] = m.longest[j-1], m.longest[j]
		}
	}
}

// showRows notes in which rows each snake shows, and returns all of them.
func (m *match) showRows() (all uint64) {
	clear(m.rowsOf)
	for _, c := range m.painted {
		row := uint64(1) << c.y()
		m.rowsOf[m.owners[c]] |= row
		all |= row
	}
	return all
}

// appendRow writes a row cell by cell.
func (m *match) appendRow(dst []byte, y int, seat game.Seat) []byte {
	n := len(dst)
	dst = slices.Grow(dst, 4*m.size)[:n+4*m.size]
	owners := m.owners[at(0, y):at(m.size, y)]
	for x, show := range m.shown[at(0, y):at(m.size, y)] {
		if show >= othersCode && game.Seat(owners[x]) == seat {
			show += ownCode - othersCode
		}
		g := m.glyphs[show]
		*(*[4]byte)(dst[n:]) = g.text
		n += int(g.length)
	}
	return dst[:n]
}

// bareCode is what the cell shows when no snake is on it.
func (m *match) bareCode(c cell) code {
	if o := m.objects[c]; o != nothing {
		return objectCode + code(o)
	}
	return groundCode + code(m.ground[c])
}

// bareText is a row without snakes.
func (m *match) bareText(y int) []byte {
	r := &m.bare[y]
	if !r.valid {
		r.text = m.appendRow(r.text[:0], y, game.Everyone)
		r.valid = true
	}
	return r.text
}

// appendGround writes a row of the bare map.
func (m *match) appendGround(dst []byte, y int) []byte {
	for x := range m.size {
		dst = append(dst, groundGlyphs[m.ground[at(x, y)]]...)
	}
	return dst
}

// part is what the snake's i-th cell shows: dead beats sleeping beats evil.
func (s *snake) part(i int) part {
	switch {
	case i == 0:
		return s.headPart()
	case i < s.length-1:
		return bodyParts[towards(s.at(i), s.at(i-1))][towards(s.at(i), s.at(i+1))]
	case s.alive && !s.active:
		return tailInactive
	}
	return tailParts[towards(s.at(i-1), s.at(i))]
}

func (s *snake) headPart() part {
	switch {
	case !s.alive:
		return headDead
	case !s.active:
		return headSleep
	case s.inFury():
		return headEvil
	}
	return headParts[s.direction]
}

var headParts = [...]part{straight: noPart, up: headUp, down: headDown, left: headLeft, right: headRight}

// tailParts: "a tail is named by where it points".
var tailParts = [...]part{straight: noPart, up: tailUp, down: tailDown, left: tailLeft, right: tailRight}

// bodyParts are by the directions of the two neighbours.
var bodyParts = [...][5]part{
	up:    {up: bodyVertical, down: bodyVertical, left: bodyLeftUp, right: bodyRightUp},
	down:  {up: bodyVertical, down: bodyVertical, left: bodyLeftDown, right: bodyRightDown},
	left:  {up: bodyLeftUp, down: bodyLeftDown, left: bodyHorizontal, right: bodyHorizontal},
	right: {up: bodyRightUp, down: bodyRightDown, left: bodyHorizontal, right: bodyHorizontal},
}

// towards is the direction from a cell to its neighbour.
func towards(from, to cell) direction {
	switch (to - from) % allCells {
	case steps[up]:
		return up
	case steps[down]:
		return down
	case steps[left]:
		return left
	}
	return right
}
