//go:build unix

package journal

import (
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock of a file unless somebody has it. The system gives it
// back when the process ends, however it ends.
func tryLock(file *os.File) (taken bool, err error) {
	switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err {
	case nil:
		return true, nil
	case unix.EWOULDBLOCK:
		return false, nil
	default:
		return false, &os.PathError{Op: "lock", Path: file.Name(), Err: err}
	}
}

// syncFolder puts on disk what files a folder has.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errorOr(folder.Sync(), folder.Close())
}
