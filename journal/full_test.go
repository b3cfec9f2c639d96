//go:build unix

package journal_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"arbitre/journal"
)

// limitFiles lets no file grow beyond so many bytes, as a full disk would: the
// system writes what still has room and refuses the rest. The function returned
// lifts the limit.
func limitFiles(t *testing.T, size int) (lift func()) {
	t.Helper()
	var before unix.Rlimit
	must(t, unix.Getrlimit(unix.RLIMIT_FSIZE, &before))
	limit := before
	limit.Cur = uint64(size)
	must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &limit))
	return func() { must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &before)) }
}

// TestDiskFull: whatever has no room leaves the file as it was, and can be tried
// again. It runs in a process of its own, since "go test" has files too.
func TestDiskFull(t *testing.T) {
	const inside = "ARBITRE_TEST_DISK_FULL"
	if os.Getenv(inside) == "" {
		runAlone(t, inside)
		return
	}
	fillDisk(t)
}

// runAlone runs the test that calls it in a process of its own.
func runAlone(t *testing.T, inside string) {
	t.Helper()
	alone := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	alone.Env = append(os.Environ(), inside+"=1")
	if output, err := alone.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

func fillDisk(t *testing.T) {
	t.Helper()
	for _, g := range games() {
		s := playScript(g, rand.New(rand.NewPCG(2, 2)), 2, 5)
		want := read(t, write(t, t.TempDir(), s))
		dir := t.TempDir()
		j := open(t, dir)

		lift := limitFiles(t, 100)
		_, err := j.Begin(s.opening, s.private)
		lift()
		fits(t, err, "begin match: ")
		if files, e := os.ReadDir(dir); e != nil || len(files) != 2 { // the lock, the write-ahead log
			t.Error(files, e)
		}
		log, err := j.Begin(s.opening, s.private)
		must(t, err)
		name := only(t, dir)
		for i, turn := range s.turns {
			before := read(t, name)
			lift = limitFiles(t, len(before)+10*i)
			err = log.Append(turn)
			lift()
			fits(t, err, "write turn ")
			if now := read(t, name); !bytes.Equal(now, before) {
				t.Errorf("%s: after the error\n%q\nwant\n%q", g.Name, now, before)
			}
			must(t, log.Append(turn))
		}
		before := read(t, name)
		lift = limitFiles(t, len(want)-1)
		err = log.End(s.end)
		lift()
		fits(t, err, "write the end: ")
		if now := read(t, name); !bytes.Equal(now, before) {
			t.Errorf("%s: after the error\n%q\nwant\n%q", g.Name, now, before)
		}
		lift = limitFiles(t, 10)
		err = log.Identify(s.private)
		lift()
		fits(t, err, "write .private: ")
		must(t, log.End(s.end))
		must(t, log.End(s.end)) // the same call may be tried again
		must(t, j.Close())
		if files, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(files) != 3 {
			t.Error(files, err)
		}
		if got := read(t, name); !bytes.Equal(got, want) {
			t.Errorf("%s\n%s\nwant\n%s", g.Name, got, want)
		}
	}
}

// fits checks that the error is that of a file too large.
func fits(t *testing.T, err error, what string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), what) || !strings.HasSuffix(err.Error(), "file too large") {
		t.Error(err)
	}
}

// TestNoRoomForLog: where the write-ahead log has no room it takes none.
func TestNoRoomForLog(t *testing.T) {
	const inside = "ARBITRE_TEST_NO_ROOM"
	if os.Getenv(inside) == "" {
		runAlone(t, inside)
		return
	}
	s := playScript(games()[0], rand.New(rand.NewPCG(2, 2)), 2, 5)
	want := read(t, write(t, t.TempDir(), s))
	dir := t.TempDir()
	limitFiles(t, 100_000)
	if got := read(t, write(t, dir, s)); !bytes.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if log := read(t, filepath.Join(dir, "wal")); len(log) != 0 {
		t.Errorf("the log has %d bytes", len(log))
	}
}

// TestModes: what is private and what is not yet public is for nobody else.
func TestModes(t *testing.T) {
	s := playScript(games()[0], rand.New(rand.NewPCG(2, 2)), 2, 1)
	dir := filepath.Join(t.TempDir(), "journal")
	j := open(t, dir)
	log, err := j.Begin(s.opening, s.private)
	must(t, err)
	name := only(t, dir)
	mode := func(name string) os.FileMode {
		info, err := os.Stat(name)
		must(t, err)
		return info.Mode().Perm()
	}
	if d, m, p := mode(dir), mode(name), mode(strings.TrimSuffix(name, ".jsonl")+".private"); d != 0o700 || m != 0o600 || p != 0o600 {
		t.Errorf("folder %o, match %o, private %o", d, m, p)
	}
	if text := read(t, name); bytes.Contains(text, []byte(s.private.Seed)) {
		t.Errorf("the seed is told: %s", text)
	}
	// Whoever may read it can verify a match that still runs.
	want := fmt.Sprintf("%s:2: the file stops after turn 0: expected the next turn or the end", name)
	if _, _, err := journal.Verify(name, gameTable()); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	must(t, log.End(s.end))
	must(t, j.Close())
	if m := mode(name); m&0o400 == 0 {
		t.Errorf("match %o", m)
	}
}
