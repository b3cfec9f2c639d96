package script

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// What an author is told in a turn is bounded: so many lines that the script
// prints, each so long, and one mistake.
const (
	mostPrinted = 5
	longestTold = 300 // bytes
)

// print keeps what a script prints.
func (c *Colony) print(_ *starlark.Thread, text string) {
	if c.printed++; c.printed <= mostPrinted {
		c.tell(c.who() + ": " + text)
	}
}

func (c *Colony) who() string {
	if c.caller != "" {
		return c.caller
	}
	return fmt.Sprintf("ant %d", c.view.ant.ID)
}

// tell cuts the text to what is allowed: one line of UTF-8 without control
// characters.
func (c *Colony) tell(text string) { c.answer.Told = append(c.answer.Told, oneLine(text)) }

func oneLine(text string) string {
	cut := false
	if len(text) > longestTold {
		text, cut = text[:longestTold-len("...")], true
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError:
			return '?'
		case r < ' ' || r == '\x7f' || r >= 0x80 && r < 0xa0:
			return ' '
		}
		return r
	}, text)
	if cut {
		text += "..."
	}
	return text
}

// sleepOn notes that somebody sleeps because of a mistake; the first of a turn is
// told.
func (c *Colony) sleepOn(err error) {
	if c.wrong++; c.wrong == 1 {
		c.first = c.mistake(err, c.senses.Steps)
		c.tellMistake(c.first, c.who()+" sleeps")
	}
}

func (c *Colony) tellMistake(m *Mistake, what string) {
	text := m.String()
	if what != "" {
		text += " (" + what + ")"
	}
	c.tell(text)
}

// tellTheRest tells of what was not told.
func (c *Colony) tellTheRest() {
	if c.printed > mostPrinted {
		c.tell(fmt.Sprintf("and %d more lines printed", c.printed-mostPrinted))
	}
	if c.wrong > 1 {
		c.tell(fmt.Sprintf("and %d more sleep because of mistakes", c.wrong-1))
	}
}

// mistake finds the place in the script where an error came up; of a call that
// returned nothing right, that of the function.
func (c *Colony) mistake(err error, steps int) *Mistake {
	m := &Mistake{Message: err.Error()}
	if failed, ok := errors.AsType[*starlark.EvalError](err); ok {
		if c.thread.Steps > uint64(steps) {
			m.Message = fmt.Sprintf("more than %d steps", steps)
		}
		if strings.HasPrefix(m.Message, "NoneType has no .") {
			m.Hint = hintNone
		}
		for _, frame := range failed.CallStack {
			if frame.Pos.Filename() == fileName {
				m.place(frame.Pos)
			}
		}
		return m
	}
	fn := c.ant
	if c.caller == queenName {
		fn = c.queen
	}
	if def, ok := fn.(*starlark.Function); ok {
		m.place(def.Position())
	}
	return m
}
