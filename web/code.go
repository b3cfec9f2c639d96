package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"math/big"
)

// The alphabets. An ID is letters and digits, but never spells "http": clients
// replace that text wherever it stands.
const (
	digits      = "0123456789"
	idAlphabet  = "abcdefgijkmnopqrsuvwxyz" + digits
	idLength    = 16
	codeLength  = 20
	hashedBytes = sha256.Size
)

func newID() string   { return random(idAlphabet, idLength) }
func newCode() string { return random(digits, codeLength) }

// random draws a text whose every letter is as likely as any other.
func random(alphabet string, length int) string {
	text := make([]byte, length)
	for i := range text {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet))))
		if err != nil {
			panic(err) // crypto/rand never fails
		}
		text[i] = alphabet[n.Int64()]
	}
	return string(text)
}

func hashOf(code string) [hashedBytes]byte { return sha256.Sum256([]byte(code)) }

// opensTo tells whether the code is the visit's. It takes as long for a wrong
// code as for a right one, and for a visit that is none (nil).
func (v *visit) opensTo(code string, play bool) bool {
	var want [hashedBytes]byte
	switch {
	case v == nil:
	case play:
		want = v.play
	default:
		want = v.look
	}
	got := hashOf(code)
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1 && v != nil
}
