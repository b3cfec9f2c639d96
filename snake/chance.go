package snake

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
)

// chance makes all draws of a match. The generator and the way to bound a draw
// are fixed for ever, so that no release of Go changes a replay.
type chance struct {
	generator *rand.ChaCha8
	text      []byte // the generator's state as text, empty since the last draw
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
		var state [64]byte
		text, err := c.generator.AppendBinary(state[:0])
		if err != nil {
			panic("snake: state of the generator: " + err.Error()) // it has no way to fail
		}
		c.text = hex.AppendEncode(c.text, text)
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

// draws is how often a free cell is drawn from the whole field before the free
// ones are counted.
const draws = 64

// freeCell draws a cell on which a new object can appear, each equally likely.
func (m *match) freeCell() (cell, bool) {
	for range draws {
		i := m.chance.below(m.size * m.size)
		if c := at(i%m.size, i/m.size); m.free(c) {
			return c, true
		}
	}
	n := 0
	for c := range cell(allCells) {
		if m.free(c) {
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	n = m.chance.below(n)
	for c := range cell(allCells) {
		if !m.free(c) {
			continue
		}
		if n--; n < 0 {
			return c, true
		}
	}
	panic("snake: fewer free cells than counted")
}

// freeStart draws a start cell without a snake. Should dead bodies lie on all
// that are left, they do not count, since the next turn clears them.
func (m *match) freeStart() (cell, bool) {
	m.candidates = m.candidates[:0]
	for _, c := range m.starts {
		if m.cover[c] == 0 {
			m.candidates = append(m.candidates, c)
		}
	}
	if len(m.candidates) == 0 {
		for _, c := range m.starts {
			if !m.livedOn(c) {
				m.candidates = append(m.candidates, c)
			}
		}
	}
	if len(m.candidates) == 0 {
		return 0, false
	}
	return m.candidates[m.chance.below(len(m.candidates))], true
}

func (m *match) livedOn(c cell) bool {
	for i := range m.snakes {
		if s := &m.snakes[i]; s.alive && s.index(c, 0) >= 0 {
			return true
		}
	}
	return false
}
