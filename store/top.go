package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"arbitre/referee"
)

// Top is the best players of a game on the network. Rated matches alone count;
// equal ratings share a place and leave out the next; who shared the first place
// of a match has not won it.
func (m Memory) Top(ctx context.Context, game string, most int) ([]referee.Top, error) {
	m.store.mu.Lock()
	defer m.store.mu.Unlock()
	l, err := m.store.ladder(ctx, ladderKey{m.network, game})
	if err != nil {
		return nil, fmt.Errorf("look up the best of %s: %w", game, err)
	}
	rows := l.rows()
	return rows[:min(max(0, most), len(rows))], nil
}

// ladder is what the results of a game on a network come to, up to a match. It
// is never stored: it is a function of the results, in the order of their ends,
// and takes up only what is new.
type ladder struct {
	ended, id string // of the last match in it
	players   map[int64]*rated
}

type ladderKey struct{ network, game string }

// rated is a player of a ladder.
type rated struct {
	name        string // in his last match
	played, won int
	rating      int // thousandths
}

// place is a player's place in a match.
type place struct {
	player int64
	name   string
	place  int
}

// ladder brings a ladder up to date.
func (s *Store) ladder(ctx context.Context, key ladderKey) (*ladder, error) {
	l := s.ladders[key]
	if l == nil {
		l = &ladder{players: map[int64]*rated{}}
	}
	delete(s.ladders, key) // an error leaves it half done
	var match []place
	err := scan(ctx, s.read, `
		SELECT ended, id, player, name, place FROM matches JOIN results ON match = id
		WHERE network = ? AND game = ? AND (ended, id) > (?, ?) AND NOT aborted AND NOT freeplay AND place > 0
		ORDER BY ended, id, seat`, []any{key.network, key.game, l.ended, l.id},
		func(rows *sql.Rows) error {
			var p place
			var ended, id string
			if err := rows.Scan(&ended, &id, &p.player, &p.name, &p.place); err != nil {
				return err
			}
			if id != l.id {
				l.rate(match)
				match, l.ended, l.id = match[:0], ended, id
			}
			match = append(match, p)
			return nil
		})
	if err != nil {
		return nil, err
	}
	l.rate(match)
	s.ladders[key] = l
	return l, nil
}

// rate takes a match into the ladder.
func (l *ladder) rate(match []place) {
	ratings, places := make([]int, len(match)), make([]int, len(match))
	first := 0
	for i, p := range match {
		if l.players[p.player] == nil {
			l.players[p.player] = &rated{rating: firstRating}
		}
		ratings[i], places[i] = l.players[p.player].rating, p.place
		if p.place == 1 {
			first++
		}
	}
	gains := exchange(ratings, places)
	for i, p := range match {
		player := l.players[p.player]
		player.name = p.name
		player.rating += gains[i]
		player.played++
		if p.place == 1 && first == 1 {
			player.won++
		}
	}
}

// rows is the ladder, best first.
func (l *ladder) rows() []referee.Top {
	players := slices.SortedFunc(maps.Values(l.players), func(a, b *rated) int {
		return cmp.Or(cmp.Compare(b.points(), a.points()), strings.Compare(a.name, b.name),
			cmp.Compare(a.played, b.played), cmp.Compare(a.won, b.won)) // then they read the same
	})
	rows := make([]referee.Top, len(players))
	for i, p := range players {
		rows[i] = referee.Top{Place: i + 1, Name: p.name, Played: p.played, Won: p.won, Rating: p.points()}
		if i > 0 && rows[i].Rating == rows[i-1].Rating {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}

// points is the rating as people read it.
func (p *rated) points() int { return int(math.Round(float64(p.rating) / 1000)) }

// outdate drops the ladder that a match belongs into the middle of.
func (s *Store) outdate(m *Match) {
	if !m.Rated() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := ladderKey{m.Network, m.Game}
	if l := s.ladders[key]; l != nil && cmp.Or(strings.Compare(moment{m.Ended}.text(), l.ended), strings.Compare(m.ID, l.id)) <= 0 {
		delete(s.ladders, key)
	}
}

func (s *Store) outdateAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.ladders)
}
