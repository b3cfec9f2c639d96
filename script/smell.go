package script

import (
	"go.starlark.net/starlark"

	"arbitre/sentiant"
)

// smellBest is the pheromone of one scent, or of the scents from one to another,
// that comes first by the order, or None. Ties go to the nearest.
func (v *view) smellBest(thread *starlark.Thread, name string, args starlark.Tuple, before func(a, b *sentiant.SmeltScent) bool) (starlark.Value, error) {
	if err := arity(args, 1, 2, name, "(scent) or ", name, "(first, last)"); err != nil {
		return nil, err
	}
	first, err := readScent(name, args[0])
	if err != nil {
		return nil, err
	}
	last, err := readScent(name, args[len(args)-1])
	if err != nil {
		return nil, err
	}
	charge(thread, len(v.ant.Scents))
	best := -1
	for i := range v.ant.Scents { // the nearest first
		s := &v.ant.Scents[i]
		if first <= s.Scent && s.Scent <= last && (best < 0 || before(s, &v.ant.Scents[best])) {
			best = i
		}
	}
	if best < 0 {
		return nothing, nil
	}
	return v.scent(best), nil
}

// smell is the nearest.
func (v *view) smell(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	return v.smellBest(thread, "smell", args, func(_, _ *sentiant.SmeltScent) bool { return false })
}

// strongest is the one that is smelt furthest: the least worn.
func (v *view) strongest(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	return v.smellBest(thread, "strongest", args, func(a, b *sentiant.SmeltScent) bool { return a.Range > b.Range })
}

// trail is the one with the lowest scent: where ants number their way, that leads
// back to where it began.
func (v *view) trail(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	return v.smellBest(thread, "trail", args, func(a, b *sentiant.SmeltScent) bool { return a.Scent < b.Scent })
}
