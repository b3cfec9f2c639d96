package step

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"arbitre/game"
)

// inputLine is one line of the input of "step", understood: a setup, a state or
// a turn.
type inputLine struct {
	kind     lineKind
	players  []string // of a setup
	seed     [32]byte // of a setup
	state    []byte   // of a state
	settings []byte   // of a setup or a state, "" for the defaults

	orders []seatOrder // of a turn, in the order of sending
	void   game.Seats
	out    game.Seats
	spawn  []byte // nil: drawn by chance
}

type seatOrder struct {
	seat game.Seat
	text string
}

type lineKind int

const (
	setupLine lineKind = iota + 1
	stateLine
	turnLine
)

// The keys of a line.
const (
	setupKey = iota
	stateKey
	settingsKey
	ordersKey
	disqualifiedKey
	outKey
	spawnKey
	lineKeyCount
)

// lineKeys are the keys' names, and the key without which each means nothing.
var lineKeys = [lineKeyCount]struct{ name, beside string }{
	setupKey:        {"setup", "setup"},
	stateKey:        {"state", "state"},
	settingsKey:     {"settings", "state"},
	ordersKey:       {"orders", "orders"},
	disqualifiedKey: {"disqualified", "orders"},
	outKey:          {"out", "orders"},
	spawnKey:        {"spawn", "orders"},
}

// rawLine holds the values of a line by key, nil for none.
type rawLine [lineKeyCount][]byte

// parse understands a line; seats are those of the match in play. An error
// names the key and what was expected. The slices of a line are good until the
// next call.
func (l *inputLine) parse(line []byte, seats map[string]game.Seat) error {
	if err := checkJSON(line); err != nil {
		return err
	}
	var raw rawLine
	if err := object(line, raw.take); err != nil {
		return err
	}
	if err := raw.check(); err != nil {
		return err
	}
	*l = inputLine{players: l.players[:0], orders: l.orders[:0]}
	switch {
	case raw[setupKey] != nil:
		l.kind = setupLine
		return within("setup", l.parseSetup(raw[setupKey]))
	case raw[stateKey] != nil:
		l.kind, l.state = stateLine, raw[stateKey]
		if l.state[0] != '{' {
			return within("state", wrongType("an object", l.state))
		}
		return within("settings", l.takeSettings(raw[settingsKey]))
	default:
		l.kind = turnLine
		return l.parseTurn(raw, seats)
	}
}

func (r *rawLine) take(key string, value []byte) error {
	for i := range lineKeys {
		if lineKeys[i].name != key {
			continue
		}
		if r[i] != nil {
			return fmt.Errorf("%q stands twice", key)
		}
		r[i] = value
		return nil
	}
	return fmt.Errorf("unknown key %q: expected setup, state with settings, or orders with disqualified, out, spawn", key)
}

// check wants exactly one of setup, state and orders, and beside it only what
// belongs to it.
func (r *rawLine) check() error {
	main := ""
	for i, k := range lineKeys {
		if r[i] == nil || k.name != k.beside {
			continue
		}
		if main != "" {
			return fmt.Errorf("%s and %s stand in one line: expected one of setup, state and orders", main, k.name)
		}
		main = k.name
	}
	if main == "" {
		return errors.New("expected one of setup, state and orders")
	}
	for i, k := range lineKeys {
		if r[i] != nil && k.beside != main {
			return fmt.Errorf("%s stands beside %s, where it means nothing: it belongs to %s", k.name, main, k.beside)
		}
	}
	return nil
}

func (l *inputLine) parseSetup(setup []byte) error {
	l.seed = seedOf("0") // "without one, that of 0"
	seen := map[string]bool{}
	err := object(setup, func(key string, value []byte) error {
		if seen[key] {
			return fmt.Errorf("%q stands twice", key)
		}
		seen[key] = true
		switch key {
		case "players":
			return within("players", l.parsePlayers(value))
		case "seed":
			return within("seed", l.parseSeed(value))
		case "settings":
			return within("settings", l.takeSettings(value))
		}
		return fmt.Errorf("unknown key %q: expected players, seed or settings", key)
	})
	if err == nil && !seen["players"] {
		return errors.New("expected players")
	}
	return err
}

