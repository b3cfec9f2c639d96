package snake

import (
	"strconv"

	"arbitre/game"
)

// The words that the referee says and no player does.
const (
	wordMapSize  = "MAP_SIZE"
	wordMap      = "MAP"
	wordSettings = "SETTINGS"
	wordRound    = "ROUND"
	wordWait     = "WAIT"
	wordPlay     = "PLAY"
	wordStart    = "START"
	wordObjects  = "OBJECTS"
	wordBoard    = "BOARD"
	wordSnakes   = "SNAKES"
	wordEvents   = "EVENTS"
	wordDead     = "DEAD"
	wordRoundWon = "ROUND_WON"
	wordScores   = "SCORES"
)

var listWords = [...]string{
	listSnakes:  wordSnakes,
	listEvents:  wordEvents,
	listScores:  wordScores,
	listObjects: wordObjects,
}

// eventWords: an object eaten has its own word.
var (
	eventWords = [...]string{ate: "", laidStone: "laid", bit: "bite", killed: "kill", appeared: "new"}
	eatenWords = [...]string{nothing: "", apple: "apple", stone: "stone", furyPill: "fury", gold: "gold"}
)

// word is what can stand in an order.
type word uint8

// The words. Those of directions have the directions' numbers.
const (
	wordNone word = iota
	wordUp
	wordDown
	wordLeft
	wordRight
	wordAct
	wordAct0
	wordStop
	wordUnknown
)

// orderWords are the words as they are written, in any case.
var orderWords = [...]string{
	wordUp:    directionWords[up],
	wordDown:  directionWords[down],
	wordLeft:  directionWords[left],
	wordRight: directionWords[right],
	wordAct:   "ACT",
	wordAct0:  "ACT(0)",
	wordStop:  "STOP",
}

func (w word) isDirection() bool { return wordUp <= w && w <= wordRight }

var directionWords = [...]string{straight: "", up: "UP", down: "DOWN", left: "LEFT", right: "RIGHT"}

var objectWords = [...]string{nothing: "", apple: "apple", stone: "stone", furyPill: "fury_pill", gold: "gold"}

// longestLine is how many bytes a line may have on any network.
const longestLine = 350

// The keys of the refusals. They are part of the protocol and never change.
const (
	refusedOut   = "out"
	refusedDead  = "dead"
	refusedWord  = "unknown-word"
	refusedEmpty = "empty-word"
	refusedTwo   = "two-directions"
	refusedPair  = "bad-pair"
	refusedMany  = "too-many-words"
)

// forget gives up what was told before: its memory is used again.
func (m *match) forget() {
	m.lines, m.pieces, m.lists = m.lines[:0], m.pieces[:0], m.lists[:0]
}

// publish appends the turn's lines: who came back, who moved, what happened, who
// died, who won the round, and the points if any changed.
func (m *match) publish(dst []game.Event) []game.Event {
	for _, seat := range m.returned {
		dst = m.tellStart(dst, game.Everyone, seat)
	}
	m.moved = m.moved[:0]
	for i := range m.snakes {
		if m.wasActive.Has(game.Seat(i)) {
			m.moved = append(m.moved, m.report(game.Seat(i)))
		}
	}
	dst = m.tellList(dst, game.Everyone, listSnakes, len(m.moved))
	dst = m.tellList(dst, game.Everyone, listEvents, len(m.happened))
	scored := false
	for i := range m.snakes {
		s := &m.snakes[i]
		scored = scored || s.score != s.before
		if !s.alive && s.died == m.turn {
			dst = m.tell(dst, game.Everyone, line{word: wordDead, seat: game.Seat(i)})
		}
	}
	for i := range m.snakes {
		if m.winners.Has(game.Seat(i)) {
			dst = m.tell(dst, game.Everyone, line{word: wordRoundWon, seat: game.Seat(i)})
		}
	}
	if scored {
		dst = m.tellList(dst, game.Everyone, listScores, len(m.snakes))
	}
	return dst
}

// line is a word, the player whom it is about, and numbers; of ROUND, with the
// phase between the two numbers.
type line struct {
	word    string
	seat    game.Seat // or nobody
	phase   string
	numbers [2]int
	count   int // of the numbers
}

// tell appends a line to one seat or to everyone. If lines grows, what was told
// before stays good where it was.
func (m *match) tell(dst []game.Event, to game.Seat, l line) []game.Event {
	m.lines = append(m.lines, l)
	return append(dst, game.Event{To: to, Fact: &m.lines[len(m.lines)-1]})
}

func (m *match) tellRound(dst []game.Event, to game.Seat) []game.Event {
	phase := wordWait
	if m.phase != waiting {
		phase = wordPlay
	}
	return m.tell(dst, to, line{word: wordRound, seat: nobody, phase: phase, numbers: [2]int{m.round, m.left}, count: 2})
}

func (m *match) tellStart(dst []game.Event, to, seat game.Seat) []game.Event {
	c := m.snakes[seat].at(0)
	return m.tell(dst, to, line{word: wordStart, seat: seat, numbers: [2]int{c.x(), c.y()}, count: 2})
}

// AppendLine writes the line as it goes out.
func (l *line) AppendLine(dst []byte, names []string) []byte {
	dst = append(dst, l.word...)
	if l.seat != nobody {
		dst = append(dst, ' ')
		dst = append(dst, names[l.seat]...)
	}
	for i, n := range l.numbers[:l.count] {
		if i == 1 && l.phase != "" {
			dst = append(dst, ' ')
			dst = append(dst, l.phase...)
		}
		dst = appendNumber(dst, " ", n)
	}
	return dst
}

// AppendLine writes the rule settings, in the order of docs/rules-snake.md.
func (s *settings) AppendLine(dst []byte, _ []string) []byte {
	dst = append(dst, wordSettings...)
	for _, k := range settingTable {
		dst = append(dst, ' ')
		dst = append(dst, k.key...)
		dst = appendNumber(dst, "=", *k.value(s))
	}
	return dst
}

func digits(n int) int {
	d := 1
	for ; n > 9; n /= 10 {
		d++
	}
	return d
}

func appendNumber(dst []byte, key string, n int) []byte {
	return strconv.AppendInt(append(dst, key...), int64(n), 10)
}
