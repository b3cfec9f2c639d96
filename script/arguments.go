package script

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"
)

// errByName: nothing that the language adds takes arguments by name.
var errByName = errors.New("takes no arguments by name")

// arity checks how many arguments there are. Only a message puts the parts of the
// usage together.
func arity(args starlark.Tuple, least, most int, usage ...string) error {
	if len(args) < least || len(args) > most {
		return fmt.Errorf("%d arguments: want %s", len(args), strings.Join(usage, ""))
	}
	return nil
}

// plain checks also that none is given by name.
func plain(args starlark.Tuple, kwargs []starlark.Tuple, least, most int, usage string) error {
	if len(kwargs) > 0 {
		return errByName
	}
	return arity(args, least, most, usage)
}

// short is a value as a message shows it. What may be endless is told by its type.
func short(v starlark.Value) string {
	switch v := v.(type) {
	case starlark.String:
		if len(v) > 40 {
			v = v[:40] + "..."
		}
		return v.String()
	case starlark.Int:
		if n, ok := v.Int64(); ok {
			return fmt.Sprint(n)
		}
		return "a huge number"
	case starlark.Bool, starlark.NoneType, starlark.Float:
		return v.String()
	}
	return "a " + v.Type()
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
			wordAnt, wordFriend, wordEnemy, wordThief, wordUnknown:
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
	return target{}, fmt.Errorf("%s: %s: want BREAD, COOKIE, QUEEN, ENEMY and so on, something seen, or (dx, dy)", name, short(v))
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
