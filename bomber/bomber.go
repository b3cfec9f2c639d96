// Package bomber is the game of the BBB contest: bots walk on a square map, lay
// bombs that explode in crosses, study to become stronger, and the last one
// alive wins. The rules are in docs/rules-bomber.md, a scenario a rule in
// testdata, and the order of a turn is the table stages.
//
// It knows no clock, no network, no disk and no names of players: a match is a
// pure function of settings, seats, seed and orders.
package bomber

import (
	"fmt"

	"arbitre/chance"
	"arbitre/game"
)

// Bomber is for 2 to 16 players.
const (
	minSeats = 2
	maxSeats = 16
)

// Game is bomber's row in the table of games.
func Game() game.Game {
	return game.Game{
		Name:     "bomber",
		Round:    "5s",
		MinSeats: minSeats,
		MaxSeats: maxSeats,
		Words:    words,
		New:      start,
		Restore:  restore,
	}
}

// start begins a match: everybody stands on a cell drawn from the seed.
func start(given []byte, seats int, seed [32]byte) (game.Rules, error) {
	s, err := parseSettings(given)
	if err != nil {
		return nil, err
	}
	if seats < minSeats || seats > maxSeats {
		return nil, fmt.Errorf("%d players: want %d to %d", seats, minSeats, maxSeats)
	}
	m := newMatch(s, s.MapFactor*seats, seats, chance.New(seed))
	for seat, cell := range startingCells(m.chance, m.side, seats, s.MapFactor) {
		m.players[seat] = player{
			x: cell % m.side, y: cell / m.side,
			firepower: s.Firepower, speed: s.Speed, timer: s.Timer,
		}
	}
	return m, nil
}

// Open appends the map's size, where everybody starts, and the settings if they
// are not those of the contest.
func (m *match) Open(dst []game.Event) []game.Event {
	m.lines = m.lines[:0]
	dst = m.tell(dst, game.Everyone, line{word: wordMapSize, seat: nobody, numbers: [3]int{m.side}, count: 1})
	dst = m.tellPositions(dst, game.Everyone)
	if !m.settings.asInTheContest() {
		dst = append(dst, game.Event{To: game.Everyone, Fact: &m.settings})
	}
	return dst
}

// View appends nothing: all of bomber is public.
func (m *match) View(_ game.Seat, dst []game.Event) []game.Event { return dst }

// Catchup appends what a bot that has just started needs to play on: the turn is
// the one whose orders are being collected, and a bomb explodes in so many turns
// from that one. The points of the dead are told too, for their bombs still
// explode with them.
func (m *match) Catchup(seat game.Seat, dst []game.Event) []game.Event {
	m.lines = m.lines[:0]
	now := m.turn + 1
	dst = m.tell(dst, seat, line{word: wordMapSize, seat: nobody, numbers: [3]int{m.side}, count: 1})
	dst = m.tell(dst, seat, line{word: wordPlayers, seat: nobody, numbers: [3]int{len(m.players)}, count: 1})
	dst = m.tell(dst, seat, line{word: wordTurn, seat: nobody, numbers: [3]int{now}, count: 1})
	dst = m.tellPositions(dst, seat)
	for i := range m.players {
		p := &m.players[i]
		dst = m.tell(dst, seat, line{wordPoints, game.Seat(i), [3]int{p.firepower, p.speed, p.timer}, 3})
	}
	for _, b := range m.bombs {
		dst = m.tell(dst, seat, line{wordBombAt, b.owner, [3]int{b.x, b.y, b.due - now}, 3})
	}
	return dst
}

// tellPositions tells where the living stand.
func (m *match) tellPositions(dst []game.Event, to game.Seat) []game.Event {
	for i := range m.players {
		if p := &m.players[i]; p.alive() {
			dst = m.tell(dst, to, line{wordPosition, game.Seat(i), [3]int{p.x, p.y}, 2})
		}
	}
	return dst
}
