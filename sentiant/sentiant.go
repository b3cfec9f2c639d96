// Package sentiant is the game of the ant colonies: each player's queen turns
// bread into ants, the ants dig through a world that they see only a few cells
// of, speak by pheromones, and win by carrying the cookie home. The rules are in
// docs/rules-sentiant.md, a scenario a rule in testdata, and the order of a turn
// is the table stages.
//
// It knows no clock, no network, no disk and no names of players: a match is a
// pure function of settings, seats, seed and orders.
package sentiant

import (
	"fmt"
	"strings"

	"arbitre/chance"

	"arbitre/game"
)

// SentiAnt is for 2 to 7 players.
const (
	minSeats = 2
	maxSeats = 7
)

// Game is sentiant's row in the table of games.
func Game() game.Game {
	return game.Game{
		Name:     "sentiant",
		Round:    "5s",
		MinSeats: minSeats,
		MaxSeats: maxSeats,
		Fog:      true,
		Done:     true,
		Words:    words,
		New:      start,
		Restore:  restore,
	}
}

// start begins a match on the map of the settings, or on one drawn from the
// seed.
func start(given []byte, seats int, seed [32]byte) (game.Rules, error) {
	s, err := parseSettings(given)
	if err != nil {
		return nil, err
	}
	if seats < minSeats || seats > maxSeats {
		return nil, fmt.Errorf("%d players: want %d to %d", seats, minSeats, maxSeats)
	}
	c := chance.New(seed)
	switch {
	case s.MapRows == nil && s.Map == drawnMap:
		return newMatch(s, drawPlan(s, seats, c), c), nil
	case s.MapRows == nil:
		return nil, fmt.Errorf("%s: %q: want one of %s", keyMap, s.Map, drawnMap)
	}
	p, err := readPlan(s.MapRows)
	if err == nil {
		err = p.check(seats)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", keyMapRows, err)
	}
	return newMatch(s, p, c), nil
}

// MapNames are the names of the maps that a file may not have: that of the map
// which is drawn from the seed.
func MapNames() []string { return []string{drawnMap} }

// ReadMap is the rows of a map that is drawn as text, a row a line, with as many
// queens as can play on it: what the setting map_rows takes. An error tells what
// is wrong with it, and where, counted from 0 at the top left.
func ReadMap(text string) (rows []string, err error) {
	rows = strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	p, err := readPlan(rows)
	if err != nil {
		return nil, err
	}
	return rows, p.check(max(minSeats, len(p.queens)))
}

// Open appends the map's size, the settings, and how unfair the map is if it
// could not be made quite fair.
func (m *match) Open(dst []game.Event) []game.Event {
	m.forget()
	m.text = appendNumber(append(m.text, wordMapSize...), " ", m.width)
	m.text = appendNumber(m.text, " ", m.height)
	dst = m.tell(dst, game.Everyone)
	m.text = m.settings.appendLine(m.text)
	dst = m.tell(dst, game.Everyone)
	if m.spread != (spread{}) {
		m.text = appendNumber(append(m.text, wordMapSpread...), " ", m.spread.cookie)
		m.text = appendNumber(m.text, " ", m.spread.loaves)
		dst = m.tell(dst, game.Everyone)
	}
	return dst
}

// View appends what the queen and the ants of a colony know; of Everyone, what
// all colonies know, one after the other.
func (m *match) View(seat game.Seat, dst []game.Event) []game.Event {
	m.forget()
	if seat != game.Everyone {
		return m.viewColony(dst, seat, seat)
	}
	for colony := range m.queens {
		dst = m.viewColony(dst, game.Seat(colony), game.Everyone)
	}
	return dst
}

// Catchup appends the turn's views: no colony knows more than its ants do now.
func (m *match) Catchup(seat game.Seat, dst []game.Event) []game.Event {
	return m.View(seat, dst)
}
