package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"arbitre/referee"
)

// Scripts is the scripts of an account, by name.
func (m Memory) Scripts(ctx context.Context, account string) ([]referee.Kept, error) {
	var scripts []referee.Kept
	err := scan(ctx, m.store.read, "SELECT name, text, public FROM scripts WHERE network = ? AND account = ? ORDER BY name", []any{m.network, account},
		func(rows *sql.Rows) error {
			var k referee.Kept
			if err := rows.Scan(&k.Name, &k.Text, &k.Public); err != nil {
				return err
			}
			scripts = append(scripts, k)
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("look up the scripts of %s: %w", account, err)
	}
	return scripts, nil
}

// KeepScript keeps a script, in place of one of the same name.
func (m Memory) KeepScript(ctx context.Context, account string, k referee.Kept) error {
	_, err := m.store.write.ExecContext(ctx, `
		INSERT INTO scripts (network, account, name, text, public, since) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET text = excluded.text, public = excluded.public, since = excluded.since`,
		m.network, account, k.Name, k.Text, k.Public, moment{time.Now()})
	if err != nil {
		return fmt.Errorf("keep script %s of %s: %w", k.Name, account, err)
	}
	return nil
}

// DropScript forgets a script, if it is kept.
func (m Memory) DropScript(ctx context.Context, account, name string) error {
	_, err := m.store.write.ExecContext(ctx, "DELETE FROM scripts WHERE network = ? AND account = ? AND name = ?", m.network, account, name)
	if err != nil {
		return fmt.Errorf("forget script %s of %s: %w", name, account, err)
	}
	return nil
}
