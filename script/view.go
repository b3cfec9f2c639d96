package script

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"arbitre/sentiant"
)

// view is what ant(view) is given: what an ant knows, and helpers to make sense of
// it. A script can change nothing of it but the dict memory. One view serves all
// calls of a colony, since nothing that a script may keep can hold it.
type view struct {
	common
	ant     *sentiant.AntSenses
	diamond *diamond
	flood   flood
	flooded bool
	late    func(way int) bool // friendGoesFirst, bound once

	// Made when they are asked for.
	cells, ants, friends, enemies, scents starlark.Value

	methods map[string]*starlark.Builtin
}

var _ starlark.HasAttrs = (*view)(nil)

func (v *view) Type() string          { return "view" }
func (v *view) String() string        { return fmt.Sprintf("<view of ant %d>", v.ant.ID) }
func (v *view) Freeze()               {}
func (v *view) Truth() starlark.Bool  { return true }
func (v *view) Hash() (uint32, error) { return 0, errors.New("a view can't be a key of a dict") }

// newView is the view of a colony's ants, none yet.
func newView(c *Colony) *view {
	v := &view{common: common{colony: c}}
	v.late = v.friendGoesFirst
	v.methods = bind(v, v.drawMethods(), map[string]helper{
		"cell":             v.cellAt,
		"nearest":          v.nearest,
		"toward":           v.toward,
		"away":             v.away,
		"path":             v.path,
		"step":             v.step,
		"go":               v.goTo,
		"fetch":            v.fetch,
		"deliver":          v.deliver,
		"wander":           v.wander,
		"smell":            v.smell,
		"strongest":        v.strongest,
		"trail":            v.trail,
		"random_direction": v.randomDirection,
	})
	return v
}

// look turns the view to an ant.
func (v *view) look(a *sentiant.AntSenses) {
	v.begin(a.ID)
	v.ant, v.flooded = a, false
	v.cells, v.ants, v.friends, v.enemies, v.scents = nil, nil, nil, nil, nil
	if radius := v.colony.senses.Vision; v.diamond == nil || v.diamond.radius != radius {
		v.diamond = newDiamond(radius)
	}
	v.kept.arrive(a.Last)
	if i := v.nearestCell(target{word: wordQueen}); i != noCell {
		v.kept.homeKnown, v.kept.home = true, v.diamond.cells[i]
	}
}

// fields are the attributes of a view that are no methods.
var viewFields = []string{
	"age", "ants", "carrying", "cells", "enemies", "friends", "heading", "here", "home", "hp", "id", "last", "max_turns",
	"memory", "near_queen", "pheromones", "say", "say_length", "team", "turn", "vision",
}

func (v *view) AttrNames() []string { return attrNames(viewFields, v.methods) }

// Attr is an attribute by its name.
func (v *view) Attr(name string) (starlark.Value, error) {
	a, s := v.ant, &v.colony.senses
	switch name {
	case "hp":
		return starlark.MakeInt(a.HP), nil
	case "carrying":
		return cargo(a.Cargo), nil
	case "here":
		return lying(a.Floor[v.diamond.middle()]), nil
	case "near_queen":
		return starlark.Bool(v.besideQueen(v.diamond.middle())), nil
	case "home":
		if !v.kept.homeKnown {
			return nothing, nil
		}
		return &home{place{v.kept.home}}, nil
	case "heading":
		if v.kept.step == noCell {
			return nothing, nil
		}
		return directions[v.kept.step], nil
	case "memory":
		return v.remember()
	case "id":
		return starlark.MakeInt(a.ID), nil
	case "age":
		return starlark.MakeInt(a.Age), nil
	case "last":
		return outcomes[a.Last], nil
	case "say":
		return v.colony.reader.text(a.Say), nil
	case "team":
		return starlark.MakeInt(int(v.colony.seat)), nil
	case "turn":
		return starlark.MakeInt(s.Turn), nil
	case "max_turns":
		return starlark.MakeInt(s.MaxTurns), nil
	case "vision":
		return starlark.MakeInt(s.Vision), nil
	case "say_length":
		return starlark.MakeInt(s.SayLength), nil
	}
	return v.listAttr(name)
}

// listAttr is one of the lists, which are tuples: nobody can change them. They
// have the nearest first.
func (v *view) listAttr(name string) (starlark.Value, error) {
	switch name {
	case "cells":
		return made(&v.cells, v.allCells), nil
	case "ants":
		return made(&v.ants, func() starlark.Tuple { return v.antsSeen(func(*seenAnt) bool { return true }) }), nil
	case "friends":
		return made(&v.friends, func() starlark.Tuple { return v.antsSeen((*seenAnt).friend) }), nil
	case "enemies":
		return made(&v.enemies, func() starlark.Tuple {
			return v.antsSeen(func(a *seenAnt) bool { return !a.friend() })
		}), nil
	case "pheromones":
		return made(&v.scents, v.allScents), nil
	}
	if m := v.methods[name]; m != nil {
		return m, nil
	}
	return nil, nil //nolint:nilnil // so Starlark is told that there is no such attribute
}

// made makes a list when it is asked for the first time.
func made(list *starlark.Value, by func() starlark.Tuple) starlark.Value {
	if *list == nil {
		*list = by()
	}
	return *list
}

func (v *view) allCells() starlark.Tuple {
	var cells starlark.Tuple
	for _, i := range v.diamond.nearFirst {
		if v.ant.Solid[i] != '?' {
			o := v.diamond.cells[i]
			cells = append(cells, &cell{place{o}, v, i})
		}
	}
	return cells
}

func (v *view) antsSeen(is func(*seenAnt) bool) starlark.Tuple {
	var ants starlark.Tuple
	for distance := 1; distance <= v.diamond.radius; distance++ {
		for k := range v.ant.Others {
			other := &v.ant.Others[k]
			if o := v.diamond.cells[other.Cell]; o.distance() == distance {
				if a := (&seenAnt{place{o}, v.colony, other}); is(a) {
					ants = append(ants, a)
				}
			}
		}
	}
	return ants
}

func (v *view) allScents() starlark.Tuple {
	scents := make(starlark.Tuple, len(v.ant.Scents))
	for i := range v.ant.Scents {
		scents[i] = v.scent(i)
	}
	return scents
}

func (v *view) scent(i int) *scent {
	s := &v.ant.Scents[i]
	return &scent{place{offset{s.DX, s.DY}}, s}
}
