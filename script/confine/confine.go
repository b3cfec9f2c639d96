// Package confine runs work that nobody trusts in a child process: a bounded
// amount of memory, no files, no network, no children of its own, and gone when
// its parent is. The two sides exchange one request and one answer at a time
// through the child's standard input and output. The package knows nothing of
// what is asked.
//
// The parent calls [Start] and [Child.Exchange]; what it reads from a child is
// as bounded and as mistrusted as what comes from a network. The child, which is
// the same program with other arguments, calls [Enter] before anything else, and
// then [Cell.Serve]:
//
//	parent  Start ──► Exchange ──► Exchange ──► Close
//	                   │   ▲        │   ▲
//	child   Enter ──► Serve: answer, answer, ... until its input ends
package confine

import (
	"errors"
	"fmt"
	"strings"
)

// How an exchange can fail. The child has been killed then, and is of no further
// use; another one may be started.
var (
	ErrDied = errors.New("the child died")
	ErrLate = errors.New("the child did not answer in time")
	ErrLong = errors.New("the child's answer is too long")
)

// ChildError is how a child failed, for the operator.
type ChildError struct {
	Err    error  // ErrDied, ErrLate or ErrLong
	Status string // how it ended: "exit status 2", "signal: killed"
	Peak   int64  // bytes of memory that it had at most; 0 where the system does not tell
	Said   string // the head and the tail of what it wrote to standard error
}

func (f *ChildError) Error() string {
	if f.Said == "" {
		return fmt.Sprintf("%v (%s)", f.Err, f.Status)
	}
	said := f.Said
	// Where a process was when its memory ran out is nobody's business: any line of
	// its script could have been.
	if why, _, traced := strings.Cut(said, "\n\ngoroutine "); traced && strings.Contains(why, "out of memory") {
		said = why
	}
	return fmt.Sprintf("%v (%s): %s", f.Err, f.Status, said)
}

func (f *ChildError) Unwrap() error { return f.Err }
