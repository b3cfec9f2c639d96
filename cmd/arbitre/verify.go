package main

import (
	"errors"
	"fmt"
	"strings"

	"arbitre/journal"
	"arbitre/referee"
)

type verifyCmd struct {
	Files []string `arg:"" name:"file" help:"Files of matches."`
}

// Run plays each match again. One that is not what the rules make of its orders
// does not keep the others from being looked at.
func (c verifyCmd) Run(t *terminal) error {
	var wrong []error
	for _, name := range c.Files {
		opening, end, err := journal.Verify(name, games())
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		if _, err := fmt.Fprintf(t.out, "%s: ok, %s, %s, %s\n", name, opening.Game, turns(end.Turn), outcome(opening, end)); err != nil {
			return err
		}
	}
	return errors.Join(wrong...)
}

func turns(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}

// outcome is how a match ended, in words.
func outcome(opening referee.Opening, end referee.End) string {
	var winners []string
	for _, seat := range end.Winners {
		winners = append(winners, opening.Players[seat])
	}
	switch {
	case end.Aborted:
		return "aborted"
	case len(winners) == 0:
		return "nobody wins"
	case len(winners) == 1:
		return winners[0] + " wins"
	}
	return "a draw of " + strings.Join(winners, ", ")
}
