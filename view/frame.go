package view

import (
	"fmt"
	"strings"

	"arbitre/bots"
)

// panelWidth is how narrow the column beside the board may get before the
// channel's lines go below the board instead.
const panelWidth = 34

// Frame draws the match for a screen of so many columns and rows: a title, the
// board, the players, the channel's latest lines, and below all the note. With
// blasts it shows the moment in which the turn's bombs explode. It has at most
// that many lines, without line ends.
func (m *Match) Frame(columns, rows int, blasts bool, note string, s Style) []string {
	title := m.title(note, s)
	body := rows - 1
	var lines []*text
	switch {
	case m.drawing != "":
		lines = m.drawn(columns, body, s)
	case len(m.Players) == 0 || m.board.Side == 0:
		lines = m.waiting(s)
	case m.boardWidth(2)+2+panelWidth <= columns && m.board.Side < body:
		lines = m.beside(2, columns, body, blasts, s)
	case m.boardWidth(1)+2+panelWidth <= columns && m.board.Side < body:
		lines = m.beside(1, columns, body, blasts, s)
	case m.boardWidth(2) <= columns && m.board.Side+len(m.Players) < body:
		lines = m.below(2, columns, body, blasts, s)
	case m.boardWidth(1) <= columns && m.board.Side < body:
		lines = m.below(1, columns, body, blasts, s)
	default:
		lines = m.withoutBoard(columns, body, s)
	}
	return finish(append([]*text{title}, lines...), columns, rows)
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
func (m *Match) beside(cell, columns, rows int, blasts bool, s Style) []*text {
	left := m.boardWidth(cell) + 2
	panel := m.panel(columns-left, rows, s)
	lines := m.boardRows(cell, blasts, s)
	for len(lines) < len(panel) {
		lines = append(lines, &text{colour: s.Colour})
	}
	for i, p := range panel {
		lines[i].pad(left)
		lines[i].join(p)
	}
	return lines
}

func (t *text) join(other *text) {
	t.b.WriteString(other.b.String())
	t.width += other.width
}

// panel is the column beside the board.
func (m *Match) panel(width, rows int, s Style) []*text {
	lines := m.playerRows(width, s)
	lines = append(lines, &text{})
	if rows-len(lines) > 12 {
		lines = append(lines, m.legend(width, s)...)
		lines = append(lines, &text{})
	}
	return append(lines, m.latest(width, rows-len(lines), s)...)
}

// below puts the players and the channel's lines under the board, as far as
// there is room.
func (m *Match) below(cell, columns, rows int, blasts bool, s Style) []*text {
	lines := m.boardRows(cell, blasts, s)
	if left := rows - len(lines); left > len(m.Players) {
		lines = append(lines, m.playerRows(columns, s)...)
	}
	return append(lines, m.latest(columns, rows-len(lines), s)...)
}

// withoutBoard is for a screen on which the board has no room.
func (m *Match) withoutBoard(columns, rows int, s Style) []*text {
	t := &text{colour: s.Colour}
	t.add(bold, cut(fmt.Sprintf(s.words().tooSmall, m.boardWidth(1), m.board.Side+2), columns))
	lines := append([]*text{t}, m.playerRows(columns, s)...)
	return append(lines, m.latest(columns, rows-len(lines), s)...)
}

// playerRows are the players, a row each, in the order in which they joined.
func (m *Match) playerRows(width int, s Style) []*text {
	w := s.words()
	const nameWidth = 9
	head := &text{colour: s.Colour}
	head.add(faint, cut(fmt.Sprintf("  %s %4s %4s %4s ", padded(w.player, nameWidth), w.fire, w.speed, w.timer), width))
	rows := []*text{head}
	for seat, name := range m.Players {
		p := m.board.Player(name)
		if p == nil {
			continue
		}
		colour := playerColour(seat)
		if p.Dead {
			colour = faint
		}
		row := &text{colour: s.Colour}
		row.add(colour, cut(fmt.Sprintf("%c %s%s%s%s", m.letters[seat],
			padded(printable(name, s.ASCII), nameWidth), points(p, "FIREPOWER", p.Firepower),
			points(p, "SPEED", p.Speed), points(p, "TIMER", p.Timer)), width))
		sgr, doing := m.doing(p, w)
		if by := m.killers(p.Name); by != "" && columns(doing)+columns(w.by)+columns(by) <= width-row.width {
			doing += w.by + printable(by, s.ASCII)
		}
		row.add(sgr, cut(doing, width-row.width))
		rows = append(rows, row)
	}
	return rows
}

// killers are those whose bombs touched the cell on which a player died.
func (m *Match) killers(name string) string {
	death := m.death(name)
	if death == nil {
		return ""
	}
	var by []string
	for _, killer := range death.By {
		by = append(by, killer.Name)
	}
	return strings.Join(by, ", ")
}

// points are so many, with a plus if he is about to have one more.
func points(p *bots.Player, study string, n int) string {
	if p.Study == study && p.Busy > 0 {
		return fmt.Sprintf(" %3d+", n)
	}
	return fmt.Sprintf(" %4d", n)
}

// doing is what there is to say of a player at present.
func (m *Match) doing(p *bots.Player, w words) (sgr, doing string) {
	switch death := m.death(p.Name); {
	case death != nil:
		return corpse, " " + fmt.Sprintf(w.dead, death.Turn)
	case m.End != nil && len(m.End.Winners) == 1 && m.Players[m.End.Winners[0]] == p.Name:
		return bold, " " + w.winner
	case p.Study != "" && p.Busy > 0:
		return plain, " " + w.studying
	case p.Busy > 0:
		return plain, " " + w.defusing
	}
	return plain, ""
}

func (m *Match) legend(width int, s Style) []*text {
	var lines []*text
	letter := "A"
	if len(m.letters) > 0 {
		letter = string(m.letters[0])
	}
	for _, line := range s.words().legend {
		if strings.Contains(line, "%s") {
			line = fmt.Sprintf(line, letter)
		}
		t := &text{colour: s.Colour}
		t.add(faint, cut(line, width))
		lines = append(lines, t)
	}
	return lines
}

// latest are the channel's last lines under a heading.
func (m *Match) latest(width, rows int, s Style) []*text {
	if rows < 2 {
		return nil
	}
	head := &text{colour: s.Colour}
	head.add(faint, cut("-- "+s.words().channel+" "+strings.Repeat("-", width), width))
	lines := []*text{head}
	for _, line := range m.Lines[max(0, len(m.Lines)-rows+1):] {
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
