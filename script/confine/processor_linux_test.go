package confine_test

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"arbitre/script/confine"
)

// A child that has used up its time of the processor ends, also if nobody ever
// stops waiting for it.
func TestProcessorTime(t *testing.T) {
	child := start(t, "orphan")
	if _, err := child.Exchange(t.Context(), []byte(ready)); err != nil {
		t.Fatal(err)
	}
	limit := unix.Rlimit{Cur: 1, Max: unix.RLIM_INFINITY}
	if err := unix.Prlimit(child.PID(), unix.RLIMIT_CPU, &limit, nil); err != nil {
		t.Fatal(err)
	}
	_, err := child.Exchange(t.Context(), nil)
	if !errors.Is(err, confine.ErrLate) || !strings.Contains(err.Error(), "out of processor time") {
		t.Errorf("out of processor time: %v", err)
	}
}

// A child gives way to its parent, and does not need to be told twice: its threads
// do too.
func TestGivesWay(t *testing.T) {
	child := start(t, "echo")
	if _, err := child.Exchange(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	own, err := unix.Getpriority(unix.PRIO_PROCESS, 0) // 20 is the usual one, less gives way
	if err != nil {
		t.Fatal(err)
	}
	its, err := unix.Getpriority(unix.PRIO_PROCESS, child.PID())
	if err != nil {
		t.Fatal(err)
	}
	if its > own || its > 15 {
		t.Errorf("the child has %d, its parent %d", its, own)
	}
}
