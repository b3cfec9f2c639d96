package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// crashed writes lines into files by a log and returns the files' and the log's
// text as a crash would leave them.
func crashed(t *testing.T, files, lines int) (dir string, whole map[string]string, log []byte) {
	t.Helper()
	dir = t.TempDir()
	w, err := openWAL(dir)
	if err != nil {
		t.Fatal(err)
	}
	whole = map[string]string{}
	var all sync.WaitGroup
	for i := range files {
		name := fmt.Sprintf("%d.jsonl", i)
		l := &Log{wal: w, path: filepath.Join(dir, fmt.Sprint(i))}
		write(t, dir, name, "")
		write(t, dir, fmt.Sprintf("%d.private", i), "")
		text := ""
		for n := range lines {
			text += fmt.Sprintf("%d %d %s\n", i, n, strings.Repeat("x", i))
		}
		whole[name] = text
		all.Go(func() {
			for line := range strings.Lines(text) {
				if e := l.write([]byte(line)); e != nil {
					t.Error(e)
				}
			}
		})
	}
	all.Wait()
	if log, err = os.ReadFile(filepath.Join(dir, walName)); err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	return dir, whole, log
}

// TestRecovered: what a crash has kept from the files is in the log, also what
// it has kept from them in part; and the log is then empty.
func TestRecovered(t *testing.T) {
	dir, whole, log := crashed(t, 5, 20)
	for lost := range 30 {
		for name, text := range whole {
			write(t, dir, name, text[:max(0, len(text)-lost*lost)])
		}
		write(t, dir, walName, string(log))
		reopen(t, dir)
		for name, want := range whole {
			if got := read(t, dir, name); got != want {
				t.Errorf("%d lost: %s is\n%s\nwant\n%s", lost, name, got, want)
			}
		}
	}
	for name := range whole { // somebody cut the files: the log is no copy of them
		write(t, dir, name, "")
	}
	reopen(t, dir)
	for name := range whole {
		if got := read(t, dir, name); got != "" {
			t.Errorf("%s is\n%s", name, got)
		}
	}
}

// TestTornLog: of a log cut or damaged anywhere, whole lines are recovered, in
// order.
func TestTornLog(t *testing.T) {
	dir, whole, log := crashed(t, 1, 4)
	used := len(bytes.TrimRight(log, "\x00"))
	for at := range used + 1 {
		for _, damage := range []func() []byte{
			func() []byte { return log[:at] },
			func() []byte { changed := bytes.Clone(log[:used+100]); changed[at] ^= 0x10; return changed },
		} {
			write(t, dir, "0.jsonl", "")
			write(t, dir, walName, string(damage()))
			w := &wal{dir: dir, unsynced: map[string]struct{}{}}
			file, err := os.Open(filepath.Join(dir, walName))
			if err != nil {
				t.Fatal(err)
			}
			w.file = file
			err = errorOr(w.recover(), file.Close())
			got := read(t, dir, "0.jsonl")
			if err != nil || !strings.HasPrefix(whole["0.jsonl"], got) || got != "" && !strings.HasSuffix(got, "\n") {
				t.Errorf("at %d: %v\n%s", at, err, got)
			}
		}
	}
}

// TestLogLeavesAlone: files that are gone, finished, or too short for a record.
func TestLogLeavesAlone(t *testing.T) {
	dir, whole, log := crashed(t, 3, 3)
	write(t, dir, walName, string(log))
	if err := os.Remove(filepath.Join(dir, "0.jsonl")); err != nil {
		t.Fatal(err)
	}
	finished := whole["1.jsonl"][:10] // and somebody cut it
	write(t, dir, "1.jsonl", finished)
	if err := os.Remove(filepath.Join(dir, "1.private")); err != nil {
		t.Fatal(err)
	}
	reopen(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "0.jsonl")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if got := read(t, dir, "1.jsonl"); got != finished {
		t.Error(got)
	}
	w := &wal{dir: dir}
	if err := w.complete(&addition{name: "../x"}); err == nil {
		t.Error("a file outside of the folder is completed")
	}
	if err := errorOr(w.complete(&addition{name: "2.jsonl", at: 1000, line: []byte("x")}), w.complete(&addition{name: "2.jsonl", at: -1, line: []byte("x")})); err != nil || read(t, dir, "2.jsonl") != whole["2.jsonl"] {
		t.Error(err)
	}
}

// TestNoRoom: without room for the log, or when it is full, the files themselves
// are synced.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	w, err := openWAL(dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "x.jsonl", "")
	l := &Log{wal: w, path: filepath.Join(dir, "x")}
	want := ""
	for i, step := range []struct {
		room, size int64
		before     func()
	}{
		{room: 0},
		{room: 100, size: 55},
		{room: 100, size: 0}, // full
		{room: walRoom, size: 55},
		{room: walRoom, size: 110},
		{room: walRoom, size: 0, before: func() { _ = w.file.Close() }}, // it cannot be written
	} {
		if w.room = step.room; step.before != nil {
			step.before()
		}
		line := fmt.Sprintf("%021d\n", i)
		want += line
		if err := l.write([]byte(line)); err != nil {
			t.Fatal(err)
		}
		if w.size != step.size || (w.size == 0) != (len(w.unsynced) == 0) {
			t.Errorf("step %d: %d bytes, want %d; unsynced %v", i, w.size, step.size, w.unsynced)
		}
	}
	if got := read(t, dir, "x.jsonl"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func reopen(t *testing.T, dir string) {
	t.Helper()
	w, err := openWAL(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
