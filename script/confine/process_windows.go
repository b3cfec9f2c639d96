package confine

import (
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// attributes are of a child that the console's Ctrl-C does not reach, and that
// gives way to its parent.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | windows.BELOW_NORMAL_PRIORITY_CLASS}
}

func giveWay(int) {} // it does from its start

func killGroup(process *os.Process) { _ = process.Kill() } // it may be gone
