package script

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
)

// mark is what an order does to the scent on the ant's cell.
type mark int

// The marks that are no scent.
const (
	leaves mark = -1
	erases mark = -2
)

// scents is how many there are: 0 to 31.
const scents = 32

// order is the value that queen and ant return: what one ant does, or where the
// queen spawns. It never changes; its methods return another one.
type order struct {
	colony *Colony
	action string // "MOVE UP"; of the queen "SPAWN", "SPAWN N1"
	queen  bool
	mark   mark
	says   bool
	say    string
}

var (
	_ starlark.HasAttrs = (*order)(nil)
	_ starlark.Callable = (*orderMethod)(nil)
)

func (o *order) Type() string          { return "order" }
func (o *order) Freeze()               {}
func (o *order) Truth() starlark.Bool  { return true }
func (o *order) Hash() (uint32, error) { return 0, errors.New("an order can't be a key of a dict") }
func (o *order) String() string        { return "<" + string(o.appendTo(nil)) + ">" }

// appendTo writes the order as the referee takes it, without whose it is.
func (o *order) appendTo(dst []byte) []byte {
	dst = append(dst, o.action...)
	switch {
	case o.mark >= 0:
		dst = strconv.AppendInt(append(dst, " PHERO "...), int64(o.mark), 10)
	case o.mark == erases:
		dst = append(dst, " ERASE"...)
	}
	if o.says {
		dst = append(dst, " SAY"...)
		if o.say != "" {
			dst = append(append(dst, ' '), o.say...)
		}
	}
	return dst
}

func (o *order) AttrNames() []string {
	return []string{"action", "direction", "erase", "phero", "say"}
}

// Attr is a method, or what the order is: action is "move", "dig" and so on,
// direction the way, or None.
func (o *order) Attr(name string) (starlark.Value, error) {
	action, where, _ := strings.Cut(o.action, " ")
	switch name {
	case "action":
		return actionNames[action], nil
	case "direction":
		if way, ok := directionOf(starlark.String(where)); ok {
			return directions[way], nil
		}
		return nothing, nil
	}
	if o.queen {
		return nil, fmt.Errorf("the queen only spawns: %s() is for ants", name)
	}
	switch name {
	case "erase", "phero", "say":
		return &orderMethod{o, name}, nil
	}
	return nil, nil //nolint:nilnil // so Starlark is told that there is no such attribute
}

// orderMethod is a method of an order.
type orderMethod struct {
	order *order
	name  string
}

func (m *orderMethod) Name() string          { return m.name }
func (m *orderMethod) Type() string          { return "builtin_function_or_method" }
func (m *orderMethod) String() string        { return "<built-in method " + m.name + " of order>" }
func (m *orderMethod) Freeze()               {}
func (m *orderMethod) Truth() starlark.Bool  { return true }
func (m *orderMethod) Hash() (uint32, error) { return starlark.String(m.name).Hash() }

// CallInternal makes the order that has this beside it.
func (m *orderMethod) CallInternal(_ *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	made := *m.order
	switch m.name {
	case "erase":
		if err := starlark.UnpackPositionalArgs(m.name, args, kwargs, 0); err != nil {
			return nil, err
		}
		made.mark = erases
	case "phero":
		var scent int
		if err := starlark.UnpackPositionalArgs(m.name, args, kwargs, 1, &scent); err != nil {
			return nil, err
		}
		if scent < 0 || scent >= scents {
			return nil, fmt.Errorf("phero: a scent is a number from 0 to %d, not %d", scents-1, scent)
		}
		made.mark = mark(scent)
	case "say":
		var text string
		if err := starlark.UnpackPositionalArgs(m.name, args, kwargs, 1, &text); err != nil {
			return nil, err
		}
		if most := made.colony.senses.SayLength; !sayable(text, most) {
			return nil, fmt.Errorf("say: %.40q: want at most %d plain characters, no space, comma, semicolon or equals sign", text, most)
		}
		made.says, made.say = true, text
	}
	return &made, nil
}

// sayable: "printable ASCII without space, comma, semicolon and equals sign", or
// nothing, which clears.
func sayable(text string, most int) bool {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c > '~' || c == ',' || c == ';' || c == '=' {
			return false
		}
	}
	return len(text) <= most
}

// queenCells are the names of the queen's cells.
var queenCells = []string{"N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"}

// makers are the functions that make orders.
func (c *Colony) makers() starlark.StringDict {
	made := starlark.StringDict{}
	for name, action := range map[string][4]string{
		"move": moveWords, "dig": digWords, "attack": attackWords,
	} {
		made[name] = starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var where starlark.Value
			if err := starlark.UnpackPositionalArgs(name, args, kwargs, 1, &where); err != nil {
				return nil, err
			}
			d, ok := directionOf(where)
			if !ok {
				return nil, wrongDirection(name, where)
			}
			return &order{colony: c, action: action[d], mark: leaves}, nil
		})
	}
	for name, action := range map[string]string{"pickup": "PICKUP", "drop": "DROP", "sleep": "SLEEP"} {
		made[name] = starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := starlark.UnpackPositionalArgs(name, args, kwargs, 0); err != nil {
				return nil, err
			}
			return &order{colony: c, action: action, mark: leaves}, nil
		})
	}
	made["spawn"] = starlark.NewBuiltin("spawn", c.spawn)
	return made
}

func (c *Colony) spawn(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	where := ""
	if err := starlark.UnpackPositionalArgs("spawn", args, kwargs, 0, &where); err != nil {
		return nil, err
	}
	made := &order{colony: c, action: "SPAWN", queen: true, mark: leaves}
	if where != "" {
		if !slices.Contains(queenCells, where) {
			return nil, fmt.Errorf("spawn: %.40q: the queen's cells are N1, N2, E1, E2, S1, S2, W1 and W2", where)
		}
		made.action = "SPAWN " + where
	}
	return made, nil
}

// wrongDirection words the most usual mistake of all.
func wrongDirection(name string, given starlark.Value) error {
	if given == starlark.None {
		return fmt.Errorf("%s: None is no direction: toward() and its like give None where there is no way, ask for that first", name)
	}
	return fmt.Errorf("%s: want UP, DOWN, LEFT or RIGHT, not a %s", name, given.Type())
}

// The orders with a direction, by direction.
var (
	moveWords   = [4]string{"MOVE UP", "MOVE DOWN", "MOVE LEFT", "MOVE RIGHT"}
	digWords    = [4]string{"DIG UP", "DIG DOWN", "DIG LEFT", "DIG RIGHT"}
	attackWords = [4]string{"ATTACK UP", "ATTACK DOWN", "ATTACK LEFT", "ATTACK RIGHT"}
)

// actionNames are the functions that make the orders.
var actionNames = map[string]starlark.Value{
	"MOVE": starlark.String("move"), "DIG": starlark.String("dig"), "ATTACK": starlark.String("attack"),
	"PICKUP": starlark.String("pickup"), "DROP": starlark.String("drop"), "SLEEP": starlark.String("sleep"),
	"SPAWN": starlark.String("spawn"),
}
