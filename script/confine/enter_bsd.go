//go:build unix && !linux

package confine

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// enter leaves the memory to Cell.watch: these systems have no limit that a Go
// program can live with.
func enter(int) error {
	limits := []struct {
		name     string
		resource int
	}{
		{"core files", unix.RLIMIT_CORE},
		{"the size of files", unix.RLIMIT_FSIZE},
		{"open files", unix.RLIMIT_NOFILE}, // no more of them; what is open stays so
	}
	for _, l := range limits {
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{}); err != nil {
			return fmt.Errorf("limit %s to 0: %w", l.name, err)
		}
	}
	return nil
}
