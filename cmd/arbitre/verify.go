package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.uber.org/zap"

	"arbitre/journal"
	"arbitre/referee"
	"arbitre/script/worker"
)

type verifyCmd struct {
	Scripts bool     `help:"Let the scripts whose texts are in the files play again: they have to give the same orders."`
	Files   []string `arg:"" name:"file" help:"Files of matches."`
}

// Run plays each match again. One that is not what the rules make of its orders
// does not keep the others from being looked at.
func (c verifyCmd) Run(t *terminal) error {
	var wrong []error
	for _, name := range c.Files {
		result, err := c.verify(name)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		if _, err := fmt.Fprintf(t.out, "%s: ok, %s\n", name, result); err != nil {
			return err
		}
	}
	return errors.Join(wrong...)
}

// verify plays a match again and tells in words what it was.
func (c verifyCmd) verify(name string) (string, error) {
	if !c.Scripts {
		opening, end, err := journal.Verify(name, games())
		return played(opening, end), err
	}
	scripts := worker.New(worker.Config{Log: zap.NewNop()})
	opening, end, ran, err := journal.VerifyScripts(context.Background(), name, games(), scripts)
	return fmt.Sprintf("%s, %d of %d scripts played again", played(opening, end), ran, len(opening.Scripts)), err
}

func played(opening referee.Opening, end referee.End) string {
	return fmt.Sprintf("%s, %s, %s", opening.Game, turns(end.Turn), outcome(opening, end))
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
