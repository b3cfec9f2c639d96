package bomber

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
)

// chance makes all draws of a match. The generator and the way to bound a draw
// are fixed for ever, so that no release of Go changes a replay.
type chance struct {
	generator *rand.ChaCha8
	text      []byte // its state, empty after a draw: bomber draws at the start only
}

func newChance(seed [32]byte) *chance { return &chance{generator: rand.NewChaCha8(seed)} }

// below draws one of 0 to n-1, each equally likely: a draw from the incomplete
// stretch at the bottom of the 64 bits is drawn again.
func (c *chance) below(n int) int {
	c.text = c.text[:0]
	bound := uint64(n)
	incomplete := -bound % bound // 2^64 modulo n
	for {
		if v := c.generator.Uint64(); v >= incomplete {
			return int(v % bound)
		}
	}
}

// appendText writes the generator's state.
func (c *chance) appendText(dst []byte) []byte {
	if len(c.text) == 0 {
		state, err := c.generator.MarshalBinary()
		if err != nil {
			panic("bomber: state of the generator: " + err.Error()) // it has no way to fail
		}
		c.text = hex.AppendEncode(c.text, state)
	}
	return append(dst, c.text...)
}

// parseChance takes up what appendText wrote.
func parseChance(text string) (*chance, error) {
	state, err := hex.DecodeString(text)
	c := newChance([32]byte{})
	if err != nil || c.generator.UnmarshalBinary(state) != nil {
		return nil, errors.New("want the text that an earlier state gave")
	}
	return c, nil
}

// wholeDraws is how often the starting cells are drawn again because two are too
// close.
const wholeDraws = 100

// startingCells draws a cell a seat, as y*side+x. No two cells are at a Chebyshev
// distance of mapFactor or less; where that can't be had, they are distinct.
func startingCells(c *chance, side, seats, mapFactor int) []int {
	cells := make([]int, seats)
	for range wholeDraws {
		for i := range cells {
			cells[i] = c.below(side * side)
		}
		if apart(cells, side, mapFactor) {
			return cells
		}
	}
	for {
		for i := range cells {
			cells[i] = c.below(side * side)
		}
		if apart(cells, side, 0) {
			return cells
		}
	}
}

// apart tells whether every two cells are more than this far apart.
func apart(cells []int, side, distance int) bool {
	for i, a := range cells {
		for _, b := range cells[:i] {
			if max(distanceOf(a%side, b%side), distanceOf(a/side, b/side)) <= distance {
				return false
			}
		}
	}
	return true
}

func distanceOf(a, b int) int { return max(a-b, b-a) }
