package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// makeFile makes an empty file where there is none, for our eyes only: hosts are
// in it. One that is there is not opened: SQLite's locks are lost with any
// descriptor of the file that the process closes.
func makeFile(path string) error {
	if err := checkFile(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// checkFile makes sure that there is a file.
func checkFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s: expected a file, found a directory", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: expected a file, found %v", path, info.Mode())
	}
	return nil
}

// connect is the connections to a file; none is made yet.
func connect(path string, patience time.Duration, options string, most int) *sql.DB {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute // or else it is tried as it is
	}
	address := url.URL{
		Scheme: "file", Path: filepath.ToSlash(path),
		RawQuery: fmt.Sprintf("%s&_pragma=busy_timeout(%d)", options, patience.Milliseconds()),
	}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		panic(err) // the driver is not linked in
	}
	db.SetMaxOpenConns(most)
	return db
}

// explain says what an error of SQLite means to who has to do with the file.
func explain(path string, err error) error {
	failure, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return fmt.Errorf("%s: %w", path, err)
	}
	switch failure.Code() & 0xff { // the rest tells kinds of the same
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s is no database: %w", path, err)
	case sqlite3.SQLITE_BUSY:
		return fmt.Errorf("%s is locked by another program: %w", path, err)
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		// The system knows why, and it says the path itself.
		file, reason := os.OpenFile(path, os.O_RDWR, 0)
		if reason != nil {
			return reason
		}
		return errors.Join(fmt.Errorf("%s, or a file beside it, can't be written: %w", path, err), file.Close())
	}
	return fmt.Errorf("%s: %w", path, err)
}
