package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"arbitre/referee"
)

// Memory is the store as the referee of one network needs it.
type Memory struct {
	store   *Store
	network string
}

var _ referee.Memory = Memory{}

// Memory is the memory of a network.
func (s *Store) Memory(network string) Memory { return Memory{s, network} }

// Remember notes a channel, or what is new about it.
func (m Memory) Remember(ctx context.Context, c referee.Remembered) error {
	_, err := m.store.write.ExecContext(ctx, `
		INSERT INTO channels (network, name, inviter, settings, plan) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET name = excluded.name, inviter = excluded.inviter, settings = excluded.settings, plan = excluded.plan`,
		m.network, c.Name, c.Inviter, strings.Join(c.Settings, "\n"), c.Plan)
	if err != nil {
		return fmt.Errorf("remember channel %s: %w", c.Name, err)
	}
	return nil
}

// Forget takes a channel off the list, if it is on it.
func (m Memory) Forget(ctx context.Context, channel string) error {
	_, err := m.store.write.ExecContext(ctx, "DELETE FROM channels WHERE network = ? AND name = ?", m.network, channel)
	if err != nil {
		return fmt.Errorf("forget channel %s: %w", channel, err)
	}
	return nil
}

// Channels is the channels to be in, by name.
func (m Memory) Channels(ctx context.Context) ([]referee.Remembered, error) {
	var channels []referee.Remembered
	err := scan(ctx, m.store.read, "SELECT name, inviter, settings, plan FROM channels WHERE network = ? ORDER BY name", []any{m.network},
		func(rows *sql.Rows) error {
			var c referee.Remembered
			var settings string
			if err := rows.Scan(&c.Name, &c.Inviter, &settings, &c.Plan); err != nil {
				return err
			}
			if settings != "" {
				c.Settings = strings.Split(settings, "\n")
			}
			channels = append(channels, c)
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("look up the channels of %s: %w", m.network, err)
	}
	return channels, nil
}

// Ban notes a ban. It replaces one of the same Who in the same Channel.
func (m Memory) Ban(ctx context.Context, b referee.Ban) error {
	_, err := m.store.write.ExecContext(ctx, `
		INSERT INTO bans (network, channel, who, banner, reason, since, until) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET who = excluded.who, banner = excluded.banner, reason = excluded.reason,
			since = excluded.since, until = excluded.until`,
		m.network, b.Channel, b.Who, b.By, b.Reason, moment{time.Now()}, moment{b.Until})
	if err != nil {
		return fmt.Errorf("ban %s: %w", b.Who, err)
	}
	return nil
}

// Unban lifts a ban, if there is one.
func (m Memory) Unban(ctx context.Context, channel, who string) error {
	_, err := m.store.write.ExecContext(ctx, "DELETE FROM bans WHERE network = ? AND channel = ? AND who = ?", m.network, channel, who)
	if err != nil {
		return fmt.Errorf("unban %s: %w", who, err)
	}
	return nil
}

// Bans is the bans that are in force, in the order in which they were said.
func (m Memory) Bans(ctx context.Context) ([]referee.Ban, error) {
	var bans []referee.Ban
	err := scan(ctx, m.store.read, `
		SELECT channel, who, banner, reason, until FROM bans
		WHERE network = ? AND (until IS NULL OR until > ?) ORDER BY since, channel, who`, []any{m.network, moment{time.Now()}},
		func(rows *sql.Rows) error {
			var b referee.Ban
			var until moment
			if err := rows.Scan(&b.Channel, &b.Who, &b.By, &b.Reason, &until); err != nil {
				return err
			}
			b.Until = until.Time
			bans = append(bans, b)
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("look up the bans of %s: %w", m.network, err)
	}
	return bans, nil
}

// Matches is the last matches of a channel that have ended, the newest first.
func (m Memory) Matches(ctx context.Context, channel string, most int) ([]referee.Played, error) {
	var matches []referee.Played
	err := scan(ctx, m.store.read, `
		WITH last AS (
			SELECT id, game, turns, ended FROM matches
			WHERE network = ? AND channel = ? AND ended IS NOT NULL ORDER BY ended DESC, id DESC LIMIT ?)
		SELECT id, game, turns, ended, coalesce(name, '')
		FROM last LEFT JOIN results ON match = id AND place = 1 ORDER BY ended DESC, id DESC, seat`, []any{m.network, channel, max(0, most)},
		func(rows *sql.Rows) error {
			var played referee.Played
			var ended moment
			var winner string
			if err := rows.Scan(&played.ID, &played.Game, &played.Turns, &ended, &winner); err != nil {
				return err
			}
			played.Ended = ended.Time
			if len(matches) == 0 || matches[len(matches)-1].ID != played.ID {
				matches = append(matches, played)
			}
			if winner != "" {
				last := &matches[len(matches)-1]
				last.Winners = append(last.Winners, winner)
			}
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("look up the matches of %s: %w", channel, err)
	}
	return matches, nil
}
