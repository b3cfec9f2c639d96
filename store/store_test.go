package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbitre/referee"
)

// openStore opens a database, and closes it when the test is over.
func openStore(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// newStore is a new database. It does not wait for the disk: a power cut is no
// part of these tests.
func newStore(t *testing.T) *Store {
	t.Helper()
	s := openStore(t, filepath.Join(t.TempDir(), "arbitre.db"))
	if _, err := s.write.ExecContext(t.Context(), "PRAGMA synchronous = OFF"); err != nil {
		t.Fatal(err)
	}
	return s
}

// run runs a script on a file, past the store.
func run(t *testing.T, path, script string) {
	t.Helper()
	db := connect(path, patience, "mode=rwc", 1)
	if _, err := db.ExecContext(t.Context(), script); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// query is what a query says, a row a line.
func query(t *testing.T, s *Store, query string) []string {
	t.Helper()
	var lines []string
	err := scan(t.Context(), s.read, query, nil, func(rows *sql.Rows) error {
		var line string
		err := rows.Scan(&line)
		lines = append(lines, line)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// A path is no URL, whatever is in it.
func TestOpenAnyName(t *testing.T) {
	for _, name := range []string{"arbitre.db", "a b?mode=ro&x=%41#c.db", "é'\".db", "-"} {
		path := filepath.Join(t.TempDir(), name)
		s := openStore(t, path)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != 0o600 { // hosts are in it
			t.Errorf("%s has mode %v", name, info.Mode())
		}
		if got := query(t, s, "PRAGMA journal_mode"); got[0] != "wal" {
			t.Errorf("%s: journal mode %s", name, got)
		}
	}
	t.Chdir(t.TempDir())
	openStore(t, "relative.db")
	if _, err := os.Stat("relative.db"); err != nil {
		t.Error(err)
	}
}

// An error says what is wrong with which file, and the file stays as it is.
func TestOpenErrors(t *testing.T) {
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		want string // behind "open database: "
	}{
		"text": {
			func(t *testing.T, path string) { write(t, path, strings.Repeat("no database, however long\n", 1000)) },
			"PATH is no database: file is not a database (26)",
		},
		"shorter than a header": {
			func(t *testing.T, path string) { write(t, path, "[[network]]\n") },
			"PATH is no database: file is not a database (26)",
		},
		"of another program": {
			func(t *testing.T, path string) { run(t, path, "CREATE TABLE cookies (name TEXT)") },
			"PATH: a database of another program",
		},
		"marked by another program": {
			func(t *testing.T, path string) { run(t, path, "PRAGMA application_id = 1; VACUUM") },
			"PATH: a database of another program",
		},
		"newer": {
			func(t *testing.T, path string) {
				run(t, path, "CREATE TABLE future (x); PRAGMA application_id = 0x41524249; PRAGMA user_version = 1000")
			},
			"PATH: a newer version of Arbitre wrote it: its tables are of version 1000, this program knows up to 3",
		},
		"directory": {
			func(t *testing.T, path string) {
				if err := os.Mkdir(path, 0o700); err != nil {
					t.Fatal(err)
				}
			},
			"PATH: expected a file, found a directory",
		},
		"below a file": {
			func(t *testing.T, path string) {
				if err := os.Remove(filepath.Dir(path)); err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Dir(path), "")
			},
			"stat PATH: not a directory",
		},
		"in no folder": {
			func(t *testing.T, path string) {
				if err := os.Remove(filepath.Dir(path)); err != nil {
					t.Fatal(err)
				}
			},
			"open PATH: no such file or directory",
		},
		"a link to itself": {
			func(t *testing.T, path string) {
				if err := os.Symlink(path, path); err != nil {
					t.Fatal(err)
				}
			},
			"stat PATH: too many levels of symbolic links",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "folder", "arbitre.db")
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			c.make(t, path)
			before, _ := os.ReadFile(path)
			s, err := Open(t.Context(), path)
			if err == nil {
				t.Fatal("no error", s.Close())
			}
			if want := "open database: " + strings.ReplaceAll(c.want, "PATH", path); err.Error() != want {
				t.Errorf("\n%s, want\n%s", err, want)
			}
			if after, _ := os.ReadFile(path); string(before) != string(after) {
				t.Error("the file has changed")
			}
			if files, _ := filepath.Glob(path + "-*"); len(files) > 0 {
				t.Error("left behind:", files)
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestErrNewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arbitre.db")
	run(t, path, "PRAGMA application_id = 0x41524249; PRAGMA user_version = 4")
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNewer) {
		t.Errorf("%v, want ErrNewer", err)
	}
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arbitre.db")
	s := openStore(t, path)
	other := connect(path, 0, "mode=rw&_txlock=exclusive", 1)
	defer other.Close()
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(t.Context(), path, time.Millisecond); err == nil ||
		!strings.HasPrefix(err.Error(), "open database: "+path+" is locked by another program: ") {
		t.Errorf("open says %v", err)
	}
	// Readers wait for nobody; a writer for as long as it is let.
	if _, err := s.Memory("net").Channels(t.Context()); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Record(ctx, match(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("record says %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := s.Record(t.Context(), match(1)); err != nil {
		t.Error(err)
	}
}

// What was recorded is there after the program was killed: a copy of the files
// as they are now is what a kill leaves.
func TestKilled(t *testing.T) {
	folder, killed := t.TempDir(), t.TempDir()
	s := openStore(t, filepath.Join(folder, "arbitre.db"))
	for n := range 5 {
		recordAll(t, s, ended(n))
		for _, end := range []string{"", "-wal"} {
			text, err := os.ReadFile(filepath.Join(folder, "arbitre.db"+end))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(killed, fmt.Sprint(n)+end), string(text))
		}
		check(t, nil, whole(t, openStore(t, filepath.Join(killed, fmt.Sprint(n)))), whole(t, s))
	}
}

// A full disk takes nothing, says so, and loses nothing; then it goes on.
func TestFull(t *testing.T) {
	s := newStore(t)
	recordAll(t, s, ended(1))
	before := whole(t, s)
	limit := func(pages int) {
		if _, err := s.write.ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages)); err != nil {
			t.Fatal(err)
		}
	}
	limit(1) // it is cut at what there is
	var many []Match
	for n := range 100 {
		many = append(many, ended(n))
	}
	err := s.Rebuild(t.Context(), slices.Values(many))
	if err == nil || !strings.Contains(err.Error(), "database or disk is full") {
		t.Fatal(err)
	}
	check(t, nil, whole(t, s), before)
	limit(1 << 20)
	if err := s.Rebuild(t.Context(), slices.Values(many)); err != nil {
		t.Fatal(err)
	}
	check(t, nil, query(t, s, "SELECT count(ended) FROM matches"), []string{"100"})
}

// Each version that ever was is brought to today's.
func TestMigrations(t *testing.T) {
	tables := "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
	today := query(t, newStore(t), tables)
	for version := range len(migrations()) {
		version++
		path := filepath.Join(t.TempDir(), "arbitre.db")
		script, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("version-%d.sql", version)))
		if err != nil {
			t.Fatal(err)
		}
		run(t, path, string(script))
		s := openStore(t, path)
		if diff := cmp.Diff(plain(today), plain(query(t, s, tables))); diff != "" {
			t.Errorf("the tables, -of a new database +of one of version %d:\n%s", version, diff)
		}
		if got := query(t, s, "PRAGMA integrity_check"); got[0] != "ok" {
			t.Error(got)
		}
		checkOld(t, s)
	}
}

// plain is SQL without comments and spacing.
func plain(statements []string) []string {
	comment := regexp.MustCompile(`--.*`)
	for i, s := range statements {
		statements[i] = strings.Join(strings.Fields(comment.ReplaceAllString(s, "")), " ")
	}
	return statements
}

// checkOld: what the scripts in testdata put in is still there.
func checkOld(t *testing.T, s *Store) {
	t.Helper()
	hackbbs := s.Memory("hackbbs")
	top, err := hackbbs.Top(t.Context(), "bomber", 5)
	check(t, err, top, []referee.Top{
		{Place: 1, Name: "Ann", Played: 1, Won: 1, Rating: 1516}, {Place: 2, Name: "Bob", Played: 1, Rating: 1484},
	})
	matches, err := hackbbs.Matches(t.Context(), "#arena", 5)
	check(t, err, matches, []referee.Played{{
		ID: "20260719T201500-000000000001", Game: "bomber", Turns: 42, Winners: []string{"Ann"},
		Ended: time.Date(2026, 7, 19, 20, 20, 0, 500e6, time.UTC),
	}})
	channels, err := hackbbs.Channels(t.Context())
	check(t, err, channels, []referee.Remembered{{Name: "#arena", Inviter: "example.org", Settings: []string{"language=fr", "lobby=2m"}}})
	bans, err := hackbbs.Bans(t.Context())
	check(t, err, bans, []referee.Ban{{Channel: "#arena", Who: "eve", By: "op", Reason: "flood"}})
	seen, err := s.Sightings(t.Context(), "hackbbs", "ann")
	check(t, err, seen, []Sighting{{
		Account: "ann", Nick: "ann", Host: "ann@example.org",
		First: time.Date(2026, 7, 19, 20, 15, 0, 0, time.UTC), Last: time.Date(2026, 7, 19, 20, 25, 0, 0, time.UTC),
	}})
}

// check compares an answer.
func check[T any](t *testing.T, err error, got, want T) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error("-want +got:\n", diff)
	}
}

// A step that fails leaves the version before it, which the next start takes up.
func TestMigrationFails(t *testing.T) {
	db := connect(filepath.Join(t.TempDir(), "arbitre.db"), patience, "mode=rwc", 1)
	defer db.Close()
	first := "CREATE TABLE a (x); INSERT INTO a VALUES (1)"
	err := migrate(t.Context(), db, []string{first, "UPDATE a SET x = 2; CREATE TABLE a (x)"})
	if err == nil || !strings.HasPrefix(err.Error(), "make version 2 of it: ") {
		t.Fatal(err)
	}
	var x, version int
	read := func() {
		if err := db.QueryRowContext(t.Context(), "SELECT x, (SELECT user_version FROM pragma_user_version) FROM a").Scan(&x, &version); err != nil {
			t.Fatal(err)
		}
	}
	if read(); x != 1 || version != 1 {
		t.Errorf("x = %d in version %d, want 1 in 1", x, version)
	}
	if err := migrate(t.Context(), db, []string{first, "UPDATE a SET x = x + 2"}); err != nil {
		t.Fatal(err)
	}
	if read(); x != 3 || version != 2 {
		t.Errorf("x = %d in version %d, want 3 in 2", x, version)
	}
}
