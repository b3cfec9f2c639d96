package snake

import "arbitre/game"

// glyph is what a cell of a board shows; as bytes, so that a cell is written at
// one stroke.
type glyph struct {
	text   [4]byte
	length int
}

func glyphOf(text string) glyph {
	g := glyph{length: len(text)}
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

// glyphs are all of these as they are written.
type glyphs struct {
	ground [startCell + 1]glyph
	object [objectKinds]glyph
	snake  [2][parts]glyph
}

func allGlyphs() *glyphs {
	var g glyphs
	for i, text := range groundGlyphs {
		g.ground[i] = glyphOf(text)
	}
	for i, text := range objectGlyphs {
		g.object[i] = glyphOf(text)
	}
	for i, text := range snakeGlyphs {
		g.snake[own][i], g.snake[others][i] = glyphOf(text[own]), glyphOf(text[others])
	}
	return &g
}

// painting is the board of the moment: the snakes' cells, and the text that a
// spectator sees, of which every seat's board takes the rows without its snake.
type painting struct {
	glyphs  *glyphs
	fresh   bool
	parts   [allCells]part      // what of a snake shows on a cell
	owners  [allCells]game.Seat // whose it is
	painted []cell              // where parts are
	longest []game.Seat         // the seats, the longest snake first
	rowsOf  []uint64            // the rows where something of the seat's snake shows, a bit a row
	bare    [mostSide]bareRow   // the rows without snakes
	all     []byte              // the board as spectators see it
	ends    [mostSide]int       // where its rows end
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
	if m.glyphs == nil {
		m.glyphs = allGlyphs()
	}
	for _, c := range m.painted {
		m.parts[c] = noPart
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
	m.parts[c], m.owners[c] = p, seat
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
	dst = append(dst, make([]byte, 4*m.size)...)
	for c := at(0, y); c < at(m.size, y); c++ {
		g := &m.glyphs.ground[m.ground[c]]
		if p := m.parts[c]; p != noPart {
			whose := others
			if m.owners[c] == seat {
				whose = own
			}
			g = &m.glyphs.snake[whose][p]
		} else if o := m.objects[c]; o != nothing {
			g = &m.glyphs.object[o]
		}
		*(*[4]byte)(dst[n:]) = g.text
		n += g.length
	}
	return dst[:n]
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
