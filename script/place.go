package script

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"arbitre/sentiant"
)

// place is the part that cells, ants and scents have in common: where they are, as
// the ant sees it.
type place struct{ offset }

func (p *place) Freeze()              {}
func (p *place) Truth() starlark.Bool { return true }
func (p *place) where() offset        { return p.offset }

func (p *place) Hash() (uint32, error) {
	return 0, errors.New("this can't be a key of a dict: take (dx, dy)")
}

// attr is one of the attributes that all places have, nil if it is none.
func (p *place) attr(name string) starlark.Value {
	switch name {
	case "dx":
		return starlark.MakeInt(p.dx)
	case "dy":
		return starlark.MakeInt(p.dy)
	case "distance":
		return starlark.MakeInt(p.distance())
	}
	return nil
}

// cell is a cell that an ant sees, or one that it does not: then it is unknown.
type cell struct {
	place
	view  *view
	index int // in the diamond, or noCell
}

// seenAnt is another ant in sight.
type seenAnt struct {
	place
	colony *Colony
	ant    *sentiant.SeenAnt
}

// scent is a pheromone that reaches the ant.
type scent struct {
	place
	scent *sentiant.SmeltScent
}

// home is where the ant's queen is.
type home struct{ place }

var _, _, _, _ starlark.HasAttrs = (*cell)(nil), (*seenAnt)(nil), (*scent)(nil), (*home)(nil)

func (h *home) Type() string    { return "place" }
func (c *cell) Type() string    { return "cell" }
func (a *seenAnt) Type() string { return "ant" }
func (s *scent) Type() string   { return "pheromone" }
func (c *cell) String() string  { return fmt.Sprintf("<cell %d,%d %s>", c.dx, c.dy, c.letter()) }
func (a *seenAnt) String() string {
	return fmt.Sprintf("<ant %d,%d of team %d>", a.dx, a.dy, a.ant.Team)
}

func (s *scent) String() string {
	return fmt.Sprintf("<pheromone %d,%d scent %d range %d>", s.dx, s.dy, s.scent.Scent, s.scent.Range)
}

func (h *home) String() string { return fmt.Sprintf("<home %d,%d>", h.dx, h.dy) }

func (h *home) AttrNames() []string { return []string{"distance", "dx", "dy"} }

// Attr is an attribute by its name.
func (h *home) Attr(name string) (starlark.Value, error) { return h.attr(name), nil }

func (a *seenAnt) friend() bool { return a.ant.Team == a.colony.seat }

func (c *cell) letter() starlark.Value {
	if c.index == noCell {
		return unknown
	}
	return standing(c.view.ant.Solid[c.index])
}

func (c *cell) AttrNames() []string { return []string{"ant", "distance", "dx", "dy", "item", "kind"} }

// Attr is an attribute by its name.
func (c *cell) Attr(name string) (starlark.Value, error) {
	switch name {
	case "kind":
		return c.letter(), nil
	case "item":
		if c.index == noCell {
			return nothing, nil
		}
		return lying(c.view.ant.Floor[c.index]), nil
	case "ant":
		for i := range c.view.ant.Others {
			if other := &c.view.ant.Others[i]; other.Cell == c.index {
				return &seenAnt{c.place, c.view.colony, other}, nil
			}
		}
		return nothing, nil
	}
	return c.attr(name), nil
}

func (a *seenAnt) AttrNames() []string {
	return []string{"carrying", "distance", "dx", "dy", "friend", "hp", "say", "team"}
}

// Attr is an attribute by its name.
func (a *seenAnt) Attr(name string) (starlark.Value, error) {
	switch name {
	case "team":
		return starlark.MakeInt(int(a.ant.Team)), nil
	case "friend":
		return starlark.Bool(a.friend()), nil
	case "carrying":
		return cargo(a.ant.Cargo), nil
	case "say":
		return a.colony.reader.text(a.ant.Say), nil
	case "hp":
		return starlark.MakeInt(a.ant.HP), nil
	}
	return a.attr(name), nil
}

func (s *scent) AttrNames() []string { return []string{"distance", "dx", "dy", "range", "scent"} }

// Attr is an attribute by its name.
func (s *scent) Attr(name string) (starlark.Value, error) {
	switch name {
	case "scent":
		return starlark.MakeInt(s.scent.Scent), nil
	case "range":
		return starlark.MakeInt(s.scent.Range), nil
	}
	return s.attr(name), nil
}
