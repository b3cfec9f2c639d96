package script

import (
	"embed"
	"iter"
	"slices"
	"strings"
	"time"

	"arbitre/game"
	"arbitre/sentiant"
)

//go:embed cases/*.txt
var casesFolder embed.FS

// Call is a call of one of a script's functions with a view that everybody's
// script is tried with.
type Call struct {
	Case    string   // what there is to see
	Caller  string   // "queen", "ant"
	Order   string   // as the referee takes it: "MOVE UP PHERO 3"; "" for none
	Mistake *Mistake `json:",omitempty"` // why the ant sleeps
	Printed []string
	Steps   uint64
	Time    time.Duration // the shortest of several calls
}

// Try calls the script's functions with one view after the other. A mistake
// outside of the functions keeps anything from being called.
func Try(p *Program) (calls []Call, broken *Mistake) {
	if broken = NewColony(p, &Start{}).broken; broken != nil {
		return nil, broken
	}
	for title, drawing := range cases() {
		for _, call := range tryCase(p, drawing) {
			call.Case = title
			calls = append(calls, call)
		}
	}
	return calls, nil
}

// cases are the views, each with its title.
func cases() iter.Seq2[string, string] {
	return func(yield func(title, drawing string) bool) {
		files, err := casesFolder.ReadDir("cases")
		if err != nil {
			panic(err)
		}
		for _, file := range files {
			text, err := casesFolder.ReadFile("cases/" + file.Name())
			if err != nil {
				panic(err)
			}
			if title, drawing, _ := strings.Cut(string(text), "\n"); !yield(title, drawing) {
				return
			}
		}
	}
}

// timed is how often a call is made to see how long it takes.
const timed = 20

// tryCase calls for the queen and for the first ant of a drawing, each as if it
// were their first turn.
func tryCase(p *Program, drawing string) []Call {
	rules, _, err := sentiant.Parse(nil, drawing)
	if err != nil {
		panic(err)
	}
	queen, ant := Call{Caller: queenName}, Call{Caller: antName}
	c := NewColony(p, &Start{})
	if err := c.senses.Read(rules.(game.Sensed).AppendSenses(nil, 0)); err != nil {
		panic(err)
	}
	for range timed {
		clear(c.memories)
		c.try(&queen, c.playQueen)
		c.try(&ant, func() { c.playAnt(&c.senses.Ants[0]) })
	}
	return []Call{queen, ant}
}

// try makes a call and notes what came of it.
func (c *Colony) try(call *Call, play func()) {
	c.answer.reset()
	c.printed, c.wrong = 0, 0
	began := time.Now()
	play()
	if took := time.Since(began); call.Time == 0 || took < call.Time {
		call.Time = took
	}
	call.Steps = c.thread.Steps
	_, call.Order, _ = strings.Cut(string(c.answer.line), " ")
	call.Mistake, call.Printed = nil, slices.Clone(c.answer.Told)
	if c.wrong > 0 { // it is told behind what was printed
		call.Mistake, call.Printed = c.first, call.Printed[:len(call.Printed)-1]
	}
}
