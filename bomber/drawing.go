package bomber

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"arbitre/game"
)

// What stands in a cell of the drawing. A player has the letter of his seat, and
// hides the bombs on his cell; the list below the map has them all.
const (
	drawnEmpty   = '.'
	drawnBomb    = '@'
	drawnPlayer  = 'A'
	drawnPlayers = '*' // several
)

// AppendDrawing draws the map as the contest's page does, Y up and X to the
// right, and below it what a map can't show:
//
//	after turn 4
//	3 . . . .
//	2 . . A .
//	1 . @ . .
//	0 . . . .
//	  0 1 2 3
//	A ann 2 2 firepower 2 STUDY_SPEED 1
//	B bob 1 3 died 3 cause blast
//	@ ann 1 1 due 6
//	idle 0
//
// Points that are not listed are 1. The tens of X stand in a line of their own.
func (m *match) AppendDrawing(dst []byte, names []string) []byte {
	dst = appendNumber(dst, "after turn ", m.turn)
	dst = append(dst, '\n')
	dst = m.appendMap(dst)
	for i := range m.players {
		dst = append(dst, drawnPlayer+byte(i), ' ')
		dst = m.players[i].appendDrawing(dst, names[i])
	}
	for i := range m.bombs {
		b := &m.bombs[i]
		dst = append(dst, drawnBomb, ' ')
		dst = append(dst, names[b.owner]...)
		dst = appendNumber(dst, " ", b.x)
		dst = appendNumber(dst, " ", b.y)
		dst = appendNumber(dst, " due ", b.due)
		dst = append(dst, '\n')
	}
	dst = appendNumber(dst, "idle ", m.idle)
	return append(dst, '\n')
}

// appendMap draws an empty map and then puts everything in its place.
func (m *match) appendMap(dst []byte) []byte {
	width := len(strconv.Itoa(m.side - 1))
	first := len(dst)
	for y := m.side - 1; y >= 0; y-- {
		dst = appendSpaces(dst, width-len(strconv.Itoa(y)))
		dst = appendNumber(dst, "", y)
		for range m.side {
			dst = append(dst, ' ', drawnEmpty)
		}
		dst = append(dst, '\n')
	}
	cell := func(x, y int) *byte {
		return &dst[first+(m.side-1-y)*(width+2*m.side+1)+width+1+2*x]
	}
	for i := range m.bombs {
		*cell(m.bombs[i].x, m.bombs[i].y) = drawnBomb
	}
	for i := range m.players {
		p := &m.players[i]
		switch c := cell(p.x, p.y); {
		case !p.alive():
		case *c == drawnEmpty || *c == drawnBomb:
			*c = drawnPlayer + byte(i)
		default:
			*c = drawnPlayers
		}
	}
	return appendColumns(dst, m.side, width)
}

// appendColumns writes X below the map: the last digits, and the tens that begin
// at a column.
func appendColumns(dst []byte, side, width int) []byte {
	dst = appendSpaces(dst, width)
	for x := range side {
		dst = appendNumber(dst, " ", x%10)
	}
	dst = append(dst, '\n')
	if side <= 10 {
		return dst
	}
	first := len(dst)
	for x := 0; x < side; x += 10 {
		dst = appendSpaces(dst, width+1+2*x-(len(dst)-first))
		dst = appendNumber(dst, "", x/10)
	}
	return append(dst, '\n')
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}

func (p *player) appendDrawing(dst []byte, name string) []byte {
	dst = append(dst, name...)
	dst = appendNumber(dst, " ", p.x)
	dst = appendNumber(dst, " ", p.y)
	dst = appendUnless(dst, " firepower ", p.firepower, 1)
	dst = appendUnless(dst, " speed ", p.speed, 1)
	dst = appendUnless(dst, " timer ", p.timer, 1)
	if p.busy != nothing {
		dst = append(dst, ' ')
		dst = append(dst, actionWords[p.busy]...)
		dst = appendNumber(dst, " ", p.busyTurns)
	}
	dst = appendUnless(dst, " died ", p.died, 0)
	dst = appendUnless(dst, " out ", p.out, 0)
	if p.cause != "" {
		dst = append(dst, " cause "...)
		dst = append(dst, p.cause...)
	}
	return append(dst, '\n')
}

func appendUnless(dst []byte, key string, n, usual int) []byte {
	if n == usual {
		return dst
	}
	return appendNumber(dst, key, n)
}

// Parse takes up a position as AppendDrawing draws it, and returns the players'
// names with it. The lines below the map say where everything is, and the whole
// must be exactly what AppendDrawing makes of them. A drawing does not show the
// generator: draws come from the seed 0.
func Parse(given []byte, drawing string) (game.Rules, []string, error) {
	s, err := parseSettings(given)
	if err != nil {
		return nil, nil, err
	}
	var w writtenState
	for i, text := range strings.Split(strings.TrimSuffix(drawing, "\n"), "\n") {
		if err = w.readLine(text); err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	m, names, err := w.match(s)
	if err != nil {
		return nil, nil, err
	}
	if again := m.AppendDrawing(nil, names); !bytes.Equal(again, []byte(drawing)) {
		return nil, nil, fmt.Errorf("the drawing of these lines is\n%s", again)
	}
	return m, names, nil
}

// readLine reads a line of a drawing.
func (w *writtenState) readLine(text string) error {
	f := &fields{rest: strings.Split(strings.TrimLeft(text, " "), " ")}
	switch first := f.next(); {
	case first == "after":
		f.want("turn")
		w.Turn = f.number()
	case first == "idle":
		w.Idle = *f.number()
	case first == string(drawnBomb):
		w.Bombs = append(w.Bombs, f.bomb())
	case len(first) == 1 && first[0] == drawnPlayer+byte(len(w.Players)):
		w.Players = append(w.Players, f.player())
	case w.Side == nil: // the first line of the map
		side := len(f.rest)
		w.Side, f.rest = &side, nil
	case first != "" && '0' <= first[0] && first[0] <= '9':
		f.rest = nil // the map is compared as a whole
	default:
		return fmt.Errorf("%q: want a part of a drawing", text)
	}
	if f.bad || len(f.rest) > 0 {
		return fmt.Errorf("%q: not a line of a drawing", text)
	}
	return nil
}

// fields are the words of a line that are still to be read.
type fields struct {
	rest []string
	bad  bool
}

func (f *fields) next() string {
	if len(f.rest) == 0 {
		f.bad = true
		return ""
	}
	first := f.rest[0]
	f.rest = f.rest[1:]
	return first
}

func (f *fields) want(word string) {
	if f.next() != word {
		f.bad = true
	}
}

func (f *fields) number() *int {
	n, err := strconv.Atoi(f.next())
	if err != nil {
		f.bad = true
	}
	return &n
}

func (f *fields) bomb() writtenBomb {
	b := writtenBomb{Owner: f.next(), X: f.number(), Y: f.number()}
	f.want("due")
	b.Due = f.number()
	return b
}

func (f *fields) player() writtenPlayer {
	one := 1
	p := writtenPlayer{
		Name: f.next(), X: f.number(), Y: f.number(),
		Firepower: &one, Speed: &one, Timer: &one,
	}
	for len(f.rest) > 0 && !f.bad {
		switch key := f.next(); key {
		case "firepower":
			p.Firepower = f.number()
		case "speed":
			p.Speed = f.number()
		case "timer":
			p.Timer = f.number()
		case "died":
			p.Died = *f.number()
		case "out":
			p.Out = *f.number()
		case "cause":
			p.Cause = f.next()
		default:
			p.Busy, p.BusyTurns = key, *f.number()
		}
	}
	return p
}
