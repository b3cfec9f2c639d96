package script

import (
	"fmt"

	"go.starlark.net/starlark"
)

// helper is a method of a view. What it costs is charged in steps, before.
type helper func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error)

// charge takes steps for work that is done in one call.
func charge(thread *starlark.Thread, steps int) { thread.Steps += uint64(steps) }

// arity checks how many arguments there are; none are given by name.
func arity(args starlark.Tuple, least, most int, usage string) error {
	if len(args) < least || len(args) > most {
		return fmt.Errorf("want %s, got %d arguments", usage, len(args))
	}
	return nil
}

// target is what a helper looks for: all of a kind, or one place.
type target struct {
	word  string // "" if it is a place
	place offset
}

// placed are the values that are somewhere.
type placed interface{ where() offset }

// readTarget takes a constant, a thing that is somewhere, or (dx, dy).
func readTarget(name string, v starlark.Value) (target, error) {
	switch v := v.(type) {
	case starlark.String:
		switch v {
		case wordBread, wordCookie, wordFree, wordDirt, wordRock, wordQueen, wordEnemyQueen,
			wordAnt, wordFriend, wordEnemy, wordUnknown:
			return target{word: string(v)}, nil
		}
	case placed:
		return target{place: v.where()}, nil
	case starlark.Tuple:
		if len(v) == 2 {
			return readPlace(name, v[0], v[1])
		}
	case *starlark.List:
		if v.Len() == 2 {
			return readPlace(name, v.Index(0), v.Index(1))
		}
	}
	return target{}, fmt.Errorf("%s: %.40s: want BREAD, COOKIE, QUEEN, ENEMY, ..., something seen, or (dx, dy)", name, v.String())
}

// mostFar is how far away a place may be.
const mostFar = 100_000

func readPlace(name string, x, y starlark.Value) (target, error) {
	dx, errX := starlark.AsInt32(x)
	dy, errY := starlark.AsInt32(y)
	if errX != nil || errY != nil || max(dx, -dx, dy, -dy) > mostFar {
		return target{}, fmt.Errorf("%s: want (dx, dy), two whole numbers of at most %d", name, mostFar)
	}
	return target{place: offset{dx, dy}}, nil
}

// is tells whether there is such a thing on a cell of the diamond. Bread beside
// the own queen is home already, and that under an ant is taken: neither counts.
func (v *view) is(word string, cell int) bool {
	solid := v.ant.Solid[cell]
	switch word {
	case wordBread:
		return v.ant.Floor[cell] == 'b' && solid != 'a' && !v.besideQueen(cell)
	case wordCookie:
		return v.ant.Floor[cell] == 'c'
	case wordFree:
		return solid == '.'
	case wordDirt:
		return solid == '#'
	case wordRock:
		return solid == '^'
	case wordQueen:
		return solid == 'Q'
	case wordEnemyQueen:
		return solid == 'q'
	case wordUnknown:
		return solid == '?'
	case wordAnt:
		return solid == 'a'
	case wordFriend:
		return solid == 'a' && v.friendOn(cell)
	}
	return solid == 'a' && !v.friendOn(cell) // an enemy
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

// nearest is the nearest cell with such a thing, but for the ant's own, or None.
func (v *view) nearest(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 1, 1, "nearest(BREAD)"); err != nil {
		return nil, err
	}
	t, err := readTarget("nearest", args[0])
	if err != nil {
		return nil, err
	}
	charge(thread, len(v.diamond.cells))
	i := v.nearestCell(t)
	if i == noCell {
		return nothing, nil
	}
	return &cell{place{v.diamond.cells[i]}, v, i}, nil
}

func (v *view) nearestCell(t target) int {
	if t.word == "" {
		return v.diamond.at(t.place.dx, t.place.dy)
	}
	for _, i := range v.diamond.nearFirst[1:] {
		if v.is(t.word, i) {
			return i
		}
	}
	return noCell
}

