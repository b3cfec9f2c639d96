package script

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Mistake is something wrong in a script, and where: counted from 1, columns in
// characters.
type Mistake struct {
	Line, Column int
	Message      string
	Hint         string // what to do about it, "" where nobody knows
}

func (m *Mistake) String() string {
	text := fmt.Sprintf("%d:%d %s", m.Line, m.Column, m.Message)
	if m.Hint != "" {
		text += ": " + m.Hint
	}
	return text
}

func (m *Mistake) place(at syntax.Position) { m.Line, m.Column = int(at.Line), int(at.Col) }

// Mistakes are all that Compile found, from the top to the bottom.
type Mistakes []Mistake

func (m Mistakes) String() string {
	lines := make([]string, len(m))
	for i := range m {
		lines[i] = m[i].String()
	}
	return strings.Join(lines, "\n")
}

// mostMistakes is how many are named: who has more has made one mistake many
// times.
const mostMistakes = 20

// Compile reads a script, and runs nothing of it. There is no program where there
// are mistakes.
func Compile(text string) (*Program, Mistakes) {
	if len(text) > MostText {
		return nil, Mistakes{{1, 1, fmt.Sprintf("%d bytes: a script has at most %d", len(text), MostText), ""}}
	}
	file, err := dialect().Parse(fileName, text, 0)
	if err != nil {
		return nil, advise(text, syntaxMistakes(text, err))
	}
	found := missing(file)
	found = append(found, loads(file)...)
	found = append(found, unknownFields(file)...)
	// The resolver would look for a similar name in all of the script for each that
	// it does not know, which is slow where that is done on purpose: so it is told
	// that all are known, and we look afterwards.
	compiled, err := starlark.FileProgram(file, func(name string) bool { return !starlark.Universe.Has(name) })
	found = append(found, mistakesOf(err)...)
	if found = append(found, undefined(file)...); len(found) > 0 {
		return nil, advise(text, found)
	}
	return &Program{compiled}, nil
}

// knownNames are those that the language has beside Starlark's own.
func knownNames() []string {
	var names []string
	for _, k := range constants {
		names = append(names, k.name)
	}
	for _, a := range actions {
		names = append(names, string(a.name.(starlark.String)))
	}
	return names
}

// advise adds hints, and puts the mistakes in order.
func advise(text string, found Mistakes) Mistakes {
	slices.SortStableFunc(found, func(a, b Mistake) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	found = found[:min(len(found), mostMistakes)]
	lines := strings.Split(text, "\n")
	for i := range found {
		found[i].backToLineEnd(lines)
		if found[i].Hint == "" {
			found[i].Hint = hint(&found[i], lines)
		}
	}
	return found
}

// backToLineEnd moves a mistake that was found at the beginning of a line, because
// the one before ends too early, to where it was made.
func (m *Mistake) backToLineEnd(lines []string) {
	early := []string{"got newline", "got outdent", "got end of file"}
	if m.Column != 1 || !slices.ContainsFunc(early, func(s string) bool { return strings.HasPrefix(m.Message, s) }) {
		return
	}
	for line := min(m.Line-1, len(lines)); line >= 1; line-- {
		code, _, _ := strings.Cut(lines[line-1], "#")
		if code = strings.TrimRight(code, " \t\r"); code != "" {
			m.Line, m.Column = line, len([]rune(code))+1
			return
		}
	}
}

// syntaxMistakes finds the mistakes of each function, since the parser stops at
// the first one: what stands before and between lines that begin with "def" is
// parsed on its own.
func syntaxMistakes(text string, whole error) Mistakes {
	var found Mistakes
	lines := strings.SplitAfter(text, "\n")
	for first, i := 0, 1; i <= len(lines); i++ {
		if i < len(lines) && !strings.HasPrefix(lines[i], "def ") {
			continue
		}
		part := syntax.FilePortion{
			Content:   []byte(strings.Join(lines[first:i], "")),
			FirstLine: int32(first + 1), FirstCol: 1,
		}
		_, err := dialect().Parse(fileName, part, 0)
		found = append(found, mistakesOf(err)...)
		first = i
		if len(found) >= mostMistakes {
			break
		}
	}
	if len(found) == 0 {
		return mistakesOf(whole)
	}
	return found
}

func mistakesOf(err error) Mistakes {
	if err == nil {
		return nil
	}
	if one, ok := errors.AsType[syntax.Error](err); ok {
		m := Mistake{Message: one.Msg}
		m.place(one.Pos)
		return Mistakes{m}
	}
	if many, ok := errors.AsType[resolve.ErrorList](err); ok {
		var found Mistakes
		for _, e := range many {
			m := Mistake{Message: strings.ReplaceAll(e.Msg, fileName+":", "")}
			m.place(e.Pos)
			found = append(found, m)
		}
		return found
	}
	return Mistakes{{1, 1, err.Error(), ""}}
}
