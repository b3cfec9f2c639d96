package view

import (
	"fmt"
	"strconv"
	"strings"
)

// Report is how the match ended, in words: who won, and for each player, best
// first, how he fared. It is empty while the match runs.
func (m *Match) Report(s Style) []string {
	if m.End == nil {
		return nil
	}
	w := s.words()
	lines := []string{m.verdict(w)}
	width := 0
	for _, name := range m.Players {
		width = max(width, columns(name))
	}
	for _, rank := range m.End.Ranking {
		name := m.Players[rank.Seat]
		fate, more, long := strings.Cut(m.fate(rank.Seat, w), "\n")
		lines = append(lines, fmt.Sprintf("  %*d. %s  %s", len(itoa(len(m.Players))), rank.Place, padded(name, width), fate))
		if long {
			lines = append(lines, "     "+more)
		}
	}
	for i := range lines {
		lines[i] = printable(lines[i], s.ASCII)
	}
	return lines
}

// fate is how a player fared.
func (m *Match) fate(seat int, w words) string {
	if p := m.picture(); p != nil {
		return p.fate(seat, w)
	}
	if cause := m.End.Causes[seat]; cause != "alive" {
		return cause
	}
	return w.alive
}

func (m *Match) verdict(w words) string {
	var winners []string
	for _, rank := range m.End.Ranking {
		if rank.Place == 1 {
			winners = append(winners, m.Players[rank.Seat])
		}
	}
	switch len(winners) {
	case 0:
		return fmt.Sprintf(w.nobody, m.End.Turn)
	case 1:
		return fmt.Sprintf(w.won, winners[0], m.End.Turn)
	}
	return fmt.Sprintf(w.draw, m.End.Turn, enumerated(winners, w.and))
}

// enumerated is "a, b and c".
func enumerated(names []string, and string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + and + " " + names[last]
}

func itoa(n int) string { return strconv.Itoa(n) }
