package script

import (
	"go.starlark.net/starlark"

	"arbitre/sentiant"
)

// reachFirst is the cell to go to for the first of the things that can be reached,
// or noCell.
func (v *view) reachFirst(thread *starlark.Thread, name string, args starlark.Tuple) (int, error) {
	if err := arity(args, 1, mostTargets, name, "(BREAD)"); err != nil {
		return noCell, err
	}
	for _, arg := range args {
		t, err := readTarget(name, arg)
		if err != nil {
			return noCell, err
		}
		charge(thread, 2*len(v.diamond.cells))
		if i := v.reach(thread, t); i != noCell {
			return i, nil
		}
	}
	return noCell, nil
}

// findWays runs the flood, once a call.
func (v *view) findWays(thread *starlark.Thread) {
	if !v.flooded {
		charge(thread, 4*len(v.diamond.cells))
		v.flood.run(v.diamond, v.ant.Solid, v.ant.ID, v.late)
		v.flooded = true
	}
}

// reach is the cell to go to: the one with such a thing that is reached soonest.
// For a place out of sight, as home may be, it is the cell in sight from which it
// is likely to be reached soonest.
func (v *view) reach(thread *starlark.Thread, t target) int {
	if t.word == "" {
		v.findWays(thread)
		return v.reachPlace(t.place)
	}
	best, least := noCell, farAway
	for i := range v.all(t.word) {
		v.findWays(thread)
		if rank := v.rank(i); rank < least {
			best, least = i, rank
		}
	}
	if best == noCell && t.word == wordQueen && v.kept.homeKnown {
		v.findWays(thread)
		return v.reachPlace(v.kept.home)
	}
	return best
}

// rank orders the cells by how soon they are reached. Of equals each ant prefers
// another direction, by its number, so that they spread.
func (v *view) rank(cell int) int {
	cost := v.flood.cost[cell]
	if cost == farAway {
		return farAway
	}
	ways := len(directions)
	return cost*ways + (v.flood.first[cell]+ways-v.ant.ID%ways)%ways
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

// besideQueen tells whether the own queen is orthogonally beside the cell.
func (v *view) besideQueen(cell int) bool {
	for _, next := range v.diamond.next[cell] {
		if next != noCell && v.ant.Solid[next] == 'Q' {
			return true
		}
	}
	return false
}

// friendGoesFirst tells whether a friend that the ant sees could step onto the
// same cell, in that direction, and has the right of way: of two, the one above
// the cell goes before the one below it, then the one to the left, then the one to
// the right. All ants that ask know it without a word; moving into each other
// costs both a hit point.
func (v *view) friendGoesFirst(way int) bool {
	if len(v.ant.Others) == 0 {
		return false
	}
	target := v.diamond.next[v.diamond.middle()][way]
	for _, next := range v.diamond.next[target] {
		if next == v.diamond.middle() {
			return false // the ant itself: those that follow come later
		}
		if next != noCell && v.ant.Solid[next] == 'a' && v.antOn(next).Team == v.colony.seat {
			return true
		}
	}
	return false
}

// antOn is the ant that is seen on a cell.
func (v *view) antOn(cell int) *sentiant.SeenAnt {
	for i := range v.ant.Others {
		if o := &v.ant.Others[i]; o.Cell == cell {
			return o
		}
	}
	return nil
}
