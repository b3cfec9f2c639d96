package irc

import (
	"bytes"
	"sync"
	"time"

	"arbitre/referee"
)

// maxQueued is how many lines may wait for the desk beside those in the channel.
// At more, nothing is read from the socket, so that TCP holds the server back
// (which in the end drops us: a desk that slow is broken). Marks and changes of
// the link are not counted, so that putting one never blocks.
const maxQueued = 1024

// stream puts the lines of the socket, the marks and the changes of the link into
// one order, and hands them to the desk by a goroutine of its own, pump.
type stream struct {
	out  chan referee.Line
	wake chan struct{} // something was queued
	room chan struct{} // the queue was emptied

	// mu is held from taking a line's stamp to queueing it, so that a mark put at
	// a moment is behind all that carries an earlier stamp.
	mu     sync.Mutex
	queue  []referee.Line
	lines  int // how many of them are of the socket
	closed bool
}

func newStream() *stream {
	return &stream{
		out:  make(chan referee.Line, 64),
		wake: make(chan struct{}, 1),
		room: make(chan struct{}, 1),
	}
}

// read stamps the lines that end in this chunk, queues them and returns them
// appended to texts.
func (s *stream) read(split *splitter, chunk []byte, texts []string) []string {
	s.mu.Lock()
	at := time.Now()
	for line, ok := split.next(&chunk); ok; line, ok = split.next(&chunk) {
		text := string(line)
		s.queue = append(s.queue, referee.Line{At: at, Text: text})
		s.lines++
		texts = append(texts, text)
	}
	s.mu.Unlock()
	signal(s.wake)
	return texts
}

// put queues a mark or a change of the link.
func (s *stream) put(line referee.Line) {
	s.mu.Lock()
	if !s.closed {
		line.At = time.Now()
		s.queue = append(s.queue, line)
	}
	s.mu.Unlock()
	signal(s.wake)
}

// wait returns once there is room for lines; false if done was closed before.
func (s *stream) wait(done <-chan struct{}) bool {
	for {
		s.mu.Lock()
		full := s.lines >= maxQueued
		s.mu.Unlock()
		if !full {
			return true
		}
		select {
		case <-s.room:
		case <-done:
			return false
		}
	}
}

// pump hands the queue to the desk until stop is closed; then what the desk does
// not take at once is dropped, and the channel is closed.
func (s *stream) pump(stop <-chan struct{}) {
	defer close(s.out)
	var batch []referee.Line
	for {
		batch = s.take(batch)
		for i, line := range batch {
			select {
			case s.out <- line:
			case <-stop:
				s.finish(batch[i:])
				return
			}
		}
		clear(batch) // so that no line is kept longer than it waits
		select {
		case <-s.wake:
		case <-stop:
			s.finish(nil)
			return
		}
	}
}

// take is the queue, whose place this emptied slice takes.
func (s *stream) take(empty []referee.Line) []referee.Line {
	s.mu.Lock()
	batch := s.queue
	s.queue, s.lines = empty[:0], 0
	s.mu.Unlock()
	signal(s.room)
	return batch
}

func (s *stream) finish(rest []referee.Line) {
	s.mu.Lock()
	s.closed = true
	rest = append(rest, s.queue...)
	s.queue = nil
	s.mu.Unlock()
	for _, line := range rest {
		select {
		case s.out <- line:
		default:
			return
		}
	}
}

// signal wakes who waits on a channel of one place.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// maxInput is how many bytes of a line are read: tags of 8191 and a line of 512.
// The rest of a longer one is dropped.
const maxInput = 8191 + 512

// splitter cuts what comes from the socket into lines.
type splitter struct {
	partial []byte // the head of a line whose end has not come
	given   bool   // partial was returned by the last call of next
}

// next cuts the next line, without CR LF, off the chunk; false, with the chunk
// used up, if there is none. Blank lines are left out. The line is good until the
// next call.
func (s *splitter) next(chunk *[]byte) ([]byte, bool) {
	for {
		if s.given {
			s.partial, s.given = s.partial[:0], false
		}
		end := bytes.IndexByte(*chunk, '\n')
		if end < 0 {
			s.keep(*chunk)
			*chunk = nil
			return nil, false
		}
		line := (*chunk)[:end]
		*chunk = (*chunk)[end+1:]
		if len(s.partial) > 0 {
			s.keep(line)
			line, s.given = s.partial, true
		}
		line = bytes.Trim(line[:min(len(line), maxInput)], "\r")
		if len(bytes.TrimLeft(line, " ")) > 0 {
			return line, true
		}
	}
}

func (s *splitter) keep(head []byte) {
	room := maxInput - len(s.partial)
	s.partial = append(s.partial, head[:min(len(head), room)]...)
}
