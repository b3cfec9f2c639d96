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

// piece is some whole rows of the map or of a board.
type piece struct {
	word    string
	turn    int // of a board; 0: the map has none
	of, all int // this is piece of, counted from 1, of all
	rows    []byte
}

// tellRows tells the rows in as few pieces as fit.
func (m *match) tellRows(dst []game.Event, to game.Seat, p piece, text []byte) []game.Event {
	p.all = 1
	for m.cut(text, p) > p.all {
		p.all = max(10*p.all, 10) - 1 // 9, then 99: as wide as any number of pieces
	}
	p.all = m.cut(text, p)
	for begin := 0; begin < len(text); begin += len(p.rows) {
		p.of++
		p.rows = m.rowsThatFit(text[begin:], longestLine-p.prefix())
		m.pieces = append(m.pieces, p)
		dst = append(dst, game.Event{To: to, Fact: &m.pieces[len(m.pieces)-1]})
	}
	return dst
}

// cut is in how many pieces the text falls.
func (m *match) cut(text []byte, p piece) int {
	n := 0
	for begin := 0; begin < len(text); n++ {
		begin += len(m.rowsThatFit(text[begin:], longestLine-p.prefix()))
	}
	return n
}

// prefix is how many bytes stand before the rows, at most.
func (p *piece) prefix() int {
	n := len(p.word) + len(" / ") + 2*digits(p.all)
	if p.turn > 0 {
		n += len(" ") + digits(p.turn)
	}
	return n + len(" ")
}

// rowsThatFit cuts off as many whole rows as fit into so many bytes.
func (m *match) rowsThatFit(text []byte, most int) []byte {
	fit, cells := 0, 0
	for i, b := range text {
		if b&0xc0 == 0x80 { // goes on with a glyph
			continue
		}
		if cells++; cells%m.size == 1 { // a row ends before this glyph
			if i > most {
				return text[:fit]
			}
			fit = i
		}
	}
	if len(text) > most {
		return text[:fit]
	}
	return text
}

// AppendLine writes the piece as it goes out.
func (p *piece) AppendLine(dst []byte, _ []string) []byte {
	dst = append(dst, p.word...)
	if p.turn > 0 {
		dst = appendNumber(dst, " ", p.turn)
	}
	dst = appendNumber(dst, " ", p.of)
	dst = appendNumber(dst, "/", p.all)
	dst = append(dst, ' ')
	return append(dst, p.rows...)
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
