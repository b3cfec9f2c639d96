package view

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// Plain shows a match as plain lines, without escape codes: what the channel
// hears, and the board at the start, at every death and at the end. It returns
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
			deadly := r.Turn != nil && len(m.Deaths()) > 0
			if err := m.print(out, m.Lines[said:], r.Opening != nil || deadly, s); err != nil {
				return m, err
			}
		case <-ctx.Done():
			return m, nil
		}
	}
	return m, nil
}

// print prints lines and, if asked, the board and the players.
func (m *Match) print(out io.Writer, lines []string, board bool, s Style) error {
	w := bufio.NewWriter(out)
	for _, line := range lines {
		_, _ = fmt.Fprintln(w, printable(line, s.ASCII)) // Flush tells
	}
	if board {
		drawn := append(m.boardRows(2, true, s), m.playerRows(80, s)...)
		for _, row := range drawn {
			_, _ = fmt.Fprintln(w, strings.TrimRight(row.b.String(), " "))
		}
	}
	return w.Flush()
}
