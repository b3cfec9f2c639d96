package script

import "go.starlark.net/starlark"

// The helpers of this file make orders. They give None where there is nothing to
// be done, so that they can be joined by "or".

// step is the order that brings the ant on in a direction: it digs dirt, moves
// onto what is free, and mostly waits where a friend may go first. Of None it
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
const patience = 8

func (v *view) stepTo(thread *starlark.Thread, way int) *order {
	charge(thread, 10)
	switch v.ahead(way) {
	case '#':
		return v.colony.simple(dig, way)
	case '.':
		if !v.friendGoesFirst(way) || v.below(patience) == 0 {
			return v.colony.simple(move, way)
		}
	}
	return v.colony.simple(sleep, noCell)
}

// goTo is the step toward the first of the things that can be reached, or None.
func (v *view) goTo(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	i, err := v.reachFirst(thread, "go", args)
	if err != nil || i == noCell {
		return nothing, err
	}
	return v.stepTo(thread, v.flood.first[i]), nil
}

// fetch picks up what it names if that lies here, but for bread that is home, and
// otherwise goes to it; None if there is none in sight or the ant carries
// something.
func (v *view) fetch(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 1, 2, "fetch(COOKIE, BREAD)"); err != nil {
		return nil, err
	}
	if v.ant.Cargo != "" {
		return nothing, nil
	}
	here := lying(v.ant.Floor[v.diamond.middle()])
	for _, arg := range args {
		if here != nothing && arg == here && (here == cookie || !v.besideQueen(v.diamond.middle())) {
			return v.colony.simple(pickup, noCell), nil
		}
		order, err := v.goTo(thread, starlark.Tuple{arg})
		if err != nil || order != nothing {
			return order, err
		}
	}
	return nothing, nil
}

// deliver brings home what the ant carries: it drops it beside the queen, and else
// goes to where it can. None if it carries nothing or does not know the way.
func (v *view) deliver(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 0, 0, "deliver()"); err != nil {
		return nil, err
	}
	if v.ant.Cargo == "" {
		return nothing, nil
	}
	charge(thread, 2*len(v.diamond.cells))
	if v.takesCargo(v.diamond.middle()) {
		return v.colony.simple(drop, noCell), nil
	}
	v.findWays(thread)
	best, least := noCell, farAway
	for _, i := range v.diamond.nearFirst[1:] {
		if rank := v.rank(i); rank < least && passable(v.ant.Solid[i]) && v.takesCargo(i) {
			best, least = i, rank
		}
	}
	if best == noCell && v.kept.homeKnown && !v.besideQueen(v.diamond.middle()) {
		best = v.reachPlace(v.kept.home)
	}
	if best == noCell {
		return nothing, nil
	}
	return v.stepTo(thread, v.flood.first[best]), nil
}

// takesCargo: what the ant carries can be dropped there and is home then. "The
// cookie dropped on one of the eight cells of the own queen wins, even where
// something lies"; bread on an empty cell.
func (v *view) takesCargo(cell int) bool {
	return v.besideQueen(cell) && (v.ant.Floor[cell] == '.' || v.ant.Cargo == wordCookie || v.ant.Floor[cell] == '?')
}

// wander goes on in the direction of the last step as long as nothing is in the
// way, and then in another one; it never gives None.
func (v *view) wander(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 0, 0, "wander()"); err != nil {
		return nil, err
	}
	charge(thread, 10)
	way := v.kept.step
	if way == noCell || v.ahead(way) != '.' {
		way = v.drawWay()
	}
	return v.stepTo(thread, way), nil
}
