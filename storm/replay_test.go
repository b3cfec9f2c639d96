//go:build !race

package storm

import (
	"fmt"
	"slices"
	"testing"
)

// usual is how many evenings are played if nobody says.
func usual(short bool) int {
	if short {
		return 40
	}
	return 300
}

// The same seed is the same evening, to the last byte that anybody hears.
func TestSameEveningTwice(t *testing.T) {
	for number := range uint64(max(3, *evenings)) {
		var first []string
		for again := range 2 {
			t.Run(fmt.Sprint(number, again), func(t *testing.T) {
				_, transcript := playEvening(t, *storms, number+1, false)
				if first == nil {
					first = transcript
					return
				}
				if !slices.Equal(first, transcript) {
					i := 0
					for i < min(len(first), len(transcript)) && first[i] == transcript[i] {
						i++
					}
					t.Errorf("evening %d differs at line %d of %d and %d:\n%q\n%q", number+1, i, len(first), len(transcript),
						first[max(0, i-3):min(len(first), i+3)], transcript[max(0, i-3):min(len(transcript), i+3)])
				}
			})
		}
	}
}
