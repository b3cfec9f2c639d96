//go:build linux && (amd64 || arm64)

package confine

import (
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// allowedCalls are what a Go program that is running already needs: memory,
// threads, time, signals, and the descriptors that it has. Not open, socket,
// exec, and whatever else there is or will be.
var allowedCalls = []uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_CLOSE, unix.SYS_FCNTL,
	unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_MADVISE,
	unix.SYS_FUTEX, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY,
	unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT,
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	unix.SYS_RESTART_SYSCALL, unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID,
	unix.SYS_GETRANDOM, unix.SYS_PRCTL, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}

// Where a filter finds things in the kernel's seccomp_data.
const (
	offsetCall         = 0
	offsetArchitecture = 4
	offsetArgument     = 16 // the lower half of the first one
)

// What a filter answers.
const (
	answerAllow   = unix.SECCOMP_RET_ALLOW
	answerKill    = unix.SECCOMP_RET_KILL_PROCESS
	answerRefuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	answerUnknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// filterCalls leaves all threads of this process allowedCalls, clone for threads,
// and signals to itself. A kernel without such filters is no error: the other walls stand.
func filterCalls() {
	filter := callFilter()
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread() // the first call is for the thread that makes the second
	defer runtime.UnlockOSThread()
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != nil {
		return
	}
	_, _, _ = unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
}

func callFilter() []unix.SockFilter {
	filter := []unix.SockFilter{
		load(offsetArchitecture), skipIf(unix.BPF_JEQ, architecture()), give(answerKill),
		load(offsetCall),
	}
	// The C library of a program built with cgo takes clone where clone3 is unknown;
	// clone can be looked into.
	filter = append(filter, onCall(unix.SYS_CLONE3, give(answerUnknown))...)
	filter = append(filter, onCall(unix.SYS_CLONE, argument(unix.BPF_JSET, unix.CLONE_THREAD)...)...)
	filter = append(filter, onCall(unix.SYS_TGKILL, argument(unix.BPF_JEQ, uint32(os.Getpid()))...)...)
	for _, call := range allowedCalls {
		filter = append(filter, onCall(call, give(answerAllow))...)
	}
	return append(filter, give(answerRefuse))
}

func architecture() uint32 {
	if runtime.GOARCH == "arm64" {
		return unix.AUDIT_ARCH_AARCH64
	}
	return unix.AUDIT_ARCH_X86_64
}

// onCall is what to do, and to answer, if this is the call.
func onCall(call uint32, do ...unix.SockFilter) []unix.SockFilter {
	other := uint8(len(do))
	return append([]unix.SockFilter{{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: other, K: call}}, do...)
}

// argument allows a call whose first argument passes the test, and refuses it
// otherwise.
func argument(test uint16, value uint32) []unix.SockFilter {
	return []unix.SockFilter{load(offsetArgument), skipIf(test, value), give(answerRefuse), give(answerAllow)}
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// skipIf skips the next step if what is loaded passes the test.
func skipIf(test uint16, value uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, Jt: 1, K: value}
}

func give(answer uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: answer}
}
