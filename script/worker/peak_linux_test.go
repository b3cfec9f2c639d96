package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"

	"arbitre/script/confine"
)

// peakOf is how much memory a process has had at most, in bytes.
func peakOf(t *testing.T, child *confine.Child) int64 {
	t.Helper()
	if child == nil {
		return 0
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", child.PID()))
	if err != nil { // it is gone
		_, err = child.Exchange(context.Background(), nil)
		if fault, ok := errors.AsType[*confine.ChildError](err); ok {
			return fault.Peak
		}
		t.Fatal(err)
	}
	found := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(status)
	if found == nil {
		t.Fatalf("no VmHWM in %s", status)
	}
	kilobytes, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}
