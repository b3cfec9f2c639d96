package main

import (
	"fmt"
	"strings"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/sentiant"
	"arbitre/snake"
)

// games is the table of games: a game is a folder and a line here.
func games() []game.Game {
	return []game.Game{
		bomber.Game(),
		sentiant.Game(),
		snake.Game(),
	}
}

func gameNames() string {
	var names []string
	for _, g := range games() {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

func findGame(name string) (game.Game, error) {
	for _, g := range games() {
		if g.Name == name {
			return g, nil
		}
	}
	return game.Game{}, usageError{fmt.Errorf("there is no game %q: expected one of %s", name, gameNames())}
}
