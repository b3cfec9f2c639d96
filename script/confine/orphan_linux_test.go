package confine_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"arbitre/script/confine"
)

// forgetParent makes this process one that the kernel does not kill when its
// parent is gone, as on other systems.
func forgetParent() {
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0); err != nil {
		panic(err)
	}
}

// beParent is a parent that waits for a child which never answers.
func beParent(how string) error {
	child, err := confine.Start(confine.Command{Args: []string{asking, how}, Most: most})
	if err != nil {
		return err
	}
	if _, err = child.Exchange(context.Background(), []byte(ready)); err != nil {
		return err
	}
	fmt.Fprintln(os.Stdout, child.PID())
	_, err = child.Exchange(context.Background(), nil)
	return err
}

// No child is left behind when its parent is killed, however busy it is: by the
// kernel, and where that does not help by the child itself.
func TestOrphans(t *testing.T) {
	for _, how := range []string{"orphan", "orphan that sees to itself", "idle orphan that sees to itself"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			parent := exec.Command(os.Args[0], asking, "parent of", how)
			out, err := parent.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err = parent.Start(); err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(out).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(line))
			if err != nil {
				t.Fatal(err)
			}
			orphan, err := unix.PidfdOpen(pid, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = unix.Close(orphan) }()
			if err := parent.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			awaitEnd(t, orphan)
			_ = parent.Wait() // killed, as it says
		})
	}
}

// awaitEnd waits until a process has ended.
func awaitEnd(t *testing.T, process int) {
	t.Helper()
	for {
		_, err := unix.Poll([]unix.PollFd{{Fd: int32(process), Events: unix.POLLIN}}, -1)
		if err == nil {
			return
		}
		if err != unix.EINTR {
			t.Fatal(err)
		}
	}
}
