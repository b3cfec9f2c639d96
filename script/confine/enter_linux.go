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
	data, addresses, err := present()
	if err != nil {
		return err
	}
	limits := []struct {
		name     string
		resource int
		most     uint64
	}{
		{"memory", unix.RLIMIT_DATA, data + uint64(allowed)},
		{"addresses", unix.RLIMIT_AS, addresses + uint64(allowed) + mostAhead},
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

// mostAhead is how many bytes of addresses the Go runtime may set aside beyond
// what it uses. It needs this limit too: memory that the runtime has set aside is
// not looked at again by RLIMIT_DATA when it is taken, however large the piece.
// The runtime sets aside 64 MB at a time, and has done so before the start, so
// that a piece is never larger than what is allowed and this.
const mostAhead = 32 << 20

// present is what the two limits count: the private memory that may be written
// to, in use or not, and all addresses.
func present() (data, addresses uint64, err error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, 0, fmt.Errorf("the present size: %w", err)
	}
	data, err = bytesOf(status, "VmData")
	if err != nil {
		return 0, 0, err
	}
	addresses, err = bytesOf(status, "VmSize")
	return data, addresses, err
}

// bytesOf finds a size in the kernel's table.
func bytesOf(status []byte, key string) (uint64, error) {
	_, rest, _ := bytes.Cut(status, []byte("\n"+key+":"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	kilobytes, err := strconv.ParseUint(string(bytes.TrimSuffix(bytes.TrimSpace(line), []byte(" kB"))), 10, 44)
	if err != nil {
		return 0, fmt.Errorf("the present size: %s in /proc/self/status: %w", key, err)
	}
	return kilobytes << 10, nil
}
