package script

import (
	"errors"
	"fmt"
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

// Mistakes are all that Compile found, from the top to the bottom.
type Mistakes []Mistake

func (m Mistakes) String() string {
	lines := make([]string, len(m))
	for i := range m {
		lines[i] = m[i].String()
	}
	return strings.Join(lines, "\n")
}

// Compile reads a script. There is no program where there are mistakes.
func Compile(text string) (*Program, Mistakes) {
	file, err := dialect().Parse(fileName, text, 0)
	if err != nil {
		return nil, mistakesOf(err)
	}
	compiled, err := starlark.FileProgram(file, known)
	found := mistakesOf(err)
	found = append(found, missing(file)...)
	if len(found) > 0 {
		return nil, found
	}
	return &Program{compiled}, nil
}

// known tells whether the language has the name, beside Starlark's own.
func known(name string) bool {
	for _, k := range constants {
		if k.name == name {
			return true
		}
	}
	switch name {
	case "move", "dig", "attack", "pickup", "drop", "sleep", "spawn":
		return true
	}
	return false
}

func mistakesOf(err error) Mistakes {
	var one syntax.Error
	var many resolve.ErrorList
	switch {
	case err == nil:
		return nil
	case errors.As(err, &one):
		m := Mistake{Message: one.Msg}
		m.place(one.Pos)
		return Mistakes{m}
	case errors.As(err, &many):
		var found Mistakes
		for _, e := range many {
			m := Mistake{Message: e.Msg}
			m.place(e.Pos)
			found = append(found, m)
		}
		return found
	}
	return Mistakes{{1, 1, err.Error(), ""}}
}

// missing finds out whether the two functions are there, and can be called.
func missing(file *syntax.File) Mistakes {
	var found Mistakes
	for _, name := range []string{queenName, antName} {
		if m := missingFunction(file, name); m != nil {
			found = append(found, *m)
		}
	}
	return found
}

func missingFunction(file *syntax.File, name string) *Mistake {
	for _, stmt := range file.Stmts {
		switch s := stmt.(type) {
		case *syntax.DefStmt:
			if s.Name.Name == name {
				return wrongParameters(s)
			}
		case *syntax.AssignStmt:
			if id, ok := s.LHS.(*syntax.Ident); ok && id.Name == name {
				return nil // found out at the start
			}
		}
	}
	return &Mistake{1, 1, "there is no function " + name, "write def " + name + "(view):"}
}

// wrongParameters: the function is called with one argument.
func wrongParameters(def *syntax.DefStmt) *Mistake {
	if len(def.Params) == 1 {
		return nil
	}
	m := &Mistake{Message: fmt.Sprintf("%s has %d parameters", def.Name.Name, len(def.Params)), Hint: "want one: def " + def.Name.Name + "(view):"}
	m.place(def.Def)
	return m
}
