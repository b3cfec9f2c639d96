package script

import (
	"fmt"
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

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
	name := def.Name.Name
	m := &Mistake{Message: fmt.Sprintf("%s has %d parameters", name, len(def.Params)), Hint: "want one: def " + name + "(view):"}
	m.place(def.Name.NamePos)
	return m
}

// loads: a script is one file.
func loads(file *syntax.File) Mistakes {
	var found Mistakes
	for _, stmt := range file.Stmts {
		if s, ok := stmt.(*syntax.LoadStmt); ok {
			m := Mistake{Message: "load", Hint: hintImport}
			m.place(s.Load)
			found = append(found, m)
		}
	}
	return found
}

// unknownFields finds view.something that no view has, in the functions that have
// a parameter of that name: queen and ant, and those that are handed it on.
func unknownFields(file *syntax.File) Mistakes {
	ofAnt, ofQueen := newView(&Colony{}).AttrNames(), newQueenView(&Colony{}).AttrNames()
	both := append(slices.Clone(ofAnt), ofQueen...)
	var found Mistakes
	for _, stmt := range file.Stmts {
		def, ok := stmt.(*syntax.DefStmt)
		if !ok {
			continue
		}
		view, fields := "view", both
		if name := def.Name.Name; (name == antName || name == queenName) && len(def.Params) == 1 {
			if id, ok := def.Params[0].(*syntax.Ident); ok {
				view = id.Name
			}
			fields = ofAnt
			if name == queenName {
				fields = ofQueen
			}
		}
		if !hasParameter(def, view) {
			continue
		}
		found = append(found, fieldsOf(def, view, fields)...)
	}
	return found
}

func hasParameter(def *syntax.DefStmt, name string) bool {
	return slices.ContainsFunc(def.Params, func(p syntax.Expr) bool {
		id, ok := p.(*syntax.Ident)
		return ok && id.Name == name
	})
}

// fieldsOf looks at a function, unless it gives its view another value.
func fieldsOf(def *syntax.DefStmt, view string, fields []string) Mistakes {
	var found Mistakes
	assigned := false
	syntax.Walk(def, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssignStmt:
			id, ok := n.LHS.(*syntax.Ident)
			assigned = assigned || ok && id.Name == view
		case *syntax.DotExpr:
			id, ok := n.X.(*syntax.Ident)
			if !ok || id.Name != view || slices.Contains(fields, n.Name.Name) {
				break
			}
			m := Mistake{Message: fmt.Sprintf("%s has no %s", view, n.Name.Name)}
			if near := nearestName(n.Name.Name, fields); near != "" {
				m.Hint = "did you mean " + view + "." + near + "?"
			}
			m.place(n.Name.NamePos)
			found = append(found, m)
		}
		return true
	})
	if assigned {
		return nil
	}
	return found
}

// undefined finds the names that nobody has, in a file that has been resolved.
func undefined(file *syntax.File) Mistakes {
	known := map[string]bool{}
	for _, name := range knownNames() {
		known[name] = true
	}
	var own []string
	if module, ok := file.Module.(*resolve.Module); ok {
		for _, b := range module.Globals {
			own = append(own, b.First.Name)
		}
	}
	var found Mistakes
	syntax.Walk(file, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		if !ok {
			return true
		}
		if b, ok := id.Binding.(*resolve.Binding); !ok || b.Scope != resolve.Predeclared || known[id.Name] {
			return true
		}
		m := Mistake{Message: "undefined: " + id.Name}
		if len(found) < mostMistakes {
			m.Hint = hintName(id.Name, own)
		}
		m.place(id.NamePos)
		found = append(found, m)
		return true
	})
	return found
}
