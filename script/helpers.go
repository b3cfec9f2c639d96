package script

import (
	"bytes"
	"iter"

	"go.starlark.net/starlark"
)

// helper is a method of a view. What it costs is charged in steps, before.
type helper func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error)

// charge takes steps for work that is done in one call.
func charge(thread *starlark.Thread, steps int) { thread.Steps += uint64(steps) }

// mostTargets is how many things may be named in one call.
const mostTargets = 12

// looks is the part of what an ant sees that tells of such a thing, and the letter
// by which it does.
func (v *view) looks(word string) (cells []byte, letter byte) {
	switch word {
	case wordBread:
		return v.ant.Floor, 'b'
	case wordCookie:
		return v.ant.Floor, 'c'
	case wordFree:
		return v.ant.Solid, '.'
	case wordDirt:
		return v.ant.Solid, '#'
	case wordRock:
		return v.ant.Solid, '^'
	case wordQueen:
		return v.ant.Solid, 'Q'
	case wordEnemyQueen:
		return v.ant.Solid, 'q'
	case wordUnknown:
		return v.ant.Solid, '?'
	}
	return v.ant.Solid, 'a'
}

// counts tells whether what looks like such a thing is one. Bread beside the own
// queen is home already, and that under an ant is taken: neither counts.
func (v *view) counts(word string, cell int) bool {
	switch word {
	case wordBread:
		return v.ant.Solid[cell] != 'a' && !v.besideQueen(cell)
	case wordFriend:
		return v.antOn(cell).Team == v.colony.seat
	case wordEnemy:
		return v.antOn(cell).Team != v.colony.seat
	case wordThief:
		other := v.antOn(cell)
		return other.Team != v.colony.seat && other.Cargo == wordCookie
	}
	return true
}

// all is the cells with such a thing, the nearest first, without the ant's own.
func (v *view) all(word string) iter.Seq[int] {
	return func(yield func(int) bool) {
		cells, letter := v.looks(word)
		if bytes.IndexByte(cells, letter) < 0 { // mostly
			return
		}
		for _, i := range v.diamond.nearFirst[1:] {
			if cells[i] == letter && v.counts(word, i) && !yield(i) {
				return
			}
		}
	}
}

// cellAt is cell(dx, dy), or cell(UP).
func (v *view) cellAt(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 1, 2, "cell(dx, dy) or cell(UP)"); err != nil {
		return nil, err
	}
	var o offset
	if len(args) == 1 {
		way, ok := directionOf(args[0])
		if !ok {
			return nil, wrongDirection("cell", args[0])
		}
		o = offset{steps[way].dx, steps[way].dy}
	} else {
		t, err := readPlace("cell", args[0], args[1])
		if err != nil {
			return nil, err
		}
		o = t.place
	}
	return &cell{place{o}, v, v.diamond.at(o.dx, o.dy)}, nil
}

// nearest is the nearest cell with such a thing, but for the ant's own, or None;
// of several things the first that is in sight.
func (v *view) nearest(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 1, mostTargets, "nearest(BREAD)"); err != nil {
		return nil, err
	}
	for _, arg := range args {
		t, err := readTarget("nearest", arg)
		if err != nil {
			return nil, err
		}
		charge(thread, len(v.diamond.cells))
		if i := v.nearestCell(t); i != noCell {
			return &cell{place{v.diamond.cells[i]}, v, i}, nil
		}
	}
	return nothing, nil
}

func (v *view) nearestCell(t target) int {
	if t.word == "" {
		return v.diamond.at(t.place.dx, t.place.dy)
	}
	for i := range v.all(t.word) {
		return i
	}
	return noCell
}

// toward is the first direction of a shortest way there, or None.
func (v *view) toward(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	i, err := v.reachFirst(thread, "toward", args)
	if err != nil || i == noCell {
		return nothing, err
	}
	return directions[v.flood.first[i]], nil
}

// path is all directions of a shortest way there, in a tuple; it is empty if there
// is none.
func (v *view) path(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	i, err := v.reachFirst(thread, "path", args)
	if err != nil {
		return nil, err
	}
	length := 0
	for at := i; at != noCell && at != v.diamond.middle(); at = v.flood.from[at] {
		length++
	}
	ways := make(starlark.Tuple, length)
	for ; length > 0; i = v.flood.from[i] {
		length--
		for way, next := range v.diamond.next[v.flood.from[i]] {
			if next == i {
				ways[length] = directions[way]
			}
		}
	}
	return ways, nil
}

// away is a direction in which the ant can go at once and gets further from the
// nearest such thing, or None.
func (v *view) away(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 1, 1, "away(ENEMY)"); err != nil {
		return nil, err
	}
	t, err := readTarget("away", args[0])
	if err != nil {
		return nil, err
	}
	charge(thread, len(v.diamond.cells))
	from := t.place
	if t.word != "" {
		i := v.nearestCell(t)
		if i == noCell {
			return nothing, nil
		}
		from = v.diamond.cells[i]
	}
	best, most := noCell, 2*from.distance()
	for way, step := range steps {
		if v.ahead(way) != '.' {
			continue
		}
		far := 2 * offset{from.dx - step.dx, from.dy - step.dy}.distance()
		if v.friendGoesFirst(way) {
			far--
		}
		if far > most {
			best, most = way, far
		}
	}
	if best == noCell {
		return nothing, nil
	}
	return directions[best], nil
}

// randomDirection draws one of the directions in which the ant can go on, be it by
// digging; of all four if there is none.
func (v *view) randomDirection(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 0, 0, "random_direction()"); err != nil {
		return nil, err
	}
	charge(thread, 10)
	return directions[v.drawWay()], nil
}

func (v *view) drawWay() int {
	var open [4]int
	n := 0
	for way := range steps {
		if passable(v.ahead(way)) {
			open[n] = way
			n++
		}
	}
	if n == 0 {
		return v.below(len(directions))
	}
	return open[v.below(n)]
}

// ahead is what stands on the cell beside the ant.
func (v *view) ahead(way int) byte {
	return v.ant.Solid[v.diamond.next[v.diamond.middle()][way]]
}
