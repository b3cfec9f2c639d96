package view

import "strings"

// drawn puts the channel's lines beside the position as the rules draw it, or
// below it where there is no room beside.
func (m *Match) drawn(space, rows int, s Style) []*text {
	var lines []*text
	width := 0
	for row := range strings.Lines(m.drawing) {
		t := &text{colour: s.Colour}
		t.add(plain, cut(printable(strings.TrimRight(row, "\n"), s.ASCII), space))
		lines = append(lines, t)
		width = max(width, t.width)
	}
	left := width + 2
	if left+panelWidth > space {
		return append(lines, m.latest(m.Lines, space, rows-len(lines), s)...)
	}
	for i, line := range m.latest(m.Lines, space-left, rows, s) {
		if i == len(lines) {
			lines = append(lines, &text{colour: s.Colour})
		}
		lines[i].pad(left)
		lines[i].join(line)
	}
	return lines
}
