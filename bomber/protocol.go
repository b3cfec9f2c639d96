package bomber

import (
	"strconv"

	"arbitre/game"
)

// The words that the referee says and no player does. The contest's own words
// keep its spelling; SETTINGS, POINTS and BOMB_AT are ours.
const (
	wordMapSize  = "MAP_SIZE"
	wordPlayers  = "JOUEURS"
	wordTurn     = "TOUR"
	wordPosition = "POSITION"
	wordNoAction = "NO_ACTION"
	wordDead     = "DEAD"
	wordSettings = "SETTINGS"
	wordPoints   = "POINTS"
	wordBombAt   = "BOMB_AT"
)

// action is what a player can do in a turn.
type action uint8

// The actions.
const (
	nothing action = iota
	north
	south
	east
	west
	layBomb
	studyFirepower
	studySpeed
	studyTimer
	defuse
)

// actionWords are the orders' words; the referee says the same ones of what was
// done, but for the moves.
var actionWords = [...]string{
	nothing:        "",
	north:          "NORTH",
	south:          "SOUTH",
	east:           "EAST",
	west:           "WEST",
	layBomb:        "BOMB",
	studyFirepower: "STUDY_FIREPOWER",
	studySpeed:     "STUDY_SPEED",
	studyTimer:     "STUDY_TIMER",
	defuse:         "DEFUSE",
}

// occupies is the number of turns that a study or a defusal takes, that of the
// order included.
var occupies = [...]int{
	studyFirepower: 3,
	studySpeed:     3,
	studyTimer:     2,
	defuse:         2,
}

func (a action) isMove() bool  { return north <= a && a <= west }
func (a action) isStudy() bool { return studyFirepower <= a && a <= studyTimer }

// takesNumber tells whether the order has an argument.
func (a action) takesNumber() bool { return a.isMove() || a == layBomb }

// order is an order that was understood: an action, and the cells to go or the
// turn of the explosion.
type order struct {
	action action
	number int
}

// destination is where a move leads from where the player stands: north is Y+,
// east is X+.
func (o order) destination(p *player) (x, y int) {
	switch o.action {
	case north:
		return p.x, p.y + o.number
	case south:
		return p.x, p.y - o.number
	case east:
		return p.x + o.number, p.y
	default:
		return p.x - o.number, p.y
	}
}

// The keys of the refusals. They are part of the protocol and never change.
const (
	refusedOut      = "out"
	refusedDead     = "dead"
	refusedBusy     = "busy"
	refusedNoWord   = "no-word"
	refusedWord     = "unknown-word"
	refusedMissing  = "missing-number"
	refusedNumber   = "bad-number"
	refusedExtra    = "extra-argument"
	refusedNoStep   = "no-step"
	refusedTooFast  = "too-fast"
	refusedOffMap   = "not-on-map"
	refusedTooEarly = "too-early-bomb"
	refusedTooLate  = "too-late-bomb"
)

// Order notes what a player wants to do. Only the last one of a turn counts,
// valid or not; while he is busy an order changes nothing.
func (m *match) Order(seat game.Seat, text string) *game.Refusal {
	p := &m.players[seat]
	switch {
	case p.out != 0:
		return m.refuse(text, refusedOut, [3]int{})
	case !p.alive():
		return m.refuse(text, refusedDead, [3]int{})
	case p.busy != nothing:
		return m.refuse(text, refusedBusy, [3]int{m.turn + p.busyTurns + 1})
	}
	p.order = order{}
	o, key := parseOrder(text)
	if key != "" {
		return m.refuse(text, key, [3]int{})
	}
	if key, args := m.check(p, o); key != "" {
		return m.refuse(text, key, args)
	}
	p.order = o
	return nil
}

// refuse keeps the refusal in the match's own memory.
func (m *match) refuse(text, key string, args [3]int) *game.Refusal {
	m.refusal = game.Refusal{Key: key, Order: text, Args: args}
	return &m.refusal
}

// check tells why the player can't do what he wants, "" if he can.
func (m *match) check(p *player, o order) (key string, args [3]int) {
	switch now := m.turn + 1; {
	case o.action.isMove():
		x, y := o.destination(p)
		switch {
		case o.number < 1:
			return refusedNoStep, args
		case o.number > p.speed:
			return refusedTooFast, [3]int{p.speed}
		case !m.onMap(x, y):
			return refusedOffMap, [3]int{x, y, m.side - 1}
		}
	case o.action == layBomb:
		switch {
		case o.number <= now:
			return refusedTooEarly, [3]int{now + 1}
		case o.number > now+p.timer:
			return refusedTooLate, [3]int{now + p.timer}
		}
	}
	return "", args
}

// line is a fact of bomber: a word, the player whom it is about, and numbers.
type line struct {
	word    string
	seat    game.Seat // or nobody
	numbers [3]int
	count   int // of the numbers
}

// AppendLine writes the line as it goes out.
func (l *line) AppendLine(dst []byte, names []string) []byte {
	dst = append(dst, l.word...)
	if l.seat != nobody {
		dst = append(dst, ' ')
		dst = append(dst, names[l.seat]...)
	}
	for _, n := range l.numbers[:l.count] {
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return dst
}

// AppendLine writes the settings that the contest had fixed, as they go out.
func (s *settings) AppendLine(dst []byte, _ []string) []byte {
	dst = append(dst, wordSettings...)
	for _, k := range settingTable {
		if k.fixedBySeed {
			dst = append(dst, ' ')
			dst = append(dst, k.key...)
			dst = append(dst, '=')
			dst = strconv.AppendInt(dst, int64(*k.value(s)), 10)
		}
	}
	return dst
}
