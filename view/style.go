package view

import (
	"strings"
	"unicode/utf8"
)

// Style is how a match is shown.
type Style struct {
	Language string // "en", "fr" or "ru"
	Colour   bool   // by escape codes
	ASCII    bool   // nothing else can be shown
}

func (s Style) words() words { return wordsIn(s.Language, s.ASCII) }

// The colours of what is on the board, as SGR parameters. The four of the
// players are told apart on dark and on bright backgrounds; further players
// share them and are told apart by their letters.
const (
	plain  = ""
	faint  = "2"
	bold   = "1"
	flash  = "30;43;1"
	corpse = "31"
	rage   = "31;1"
)

func playerColour(seat int) string {
	return []string{"36;1", "35;1", "32;1", "34;1", "33;1"}[seat%5]
}

// text is a line of the screen in the making: it knows how wide it is, whatever
// colours are in it.
type text struct {
	b      strings.Builder
	width  int
	colour bool
}

// add appends in a colour.
func (t *text) add(sgr, s string) {
	t.width += columns(s)
	if sgr == plain || !t.colour || s == "" {
		t.b.WriteString(s)
		return
	}
	t.b.WriteString("\x1b[" + sgr + "m" + s + "\x1b[0m")
}

// pad fills up with blanks.
func (t *text) pad(width int) {
	if t.width < width {
		t.add(plain, strings.Repeat(" ", width-t.width))
	}
}

func columns(s string) int { return utf8.RuneCountInString(s) }

// cut is the text in at most so many columns.
func cut(s string, width int) string {
	if columns(s) <= width {
		return s
	}
	return string([]rune(s)[:max(width, 0)])
}

// padded is the text in exactly so many columns.
func padded(s string, width int) string {
	s = cut(s, width)
	return s + strings.Repeat(" ", width-columns(s))
}
