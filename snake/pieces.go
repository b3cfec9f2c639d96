package snake

import "arbitre/game"

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
