package confine

import (
	"os"
	"syscall"
)

// attributes are of a child that the console's Ctrl-C does not reach.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func killGroup(process *os.Process) { _ = process.Kill() } // it may be gone
