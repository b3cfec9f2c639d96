//go:build !linux

package journal

import "os"

// syncData puts on disk what a file holds.
func syncData(file *os.File) error { return file.Sync() }
