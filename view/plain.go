package view

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Plain shows a match as plain lines, without escape codes: what the channel
// hears, and the board at the start and whenever somebody dies or takes or loses
// the cookie. It returns
// the match when it is over, or as far as it came when ctx is done.
func Plain(ctx context.Context, feed Feed, out io.Writer, s Style) (*Match, error) {
	s.Colour = false
	m := &Match{}
	for m.End == nil {
		select {
		case r := <-feed.records:
			said := len(m.Lines)
			if r.Opening != nil {
				said = 0
			}
			m.Take(r)
			if err := m.print(out, m.Lines[said:], r.Opening != nil || r.Turn != nil && grave(r.Turn.Public), s); err != nil {
				return m, err
			}
		case <-ctx.Done():
			return m, nil
		}
	}
	return m, nil
}

// grave tells whether a turn's lines are worth a look at the board.
func grave(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "DEAD ") || strings.HasPrefix(line, "COOKIE ")
	})
}

// print prints lines and, if asked, the board and the players.
func (m *Match) print(out io.Writer, lines []string, board bool, s Style) error {
	w := bufio.NewWriter(out)
	for _, line := range lines {
		_, _ = fmt.Fprintln(w, printable(line, s.ASCII)) // Flush tells
	}
	if p := m.picture(); board && p != nil {
		for _, row := range append(p.rows(2, true, s), p.players(80, s)...) {
			_, _ = fmt.Fprintln(w, strings.TrimRight(row.b.String(), " "))
		}
	}
	return w.Flush()
}
