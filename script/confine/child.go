package confine

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Command is what to start.
type Command struct {
	Path string // the program; "" is this one
	Args []string
	Most int // the longest request and the longest answer, in bytes
}

// Child is a process that [Start] has started, as its parent sees it. One
// goroutine at a time may use it.
type Child struct {
	command  *exec.Cmd
	most     int
	in, out  *os.File
	reader   *bufio.Reader
	request  []byte
	answer   bytes.Buffer
	said     said
	fault    error
	requests int
}

// waitDelay bounds how long the end of a killed child's standard error is waited
// for; nobody but the child should hold it.
const waitDelay = time.Second

// Start starts a child: with an empty environment, in a process group of its
// own, so that the terminal's Ctrl-C is its parent's business, and without any
// descriptor but its standard input, output and error. Close must be called in
// the end.
func Start(command Command) (*Child, error) {
	child, err := start(command)
	if err != nil {
		return nil, fmt.Errorf("start a contained process: %w", err)
	}
	return child, nil
}

func start(command Command) (*Child, error) {
	name := command.Path
	if command.Path == "" {
		program, err := thisProgram()
		if err != nil {
			return nil, err
		}
		command.Path, name = program, os.Args[0]
	}
	keepDescriptors()
	itsIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer itsIn.Close()
	out, itsOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	defer itsOut.Close()
	c := &Child{most: command.Most, in: in, out: out, reader: bufio.NewReaderSize(out, bufferBytes)}
	c.command = exec.Command(command.Path, command.Args...)
	c.command.Args[0] = name
	c.command.Env = []string{} // nil would be the parent's
	c.command.Stdin, c.command.Stdout, c.command.Stderr = itsIn, itsOut, &c.said
	c.command.SysProcAttr = attributes()
	c.command.WaitDelay = waitDelay
	if err := c.command.Start(); err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	giveWay(c.PID())
	return c, nil
}

// Exchange sends a request and returns the answer, whose memory is good until
// the next call. The error is a *[ChildError], and the child is dead then: when it
// dies, when the context ends before its answer is here, when its answer is
// longer than Command.Most. A request that is too long is an error of the
// caller's, and harms nothing.
func (c *Child) Exchange(ctx context.Context, request []byte) ([]byte, error) {
	if c.fault != nil {
		return nil, c.fault
	}
	if len(request) > c.most {
		return nil, fmt.Errorf("a request to a contained process: %w", lengthError{len(request), c.most})
	}
	if err := c.exchange(ctx, request); err != nil {
		c.end(err)
		return nil, c.fault
	}
	return c.answer.Bytes(), nil
}

func (c *Child) exchange(ctx context.Context, request []byte) error {
	if c.requests%requestsPerRenewal == 0 {
		renewProcessor(c.command.Process.Pid)
	}
	c.requests++
	stop := context.AfterFunc(ctx, func() {
		past := time.Unix(1, 0)
		_ = c.in.SetWriteDeadline(past) // fails only on what is closed
		_ = c.out.SetReadDeadline(past)
	})
	c.request = appendFrame(c.request[:0], request)
	_, err := c.in.Write(c.request)
	if err == nil {
		err = readFrame(c.reader, &c.answer, c.most)
	}
	if !stop() {
		return os.ErrDeadlineExceeded // also if the answer came at this very moment
	}
	return err
}

// end kills the child for an error of an exchange, and notes what became of it.
func (c *Child) end(err error) {
	fault := &ChildError{Err: ErrDied}
	if _, long := errors.AsType[lengthError](err); long {
		fault.Err = fmt.Errorf("%w: %w", ErrLong, err)
	} else if errors.Is(err, os.ErrDeadlineExceeded) {
		fault.Err = ErrLate
	}
	c.kill()
	ended := c.command.ProcessState
	if ended.ExitCode() == exitProcessor {
		fault.Err = ErrLate
	}
	fault.Status, fault.Peak, fault.Said = ended.String(), peak(ended), c.said.String()
	c.fault = fault
}

// kill ends the process and waits until it is gone.
func (c *Child) kill() {
	killGroup(c.command.Process)
	_ = c.command.Wait() // what it ended by is in the ProcessState
	_ = c.in.Close()
	_ = c.out.Close()
}

// Close kills the child and waits until it is gone. To end an exchange that is
// under way, end its context first. Calling it again does nothing.
func (c *Child) Close() {
	if c.command.ProcessState == nil {
		c.kill()
	}
	if c.fault == nil {
		c.fault = &ChildError{Err: ErrDied, Status: "closed"}
	}
}

// PID is the child's process id.
func (c *Child) PID() int { return c.command.Process.Pid }
