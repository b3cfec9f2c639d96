package view

import (
	"fmt"
	"slices"
	"strings"
)

// panelWidth is how narrow the column beside the board may get before the
// channel's lines go below the board instead.
const panelWidth = 34

// picture is how a game's position is shown.
type picture interface {
	// size is so many columns, with cells of one or two, and rows.
	size(cell int) (columns, rows int)
	// rows are those of the board; with blasts, in the moment of the explosions.
	rows(cell int, blasts bool, s Style) []*text
	// players are the heading and the players, a row each, in the order in which
	// they joined.
	players(width int, s Style) []*text
	// legend tells what the signs on the board mean.
	legend(s Style) []string
	// lines are those of the channel that tell more than the picture does.
	lines() []string
	// fate is how a player has fared in the match, which is over, in one line or two.
	fate(seat int, w words) string
}

// picture is that of the match's game; nil if there is nothing to be seen yet, or
// no picture of this game but the drawing that the rules make.
func (m *Match) picture() picture {
	switch {
	case len(m.Players) == 0:
	case m.game == "sentiant" && m.drawing != "":
		return readNests(m)
	case m.game == pitGame && m.pit.Side > 0:
		return snakes{m}
	case m.game == boardGame && m.board.Side > 0:
		return arena{m}
	}
	return nil
}

// Frame draws the match for a screen of so many columns and rows: a title, the
// board, the players, the channel's latest lines, and below all the note. With
// blasts it shows the moment in which the turn's bombs explode. It has at most
// that many lines, without line ends.
func (m *Match) Frame(columns, rows int, blasts bool, note string, s Style) []string {
	title := m.title(note, s)
	body := rows - 1
	var lines []*text
	switch p := m.picture(); {
	case p != nil:
		lines = m.arranged(p, columns, body, blasts, s)
	case len(m.Players) == 0 || m.game == boardGame || m.game == pitGame:
		lines = m.waiting(s)
	default:
		lines = m.drawn(columns, body, s)
	}
	return finish(append([]*text{title}, lines...), columns, rows)
}

// arranged puts the picture, the players and the channel's lines where there is
// room for them.
func (m *Match) arranged(p picture, columns, body int, blasts bool, s Style) []*text {
	narrow, height := p.size(1)
	wide, _ := p.size(2)
	switch {
	case wide+2+panelWidth <= columns && height <= body:
		return m.beside(p, 2, columns, body, blasts, s)
	case narrow+2+panelWidth <= columns && height <= body:
		return m.beside(p, 1, columns, body, blasts, s)
	case wide <= columns && height+len(m.Players) <= body:
		return m.below(p, 2, columns, body, blasts, s)
	case narrow <= columns && height <= body:
		return m.below(p, 1, columns, body, blasts, s)
	}
	return m.withoutBoard(p, columns, body, s)
}

// finish cuts what does not fit. Only the rows are cut here: the parts know how
// wide they may be.
func finish(lines []*text, width, rows int) []string {
	var out []string
	for _, line := range lines {
		if len(out) == rows {
			break
		}
		if line.width > width { // a title on a very narrow screen
			plainText := &text{}
			plainText.add(plain, cut(uncoloured(line.b.String()), width))
			line = plainText
		}
		out = append(out, strings.TrimRight(line.b.String(), " "))
	}
	return out
}

// uncoloured is a text without its escape codes.
func uncoloured(s string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		b.WriteString(part)
	}
	return b.String()
}

func (m *Match) title(note string, s Style) *text {
	t := &text{colour: s.Colour}
	t.add(bold, "Arbitre")
	if m.Turn > 0 {
		t.add(bold, "  "+fmt.Sprintf(s.words().turn, m.Turn))
	}
	if note != "" {
		t.add(plain, "   "+printable(note, s.ASCII))
	}
	return t
}

func (m *Match) waiting(s Style) []*text {
	t := &text{colour: s.Colour}
	t.add(plain, s.words().waiting)
	return []*text{{}, t}
}

