package store

import (
	"cmp"
	"math"
)

// A rating is Elo's, in whole thousandths of a point: so neither the order of
// the seats nor that of a sum can change it. docs/operating.md explains it to
// players.
const (
	firstRating = 1_500_000 // of who has not played
	stake       = 32_000    // what a player wins or loses in a match at most
	spread      = 400_000   // so much better, and one is expected to win ten duels of eleven
)

// exchange is what the match gives to each player or takes from him. Every two
// of them fight a duel, which the better place wins and an equal one draws; all
// duels count by the ratings before the match, and share out the stake.
func exchange(ratings, places []int) []int {
	gains := make([]int, len(ratings))
	for i := range ratings {
		for j := range i {
			gain := duel(ratings[i], ratings[j], cmp.Compare(places[j], places[i]), len(ratings)-1)
			gains[i] += gain
			gains[j] -= gain
		}
	}
	return gains
}

// duel is what the first wins from the second: won is 1, 0 for a draw or -1. It
// is rounded by the better one's side, so that both sides agree to the digit.
func duel(first, second, won, duels int) int {
	if first < second {
		return -duel(second, first, -won, duels)
	}
	expected := 1 / (1 + math.Pow(10, float64(second-first)/spread))
	return int(math.Round(stake / float64(duels) * (float64(1+won)/2 - expected)))
}
