// Package snake is the game of Codenjoy's Snake Battle: snakes on one field eat,
// bite and block each other, and the most points over some rounds win. The rules
// are in docs/rules-snake.md, a scenario a rule in testdata, and the order of a
// turn is the table stages.
//
// It knows no clock, no network, no disk and no names of players: a match is a
// pure function of settings, seats, seed and orders.
package snake

import (
	"fmt"

	"arbitre/chance"

	"arbitre/game"
)

// Snake is for 2 players or more; the start cells of the map say how many more.
const (
	minSeats = 2
	maxSeats = game.MaxSeats
)

// Game is snake's row in the table of games.
func Game() game.Game {
	return game.Game{
		Name:     "snake",
		Round:    "1s",
		MinSeats: minSeats,
		MaxSeats: maxSeats,
		Words:    words,
		New:      start,
		Restore:  restore,
	}
}

// start begins a match: everybody waits on a start cell drawn from the seed.
func start(given []byte, seats int, seed [32]byte) (game.Rules, error) {
	s, err := parseSettings(given)
	if err != nil {
		return nil, err
	}
	if seats < minSeats || seats > maxSeats {
		return nil, fmt.Errorf("%d players: want %d to %d", seats, minSeats, maxSeats)
	}
	p, err := s.plan(seats)
	if err != nil {
		return nil, err
	}
	m := newMatch(s, seats, chance.New(seed))
	m.layOut(p.size, p.ground)
	m.takeObjects(&p)
	m.round = 1
	m.beginRound()
	return m, nil
}

// Open appends the map, the settings, and how the first round begins.
func (m *match) Open(dst []game.Event) []game.Event {
	m.forget()
	dst = m.tellMap(dst, game.Everyone)
	dst = append(dst, game.Event{To: game.Everyone, Fact: &m.settings})
	dst = m.tellRound(dst, game.Everyone)
	dst = m.tellObjects(dst, game.Everyone)
	for _, seat := range m.sequence {
		dst = m.tellStart(dst, game.Everyone, seat)
	}
	return dst
}

// View appends the board as the seat sees it; Everyone sees all snakes in the
// glyphs of others.
func (m *match) View(seat game.Seat, dst []game.Event) []game.Event {
	m.forget()
	m.text = m.AppendBoard(m.text[:0], seat)
	return m.tellRows(dst, seat, piece{word: wordBoard, turn: m.turn + 1}, m.text)
}

// Catchup appends what a bot that has just started needs to play on: the map,
// the round, the objects, who moves where, who waits where, and the points. The
// bodies are on the board, which every turn shows.
func (m *match) Catchup(seat game.Seat, dst []game.Event) []game.Event {
	m.forget()
	dst = m.tellMap(dst, seat)
	dst = m.tellRound(dst, seat)
	dst = m.tellObjects(dst, seat)
	m.moved = m.moved[:0]
	for i := range m.snakes {
		if m.snakes[i].moves() {
			m.moved = append(m.moved, m.report(game.Seat(i)))
		}
	}
	dst = m.tellList(dst, seat, listSnakes, len(m.moved))
	for i := range m.snakes {
		if s := &m.snakes[i]; s.alive && !s.active {
			dst = m.tellStart(dst, seat, game.Seat(i))
		}
	}
	return m.tellList(dst, seat, listScores, len(m.snakes))
}

func (m *match) tellMap(dst []game.Event, to game.Seat) []game.Event {
	dst = m.tell(dst, to, line{word: wordMapSize, seat: nobody, numbers: [2]int{m.size}, count: 1})
	m.text = m.text[:0]
	for y := range m.size {
		m.text = m.appendGround(m.text, y)
	}
	return m.tellRows(dst, to, piece{word: wordMap}, m.text)
}
