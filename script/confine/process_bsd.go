//go:build unix && !linux

package confine

import "syscall"

// attributes are of a child in a process group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
