package store

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// A file that we may not read, or not write: the system's reason is told.
func TestNotAllowed(t *testing.T) {
	for mode, what := range map[os.FileMode]string{0o000: "unreadable", 0o400: "unwritable"} {
		t.Run(what, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "arbitre.db")
			newStoreAt(t, path)
			for name, mode := range map[string]os.FileMode{path: mode, filepath.Dir(path): 0o755, filepath.Dir(filepath.Dir(path)): 0o755} {
				if err := os.Chmod(name, mode); err != nil {
					t.Fatal(err)
				}
			}
			err := asNobody(t, func() error {
				s, err := Open(t.Context(), path)
				if err == nil {
					err = s.Close()
				}
				return err
			})
			if want := "open database: open " + path + ": permission denied"; err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

// asNobody runs something without root's power over files, should root run the
// tests. Its thread is never used again.
func asNobody(t *testing.T, run func() error) error {
	t.Helper()
	result := make(chan error)
	go func() {
		runtime.LockOSThread()
		if os.Geteuid() == 0 {
			if err := syscall.Setfsuid(65534); err != nil {
				result <- err
				return
			}
		}
		result <- run()
	}()
	return <-result
}
