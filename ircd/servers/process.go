//go:build servers

package servers

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// process is a server that runs.
type process struct {
	cmd    *exec.Cmd
	ended  chan struct{} // closed once it has; then output may be read
	output head
}

// run starts the command in the folder. It dies with us.
func run(folder, libraries string, command []string, as *syscall.Credential) (*process, error) {
	p := &process{ended: make(chan struct{})}
	p.cmd = exec.Command(command[0], command[1:]...)
	p.cmd.Dir = folder
	p.cmd.Env = []string{"LD_LIBRARY_PATH=" + libraries, "PATH=/usr/bin:/bin"}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as, Setpgid: true, Pdeathsig: syscall.SIGKILL}
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	p.cmd.WaitDelay = time.Second // for who inherited its output and outlives it
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("run %s: %w", command[0], err)
	}
	go func() {
		_ = p.cmd.Wait() // killed, usually; ProcessState tells
		close(p.ended)
	}()
	return p, nil
}

// kill ends the process and all that it started, and waits until it is gone.
func (p *process) kill() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // it may be gone already
	<-p.ended
}

// signal sends a signal to the process and all that it started.
func (p *process) signal(tb testing.TB, signal syscall.Signal) {
	tb.Helper()
	if err := syscall.Kill(-p.cmd.Process.Pid, signal); err != nil {
		tb.Fatalf("%v: %v", signal, err)
	}
}

// nobody is the user as whom root runs a server, in his own group alone, and
// nil for who is not root.
func nobody() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// give hands the scratch folder over to the user, with a copy of the server and
// its libraries in it, whose folder it returns: the working tree may lie where
// only root may look.
func give(to *syscall.Credential, root, name, scratch string) (string, error) {
	// The folder of a test is in one of root's own.
	if err := os.Chmod(filepath.Dir(scratch), 0o711); err != nil {
		return "", err
	}
	if err := os.Chown(scratch, int(to.Uid), int(to.Gid)); err != nil {
		return "", err
	}
	// A process that another test starts meanwhile would inherit the binary
	// while it is open for writing, and then nobody could run it.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	for _, folder := range []string{name, "libraries"} {
		if err := os.CopyFS(filepath.Join(scratch, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			return "", err
		}
	}
	return scratch, nil
}

// head keeps the beginning of what is written and drops the rest: ngIRCd can
// print hundreds of megabytes about one client that went away while it lagged.
type head struct{ kept []byte }

func (h *head) Write(p []byte) (int, error) {
	const limit = 32 << 10
	h.kept = append(h.kept, p[:min(len(p), limit-len(h.kept))]...)
	return len(p), nil
}
