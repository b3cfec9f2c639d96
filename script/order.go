package script

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"go.starlark.net/starlark"
)

// action is what an ant, or the queen, does in a turn.
type action int

// The actions. Those before pickup have a direction.
const (
	move action = iota
	dig
	attack
	pickup
	drop
	sleep
	spawn
)

// actions are by action: the function that makes such an order, and how the
// referee takes it.
var actions = [...]struct {
	name starlark.Value
	word string
}{
	move:   {starlark.String("move"), "MOVE"},
	dig:    {starlark.String("dig"), "DIG"},
	attack: {starlark.String("attack"), "ATTACK"},
	pickup: {starlark.String("pickup"), "PICKUP"},
	drop:   {starlark.String("drop"), "DROP"},
	sleep:  {starlark.String("sleep"), "SLEEP"},
	spawn:  {starlark.String("spawn"), "SPAWN"},
}

func (a action) takesDirection() bool { return a <= attack }

// mark is what an order does to the scent on the ant's cell: a number is a scent.
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
	action action
	way    int    // the direction of those that have one, else noCell
	cell   string // of the queen's on which she spawns, "" if any will do
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
	dst = append(dst, actions[o.action].word...)
	if o.way != noCell {
		dst = append(append(dst, ' '), directionWords[o.way]...)
	}
	if o.cell != "" {
		dst = append(append(dst, ' '), o.cell...)
	}
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
	switch name {
	case "action":
		return actions[o.action].name, nil
	case "direction":
		if o.way == noCell {
			return nothing, nil
		}
		return directions[o.way], nil
	case "erase", "phero", "say":
		if o.action == spawn {
			return nil, fmt.Errorf("the queen only spawns: %s() is for ants", name)
		}
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
	var err error
	switch m.name {
	case "erase":
		err = plain(args, kwargs, 0, 0, "erase()")
		made.mark = erases
	case "phero":
		if err = plain(args, kwargs, 1, 1, "phero(5)"); err == nil {
			var scent int
			scent, err = readScent("phero", args[0])
			made.mark = mark(scent)
		}
	case "say":
		if err = plain(args, kwargs, 1, 1, `say("go")`); err == nil {
			made.says = true
			made.say, err = readSay(args[0], made.colony.senses.SayLength)
		}
	}
	if err != nil {
		return nil, err
	}
	return &made, nil
}

func readScent(name string, v starlark.Value) (int, error) {
	n, err := starlark.AsInt32(v)
	if err != nil || n < 0 || n >= scents {
		return 0, fmt.Errorf("%s: %s: a scent is a number from 0 to %d", name, short(v), scents-1)
	}
	return n, nil
}

func readSay(v starlark.Value, most int) (string, error) {
	text, ok := v.(starlark.String)
	if !ok || !sayable(string(text), most) {
		return "", fmt.Errorf("say: %s: want a text of at most %d plain characters, no space, comma, semicolon or equals sign", short(v), most)
	}
	return string(text), nil
}

// sayable: "printable ASCII without space, comma, semicolon and equals sign", or
// nothing, which clears.
func sayable(text string, most int) bool {
	if len(text) > most {
		return false
	}
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c > '~' || c == ',' || c == ';' || c == '=' {
			return false
		}
	}
	return true
}

// queenCells are the names of the queen's cells.
var queenCells = []string{"N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"}

// simple is an order with nothing beside it.
func (c *Colony) simple(a action, way int) *order {
	if !a.takesDirection() {
		way = noCell
	}
	return &c.orders[a][way+1]
}

// makeOrders makes the simple orders, which serve all calls.
func (c *Colony) makeOrders() {
	for a := range c.orders {
		for way := noCell; way < len(directions); way++ {
			c.orders[a][way+1] = order{colony: c, action: action(a), way: way, mark: leaves}
		}
	}
}

// makers are the functions that make orders.
func (c *Colony) makers() starlark.StringDict {
	made := starlark.StringDict{}
	for a, row := range actions {
		name := string(row.name.(starlark.String))
		do := func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := plain(args, kwargs, 0, 0, name+"()"); err != nil {
				return nil, err
			}
			return c.simple(action(a), noCell), nil
		}
		switch {
		case action(a) == spawn:
			do = c.spawn
		case action(a).takesDirection():
			do = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
				if err := plain(args, kwargs, 1, 1, name+"(UP)"); err != nil {
					return nil, err
				}
				way, ok := directionOf(args[0])
				if !ok {
					return nil, wrongDirection(name, args[0])
				}
				return c.simple(action(a), way), nil
			}
		}
		made[name] = starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return do(args, kwargs)
		})
	}
	return made
}

func (c *Colony) spawn(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := plain(args, kwargs, 0, 1, `spawn() or spawn("N1")`); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return c.simple(spawn, noCell), nil
	}
	where, _ := args[0].(starlark.String)
	if !slices.Contains(queenCells, string(where)) {
		return nil, fmt.Errorf("spawn: %s: the queen's cells are N1, N2, E1, E2, S1, S2, W1 and W2", short(args[0]))
	}
	made := *c.simple(spawn, noCell)
	made.cell = string(where)
	return &made, nil
}

// wrongDirection words the most usual mistake of all.
func wrongDirection(name string, given starlark.Value) error {
	if given == starlark.None {
		return fmt.Errorf("%s: None is no direction: toward() and its like give None where there is no way, ask for that first", name)
	}
	return fmt.Errorf("%s: %s: want UP, DOWN, LEFT or RIGHT", name, short(given))
}
