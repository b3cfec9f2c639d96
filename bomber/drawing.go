package bomber

import (
	"fmt"
	"strconv"
	"strings"

	"arbitre/drawing"
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
	margin := len(strconv.Itoa(m.side - 1))
	first := len(dst)
	for y := m.side - 1; y >= 0; y-- {
		dst = drawing.AppendRow(dst, y, margin)
		for range m.side {
			dst = append(dst, ' ', drawnEmpty)
		}
		dst = append(dst, '\n')
	}
	cell := func(x, y int) *byte {
		return &dst[first+(m.side-1-y)*(margin+2*m.side+1)+margin+1+2*x]
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
	return drawing.AppendTens(drawing.AppendDigits(dst, m.side, margin), m.side, margin)
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
func Parse(given []byte, drawn string) (game.Rules, []string, error) {
	s, err := parseSettings(given)
	if err != nil {
		return nil, nil, err
	}
	var w writtenState
	for i, text := range strings.Split(strings.TrimSuffix(drawn, "\n"), "\n") {
		if err = w.readLine(text); err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	m, names, err := w.match(s)
	if err != nil {
		return nil, nil, err
	}
	if err = drawing.Check(drawn, m.AppendDrawing(nil, names)); err != nil {
		return nil, nil, err
	}
	return m, names, nil
}

// readLine reads a line of a drawing.
func (w *writtenState) readLine(text string) error {
	f := &drawing.Fields{Rest: strings.Split(strings.TrimLeft(text, " "), " ")}
	switch first := f.Next(); {
	case first == "after":
		f.Want("turn")
		w.Turn = f.Number()
	case first == "idle":
		w.Idle = *f.Number()
	case first == string(drawnBomb):
		w.Bombs = append(w.Bombs, readBomb(f))
	case len(first) == 1 && first[0] == drawnPlayer+byte(len(w.Players)):
		w.Players = append(w.Players, readPlayer(f))
	case w.Side == nil: // the first line of the map
		side := len(f.Rest)
		w.Side, f.Rest = &side, nil
	case first != "" && '0' <= first[0] && first[0] <= '9':
		f.Rest = nil // the map is compared as a whole
	default:
		return fmt.Errorf("%q: want a part of a drawing", text)
	}
	if f.Bad || len(f.Rest) > 0 {
		return fmt.Errorf("%q: not a line of a drawing", text)
	}
	return nil
}

func readBomb(f *drawing.Fields) writtenBomb {
	b := writtenBomb{Owner: f.Next(), X: f.Number(), Y: f.Number()}
	f.Want("due")
	b.Due = f.Number()
	return b
}

func readPlayer(f *drawing.Fields) writtenPlayer {
	one := 1
	p := writtenPlayer{
		Name: f.Next(), X: f.Number(), Y: f.Number(),
		Firepower: &one, Speed: &one, Timer: &one,
	}
	for len(f.Rest) > 0 && !f.Bad {
		switch key := f.Next(); key {
		case "firepower":
			p.Firepower = f.Number()
		case "speed":
			p.Speed = f.Number()
		case "timer":
			p.Timer = f.Number()
		case "died":
			p.Died = *f.Number()
		case "out":
			p.Out = *f.Number()
		case "cause":
			p.Cause = f.Next()
		default:
			p.Busy, p.BusyTurns = key, *f.Number()
		}
	}
	return p
}
