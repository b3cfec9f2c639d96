package storm

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// A connection is two wires. What is written to one arrives line by line, each
// line at a moment of its own: no two lines of an evening arrive at the same one,
// so that their order hangs on no scheduler. A moment is a number of slots and,
// within the slot, the phase of the wire.
const slot = 4096 * time.Nanosecond

// wire is one direction of a connection.
type wire struct {
	phase time.Duration
	dice  *rand.Rand
	least time.Duration // on the way
	most  time.Duration

	mu      sync.Mutex
	changed chan struct{}
	coming  []parcel
	last    time.Duration // when the last one arrives, in slots since the epoch
	closed  bool          // by who writes: nothing more comes
	broken  error         // for both
	hole    bool          // what is written is lost, and nobody learns it
	stuck   bool          // writing waits
	slow    time.Duration // added to the way
	freed   chan struct{}
}

type parcel struct {
	at   time.Time
	data []byte
}

func newWire(phase time.Duration, dice *rand.Rand, least, most time.Duration) *wire {
	return &wire{phase: phase, dice: dice, least: least, most: most, changed: make(chan struct{}, 1), freed: make(chan struct{}, 1)}
}

func tell(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// at is the first moment of a phase that is not before the time, as time since
// 1970 in slots, and as a time.
func momentOf(t time.Time, phase, after time.Duration) (slots time.Duration, at time.Time) {
	ns := time.Duration(t.UnixNano())
	slots = max((ns+slot-1)/slot, after+1)
	return slots, t.Add(slots*slot + phase - ns)
}

func (w *wire) put(data []byte) {
	for len(data) > 0 {
		line := data
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			line = data[:i+1]
		}
		data = data[len(line):]
		var at time.Time
		way := w.least + w.slow + time.Duration(w.dice.Int64N(int64(w.most-w.least)+1))
		w.last, at = momentOf(time.Now().Add(way), w.phase, w.last)
		if !w.hole {
			w.coming = append(w.coming, parcel{at, bytes.Clone(line)})
		}
	}
	tell(w.changed)
}

// end is one end of a connection.
type end struct {
	name    string // of this end's owner, and of the other: hosts
	other   string
	in, out *wire

	mu        sync.Mutex
	closed    chan struct{}
	readLimit time.Time
	sendLimit time.Time
	timer     *time.Timer // of the one who reads
}

// newConnection is a connection between two hosts.
func newConnection(one, two string, there, back *wire) (*end, *end) {
	return &end{name: one, other: two, in: back, out: there, closed: make(chan struct{})},
		&end{name: two, other: one, in: there, out: back, closed: make(chan struct{})}
}

func (e *end) Read(p []byte) (int, error) {
	for {
		n, wait, err := e.take(p)
		if n > 0 || err != nil {
			return n, err
		}
		if e.timer == nil {
			e.timer = time.NewTimer(wait)
		} else {
			e.timer.Reset(wait)
		}
		select {
		case <-e.in.changed:
		case <-e.timer.C:
		case <-e.closed:
			e.timer.Stop()
			return 0, net.ErrClosed
		}
	}
}

// take is what has arrived, or how long to wait.
func (e *end) take(p []byte) (n int, wait time.Duration, err error) {
	e.mu.Lock()
	limit := e.readLimit
	e.mu.Unlock()
	w := e.in
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	wait = time.Hour
	switch {
	case w.broken != nil:
		return 0, 0, w.broken
	case len(w.coming) > 0 && !w.coming[0].at.After(now):
		first := &w.coming[0]
		n = copy(p, first.data)
		if first.data = first.data[n:]; len(first.data) == 0 {
			w.coming = w.coming[1:]
		}
		return n, 0, nil
	case len(w.coming) > 0:
		wait = w.coming[0].at.Sub(now)
	case w.closed:
		return 0, 0, io.EOF
	}
	if !limit.IsZero() {
		if !limit.After(now) {
			return 0, 0, os.ErrDeadlineExceeded
		}
		wait = min(wait, limit.Sub(now))
	}
	return 0, wait, nil
}

func (e *end) Write(p []byte) (int, error) {
	for {
		w := e.out
		w.mu.Lock()
		stuck := w.stuck
		switch {
		case w.broken != nil:
			w.mu.Unlock()
			return 0, w.broken
		case w.closed:
			w.mu.Unlock()
			return 0, net.ErrClosed
		case !stuck:
			w.put(p)
			w.mu.Unlock()
			return len(p), nil
		}
		w.mu.Unlock()
		e.mu.Lock()
		limit := e.sendLimit
		e.mu.Unlock()
		wait := time.Hour
		if !limit.IsZero() {
			wait = time.Until(limit)
		}
		if wait <= 0 {
			return 0, os.ErrDeadlineExceeded
		}
		timer := time.NewTimer(wait)
		select {
		case <-w.freed:
		case <-timer.C:
		case <-e.closed:
			timer.Stop()
			return 0, net.ErrClosed
		}
		timer.Stop()
	}
}

// Close lets the other end read what is on its way, and then EOF.
func (e *end) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	select {
	case <-e.closed:
		return net.ErrClosed
	default:
		close(e.closed)
	}
	e.out.mu.Lock()
	defer e.out.mu.Unlock()
	if !e.out.hole {
		e.out.closed = true
		tell(e.out.changed)
	}
	return nil
}

func (e *end) SetDeadline(t time.Time) error {
	return errors.Join(e.SetReadDeadline(t), e.SetWriteDeadline(t))
}

func (e *end) SetReadDeadline(t time.Time) error {
	e.mu.Lock()
	e.readLimit = t
	e.mu.Unlock()
	tell(e.in.changed)
	return nil
}

func (e *end) SetWriteDeadline(t time.Time) error {
	e.mu.Lock()
	e.sendLimit = t
	e.mu.Unlock()
	return nil
}

func (e *end) LocalAddr() net.Addr  { return host(e.name) }
func (e *end) RemoteAddr() net.Addr { return host(e.other) }

type host string

func (h host) Network() string { return "tcp" }
func (h host) String() string  { return string(h) + ":6667" }

// cut breaks the connection for this end, as a reset does; the other learns
// nothing of it unless both are told to.
func (e *end) cut() {
	for _, w := range []*wire{e.in, e.out} {
		w.mu.Lock()
		w.broken, w.coming = syscall.ECONNRESET, nil
		w.mu.Unlock()
		tell(w.changed)
		tell(w.freed)
	}
}

// vanish has nothing more get through in either direction, and nobody learn it.
func (e *end) vanish() {
	for _, w := range []*wire{e.in, e.out} {
		w.mu.Lock()
		w.hole, w.coming = true, nil
		w.mu.Unlock()
	}
}

// stick has this end's writing wait, or go on.
func (e *end) stick(stuck bool) {
	e.out.mu.Lock()
	e.out.stuck = stuck
	e.out.mu.Unlock()
	tell(e.out.freed)
}

// delay makes the way longer in both directions.
func (e *end) delay(by time.Duration) {
	for _, w := range []*wire{e.in, e.out} {
		w.mu.Lock()
		w.slow = by
		w.mu.Unlock()
	}
}
