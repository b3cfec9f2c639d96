package main

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A pipe in the folder of scripts would be waited for without end, at the start and
// when the configuration is read again.
func TestPipeAmongScripts(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(dir, "a.star"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := offeredScripts(dir)
	if want := "a.star: expected a file with the text of a script"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("a pipe: %v", err)
	}
}
