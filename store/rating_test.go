package store

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestExchange(t *testing.T) {
	for _, c := range []struct{ ratings, places, want []int }{
		{[]int{1500_000, 1500_000}, []int{1, 2}, []int{16_000, -16_000}},
		{[]int{1500_000, 1500_000}, []int{1, 1}, []int{0, 0}},
		{[]int{1900_000, 1500_000}, []int{1, 2}, []int{2_909, -2_909}},
		{[]int{1900_000, 1500_000}, []int{2, 1}, []int{-29_091, 29_091}},
		{[]int{1900_000, 1500_000}, []int{1, 1}, []int{-13_091, 13_091}},
		{[]int{1500_000, 1500_000, 1500_000, 1500_000}, []int{1, 2, 3, 4}, []int{15_999, 5_333, -5_333, -15_999}},
		{[]int{1500_000, 1500_000, 1500_000}, []int{1, 1, 3}, []int{8_000, 8_000, -16_000}},
		{[]int{1500_000}, []int{1}, []int{0}},
	} {
		check(t, nil, exchange(c.ratings, c.places), c.want)
	}
}

// The page that explains ratings to players has the numbers that we compute.
func TestRatingPage(t *testing.T) {
	page, err := os.ReadFile("../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		match, before   string
		ratings, places []int
	}{
		{"ann beats bob", "1500, 1500", []int{1500, 1500}, []int{1, 2}},
		{"ann beats bob", "1900, 1500", []int{1900, 1500}, []int{1, 2}},
		{"bob beats ann", "1900, 1500", []int{1900, 1500}, []int{2, 1}},
		{"ann and bob draw", "1900, 1500", []int{1900, 1500}, []int{1, 1}},
		{"ann, bob, cid, dan: places 1 2 3 4", "1500 each", []int{1500, 1500, 1500, 1500}, []int{1, 2, 3, 4}},
	} {
		var match []place
		l := &ladder{players: map[int64]*rated{}}
		for i, points := range c.ratings {
			l.players[int64(i)] = &rated{rating: points * 1000}
			match = append(match, place{player: int64(i), place: c.places[i]})
		}
		l.rate(match)
		var after []string
		for i := range c.ratings {
			after = append(after, strconv.Itoa(l.players[int64(i)].points()))
		}
		row := fmt.Sprintf("| %s | %s | %s |", c.match, c.before, strings.Join(after, ", "))
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/operating.md lacks %s", row)
		}
	}
}

func TestExchangeIsFair(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 64).Draw(rt, "players")
		ratings := rapid.SliceOfN(rapid.IntRange(-1_000_000, 4_000_000), n, n).Draw(rt, "ratings")
		places := rapid.SliceOfN(rapid.IntRange(1, n), n, n).Draw(rt, "places")
		gains := exchange(ratings, places)

		sum := 0
		for _, gain := range gains {
			sum += gain
			if gain < -stake-n || gain > stake+n { // n for the rounding of the duels
				rt.Errorf("%d gained, the stake is %d", gain, stake)
			}
		}
		if sum != 0 {
			rt.Errorf("%d gained in all", sum)
		}

		// Whoever sits where: the same to each.
		seats := rapid.Permutation(numbers(n)).Draw(rt, "seats")
		check(t, nil, exchange(at(ratings, seats), at(places, seats)), at(gains, seats))

		// Equal places of equal players gain the same, better ones more.
		for i := range n {
			for j := range n {
				if ratings[i] == ratings[j] && (places[i] == places[j] && gains[i] != gains[j] || places[i] < places[j] && gains[i] < gains[j]) {
					rt.Errorf("seats %d and %d gain %d and %d", i, j, gains[i], gains[j])
				}
			}
		}
	})
}

func numbers(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// at is the values at these seats.
func at(values, seats []int) (chosen []int) {
	for _, seat := range seats {
		chosen = append(chosen, values[seat])
	}
	return chosen
}

// Matches that share no player may change places.
func TestIndependentMatches(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		some := func(first int64) []place {
			var match []place
			for i := range rapid.IntRange(2, 8).Draw(rt, "players") {
				match = append(match, place{player: first + int64(i), place: rapid.IntRange(1, 8).Draw(rt, "place")})
			}
			return match
		}
		early, late := [][]place{some(0), some(4)}, some(100) // the first two share some
		play := func(matches ...[]place) map[int64]*rated {
			l := &ladder{players: map[int64]*rated{}}
			for _, match := range matches {
				l.rate(match)
			}
			return l.players
		}
		want := play(early[0], early[1], late)
		for _, matches := range [][][]place{{late, early[0], early[1]}, {early[0], late, early[1]}} {
			for id, got := range play(matches...) {
				if *got != *want[id] {
					rt.Errorf("%+v, want %+v", got, want[id])
				}
			}
		}
	})
}
