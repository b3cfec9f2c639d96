package sentiant

import (
	"slices"
	"strings"

	"arbitre/game"
)

// trace is what an order does to the pheromone on the ant's cell.
type trace uint8

// The traces.
const (
	leave trace = iota
	apply
	erase
)

// order is an ant's order that was understood. The zero value is no order.
type order struct {
	given     bool
	action    action
	direction direction
	trace     trace
	scent     uint8
	says      bool // say replaces its string
	say       word
}

// queenOrder is where a queen shall spawn: not at all, on the first cell that
// can, or on spawnHere plus an index of besideWords.
type queenOrder uint8

// The queen's orders.
const (
	noSpawn queenOrder = iota
	spawnAny
	spawnHere
)

// Order notes the orders of a line, which stand between semicolons. A later order
// for the same ant, or for the queen, replaces the whole earlier one, valid or
// not. The first refusal of the line is returned. DONE among them tells that the
// colony has no more: the turn need not wait for it.
func (m *match) Order(seat game.Seat, text string) *game.Refusal {
	if !m.queens[seat].playing() {
		return m.refuse(text, refusedOut, [3]int{})
	}
	var first *game.Refusal
	note := func(key string, part string, args [3]int) {
		if key != "" && first == nil {
			first = m.refuse(part, key, args)
		}
	}
	empty := true
	for rest, more := text, true; more; {
		var part string
		part, rest, more = strings.Cut(rest, ";")
		if part = strings.Trim(part, " "); part == "" {
			continue
		}
		empty = false
		key, args := m.orderOne(seat, part)
		note(key, part, args)
	}
	if empty {
		note(refusedNoWord, text, [3]int{})
	}
	return first
}

// refuse keeps the refusal in the match's own memory.
func (m *match) refuse(text, key string, args [3]int) *game.Refusal {
	m.refusal = game.Refusal{Key: key, Order: text, Args: args}
	return &m.refusal
}

// orderOne notes the order for one ant or the queen, or that these are all; or it
// tells by a refusal's key why it is none; then that ant has no order.
func (m *match) orderOne(seat game.Seat, part string) (key string, args [3]int) {
	p := tokens{rest: part}
	who := p.next()
	if isWord(who, wordQueen) {
		q := &m.queens[seat]
		q.order, key = p.queenOrder()
		return key, args
	}
	if isWord(who, wordDone) {
		if p.next() != "" {
			return refusedExtra, args
		}
		m.queens[seat].done = true
		return "", args
	}
	id, ok := parseNumber(who)
	if !ok {
		return refusedNumber, args
	}
	a := m.antOf(seat, id)
	if a == nil {
		return refusedAnt, [3]int{id}
	}
	a.order, key = p.order(m.settings.SayLength)
	return key, [3]int{m.settings.SayLength}
}

// antOf finds the colony's ant by its id, nil if it has none. Nobody is told
// whether another colony has it. The ids rise, so an ant stands as far from the
// first as its id does, less those between that are dead.
func (m *match) antOf(seat game.Seat, id int) *ant {
	if len(m.ants) == 0 {
		return nil
	}
	first := m.ants[0].id
	at, dead := id-first, m.ants[len(m.ants)-1].id-first+1-len(m.ants)
	if at < 0 || at-dead >= len(m.ants) {
		return nil
	}
	from := max(0, at-dead)
	near := m.ants[from:min(len(m.ants), at+1)]
	i, found := slices.BinarySearchFunc(near, id, func(a ant, id int) int { return a.id - id })
	if !found || near[i].team != seat {
		return nil
	}
	return &near[i]
}

// tokens are the words of one order that are still to be read. Case and runs of
// spaces don't matter.
type tokens struct{ rest string }

// next cuts off the next word, "" at the end.
func (p *tokens) next() string {
	p.rest = strings.TrimLeft(p.rest, " ")
	end := strings.IndexByte(p.rest, ' ')
	if end < 0 {
		end = len(p.rest)
	}
	token := p.rest[:end]
	p.rest = p.rest[end:]
	return token
}

// queenOrder reads "SPAWN [k]".
func (p *tokens) queenOrder() (queenOrder, string) {
	if !isWord(p.next(), wordSpawn) {
		return noSpawn, refusedQueen
	}
	where := p.next()
	if where == "" {
		return spawnAny, ""
	}
	k := slices.IndexFunc(besideWords[:], func(w string) bool { return isWord(where, w) })
	switch {
	case k < 0:
		return noSpawn, refusedBeside
	case p.next() != "":
		return noSpawn, refusedExtra
	}
	return spawnHere + queenOrder(k), ""
}

// order reads "[action] [PHERO n | ERASE] [SAY text | SAY]", in this order.
func (p *tokens) order(sayLength int) (order, string) {
	o := order{given: true}
	token := p.next()
	if a := indexOf(token, actionWords[:]); a >= 0 {
		o.action = action(a)
		if o.action.takesDirection() {
			d := indexOf(p.next(), directionWords[:])
			if d < 0 {
				return order{}, refusedDirection
			}
			o.direction = direction(d)
		}
		token = p.next()
	}
	switch {
	case isWord(token, wordPheromone):
		n, ok := parseNumber(p.next())
		if !ok || n >= scents {
			return order{}, refusedScent
		}
		o.trace, o.scent = apply, uint8(n)
		token = p.next()
	case isWord(token, wordErase):
		o.trace = erase
		token = p.next()
	}
	if isWord(token, wordSay) {
		text := p.next()
		if !sayable(text, sayLength) {
			return order{}, refusedString
		}
		o.says, o.say = true, wordOf(text)
		token = p.next()
	}
	switch {
	case token == "":
		return o, ""
	case isKeyword(token):
		return order{}, refusedExtra
	case o == order{given: true}:
		return order{}, refusedWord
	}
	return order{}, refusedExtra
}

// isKeyword tells whether the word begins a part of an order, so that one that
// stands in the wrong place is not called unknown.
func isKeyword(token string) bool {
	return indexOf(token, actionWords[:]) >= 0 ||
		isWord(token, wordPheromone) || isWord(token, wordErase) || isWord(token, wordSay)
}

func indexOf(token string, list []string) int {
	return slices.IndexFunc(list, func(w string) bool { return isWord(token, w) })
}

// isWord compares in any case. Of a token as long as the word in bytes EqualFold
// folds ASCII letters only.
func isWord(token, word string) bool {
	return len(token) == len(word) && strings.EqualFold(token, word)
}

// sayable: "printable ASCII without space, comma, semicolon and equals sign", or
// nothing, which clears.
func sayable(text string, longest int) bool {
	if len(text) > longest {
		return false
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c <= ' ', c > '~', c == ',', c == ';', c == '=':
			return false
		}
	}
	return true
}

// longestNumber is how many digits a number may have.
const longestNumber = 9

// parseNumber reads one to nine ASCII digits.
func parseNumber(text string) (n int, ok bool) {
	if text == "" || len(text) > longestNumber {
		return 0, false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, true
}
