package main

import "arbitre/step"

type stepCmd struct {
	Game string `arg:"" help:"${games}."`
}

// Run plays the rules of a game, line by line.
func (c stepCmd) Run(t *terminal) error {
	played, err := findGame(c.Game)
	if err != nil {
		return err
	}
	return step.Serve(played, t.in, t.out)
}
