package sentiant

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
)

// chance makes all draws of a match. The generator and the way to bound a draw
// are fixed for ever, so that no release of Go changes a replay.
type chance struct{ generator *rand.ChaCha8 }

func newChance(seed [32]byte) *chance { return &chance{rand.NewChaCha8(seed)} }

// below draws one of 0 to n-1, each equally likely: a draw from the incomplete
// stretch at the bottom of the 64 bits is drawn again.
func (c *chance) below(n int) int {
	bound := uint64(n)
	incomplete := -bound % bound // 2^64 modulo n
	for {
		if v := c.generator.Uint64(); v >= incomplete {
			return int(v % bound)
		}
	}
}

// take draws one of the list and takes it out; the last one gets its place.
func (c *chance) take(list *[]int) int {
	all := *list
	i, last := c.below(len(all)), len(all)-1
	drawn := all[i]
	all[i] = all[last]
	*list = all[:last]
	return drawn
}

// appendText writes the generator's state by way of scratch, which it returns.
func (c *chance) appendText(dst, scratch []byte) (text, newScratch []byte) {
	scratch, err := c.generator.AppendBinary(scratch[:0])
	if err != nil {
		panic("sentiant: state of the generator: " + err.Error()) // it has no way to fail
	}
	return hex.AppendEncode(dst, scratch), scratch
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
