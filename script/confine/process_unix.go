//go:build unix

package confine

import (
	"os"
	"syscall"
)

// behind is how much more willingly a child gives way to its parent: some children
// that take all the processor they can get do not keep the parent waiting, and on
// a machine with others they still get their share.
const behind = 5

// giveWay puts a child behind its parent in the queue for the processor. It fails
// where a sandbox forbids it, which is no matter.
func giveWay(pid int) { _ = syscall.Setpriority(syscall.PRIO_PGRP, pid, behind) }

// killGroup kills a child and whatever it may have started.
func killGroup(process *os.Process) {
	if syscall.Kill(-process.Pid, syscall.SIGKILL) != nil {
		_ = process.Kill() // it may be gone
	}
}
