package confine

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

func enter(allowed int) error {
	// One request at a time needs one processor; a number that is set is also one
	// that the runtime does not go on reading from the system's files.
	runtime.GOMAXPROCS(1)
	runtime.GC() // its threads are counted in what is present
	present, err := dataBytes()
	if err != nil {
		return err
	}
	limits := []struct {
		name     string
		resource int
		most     uint64
	}{
		{"memory", unix.RLIMIT_DATA, present + uint64(allowed)},
		{"core files", unix.RLIMIT_CORE, 0},
		{"the size of files", unix.RLIMIT_FSIZE, 0},
		{"open files", unix.RLIMIT_NOFILE, 0}, // no more of them; what is open stays so
	}
	for _, l := range limits {
		if err := unix.Prlimit(0, l.resource, &unix.Rlimit{Cur: l.most, Max: l.most}, nil); err != nil {
			return fmt.Errorf("limit %s to %d: %w", l.name, l.most, err)
		}
	}
	filterCalls()
	return nil
}

// dataBytes is what RLIMIT_DATA counts: the private memory that may be written
// to, present or not.
func dataBytes() (uint64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, fmt.Errorf("the present size: %w", err)
	}
	const key = "\nVmData:"
	_, rest, _ := bytes.Cut(status, []byte(key))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	kilobytes, err := strconv.ParseUint(string(bytes.TrimSuffix(bytes.TrimSpace(line), []byte(" kB"))), 10, 44)
	if err != nil {
		return 0, fmt.Errorf("the present size: VmData in /proc/self/status: %w", err)
	}
	return kilobytes << 10, nil
}
