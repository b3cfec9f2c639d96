package sentiant

import (
	"fmt"
	"strconv"
	"strings"

	"arbitre/drawing"
	"arbitre/game"
)

// The letters of the list below the map.
const (
	drawnPheromone = '~'
	drawnNext      = "next"
	drawnOver      = "over"
)

// drawnGround are the cells' letters; drawnItem those of what lies there, which
// are capitals under dirt.
var (
	drawnGround = [...]byte{free: drawnFree, dirt: drawnDirt, rock: drawnRock}
	drawnItem   = [...]byte{bread: drawnBread, cookie: drawnCookie}
	drawnBuried = [...]byte{bread: drawnBuriedBread, cookie: drawnBuriedCookie}
)

// AppendDrawing draws the map, X to the right and Y down, and below it what a map
// can't show:
//
//	after turn 4
//	  0 1 2 3 4 5
//	0 # # B # # #
//	1 # Q Q q c #
//	2 # Q Q b . #
//	3 ^ # # # # C
//	Q ann 1 1 loaves 2
//	q 7 ann 3 1 hp 2 carrying bread say go age 3 last ok
//	b 3 1
//	~ 4 2 scent 5 range 4
//	next 8
//
// The second queen and her ants are R and r, and so on. What lies under an ant, a
// queen or a rock stands in the list.
func (m *match) AppendDrawing(dst []byte, names []string) []byte {
	dst = appendNumber(dst, "after turn ", m.turn)
	dst = append(dst, '\n')
	dst = m.appendMap(dst)
	for i := range m.queens {
		dst = m.appendQueenDrawing(dst, i, names[i])
	}
	for i := range m.ants {
		dst = m.appendAntDrawing(dst, &m.ants[i], names)
	}
	for cell, it := range m.items {
		if it != nothing && (m.occupants[cell] != 0 || m.ground[cell] == rock) {
			dst = append(m.appendAt(append(dst, drawnItem[it]), cell), '\n')
		}
	}
	for cell, p := range m.pheromones {
		if p.reach > 0 {
			dst = m.appendAt(append(dst, drawnPheromone), cell)
			dst = appendNumber(dst, " scent ", int(p.scent))
			dst = appendNumber(dst, " range ", int(p.reach))
			dst = append(dst, '\n')
		}
	}
	dst = appendNumber(append(dst, drawnNext...), " ", m.nextID)
	dst = append(dst, '\n')
	if m.over {
		dst = append(dst, drawnOver...)
		if m.winner != nobody {
			dst = append(append(dst, ' '), names[m.winner]...)
		}
		dst = append(dst, '\n')
	}
	return dst
}

func (m *match) appendAt(dst []byte, cell int) []byte {
	x, y := m.place(cell)
	dst = appendNumber(dst, " ", x)
	return appendNumber(dst, " ", y)
}

func (m *match) appendMap(dst []byte) []byte {
	margin := len(strconv.Itoa(m.height - 1))
	dst = drawing.AppendDigits(drawing.AppendTens(dst, m.width, margin), m.width, margin)
	for y := range m.height {
		dst = drawing.AppendRow(dst, y, margin)
		for x := range m.width {
			dst = append(dst, ' ', m.drawn(m.cell(x, y)))
		}
		dst = append(dst, '\n')
	}
	return dst
}

// drawn is the letter of a cell.
func (m *match) drawn(cell int) byte {
	it := m.items[cell]
	switch {
	case m.queenAt(cell) != nobody:
		return drawnQueen + byte(m.queenAt(cell))
	case m.antAt(cell) != nil:
		return drawnAnt + byte(m.antAt(cell).team)
	case it == nothing || m.ground[cell] == rock:
		return drawnGround[m.ground[cell]]
	case m.ground[cell] == dirt:
		return drawnBuried[it]
	}
	return drawnItem[it]
}

func (m *match) appendQueenDrawing(dst []byte, seat int, name string) []byte {
	q := &m.queens[seat]
	dst = append(dst, drawnQueen+byte(seat), ' ')
	dst = m.appendAt(append(dst, name...), q.at)
	dst = appendNumber(dst, " loaves ", q.loaves)
	if !q.playing() {
		dst = appendNumber(dst, " out ", q.out)
		dst = append(append(dst, " cause "...), q.cause...)
	}
	return append(dst, '\n')
}

func (m *match) appendAntDrawing(dst []byte, a *ant, names []string) []byte {
	dst = appendNumber(append(dst, drawnAnt+byte(a.team)), " ", a.id)
	dst = m.appendAt(append(append(dst, ' '), names[a.team]...), a.at)
	dst = appendNumber(dst, " hp ", a.hp)
	if a.cargo != nothing {
		dst = append(append(dst, " carrying "...), itemWords[a.cargo]...)
	}
	if a.say.length > 0 {
		dst = append(append(dst, " say "...), a.say.bytes()...)
	}
	if a.age > 0 {
		dst = appendNumber(dst, " age ", a.age)
	}
	if a.last != unborn {
		dst = append(append(dst, " last "...), outcomeWords[a.last]...)
	}
	if m.ground[a.at] != free {
		dst = append(dst, " in "...)
		dst = append(dst, drawnGround[m.ground[a.at]])
	}
	return append(dst, '\n')
}

// Parse takes up a position as AppendDrawing draws it, and returns the players'
// names with it; the whole must be exactly what AppendDrawing makes of it. A
// drawing does not show the generator: draws come from the seed 0.
func Parse(given []byte, drawn string) (game.Rules, []string, error) {
	s, err := parseSettings(given)
	if err != nil {
		return nil, nil, err
	}
	var d drawnState
	for i, text := range strings.Split(strings.TrimSuffix(drawn, "\n"), "\n") {
		if !d.readLine(text) {
			return nil, nil, fmt.Errorf("line %d: %q: not a line of a drawing", i+1, text)
		}
	}
	m, names, err := d.state().match(s)
	if err != nil {
		return nil, nil, err
	}
	if err = drawing.Check(drawn, m.AppendDrawing(nil, names)); err != nil {
		return nil, nil, err
	}
	return m, names, nil
}
