package view

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// Screen shows a match on a terminal that understands ANSI escape codes.
type Screen struct {
	Out   io.Writer
	Size  func() (columns, rows int)
	Style Style
	Note  string        // stands in the title: how to join, how to stop
	Flash time.Duration // how long explosions are shown
}

const (
	enter = "\x1b[?1049h\x1b[?25l\x1b[2J" // the alternate screen, no cursor, cleared
	leave = "\x1b[?25h\x1b[?1049l"
	home  = "\x1b[H"
	// A row is cleared behind what it says, and the screen below the last one.
	endOfRow, endOfFrame = "\x1b[K", "\x1b[J"
)

// look is how often the screen's size is looked at.
const look = 200 * time.Millisecond

// Show draws every record of the feed as it comes, and the frame anew when the
// terminal's size changes. It returns the match when it is over, or as far as it
// came when ctx is done, and leaves the terminal as it was; the last frame is
// then printed below what was there before.
func (s Screen) Show(ctx context.Context, feed Feed) (*Match, error) {
	m := &Match{}
	if _, err := io.WriteString(s.Out, enter); err != nil {
		return m, err
	}
	err := s.play(ctx, feed, m)
	columns, rows := s.Size()
	last := strings.Join(m.Frame(columns, rows-1, false, "", s.Style), "\n")
	if _, e := fmt.Fprintf(s.Out, "%s%s\n", leave, last); err == nil {
		err = e
	}
	return m, err
}

func (s Screen) play(ctx context.Context, feed Feed, m *Match) error {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	var afterFlash <-chan time.Time
	var columns, rows int
	blasts := false
	for {
		records := feed.records
		if blasts { // the next turn waits until they have been seen
			records = nil
		}
		select {
		case r := <-records:
			m.Take(r)
			if r.Turn != nil && m.Exploded() {
				blasts, afterFlash = true, time.After(s.Flash)
			}
		case <-afterFlash:
			blasts, afterFlash = false, nil
		case <-ticker.C:
			if c, r := s.Size(); c == columns && r == rows {
				continue
			}
		case <-ctx.Done():
			return nil
		}
		columns, rows = s.Size()
		if err := s.draw(m.Frame(columns, rows, blasts, s.Note, s.Style)); err != nil {
			return err
		}
		if m.End != nil {
			return nil
		}
	}
}

// draw writes a frame over the last one in a single write, so that it does not
// flicker.
func (s Screen) draw(lines []string) error {
	_, err := io.WriteString(s.Out, home+strings.Join(lines, endOfRow+"\r\n")+endOfRow+endOfFrame)
	return err
}
