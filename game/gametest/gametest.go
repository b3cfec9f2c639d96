// Package gametest is what the tests of all games have in common: it plays the
// scenarios of a game's testdata and holds its page and its words to the code.
package gametest

import (
	"fmt"
	"testing"

	"arbitre/game"
)

// Game is what these tests have to know of a game. They run in its folder.
type Game struct {
	game.Game
	// Parse reads what AppendDrawing drew.
	Parse func(settings []byte, drawing string) (game.Rules, []string, error)
	// End is what a scenario's end says of a player behind his place and name.
	End func(game.Standing) string
	// Spawn places what a scenario says in place of what is drawn; nil: scenarios of
	// this game can't. What it refuses stands in the scenario.
	Spawn func(t *testing.T, rules game.Rules, things string, void, out game.Seats) error

	Scenarios int                          // testdata has at least so many
	Refusals  int                          // and protocol.go
	Sentences map[string]map[string]string // all that Words finds, by language and key
}

// Seed is the seed that a text stands for.
func Seed(text string) [32]byte {
	var seed [32]byte
	copy(seed[:], text)
	return seed
}

// AppendLines writes the lines of the events, each with its end.
func AppendLines(dst []byte, events []game.Event, names []string) []byte {
	for _, e := range events {
		before := len(dst)
		if dst = e.Fact.AppendLine(dst, names); len(dst) > before {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// Cause is why a player is not in play.
func Cause(s game.Standing) string {
	if s.Alive {
		return "alive"
	}
	return s.Cause
}

// ScoreAndCause is it behind his points.
func ScoreAndCause(s game.Standing) string { return fmt.Sprint(s.Score, " ", Cause(s)) }
