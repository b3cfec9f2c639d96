package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"arbitre/view"
)

// stage is how the demo talks to its user: on a terminal the match is drawn turn
// by turn, elsewhere it is told line by line.
type stage struct {
	demo   demoCmd
	out    io.Writer
	screen *view.Screen // nil: no terminal
	style  view.Style
	words  demoWords
	where  *string // the server's address, once known
	page   *string // the address of a board's page, "" if there is none
}

func newStage(t *terminal, c demoCmd) stage {
	s := stage{demo: c, out: t.out, where: new(string), page: new(string), words: demoWordsIn(c.Language)}
	s.screen, s.style = newScreen(t.out, c.Language)
	if s.style.ASCII { // only English is all ASCII
		s.words = demoWordsIn("en")
	}
	if s.screen != nil {
		s.screen.Flash = min(c.round()*2/5, 400*time.Millisecond)
	}
	return s
}

// newScreen is the terminal that out is, nil if it is none or one that knows no
// escape codes, and the style in which it can show a match.
func newScreen(out io.Writer, language string) (*view.Screen, view.Style) {
	style := view.Style{Language: language}
	file, ok := out.(*os.File)
	if !ok || !isTerminal(file) {
		return nil, style
	}
	if !utf8Locale(os.Getenv) {
		style.ASCII, style.Language = true, "en"
	}
	if os.Getenv("TERM") == "dumb" {
		return nil, style
	}
	style.Colour = os.Getenv("NO_COLOR") == ""
	size := func() (columns, rows int) {
		columns, rows, err := term.GetSize(int(file.Fd()))
		if err != nil || columns <= 0 || rows <= 0 {
			return 80, 24
		}
		return columns, rows
	}
	return &view.Screen{Out: file, Style: style, Size: size}, style
}

// utf8Locale tells whether the environment says that the terminal understands
// UTF-8.
func utf8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(name); value != "" {
			value = strings.ToUpper(value)
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return false
}

// live tells whether somebody watches as it happens.
func (s stage) live() bool { return s.screen != nil }

func (s stage) say(text string) { _, _ = fmt.Fprintln(s.out, text) }

// introduce tells what is about to happen and how to be there oneself.
func (s stage) introduce(address string) {
	*s.where = address
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	c := s.demo
	s.say(fmt.Sprintf(s.words.intro, c.Game, c.Bots, host, port, demoChannel, c.again()))
	if c.Guests > 0 {
		s.say(fmt.Sprintf(s.words.guests, c.Guests, host, port, demoChannel, c.opens(), demoReferee))
	}
}

// tellPage tells where a board can be looked at in a browser.
func (s stage) tellPage(address string) {
	if *s.page = address; address != "" {
		s.say(fmt.Sprintf(s.words.page, address))
	}
}

// match shows the match and tells how it ended.
func (s stage) match(ctx context.Context, feed view.Feed) error {
	var m *view.Match
	var err error
	if s.screen == nil {
		m, err = view.Plain(ctx, feed, s.out, s.style)
	} else {
		s.screen.Note = fmt.Sprintf(s.words.note, *s.where, demoChannel)
		if *s.page != "" {
			s.screen.Note = *s.page + "   " + s.screen.Note
		}
		m, err = s.screen.Show(ctx, feed)
	}
	if err != nil {
		return fmt.Errorf("show the match: %w", err)
	}
	if m.End == nil {
		s.say(s.words.stopped)
		return nil
	}
	s.say("")
	for _, line := range m.Report(s.style) {
		s.say(line)
	}
	s.say("")
	s.say(fmt.Sprintf(s.words.outro, s.demo.again(), s.demo.door(), demoChannel, s.demo.opens(), demoReferee,
		stagingOf(s.demo.Game).order))
	return nil
}
