package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"arbitre/referee"
)

// Match is a match to remember: one that runs, or one with its result. Times are
// kept to the millisecond.
type Match struct {
	ID       string // names it among all matches, see referee.Opening
	Network  string
	Channel  string
	Game     string
	FreePlay bool
	Started  time.Time
	Ended    time.Time // zero while it runs
	Aborted  bool
	Turns    int
	Players  []Player // by seat
}

// Player is a seat of a match and who had it.
type Player struct {
	Name    string // in the match
	Nick    string // folded; "": the name
	Account string // services account, folded, "" if he had none
	Host    string // user@host, "" if not known
	Place   int    // 1 is best, equal places leave out the next; 0: none
	Score   int
	Cause   string // of the list in docs/protocol.md
}

// MatchOf is a match that begins. Known is by seat; of who is not in it only the
// name is known.
func MatchOf(network, channel string, o *referee.Opening, known []referee.PrivatePlayer) Match {
	m := Match{
		ID: o.ID(), Network: network, Channel: channel, Game: o.Game,
		FreePlay: o.FreePlay, Started: o.Started, Players: make([]Player, len(o.Players)),
	}
	for seat, name := range o.Players {
		p := &m.Players[seat]
		p.Name = name
		if seat < len(known) {
			p.Nick, p.Account, p.Host = known[seat].Nick, known[seat].Account, known[seat].UserHost
		}
	}
	return m
}

// End gives the match its result.
func (m *Match) End(e *referee.End, at time.Time) error {
	players := len(m.Players)
	if len(e.Causes) != players || slices.ContainsFunc(e.Ranking, func(r referee.Rank) bool { return r.Seat < 0 || r.Seat >= players }) {
		return fmt.Errorf("match %q: its end is not of its %d players", m.ID, players)
	}
	m.Ended, m.Aborted, m.Turns = at, e.Aborted, e.Turn
	for seat, cause := range e.Causes {
		m.Players[seat].Cause = cause
	}
	for _, rank := range e.Ranking {
		m.Players[rank.Seat].Place, m.Players[rank.Seat].Score = rank.Place, rank.Score
	}
	return nil
}

// Rated tells whether the match counts: it ended, with places, and not as
// FreePlay.
func (m *Match) Rated() bool {
	if m.Ended.IsZero() || m.Aborted || m.FreePlay {
		return false
	}
	for _, p := range m.Players {
		if p.Place > 0 {
			return true
		}
	}
	return false
}

// Record remembers a match: that it runs, or how it ended. To record the same
// again changes nothing, whatever came in between; who played is taken from the
// first time, the result from the first time that has one since the last Reopen. So
// after a crash all that may be missing can be recorded again.
func (s *Store) Record(ctx context.Context, m Match) error {
	err := s.change(ctx, func(tx *sql.Tx) error { return record(ctx, tx, &m) })
	if err != nil {
		return fmt.Errorf("record match %q: %w", m.ID, err)
	}
	s.outdate(&m)
	return nil
}

// Reopen takes a match's end back, if one is recorded: its journal has none, and it
// goes on. So it was said to be over while the disk took nothing, and the program
// ended before its journal could have that.
func (s *Store) Reopen(ctx context.Context, id string) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		reopened, err := changed(tx.ExecContext(ctx,
			"UPDATE matches SET ended = NULL, aborted = 0, turns = 0 WHERE id = ? AND ended IS NOT NULL", id))
		if err != nil || !reopened {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE results SET place = 0, score = 0, cause = '' WHERE match = ?", id)
		return err
	})
	if err != nil {
		return fmt.Errorf("reopen match %q: %w", id, err)
	}
	s.outdateAll()
	return nil
}

// Rebuild records all the matches, or none if there is an error.
func (s *Store) Rebuild(ctx context.Context, matches iter.Seq[Match]) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		for m := range matches {
			if err := record(ctx, tx, &m); err != nil {
				return fmt.Errorf("match %q: %w", m.ID, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("rebuild: %w", err)
	}
	s.outdateAll()
	return nil
}

func record(ctx context.Context, tx *sql.Tx, m *Match) error {
	if m.ID == "" || m.Game == "" || m.Started.IsZero() || len(m.Players) == 0 {
		return errors.New("expected an id, a game, a start and players")
	}
	opened, err := changed(tx.ExecContext(ctx, `
		INSERT INTO matches (id, network, channel, game, freeplay, started)
		VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		m.ID, m.Network, m.Channel, m.Game, m.FreePlay, moment{m.Started}))
	if err != nil {
		return err
	}
	if opened {
		err = recordPlayers(ctx, tx, m)
	} else {
		err = checkSame(ctx, tx, m)
	}
	if err != nil || m.Ended.IsZero() {
		return err
	}
	ended, err := changed(tx.ExecContext(ctx,
		"UPDATE matches SET ended = ?, aborted = ?, turns = ? WHERE id = ? AND ended IS NULL",
		moment{m.Ended}, m.Aborted, m.Turns, m.ID))
	if err != nil || !ended {
		return err
	}
	for seat, p := range m.Players {
		if _, err := tx.ExecContext(ctx,
			"UPDATE results SET place = ?, score = ?, cause = ? WHERE match = ? AND seat = ?",
			p.Place, p.Score, p.Cause, m.ID, seat); err != nil {
			return err
		}
	}
	return nil
}

// changed tells whether a statement has changed a row.
func changed(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// recordPlayers notes who plays, and from where.
func recordPlayers(ctx context.Context, tx *sql.Tx, m *Match) error {
	for seat, p := range m.Players {
		if p.Nick == "" {
			p.Nick = p.Name
		}
		key := p.Nick
		if p.Account != "" {
			key = "" // then he is known by that alone
		}
		var id int64
		if err := tx.QueryRowContext(ctx, `
			INSERT INTO players (network, account, nick) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET network = network RETURNING id`,
			m.Network, p.Account, key).Scan(&id); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO results (match, seat, player, name) VALUES (?, ?, ?, ?)",
			m.ID, seat, id, p.Name); err != nil {
			return err
		}
		if p.Host == "" {
			continue
		}
		if _, err := tx.ExecContext(ctx, `
			INSERT INTO sightings (player, nick, host, first, last) VALUES (?1, ?2, ?3, ?4, ?4)
			ON CONFLICT DO UPDATE SET first = min(first, ?4), last = max(last, ?4)`,
			id, p.Nick, p.Host, moment{m.Started}); err != nil {
			return err
		}
	}
	return nil
}

// checkSame makes sure that the match of this id is this one.
func checkSame(ctx context.Context, tx *sql.Tx, m *Match) error {
	var same bool
	if err := tx.QueryRowContext(ctx, `
		SELECT game = ? AND started = ? AND (SELECT count(*) FROM results WHERE match = id) = ? FROM matches WHERE id = ?`,
		m.Game, moment{m.Started}, len(m.Players), m.ID).Scan(&same); err != nil {
		return err
	}
	if !same {
		return errors.New("another match is recorded under this id")
	}
	return nil
}

// Running is the ids of the matches whose end is not recorded, in their order.
func (s *Store) Running(ctx context.Context) ([]string, error) {
	var ids []string
	err := scan(ctx, s.read, "SELECT id FROM matches WHERE ended IS NULL ORDER BY id", nil, func(rows *sql.Rows) error {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look up running matches: %w", err)
	}
	return ids, nil
}
