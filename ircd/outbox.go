package ircd

import (
	"sync"
	"time"
)

// outbox is what waits to be written to a client. The server's goroutine puts
// lines in without ever blocking; the client's writer takes all that is there at
// once.
type outbox struct {
	limit int           // bytes
	wake  chan struct{} // one token: something has changed

	mu      sync.Mutex
	buf     []byte
	closed  bool // nothing more comes; the writer ends when all is out
	stalled bool // the writer takes nothing (hook StopWriting)
	delay   time.Duration
	due     []due // when parts of buf may leave, if delayed
}

// due is the time at which buf may leave up to end.
type due struct {
	at  time.Time
	end int
}

func newOutbox(limit int) *outbox {
	return &outbox{limit: limit, wake: make(chan struct{}, 1)}
}

// put adds a line, and CR LF; false: there is no room left for it.
func (o *outbox) put(tags, body []byte) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return true
	}
	if len(o.buf)+len(tags)+len(body)+2 > o.limit {
		return false
	}
	o.buf = append(append(append(o.buf, tags...), body...), '\r', '\n')
	if o.delay > 0 || len(o.due) > 0 {
		o.due = append(o.due, due{time.Now().Add(o.delay), len(o.buf)})
	}
	o.signal()
	return true
}

// set changes the box under its lock and wakes the writer.
func (o *outbox) set(change func(*outbox)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change(o)
	o.signal()
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default: // it has been told already
	}
}

// take returns what may leave; the memory of dst, which is empty, and of what is
// returned change hands. If nothing may leave, wait is
// how long until something does (0: until the next wake), and more is false when
// nothing ever will.
func (o *outbox) take(dst []byte) (out []byte, wait time.Duration, more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stalled && !o.closed {
		return dst, 0, true
	}
	if len(o.due) == 0 || o.closed {
		out, o.buf, o.due = o.buf, dst, o.due[:0]
		return out, 0, !o.closed
	}
	end, now := 0, time.Now()
	for len(o.due) > 0 && !o.due[0].at.After(now) {
		end, o.due = o.due[0].end, o.due[1:]
	}
	dst = append(dst, o.buf[:end]...)
	o.buf = append(o.buf[:0], o.buf[end:]...)
	for i := range o.due {
		o.due[i].end -= end
	}
	if len(dst) == 0 {
		wait = time.Until(o.due[0].at)
	}
	return dst, wait, true
}
