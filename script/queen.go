package script

import (
	"errors"

	"go.starlark.net/starlark"
)

// queenView is what queen(view) is given.
type queenView struct {
	common
	methods map[string]*starlark.Builtin
}

var _ starlark.HasAttrs = (*queenView)(nil)

func newQueenView(c *Colony) *queenView {
	q := &queenView{common: common{colony: c}}
	q.methods = bind(q, q.drawMethods())
	return q
}

func (q *queenView) Type() string          { return "view" }
func (q *queenView) String() string        { return "<view of the queen>" }
func (q *queenView) Freeze()               {}
func (q *queenView) Truth() starlark.Bool  { return true }
func (q *queenView) Hash() (uint32, error) { return 0, errors.New("a view can't be a key of a dict") }

var queenFields = []string{"ants", "bread", "cells", "max_turns", "memory", "turn"}

func (q *queenView) AttrNames() []string { return attrNames(queenFields, q.methods) }

// Attr is an attribute by its name.
func (q *queenView) Attr(name string) (starlark.Value, error) {
	s := &q.colony.senses
	switch name {
	case "turn":
		return starlark.MakeInt(s.Turn), nil
	case "max_turns":
		return starlark.MakeInt(s.MaxTurns), nil
	case "ants":
		return starlark.MakeInt(len(s.Ants)), nil
	case "memory":
		return q.remember()
	case "bread": // the names of her cells on which she can spawn
		var names starlark.Tuple
		for k, letter := range s.Queen {
			if letter == 'b' {
				names = append(names, starlark.String(queenCells[k]))
			}
		}
		return names, nil
	case "cells": // what is on each of her cells
		cells := starlark.NewDict(len(queenCells))
		for k, letter := range s.Queen {
			if err := cells.SetKey(starlark.String(queenCells[k]), standing(letter)); err != nil {
				return nil, err
			}
		}
		cells.Freeze()
		return cells, nil
	}
	if m := q.methods[name]; m != nil {
		return m, nil
	}
	return nil, nil //nolint:nilnil // so Starlark is told that there is no such attribute
}
