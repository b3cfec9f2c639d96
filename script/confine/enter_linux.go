package confine

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"

	"golang.org/x/sys/unix"
)

func enter(allowed int) error {
	// One request at a time needs one processor; a number that is set is also one
	// that the runtime does not go on reading from the system's files.
	runtime.GOMAXPROCS(1)
	fetchMemory(allowed)
	data, addresses, err := present()
	if err != nil {
		return err
	}
	limits := []struct {
		name     string
		resource int
		most     uint64
	}{
		{"memory", unix.RLIMIT_DATA, data + spareBytes},
		{"addresses", unix.RLIMIT_AS, addresses + spareBytes},
		{"core files", unix.RLIMIT_CORE, 0},
		{"the size of files", unix.RLIMIT_FSIZE, 0},
		{"open files", unix.RLIMIT_NOFILE, 0}, // no more of them; what is open stays so
	}
	for _, l := range limits {
		if err := unix.Prlimit(0, l.resource, &unix.Rlimit{Cur: l.most, Max: l.most}, nil); err != nil {
			return fmt.Errorf("limit %s to %d: %w", l.name, l.most, err)
		}
	}
	endWithProcessor()
	filterCalls()
	return nil
}

// endWithProcessor ends this process at its limit of processor time. That signal
// ends what does not ask for it, but the Go runtime takes it, and does nothing.
func endWithProcessor() {
	spent := make(chan os.Signal, 1)
	signal.Notify(spent, unix.SIGXCPU)
	go func() {
		<-spent
		fmt.Fprintln(os.Stderr, "out of processor time")
		os.Exit(exitProcessor)
	}()
}

// fetchMemory has the runtime get from the system all that it may ever have, and
// give back what is behind the addresses. So the limits can be set to what is there
// already, and hold whatever the size of a piece: memory whose addresses are set
// aside is not looked at again by RLIMIT_DATA when it is taken, and the runtime
// sets aside 64 MB at a time.
func fetchMemory(allowed int) {
	runtime.KeepAlive(make([]byte, allowed))
	debug.FreeOSMemory()
}

// spareBytes is for what the runtime needs beside the heap: threads, with the C
// library 8 MB each, and its records. It is less than the 64 MB without which no
// piece of memory that does not fit into the heap can be had.
const spareBytes = 48 << 20

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
