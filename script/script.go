// Package script is the language in which people write ants: Starlark, the small
// dialect of Python, with two functions, queen(view) and ant(view), that return an
// order each turn. It compiles a script and names its mistakes (Compile), and it
// plays a colony by one (Colony): the senses of a turn in, orders out.
//
// A call takes so many steps and no more, counted exactly, so that a script is cut
// off at the same step on every machine. Its memory is not bounded here: a hostile
// script is run in a process of its own, which the frames of this package
// (Start, Answer) are made for.
//
// The package knows nothing of processes, the referee or the network. A colony's
// orders are a pure function of script, seat, seed, memories and senses.
package script

import (
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// MostText is how long a script may be, in bytes.
const MostText = 64 * 1024

// loadSteps is how many steps the text outside of functions may take, which runs
// once before the first turn.
const loadSteps = 200_000

// The functions that a script has to have.
const (
	queenName = "queen"
	antName   = "ant"
)

// dialect: no "while" and no recursion, so that a script reads as what it is, a
// few decisions a turn; globals keep the value that they got, since nothing but
// view.memory lasts from turn to turn. Loops and conditions may stand outside of
// functions, to make tables.
func dialect() *syntax.FileOptions {
	return &syntax.FileOptions{Set: true, TopLevelControl: true}
}

// Program is a script that Compile found no mistake in.
type Program struct{ compiled *starlark.Program }

// fileName names the script in positions. Only its own code has it.
const fileName = "script"
