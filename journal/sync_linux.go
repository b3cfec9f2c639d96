package journal

import (
	"os"
	"syscall"
)

// syncData puts on disk what a file holds, but not when it was changed, which
// would cost a commit of the file system.
func syncData(file *os.File) error {
	for {
		if err := syscall.Fdatasync(int(file.Fd())); err != syscall.EINTR {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}
