package main

import (
	"path/filepath"
	"strings"
	"testing"

	"arbitre/archive"
	"arbitre/referee"
	"arbitre/store"
)

// A backup is taken of a database that is in use, and opens like it.
func TestBackup(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), archive.Database), filepath.Join(t.TempDir(), "copy.db")
	used, err := store.Open(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	if err = used.Memory("net").Ban(t.Context(), referee.Ban{Channel: "#arena", Who: "eve"}); err != nil {
		t.Fatal(err)
	}
	var out, failed strings.Builder
	tell := &terminal{nil, &out, &failed}
	if status := run([]string{"backup", from, to}, tell); status != 0 {
		t.Fatal(status, failed.String())
	}
	if want := to + " is a copy of " + from + ".\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	copied, err := store.Open(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	bans, err := copied.Memory("net").Bans(t.Context())
	if err != nil || len(bans) != 1 || bans[0].Who != "eve" {
		t.Error(bans, err)
	}
	if status := run([]string{"backup", from, to}, tell); status != exitFailure {
		t.Error("a file that exists: status", status)
	}
	if want := "arbitre: back up: " + to + ": expected a file that does not exist yet\n"; failed.String() != want {
		t.Errorf("%q, want %q", failed.String(), want)
	}
}
