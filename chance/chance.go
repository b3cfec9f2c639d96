// Package chance makes the draws of a match from its seed. The generator and the
// way to bound a draw are fixed for ever, so that no release of Go changes a
// replay. It knows no game.
package chance

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/rand/v2"
)

// Source makes all draws of a match. Its state is part of the match's. A copy
// draws the same as the original from then on.
type Source struct {
	generator rand.ChaCha8
	text      [2 * mostState]byte // the generator's state in hex, since the last draw
	written   int                 // bytes of text, 0 while it is not known
}

// mostState is what the state of the generator takes at most, in bytes.
const mostState = 64

// New is the source of a seed.
func New(seed [32]byte) *Source { return &Source{generator: *rand.NewChaCha8(seed)} }

// Seed makes it the source of a seed, as New does, in the memory that it has.
func (s *Source) Seed(seed [32]byte) {
	s.generator.Seed(seed)
	s.written = 0
}

// Usual is the source where nobody names a seed: that of the SHA-256 of the text
// "0".
func Usual() *Source { return New(sha256.Sum256([]byte("0"))) }

// Below draws one of 0 to n-1, each equally likely: a draw from the incomplete
// stretch at the bottom of the 64 bits is drawn again. n is at least 1.
func (s *Source) Below(n int) int {
	s.written = 0
	bound := uint64(n)
	incomplete := -bound % bound // 2^64 modulo n
	for {
		if v := s.generator.Uint64(); v >= incomplete {
			return int(v % bound)
		}
	}
}

// AppendText writes the state, which Parse takes up.
func (s *Source) AppendText(dst []byte) []byte {
	if s.written == 0 {
		var room [mostState]byte
		state, err := s.generator.AppendBinary(room[:0])
		if err != nil {
			panic("chance: state of the generator: " + err.Error()) // it has no way to fail
		}
		s.written = hex.Encode(s.text[:], state)
	}
	return append(dst, s.text[:s.written]...)
}

// Parse takes up what AppendText wrote; an empty text is the usual source.
func Parse(text string) (*Source, error) {
	if text == "" {
		return Usual(), nil
	}
	state, err := hex.DecodeString(text)
	s := New([32]byte{})
	if err != nil || s.generator.UnmarshalBinary(state) != nil {
		return nil, errors.New("want the text that an earlier state gave")
	}
	return s, nil
}
