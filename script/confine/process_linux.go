package confine

import (
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// thisProgram is the one that runs, also if its file has been replaced or removed
// since it was started.
func thisProgram() (string, error) { return "/proc/self/exe", nil }

// attributes are of a child that the kernel kills when its parent is gone, even
// by kill -9.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// keepDescriptors keeps to this process whatever it was started with beyond
// standard input, output and error; Linux before 5.11 can't. What Go itself opens
// no child ever gets.
func keepDescriptors() {
	_ = unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
}

// peak is how much memory a process had at most. The kernel counts also what its
// parent had when it was started.
func peak(ended *os.ProcessState) int64 {
	usage, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(usage.Maxrss) << 10 //nolint:unconvert // 32 bits on some
}

// A child has so many seconds of the processor for so many requests: a backstop
// for when its parent cannot kill it in time, stopped in a debugger, say.
// Renewed and not absolute, since a long match is no offence.
const (
	requestsPerRenewal = 16
	renewalSeconds     = 60
)

// renewProcessor sets the limit of a child's processor time ahead of what it has
// used. It fails if the child is gone, which the exchange finds out, or where a
// sandbox around the parent forbids it: the other walls stand.
func renewProcessor(pid int) {
	var used unix.Timespec
	var limit unix.Rlimit
	if unix.ClockGettime(processClock(pid), &used) != nil || unix.Prlimit(pid, unix.RLIMIT_CPU, nil, &limit) != nil {
		return
	}
	limit.Cur = min(limit.Max, uint64(used.Sec)+renewalSeconds)
	_ = unix.Prlimit(pid, unix.RLIMIT_CPU, &limit, nil)
}

// processClock is the clock of a process's processor time: the kernel's
// MAKE_PROCESS_CPUCLOCK with CPUCLOCK_SCHED.
func processClock(pid int) int32 { return int32(^pid<<3 | 2) }
