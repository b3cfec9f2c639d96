// Package bots has four sample bots for bomber. They are ordinary IRC clients
// that know the contest by its protocol lines alone, and they are meant to be
// read: take one, give it your own ideas, and let it play.
//
// A bot is two halves that know nothing of each other. Client (client.go) speaks
// IRC and Play (player.go) sits at the table. Brain thinks: lines of the channel
// go in, orders come out; no network, no clock, and the same lines and seed give
// the same orders. A brain follows the match on a Board (board.go), asks an
// Outlook (outlook.go) what its possible orders would lead to, and lets its
// character (hunter.go, scholar.go, miner.go, sapper.go) choose.
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

// Brain plays one seat. Its zero value is not usable; see NewBrain.
type Brain struct {
	name      string
	character Character
	board     Board
	chance    *rand.Rand
}

// NewBrain makes a brain that plays under this name. Equal seeds and equal lines
// give equal orders.
func NewBrain(character Character, name string, seed uint64) *Brain {
	return &Brain{name: name, character: character, chance: rand.New(rand.NewPCG(seed, 0))}
}

// Hear takes in a line that the referee said in the channel. The answer is the
// order to send, "" for nothing: only SEND_YOUR_ACTION asks for one.
func (b *Brain) Hear(line string) (order string) {
	b.board.Hear(line)
	if strings.TrimSpace(line) != "SEND_YOUR_ACTION" {
		return ""
	}
	me := b.board.Player(b.name)
	if me == nil || me.Dead || me.Busy > 0 {
		return ""
	}
	return b.character.choose(newOutlook(&b.board, me, b.character.sight, b.chance))
}
