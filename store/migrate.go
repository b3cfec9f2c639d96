package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
)

// ErrNewer tells of a database that a newer version of the program has written.
var ErrNewer = errors.New("a newer version of Arbitre wrote it")

// errForeign tells of a database that is none of ours.
var errForeign = errors.New("a database of another program")

// applicationID marks our files, as SQLite has it: "ARBI".
const applicationID = 0x41524249

//go:embed migrations/*.sql
var scripts embed.FS

// migrations are the steps from no database to today's: the first makes version
// 1, the next makes version 2 of it, and so on. Each is for ever: a change is a
// new file, and a testdata/version-N.sql that shows what it has to take up.
func migrations() (steps []string) {
	for {
		script, err := scripts.ReadFile(fmt.Sprintf("migrations/%d.sql", len(steps)+1))
		if err != nil { // not there
			return steps
		}
		steps = append(steps, string(script))
	}
}

// recognise finds the version of a database, 0 for one with nothing in it. Any
// that is not ours is an error.
func recognise(ctx context.Context, db *sql.DB) (version int, err error) {
	var id, tables int
	row := db.QueryRowContext(ctx, `
		SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id, pragma_user_version`)
	if err := row.Scan(&id, &version, &tables); err != nil {
		return 0, err
	}
	if id != applicationID && (id != 0 || tables > 0) {
		return 0, errForeign
	}
	return version, nil
}

// checkVersion refuses a database that has more in it than we know.
func checkVersion(version, known int) error {
	if version > known {
		return fmt.Errorf("%w: its tables are of version %d, this program knows up to %d", ErrNewer, version, known)
	}
	return nil
}

// migrate brings a database up to date. A step is done wholly or not at all.
func migrate(ctx context.Context, db *sql.DB, steps []string) error {
	for {
		done, err := migrateOnce(ctx, db, steps)
		if err != nil || done {
			return err
		}
	}
}

// migrateOnce takes the next step, if there is one left.
func migrateOnce(ctx context.Context, db *sql.DB, steps []string) (done bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // of what is not committed
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return false, err
	}
	if version >= len(steps) {
		return true, checkVersion(version, len(steps))
	}
	stamp := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, version+1)
	for _, script := range []string{steps[version], stamp} {
		if _, err := tx.ExecContext(ctx, script); err != nil {
			return false, fmt.Errorf("make version %d of it: %w", version+1, err)
		}
	}
	return false, tx.Commit()
}
