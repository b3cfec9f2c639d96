//go:build unix

package confine

import (
	"os"
	"syscall"
)

// killGroup kills a child and whatever it may have started.
func killGroup(process *os.Process) {
	if syscall.Kill(-process.Pid, syscall.SIGKILL) != nil {
		_ = process.Kill() // it may be gone
	}
}
