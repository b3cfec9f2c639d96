package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Sighting is from where somebody was seen to play under a nick.
type Sighting struct {
	Account string // "" if he had none
	Nick    string
	Host    string // user@host
	First   time.Time
	Last    time.Time
}

// Sightings is who has played under a nick, or with an account, on a network,
// the latest first.
func (s *Store) Sightings(ctx context.Context, network, name string) ([]Sighting, error) {
	var sightings []Sighting
	err := scan(ctx, s.read, `
		SELECT account, sightings.nick, host, first, last
		FROM sightings JOIN players ON players.id = player
		WHERE network = ? AND (sightings.nick = ? OR account = ?)
		ORDER BY last DESC, account, sightings.nick, host`, []any{network, name, name},
		func(rows *sql.Rows) error {
			var seen Sighting
			var first, last moment
			if err := rows.Scan(&seen.Account, &seen.Nick, &seen.Host, &first, &last); err != nil {
				return err
			}
			seen.First, seen.Last = first.Time, last.Time
			sightings = append(sightings, seen)
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("look up where %s was seen: %w", name, err)
	}
	return sightings, nil
}
