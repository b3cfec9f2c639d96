package confine

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Cell is a confined process as it sees itself.
type Cell struct {
	most    uint64 // bytes of memory, as the Go runtime counts them
	parent  int
	look    *time.Timer
	request bytes.Buffer
	frame   []byte
}

// lookEvery is how often a cell that is busy looks at its memory and for its
// parent.
const lookEvery = 10 * time.Millisecond

// bufferBytes is as much as one read takes: most requests at once.
const bufferBytes = 32 << 10

// exitMemory is the exit status of a cell that has found itself too large.
const exitMemory = 3

// exitProcessor is that of a cell that has used up its time of the processor.
const exitProcessor = 4

// Enter confines this process, for good: from here on it may grow by so many
// bytes, and can open, start and connect nothing. docs/operating.md has what
// does that on which system. It is called first thing, while the process is
// small and has nothing open.
func Enter(bytes int) (*Cell, error) {
	present := size()
	c := &Cell{parent: os.Getppid(), most: present + uint64(bytes)}
	// The collector works harder before the wall is reached.
	debug.SetMemoryLimit(int64(present) + int64(bytes)*3/4)
	// Also so that the runtime has opened its poller before nothing can be opened.
	c.look = time.AfterFunc(time.Hour, c.watch)
	c.look.Stop()
	if err := enter(bytes); err != nil {
		return nil, fmt.Errorf("confine this process: %w", err)
	}
	return c, nil
}

// size is the memory that the Go runtime has from the system and has not given
// back.
func size() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// watch ends the process if it is too large, which is the only wall where the
// system has no limit, or if its parent is gone.
func (c *Cell) watch() {
	if present := size(); present > c.most {
		fmt.Fprintf(os.Stderr, "out of memory: %d bytes, %d are allowed\n", present, c.most)
		os.Exit(exitMemory)
	}
	if os.Getppid() != c.parent {
		os.Exit(0)
	}
	c.look.Reset(lookEvery)
}

// Serve answers requests of at most so many bytes, one after the other, until
// the input ends. The memory of a request is good until it is answered. A longer
// answer than the parent allows is its end.
func (c *Cell) Serve(in io.Reader, out io.Writer, most int, answer func(request []byte) []byte) error {
	buffered := bufio.NewReaderSize(in, bufferBytes)
	for {
		err := readFrame(buffered, &c.request, most)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
		c.look.Reset(lookEvery)
		c.frame = appendFrame(c.frame[:0], answer(c.request.Bytes()))
		c.look.Stop()
		if _, err := out.Write(c.frame); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
	}
}
