package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup copies a database into a file that must not exist yet, also while a
// program works with it. The copy is of one moment, and appears when it is
// whole.
func Backup(ctx context.Context, from, to string) error {
	if err := backup(ctx, from, to); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	return nil
}

func backup(ctx context.Context, from, to string) (err error) {
	if _, err = os.Lstat(to); err == nil {
		return fmt.Errorf("%s: expected a file that does not exist yet", to)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err = checkFile(from); err != nil {
		return err
	}
	partial, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(partial.Name()))
		}
	}()
	err = errors.Join(copyInto(ctx, from, partial.Name()), partial.Sync(), partial.Close())
	if err != nil {
		return err
	}
	return os.Rename(partial.Name(), to)
}

// copyInto writes a database into an empty file.
func copyInto(ctx context.Context, from, to string) (err error) {
	// Not mode=ro, which would leave the files of the journal behind.
	db := connect(from, patience, "mode=rw", 1)
	defer func() { err = errors.Join(err, db.Close()) }()
	version, err := recognise(ctx, db)
	if err == nil && version == 0 {
		err = errors.New("there is nothing in it")
	}
	if err != nil {
		return explain(from, err)
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return explain(from, err)
	}
	return nil
}