// reach is the cell to go to: the one with such a thing that is reached soonest;
// for a place out of sight the cell in sight from which it is likely to be reached
// soonest. It is noCell where there is no way.
func (v *view) reach(thread *starlark.Thread, name string, args starlark.Tuple) (int, error) {
	if err := arity(args, 1, 1, name+"(BREAD)"); err != nil {
		return noCell, err
	}
	t, err := readTarget(name, args[0])
	if err != nil {
		return noCell, err
	}
	charge(thread, 2*len(v.diamond.cells))
	if !v.flooded {
		charge(thread, 4*len(v.diamond.cells))
		v.flood.run(v.diamond, v.ant.Solid, v.late)
		v.flooded = true
	}
	if t.word == "" {
		return v.reachPlace(t.place), nil
	}
	best, cost := noCell, farAway
	for _, i := range v.diamond.nearFirst[1:] {
		if v.flood.cost[i] < cost && v.is(t.word, i) {
			best, cost = i, v.flood.cost[i]
		}
	}
	return best, nil
}

func (v *view) reachPlace(o offset) int {
	if o == (offset{}) {
		return noCell
	}
	if i := v.diamond.at(o.dx, o.dy); i != noCell && v.flood.cost[i] < farAway {
		return i
	}
	best, least := noCell, farAway
	for _, i := range v.diamond.nearFirst[1:] {
		c := v.diamond.cells[i]
		rest := offset{o.dx - c.dx, o.dy - c.dy}.distance()
		if cost := v.flood.cost[i] + costUnknown*rest; cost < least && passable(v.ant.Solid[i]) {
			best, least = i, cost
		}
	}
	return best
}

// toward is the first direction of a shortest way there, or None.
func (v *view) toward(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	i, err := v.reach(thread, "toward", args)
	if err != nil || i == noCell {
		return nothing, err
	}
	return directions[v.flood.first[i]], nil
}

// path is all directions of a shortest way there, in a tuple; it is empty if there
// is none.
func (v *view) path(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	i, err := v.reach(thread, "path", args)
	if err != nil {
		return nil, err
	}
	var ways starlark.Tuple
	for ; i != noCell && i != v.diamond.middle(); i = v.flood.from[i] {
		before := v.flood.from[i]
		for way, next := range v.diamond.next[before] {
			if next == i {
				ways = append(ways, directions[way])
			}
		}
	}
	for a, b := 0, len(ways)-1; a < b; a, b = a+1, b-1 {
		ways[a], ways[b] = ways[b], ways[a]
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
		next := v.diamond.next[v.diamond.middle()][way]
		if v.ant.Solid[next] != '.' {
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

// step is the order that brings the ant on in a direction: it digs dirt, moves
// onto what is free, and waits where a friend may go first, mostly. Of None it
// makes None.
func (v *view) step(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 1, 1, "step(UP)"); err != nil {
		return nil, err
	}
	if args[0] == nothing {
		return nothing, nil
	}
	way, ok := directionOf(args[0])
	if !ok {
		return nil, wrongDirection("step", args[0])
	}
	return v.stepTo(thread, way), nil
}

// patience: of so many turns an ant that gives way waits all but one, so that two
// do not wait for each other for ever.
const patience = 4

func (v *view) stepTo(thread *starlark.Thread, way int) *order {
	charge(thread, 10)
	made := &order{colony: v.colony, action: "SLEEP", mark: leaves}
	switch v.ant.Solid[v.diamond.next[v.diamond.middle()][way]] {
	case '#':
		made.action = digWords[way]
	case '.':
		if !v.friendGoesFirst(way) || v.below(patience) == 0 {
			made.action = moveWords[way]
		}
	}
	return made
}

// goTo is the step toward something, or None.
func (v *view) goTo(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	i, err := v.reach(thread, "go", args)
	if err != nil || i == noCell {
		return nothing, err
	}
	return v.stepTo(thread, v.flood.first[i]), nil
}

// randomDirection draws one of the directions in which the ant can go on, be it by
// digging; of all four if there is none.
func (v *view) randomDirection(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 0, 0, "random_direction()"); err != nil {
		return nil, err
	}
	charge(thread, 10)
	var open [4]int
	n := 0
	for way := range steps {
		if passable(v.ant.Solid[v.diamond.next[v.diamond.middle()][way]]) {
			open[n] = way
			n++
		}
	}
	if n == 0 {
		return directions[v.below(len(directions))], nil
	}
	return directions[open[v.below(n)]], nil
}
