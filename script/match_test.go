package script

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"arbitre/game"
	"arbitre/sentiant"
)

// table is a match among scripts, played in this process.
type table struct {
	rules    game.Rules
	colonies []*Colony
	answers  []Answer
	senses   []byte
	frame    []byte
	turn     int
	seed     [32]byte
}

// senser is what a game offers whose seats scripts can play.
type senser interface {
	AppendSenses(dst []byte, seat game.Seat) []byte
}

func newTable(tb testing.TB, settings string, seed int, texts ...string) *table {
	tb.Helper()
	key := sha256.Sum256(fmt.Append(nil, seed))
	rules, err := sentiant.Game().New([]byte(settings), len(texts), key)
	if err != nil {
		tb.Fatal(err)
	}
	t := &table{rules: rules, seed: key, answers: make([]Answer, len(texts))}
	for seat, text := range texts {
		p, mistakes := Compile(text)
		if mistakes != nil {
			tb.Fatal(mistakes)
		}
		t.colonies = append(t.colonies, NewColony(p, &Start{Seat: game.Seat(seat), Seed: key}))
	}
	return t
}

// play plays a turn, and tells whether the match is over.
func (t *table) play(tb testing.TB) bool {
	tb.Helper()
	for i, c := range t.colonies {
		seat := game.Seat(i)
		t.answers[i] = Answer{}
		t.senses = t.rules.(senser).AppendSenses(t.senses[:0], seat)
		if len(t.senses) == 0 {
			continue // out
		}
		var err error
		if t.frame, err = c.Play(t.senses, t.frame[:0]); err != nil {
			tb.Fatal(err)
		}
		if err := t.answers[i].Read(t.frame); err != nil {
			tb.Fatal(err)
		}
		for _, line := range t.answers[i].Orders {
			if refusal := t.rules.Order(seat, line); refusal != nil {
				tb.Fatalf("%q refused: %s", line, refusal.Key)
			}
		}
	}
	t.rules.Resolve(0, 0, nil)
	t.turn++
	_, over := t.rules.Standings(nil)
	return over
}