func (l *inputLine) parsePlayers(value []byte) error {
	err := array(value, func(value []byte) error {
		name, err := text(value)
		l.players = append(l.players, name)
		return err
	})
	if err != nil {
		return err
	}
	return checkNames(l.players)
}

// checkNames holds "1 to 30 bytes, no spaces, no two equal". Control characters
// would end the line on which a name is sent, and count as spaces.
func checkNames(names []string) error {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if len(name) < 1 || len(name) > 30 || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
			return fmt.Errorf("%q: expected a name of 1 to 30 bytes without spaces", name)
		}
		if seen[name] {
			return fmt.Errorf("two players are called %q", name)
		}
		seen[name] = true
	}
	return nil
}

func (l *inputLine) parseSeed(value []byte) error {
	if kind(value) == "a number" {
		if strings.ContainsAny(string(value), ".eE") {
			return fmt.Errorf("%s: expected a whole number or a text", value)
		}
		l.seed = sha256.Sum256(value)
		return nil
	}
	seed, err := text(value)
	if err != nil {
		return wrongType("a number or a text", value)
	}
	l.seed = seedOf(seed)
	return nil
}

// seedOf is the seed that a text stands for: 64 hex digits are its 32 bytes, of
// any other text the SHA-256 is taken.
func seedOf(text string) [32]byte {
	if seed, err := hex.DecodeString(text); err == nil && len(seed) == 32 {
		return [32]byte(seed)
	}
	return sha256.Sum256([]byte(text))
}

func (l *inputLine) takeSettings(value []byte) error {
	if value != nil && value[0] != '{' {
		return wrongType("an object", value)
	}
	l.settings = value
	return nil
}

func (l *inputLine) parseTurn(raw rawLine, seats map[string]game.Seat) error {
	if seats == nil {
		return errors.New("orders: no match is in play: expected setup or state first")
	}
	if err := l.parseOrders(raw[ordersKey], seats); err != nil {
		return within("orders", err)
	}
	var err error
	if l.void, err = seatsOf(raw[disqualifiedKey], seats); err != nil {
		return within("disqualified", err)
	}
	if l.out, err = seatsOf(raw[outKey], seats); err != nil {
		return within("out", err)
	}
	if l.spawn = raw[spawnKey]; l.spawn != nil && l.spawn[0] != '[' {
		return within("spawn", wrongType("a list", l.spawn))
	}
	return nil
}

func (l *inputLine) parseOrders(value []byte, seats map[string]game.Seat) error {
	var seen game.Seats
	return object(value, func(name string, value []byte) error {
		seat, ok := seats[name]
		if !ok {
			return noPlayer(name)
		}
		if seen.Has(seat) {
			return fmt.Errorf("%q stands twice", name)
		}
		seen = seen.With(seat)
		if value[0] != '[' {
			order, err := text(value)
			l.orders = append(l.orders, seatOrder{seat, order})
			if err != nil {
				return within(name, wrongType("a text or a list of texts", value))
			}
			return nil
		}
		return within(name, array(value, func(value []byte) error {
			order, err := text(value)
			l.orders = append(l.orders, seatOrder{seat, order})
			return err
		}))
	})
}

// seatsOf is the set of the players whom a list names, none for nil.
func seatsOf(value []byte, seats map[string]game.Seat) (set game.Seats, err error) {
	if value == nil {
		return 0, nil
	}
	err = array(value, func(value []byte) error {
		name, wrong := text(value)
		if wrong != nil {
			return wrong
		}
		seat, ok := seats[name]
		if !ok {
			return noPlayer(name)
		}
		set = set.With(seat)
		return nil
	})
	return set, err
}

func noPlayer(name string) error { return fmt.Errorf("%q is no player", name) }

// within says in which key an error is.
func within(key string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", key, err)
}
