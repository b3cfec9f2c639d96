package bots

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"arbitre/bomber"
	"arbitre/game"
)

// headless plays a match between characters by the real rules, saying what the
// referee would say. It calls after, if set, at the end of every turn, and
// returns the number of turns and the standings.
func headless(tb testing.TB, cast []Character, settings string, seed int, after func(turn int, rules game.Rules, brains []*Brain)) (int, []game.Standing) {
	tb.Helper()
	rules, err := bomber.Game().New([]byte(settings), len(cast), sha256.Sum256(fmt.Append(nil, seed)))
	if err != nil {
		tb.Fatal(err)
	}
	names := make([]string, len(cast))
	brains := make([]*Brain, len(cast))
	for seat, character := range cast {
		names[seat] = character.Name
		brains[seat] = NewBrain(character, character.Name, uint64(seed)) //nolint:gosec // small and positive
	}
	say := func(line string) {
		for _, brain := range brains {
			brain.Hear(line)
		}
	}
	publish := func(events []game.Event) {
		for _, event := range events {
			say(string(event.Fact.AppendLine(nil, names)))
		}
	}
	publish(rules.Open(nil))
	for turn := 1; ; turn++ {
		say(fmt.Sprintf("TOUR %d", turn))
		for seat, brain := range brains {
			order := brain.Hear("SEND_YOUR_ACTION")
			if order == "" {
				continue
			}
			if refusal := rules.Order(game.Seat(seat), order); refusal != nil {
				tb.Fatalf("seed %d, turn %d: %s says %q: %s", seed, turn, names[seat], order, refusal.Key)
			}
		}
		publish(rules.Resolve(0, 0, nil))
		for _, brain := range brains {
			brain.board.CloseTurn()
		}
		if after != nil {
			after(turn, rules, brains)
		}
		if standings, over := rules.Standings(nil); over {
			return turn, standings
		}
	}
}
