package script

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"arbitre/chance"
)

// common is what the queen's view and an ant's have both: a memory and draws.
type common struct {
	colony *Colony
	key    int // the ant's id, 0 of the queen
	kept   recollection
	memory *starlark.Dict // nil until somebody asks for it
	chance chance.Source
	drawn  bool // chance is that of this call
}

func (c *common) begin(key int) {
	c.key, c.memory, c.drawn = key, nil, false
	c.kept.read(c.colony.memories[key])
}

// remember is the dict that lasts from turn to turn. Where that is switched off it
// is empty each turn.
func (c *common) remember() (starlark.Value, error) {
	if c.memory == nil {
		var err error
		if c.memory, err = c.colony.reader.read(c.kept.dict); err != nil {
			return nil, err
		}
	}
	return c.memory, nil
}

// below draws one of 0 to n-1. The draws of a call depend on nothing but the seed
// of the match, who is called and when.
func (c *common) below(n int) int {
	if !c.drawn {
		c.drawn = true
		c.chance.Seed(c.colony.drawKey(c.key))
	}
	return c.chance.Below(n)
}

// drawKey is SHA-256 of the seed, "script", the seat, the ant and the turn.
func (c *Colony) drawKey(ant int) [32]byte {
	text := c.draws[:0]
	text = append(append(text, c.seed[:]...), "script"...)
	for _, n := range [...]int{int(c.seat), ant, c.senses.Turn} {
		text = binary.BigEndian.AppendUint64(text, uint64(n))
	}
	c.draws = text
	return sha256.Sum256(text)
}

// The draws that both have.
func (c *common) drawMethods() map[string]helper {
	return map[string]helper{"random": c.random, "choice": c.choice}
}

// mostDrawn is the largest range of a draw.
const mostDrawn = 1 << 30

// random draws one of 0 to n-1.
func (c *common) random(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 1, 1, "random(6), which draws one of 0 to 5"); err != nil {
		return nil, err
	}
	n, err := starlark.AsInt32(args[0])
	if err != nil || n < 1 || n > mostDrawn {
		return nil, fmt.Errorf("random: %s: want a whole number from 1 to %d", short(args[0]), mostDrawn)
	}
	charge(thread, 10)
	return starlark.MakeInt(c.below(n)), nil
}

// choice draws one element of a list.
func (c *common) choice(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if err := arity(args, 1, 1, "choice(list)"); err != nil {
		return nil, err
	}
	list, ok := args[0].(starlark.Indexable)
	if !ok {
		return nil, fmt.Errorf("choice: want a list, not a %s", args[0].Type())
	}
	if list.Len() == 0 {
		return nil, errors.New("choice: the list is empty")
	}
	charge(thread, 10)
	return list.Index(c.below(list.Len())), nil
}

// bind makes the methods of a view.
func bind(receiver starlark.Value, sets ...map[string]helper) map[string]*starlark.Builtin {
	methods := map[string]*starlark.Builtin{}
	for _, set := range sets {
		for name, do := range set {
			b := starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
				if len(kwargs) > 0 {
					return nil, errByName
				}
				return do(thread, args)
			})
			methods[name] = b.BindReceiver(receiver)
		}
	}
	return methods
}

// attrNames are the names of fields and methods, sorted.
func attrNames(fields []string, methods map[string]*starlark.Builtin) []string {
	names := slices.Clone(fields)
	for name := range methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
