package referee

import (
	"strings"

	"arbitre/game"
)

// wish is what a player has said of his boards. Where the private views of a game
// are boards, its public lines tell the same, and a player can do without.
type wish uint8

// The wishes.
const (
	unsaid wish = iota
	wishOn
	wishOff
)

// hear takes what follows the word board, and returns the answer's key in the
// catalogue.
func (w *wish) hear(word string) string {
	switch strings.ToLower(word) {
	case "on":
		*w = wishOn
		return "board-on"
	case "off":
		*w = wishOff
		return "board-off"
	}
	return "board-what"
}

// seesBoard tells whether a seat is sent what its game has to show to it alone.
func (m *match) seesBoard(seat game.Seat) bool {
	return m.boards == nil || m.seats[seat].wish == wishOn || m.seats[seat].wish == unsaid && !m.boardsOff
}

// board is what a player says of his boards in a match.
func (m *match) board(from game.Seat, word string) {
	if m.boards == nil {
		m.notice(from, m.words.say("board-none"))
		return
	}
	m.notice(from, m.words.say(m.seats[from].wish.hear(word)))
}

// boardInLobby is what a player says of his boards before the match.
func (d *Desk) boardInLobby(p *player, word string) {
	if !p.channel.lobby.hasBoards() {
		d.answerIn(p.channel, p.person, "board-none")
		return
	}
	d.answerIn(p.channel, p.person, p.wish.hear(word))
}

// fitBoards turns the boards off, but for those who ask for them, and says so,
// where the network would take longer for the boards of a turn than the turn
// lasts.
func (m *match) fitBoards() {
	if m.boards == nil {
		return
	}
	took := boardsTake(m.rules, m.network.Budget())
	if took > m.round && !m.boardsOff {
		m.announce("boards-off", m.words.duration(took))
	}
	m.boardsOff = took > m.round
}
