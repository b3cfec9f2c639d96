// Package store remembers what outlives a match: results, the players and from
// where they were seen to play, the channels to rejoin, and who is banned. It
// keeps all that in one SQLite file, and knows nothing of IRC: a network, a
// channel and a nick are texts to it, folded by who hands them in. A match's
// journal stays the truth about it; from the journals the results can be
// recorded again.
package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Store is an open database. Its methods may be called from any goroutine; they
// block for the time of a disk's sync, so that a match must not call them.
type Store struct {
	write *sql.DB // one connection: writers wait for each other here, in turn
	read  *sql.DB // readers wait for nobody

	mu      sync.Mutex
	ladders map[ladderKey]*ladder // derived from the results, see Top
}

// Open opens the database in a file, makes it if there is none, and brings one
// of an older version up to date. A database of a newer version is ErrNewer. A
// file that is no database of ours stays as it is.
func Open(ctx context.Context, path string) (*Store, error) {
	return open(ctx, path, patience)
}

// patience is how long we wait for another program that has locked the file.
const patience = 5 * time.Second

func open(ctx context.Context, path string, patience time.Duration) (*Store, error) {
	if err := makeFile(path); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s := &Store{
		write:   connect(path, patience, "mode=rw&_txlock=immediate&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)", 1),
		read:    connect(path, patience, "mode=rw&_pragma=query_only(1)", readers),
		ladders: map[ladderKey]*ladder{},
	}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", explain(path, err)), s.Close())
	}
	return s, nil
}

const readers = 4

// prepare makes sure that the file is ours before anything in it changes.
func (s *Store) prepare(ctx context.Context) error {
	steps := migrations()
	version, err := recognise(ctx, s.write)
	if err == nil {
		err = checkVersion(version, len(steps))
	}
	if err != nil {
		return err
	}
	// Readers don't wait for the writer, nor it for them or for a backup.
	if _, err := s.write.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
		return err
	}
	return migrate(ctx, s.write, steps)
}

// Close closes the database.
func (s *Store) Close() error {
	return errors.Join(s.read.Close(), s.write.Close())
}

// change runs a transaction.
func (s *Store) change(ctx context.Context, run func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // of what is not committed
	if err := run(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// scan reads each row of a query.
func scan(ctx context.Context, db *sql.DB, query string, arguments []any, row func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// layout is how a time stands in the database.
const layout = "2006-01-02T15:04:05.000Z"

// moment is a time as it stands in the database, NULL if it is zero.
type moment struct{ time.Time }

func (m moment) text() string { return m.UTC().Format(layout) }

// Value is for database/sql.
func (m moment) Value() (driver.Value, error) {
	if m.IsZero() {
		return nil, nil
	}
	return m.text(), nil
}

// Scan is for database/sql.
func (m *moment) Scan(value any) (err error) {
	switch v := value.(type) {
	case nil:
		m.Time = time.Time{}
	case string:
		m.Time, err = time.Parse(layout, v)
	default:
		err = fmt.Errorf("%v: expected a time", value)
	}
	return err
}
