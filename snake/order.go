package snake

import (
	"strings"

	"arbitre/game"
)

// order is an order that was understood. The zero order goes straight on.
type order struct {
	direction direction
	stone     stoneTime
	dies      bool // ACT(0)
}

// stoneTime is when in the turn a stone is to be laid.
type stoneTime uint8

// The times.
const (
	never stoneTime = iota
	first
	last
)

// Order notes what a player wants to do. Only the last line of a turn counts,
// valid or not; one that is not means straight on. While his snake waits, orders
// are ignored.
func (m *match) Order(seat game.Seat, text string) *game.Refusal {
	s := &m.snakes[seat]
	s.order = order{}
	switch {
	case s.out != 0:
		return m.refuse(text, refusedOut)
	case !s.alive:
		return m.refuse(text, refusedDead)
	case !s.active:
		return nil
	}
	o, key := parseOrder(text)
	if key != "" {
		return m.refuse(text, key)
	}
	s.order = o
	return nil
}

// refuse keeps the refusal in the match's own memory.
func (m *match) refuse(text, key string) *game.Refusal {
	m.refusal = game.Refusal{Key: key, Order: text}
	return &m.refusal
}

// parseOrder reads a line of one or two words with a comma between them, or
// tells by a refusal's key why the whole line is void.
func parseOrder(text string) (order, string) {
	one, two, pair := strings.Cut(text, ",")
	a := wordOf(one)
	if !pair {
		return orderOfOne(a)
	}
	if strings.Contains(two, ",") {
		return order{}, refusedMany
	}
	return orderOfTwo(a, wordOf(two))
}

func orderOfOne(a word) (order, string) {
	switch {
	case a == wordUnknown:
		return order{}, refusedWord
	case a.isDirection():
		return order{direction: direction(a)}, ""
	case a == wordAct:
		return order{stone: first}, ""
	case a == wordAct0:
		return order{dies: true}, ""
	}
	return order{}, "" // STOP, or an empty line
}

// orderOfTwo: "за один такт игры будет оставлен камень, а потом движение", or the
// other way round.
func orderOfTwo(a, b word) (order, string) {
	turns := func(w word) bool { return w.isDirection() || w == wordStop }
	switch {
	case a == wordUnknown || b == wordUnknown:
		return order{}, refusedWord
	case a == wordNone || b == wordNone:
		return order{}, refusedEmpty
	case a == wordAct && turns(b):
		return order{direction: directionOf(b), stone: first}, ""
	case turns(a) && b == wordAct:
		return order{direction: directionOf(a), stone: last}, ""
	case a == wordAct0 && b.isDirection(), a.isDirection() && b == wordAct0:
		return order{dies: true}, ""
	case a.isDirection() && b.isDirection():
		return order{}, refusedTwo
	}
	return order{}, refusedPair
}

func directionOf(w word) direction {
	if w.isDirection() {
		return direction(w)
	}
	return straight
}

// wordOf finds a word in any case, spaces around it. Of a word as long as ours
// in bytes EqualFold folds ASCII letters only.
func wordOf(text string) word {
	for text != "" && text[0] == ' ' {
		text = text[1:]
	}
	for text != "" && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	if text == "" {
		return wordNone
	}
	for w := wordUp; w <= wordStop; w++ {
		if ours := orderWords[w]; len(ours) == len(text) && (ours == text || strings.EqualFold(ours, text)) {
			return w
		}
	}
	return wordUnknown
}
