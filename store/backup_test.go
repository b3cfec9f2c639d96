package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A backup of a database that is being written to is a database of one moment.
func TestBackup(t *testing.T) {
	folder := t.TempDir()
	from, to := filepath.Join(folder, "arbitre.db"), filepath.Join(folder, "it's a?copy.db")
	s := openStore(t, from)
	for n := range 20 {
		recordAll(t, s, ended(n))
	}
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := range 20 {
			recordAll(t, s, ended(20+n))
		}
	})
	if err := Backup(t.Context(), from, to); err != nil {
		t.Fatal(err)
	}
	writing.Wait()
	info, err := os.Stat(to)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	files, _ := filepath.Glob(filepath.Join(folder, "it's*"))
	check(t, nil, files, []string{to})

	copied := openStore(t, to)
	check(t, nil, query(t, copied, "PRAGMA integrity_check"), []string{"ok"})
	kept, all := whole(t, copied), whole(t, s)
	if len(kept) < 20*3 { // a row a match and one a player
		t.Errorf("%d rows kept", len(kept))
	}
	check(t, nil, query(t, copied, "SELECT count(*) FROM matches WHERE ended IS NULL OR (SELECT count(*) FROM results WHERE match = id AND place > 0) != 2"), []string{"0"})
	recordAll(t, copied, func() (all []Match) {
		for n := range 40 {
			all = append(all, ended(n))
		}
		return all
	}()...)
	check(t, nil, whole(t, copied), all) // what the copy lacks is added to it
}

// One of a database that nobody has open leaves nothing beside it.
func TestBackupAtRest(t *testing.T) {
	folder := t.TempDir()
	from, to := filepath.Join(folder, "arbitre.db"), filepath.Join(folder, "copy.db")
	s, err := Open(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	recordAll(t, s, ended(1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), from, to); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*"))
	check(t, nil, files, []string{from, to})
	check(t, nil, whole(t, openStore(t, to)), whole(t, openStore(t, from)))
}

func TestBackupErrors(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	newStoreAt(t, path("good"))
	write(t, path("empty"), "")
	write(t, path("text"), strings.Repeat("no database ", 1000))
	run(t, path("foreign"), "CREATE TABLE cookies (name TEXT)")
	before, _ := filepath.Glob(path("*"))
	for _, c := range []struct{ from, to, want string }{
		{"good", "text", "DIR/text: expected a file that does not exist yet"},
		{"good", "good", "DIR/good: expected a file that does not exist yet"},
		{"good", "none/copy", "open DIR/none/copy.*: no such file or directory"},
		{"good", "text/copy", "lstat DIR/text/copy: not a directory"},
		{"none", "copy", "stat DIR/none: no such file or directory"},
		{".", "copy", "DIR: expected a file, found a directory"},
		{"empty", "copy", "DIR/empty: there is nothing in it"},
		{"text", "copy", "DIR/text is no database: file is not a database (26)"},
		{"foreign", "copy", "DIR/foreign: a database of another program"},
	} {
		err := Backup(t.Context(), path(c.from), path(c.to))
		want := "back up: " + strings.ReplaceAll(c.want, "DIR", folder)
		first, last, random := strings.Cut(want, "*")
		if err == nil || !random && err.Error() != want || !strings.HasPrefix(err.Error(), first) || !strings.HasSuffix(err.Error(), last) {
			t.Errorf("%s to %s:\n%v, want\n%s", c.from, c.to, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Backup(ctx, path("good"), path("copy")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want cancelled", err)
	}
	after, _ := filepath.Glob(path("*"))
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error("files, -before +after:\n", diff)
	}
}

func newStoreAt(t *testing.T, path string) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