// beside puts the players and the channel's lines to the right of the board.
func (m *Match) beside(p picture, cell, columns, rows int, blasts bool, s Style) []*text {
	width, _ := p.size(cell)
	left := width + 2
	panel := m.panel(p, columns-left, rows, s)
	lines := p.rows(cell, blasts, s)
	for len(lines) < len(panel) {
		lines = append(lines, &text{colour: s.Colour})
	}
	for i, line := range panel {
		lines[i].pad(left)
		lines[i].join(line)
	}
	return lines
}

func (t *text) join(other *text) {
	t.b.WriteString(other.b.String())
	t.width += other.width
}

// panel is the column beside the board.
func (m *Match) panel(p picture, width, rows int, s Style) []*text {
	lines := p.players(width, s)
	lines = append(lines, &text{})
	if rows-len(lines) > 12 {
		for _, line := range p.legend(s) {
			t := &text{colour: s.Colour}
			t.add(faint, cut(line, width))
			lines = append(lines, t)
		}
		lines = append(lines, &text{})
	}
	return append(lines, m.latest(p.lines(), width, rows-len(lines), s)...)
}

// below puts the players and the channel's lines under the board, as far as
// there is room.
func (m *Match) below(p picture, cell, columns, rows int, blasts bool, s Style) []*text {
	lines := p.rows(cell, blasts, s)
	if left := rows - len(lines); left > len(m.Players) {
		lines = append(lines, p.players(columns, s)...)
	}
	return append(lines, m.latest(p.lines(), columns, rows-len(lines), s)...)
}

// withoutBoard is for a screen on which the board has no room.
func (m *Match) withoutBoard(p picture, columns, rows int, s Style) []*text {
	t := &text{colour: s.Colour}
	width, height := p.size(1)
	t.add(bold, cut(fmt.Sprintf(s.words().tooSmall, width, height+1), columns))
	lines := append([]*text{t}, p.players(columns, s)...)
	return append(lines, m.latest(p.lines(), columns, rows-len(lines), s)...)
}

// latest are the last of the channel's lines under a heading.
func (m *Match) latest(said []string, width, rows int, s Style) []*text {
	if rows < 2 {
		return nil
	}
	head := &text{colour: s.Colour}
	head.add(faint, cut("-- "+s.words().channel+" "+strings.Repeat("-", width), width))
	lines := []*text{head}
	for _, line := range said[max(0, len(said)-rows+1):] {
		lines = append(lines, m.channelLine(line, width, s))
	}
	return lines
}

// channelLine is a line of the channel with its player in his colour.
func (m *Match) channelLine(line string, width int, s Style) *text {
	t := &text{colour: s.Colour}
	word, rest, _ := strings.Cut(cut(printable(line, s.ASCII), width), " ")
	name, tail, _ := strings.Cut(rest, " ")
	if rest == "" {
		t.add(bold, word)
		return t
	}
	wordColour, nameColour := plain, plain
	switch word {
	case "TOUR", "END_GAME":
		wordColour, nameColour = bold, bold
	case "DEAD":
		wordColour = corpse
	}
	if seat := m.seat(name); seat >= 0 {
		nameColour = playerColour(seat)
	}
	t.add(wordColour, word+" ")
	t.add(nameColour, name)
	if tail != "" {
		t.add(plain, " "+tail)
	}
	return t
}

// without leaves out the lines that begin with these words, and the turns in which
// nothing else is said.
func without(lines []string, words ...string) (rest []string) {
	tour := ""
	for _, line := range lines {
		switch word, _, _ := strings.Cut(line, " "); {
		case slices.Contains(words, word):
		case word == "TOUR":
			tour = line
		default:
			if tour != "" {
				rest = append(rest, tour)
				tour = ""
			}
			rest = append(rest, line)
		}
	}
	return rest
}
