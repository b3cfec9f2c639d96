package snake

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"arbitre/strictjson"
)

// checker puts what was written into the match, and keeps the first thing that
// is wrong.
type checker struct {
	strictjson.Checker
	match *match
}

// clock takes up turn, round and phase. An endless round has no turns left; a
// waiting without end can't be played.
func (r *checker) clock(w *writtenState) {
	m := r.match
	m.turn = r.Number(w.Turn, 0, mostCounted, "turn")
	m.round = r.Number(w.Round, 1, mostNumber, "round")
	word := slices.Index(phaseWords[:], w.Phase)
	if word < 0 {
		r.Fail("phase: %q: want %s", w.Phase, strings.Join(phaseWords[:], ", "))
		return
	}
	m.phase = [...]phase{waiting, playing, over}[word]
	least := 0
	if m.phase == waiting {
		least = 1
	}
	m.left = r.Number(w.Left, least, mostNumber, "left")
}

// ground reads the bare map.
func (r *checker) ground(w *writtenState) plan {
	size := r.Number(w.Size, leastSide, mostSide, "size")
	p := plan{size: size}
	if len(w.Map) != size {
		r.Fail("map: %d rows: want %d, the size", len(w.Map), size)
		return p
	}
	for y, row := range w.Map {
		if n := utf8.RuneCountInString(row); n != size {
			r.Fail("map[%d]: %d cells: want %d, the size", y, n, size)
		}
		for x, glyph := range []rune(row) {
			g := groundOf(glyph)
			if g == outside {
				r.Fail("map[%d]: %q: want walls ☼, start cells # and blanks", y, glyph)
			}
			if g == startCell && x == 0 {
				r.Fail("map[%d]: the start cell in the first column has no place for a tail to its left", y)
			}
			p.ground = append(p.ground, g)
		}
	}
	return p
}

func (r *checker) snake(w *writtenSnake, i int) {
	m := r.match
	s := &m.snakes[i]
	s.alive = r.truth(w.Alive, "snakes[%d].alive", i)
	s.active = r.truth(w.Active, "snakes[%d].active", i)
	d := slices.Index(directionWords[:], w.Direction)
	if d <= int(straight) {
		r.Fail("snakes[%d].direction: %q: want %s", i, w.Direction, strings.Join(directionWords[1:], ", "))
		d = int(right)
	}
	s.direction = [...]direction{straight, up, down, left, right}[d]
	s.fury = r.Number(&w.Fury, 0, mostNumber, "snakes[%d].fury", i)
	s.stones = r.Number(&w.Stones, 0, mostNumber, "snakes[%d].stones", i)
	s.owes = r.Number(&w.Owes, 0, mostNumber, "snakes[%d].owes", i)
	s.score = r.Number(&w.Score, 0, mostCounted, "snakes[%d].score", i)
	s.out = r.Number(&w.Out, 0, m.turn, "snakes[%d].out", i)
	s.died, s.cause = deadBefore, w.Cause
	r.fate(s, i)
	r.cells(s, w.Cells, i)
}

// deadBefore is the turn of a death before the state: the body that lies is
// cleared in the next turn.
const deadBefore = -1

// fate checks that life, cause and being out go together.
func (r *checker) fate(s *snake, i int) {
	switch {
	case s.alive && s.out > 0:
		r.Fail("snakes[%d].out: %d: want 0 while it is alive", i, s.out)
	case s.alive && s.cause != "":
		r.Fail("snakes[%d].cause: %q: want none while it is alive", i, s.cause)
	case s.cause != "" && !slices.Contains(knownCauses, s.cause):
		r.Fail("snakes[%d].cause: %q: want one of %s", i, s.cause, strings.Join(knownCauses, ", "))
	case s.cause == "" && s.out > 0:
		s.cause = causeQuit
	}
}

func (r *checker) truth(b *bool, where string, i int) bool {
	if b == nil {
		r.Fail(where+": missing: want true or false", i)
		return false
	}
	return *b
}

// cells takes up a body, head first, each cell a neighbour of the one before.
func (r *checker) cells(s *snake, places []place, i int) {
	if s.alive && len(places) < shortest {
		r.Fail("snakes[%d].cells: %d: want %d at least, since it is alive", i, len(places), shortest)
	}
	if len(places) > mostCells {
		r.Fail("snakes[%d].cells: %d: want %d at most", i, len(places), mostCells)
		return
	}
	var cells []cell
	for j, p := range places {
		c, problem := r.cell(p)
		if problem == "" && j > 0 && !cells[j-1].besides(c) {
			problem = "want a neighbour of the cell before"
		}
		if problem != "" {
			r.Fail("snakes[%d].cells[%d]: %v: %s", i, j, []int(p), problem)
			return
		}
		cells = append(cells, c)
	}
	s.set(cells...)
	for _, c := range cells {
		r.match.cover[c]++
	}
}

// cell reads a place on the field, or tells what is wrong with it.
func (r *checker) cell(p place) (c cell, problem string) {
	last := r.match.size - 1
	if len(p) != 2 || min(p[0], p[1]) < 0 || max(p[0], p[1]) > last {
		return 0, fmt.Sprintf("want x and y, both from 0 to %d", last)
	}
	return at(p[0], p[1]), ""
}

func (c cell) besides(other cell) bool {
	dx, dy := c.x()-other.x(), c.y()-other.y()
	return dx*dx+dy*dy == 1
}

func (r *checker) objects(key string, places []place, o object) {
	for i, p := range places {
		c, problem := r.cell(p)
		if problem == "" {
			problem = r.match.refusesObject(c)
		}
		if problem != "" {
			r.Fail("%s[%d]: %v: %s", key, i, []int(p), problem)
			return
		}
		r.match.put(c, o)
	}
}

// refusesObject tells why no object can lie on the cell, "" if one can.
func (m *match) refusesObject(c cell) string {
	switch {
	case m.ground[c] == wall:
		return "a wall is there"
	case m.ground[c] == startCell:
		return "a start cell is there"
	case m.objects[c] != nothing:
		return "another object (" + objectWords[m.objects[c]] + ") is there"
	}
	return ""
}
