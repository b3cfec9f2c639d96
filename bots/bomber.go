package bots

import (
	"math/rand/v2"
	"strings"
)

// A Character chooses an order for the turn: "NORTH 1", "BOMB 12", or "" to do
// nothing.
type Character struct {
	Name   string // also the nick that its bot asks for
	sight  int    // how many turns ahead it thinks about bombs
	choose func(*Outlook) string
}

// Characters are the four of this package, in the order in which a match seats
// them.
func Characters() []Character {
	return []Character{
		{"hunter", 1, hunter},
		{"scholar", 0, scholar},
		{"miner", 2, miner},
		{"sapper", 3, sapper},
	}
}

// Bomber plays a seat of bomber. Its zero value is not usable; see NewBomber.
type Bomber struct {
	name      string
	character Character
	board     Board
	chance    *rand.Rand
}

// NewBomber makes a brain that plays under this name. Equal seeds and equal lines
// give equal orders.
func NewBomber(character Character, name string, seed uint64) *Bomber {
	return &Bomber{name: name, character: character, chance: rand.New(rand.NewPCG(seed, 0))}
}

// Hear takes in a line of the referee. The answer is the order to send: only
// SEND_YOUR_ACTION asks for one.
func (b *Bomber) Hear(line string) (orders []string) {
	b.board.Hear(line)
	if strings.TrimSpace(line) != "SEND_YOUR_ACTION" {
		return nil
	}
	me := b.board.Player(b.name)
	if me == nil || me.Dead || me.Busy > 0 {
		return nil
	}
	if order := b.character.choose(newOutlook(&b.board, me, b.character.sight, b.chance)); order != "" {
		return []string{order}
	}
	return nil
}
