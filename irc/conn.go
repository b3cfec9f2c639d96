package irc

import (
	"errors"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// The limits of a connection's silence.
const (
	registerLimit = 60 * time.Second // from the connection to the end of the MOTD
	idleLimit     = 60 * time.Second // then the server is sent a PING
	deadLimit     = 30 * time.Second // and then the connection is given up
	writeLimit    = 30 * time.Second // for one write
	quitLimit     = 10 * time.Second // for what waits before a QUIT, and for the server to close then
)

// conn is one connection to a server, and stands under girc as its net.Conn: it
// shows girc no more than what girc is there for, the registration and the
// server's PINGs, and lets nothing else out of girc. (So there is no WHO for each
// JOIN, no answer to a CTCP, no splitting of our text, and girc's own idea of the
// channels is empty and unused.) All else goes past girc, by stream and queue.
//
// girc's reader calls Read; girc's sender calls Write; the writer writes posts.
type conn struct {
	net.Conn // the socket, plain or TLS
	network  *Network
	log      *zap.Logger
	done     chan struct{} // closed by Close

	// Of the goroutine in Read, which holds reading.
	reading  sync.Mutex
	split    splitter
	chunk    [16 << 10]byte
	texts    []string
	forGirc  []byte // what Read has still to return
	pinged   bool   // nothing has come since our PING
	register registration

	// writing holds one thing while a write lasts: a mutex for which one need not
	// wait longer than the connection lasts.
	writing chan struct{}

	wake    chan struct{} // something is in own
	mu      sync.Mutex
	own     []string // lines of ours that wait for the writer
	closed  bool
	leaving bool   // we have begun to say QUIT: ERROR is the answer to that
	cause   error  // the first thing that went wrong
	last    string // the server's last words: ERROR, KILL, 465
	lastAt  time.Time
	prompts map[uint64]*time.Timer // those without an answer
	timers  []*time.Timer
}

func newConn(n *Network, socket net.Conn) *conn {
	c := &conn{
		Conn:    socket,
		network: n,
		log:     n.log,
		done:    make(chan struct{}),
		writing: make(chan struct{}, 1),
		wake:    make(chan struct{}, 1),
		prompts: map[uint64]*time.Timer{},
	}
	c.register.conn = c
	c.after(registerLimit, func() {
		if !c.register.complete.Load() {
			c.fail(errors.New("registration took too long"))
		}
	})
	return c
}

// Read gives girc the next lines that are its business. The deadline is ours:
// SetReadDeadline does nothing.
func (c *conn) Read(p []byte) (int, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	for len(c.forGirc) == 0 {
		if err := c.fill(); err != nil {
			c.fail(err)
			return 0, err
		}
	}
	n := copy(p, c.forGirc)
	c.forGirc = c.forGirc[n:]
	return n, nil
}

// fill reads once from the socket.
func (c *conn) fill() error {
	if !c.network.stream.wait(c.done) {
		return net.ErrClosed
	}
	limit := idleLimit
	if c.pinged {
		limit = deadLimit
	}
	if err := c.Conn.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return err
	}
	n, err := c.Conn.Read(c.chunk[:])
	if n > 0 {
		c.pinged = false
		c.texts = c.network.stream.read(&c.split, c.chunk[:n], c.texts[:0])
		c.forGirc = c.forGirc[:0]
		for _, text := range c.texts {
			select {
			case <-c.done: // a line before it ended the connection
			default:
				c.logHeard(text)
				c.look(text)
			}
		}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return c.idle()
	}
	return err
}

// idle is called when nothing came for too long.
func (c *conn) idle() error {
	if c.pinged {
		return errors.New("ping timeout")
	}
	c.pinged = true
	c.later("PING :idle")
	return nil
}

// look does with a line what can't wait for the desk.
func (c *conn) look(text string) {
	if !concerns(text) {
		return
	}
	m, ok := parse(text)
	if !ok {
		return
	}
	switch m.command {
	case "PING":
		c.toGirc("PING", m.last())
	case "PONG":
		if token, ok := promptToken(m.last()); ok {
			c.answered(token)
		}
	case "ERROR", "465", "KILL":
		c.remember(m.reason())
	case "NICK":
		c.register.gaveUp(m.sourceNick()) // not by us, who still have it
		c.register.renamed(&m)
	case "QUIT":
		c.register.gaveUp(m.sourceNick())
	default:
		if !c.register.complete.Load() {
			c.register.look(&m)
		} else if m.command == "CAP" {
			c.register.offered(&m)
		}
	}
}

// remember notes what may be the server's last words.
func (c *conn) remember(words string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leaving {
		c.log.Debug("the server says goodbye", zap.String("line", words))
		return
	}
	c.log.Warn("the server says", zap.String("line", words))
	if time.Since(c.lastAt) > lastWords {
		c.last = ""
	}
	if c.lastAt = time.Now(); len(c.last) < maxLine {
		c.last += words + "; "
	}
}

// lastWords is how soon behind its last words a server ends a connection. If it
// stands for longer they were none: some answer a bad line by ERROR and go on.
const lastWords = 30 * time.Second

// lastSaid is why the server has ended the connection, "" if it has not said it.
func (c *conn) lastSaid() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.lastAt) > lastWords {
		return ""
	}
	return c.last
}

// toGirc hands girc a line in its plainest form.
func (c *conn) toGirc(words ...string) {
	for i, word := range words {
		switch {
		case i == len(words)-1:
			c.forGirc = append(c.forGirc, " :"...)
		case i > 0:
			c.forGirc = append(c.forGirc, ' ')
		}
		c.forGirc = append(c.forGirc, word...)
	}
	c.forGirc = append(c.forGirc, "\r\n"...)
}

// Write takes one line of girc. It says no error for a line that it keeps back.
func (c *conn) Write(p []byte) (int, error) {
	if !c.register.lets(p) {
		return len(p), nil
	}
	if err := c.write(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// later has the writer write a line of our own at once: what reads must not wait
// for a write.
func (c *conn) later(line string) {
	c.mu.Lock()
	c.own = append(c.own, line)
	c.mu.Unlock()
	signal(c.wake)
}

// send writes a line of our own, in this goroutine.
func (c *conn) send(line string) {
	// An error has closed the connection, there is nothing more to do about it.
	_ = c.write([]byte(cut(line, maxLine) + "\r\n"))
}

// write writes lines, at once if no other write lasts. An error closes the
// connection.
func (c *conn) write(p []byte) error {
	return c.writeAs(func(time.Time) []byte { return p })
}

// writeAs writes what lines makes of the moment just before.
func (c *conn) writeAs(lines func(at time.Time) []byte) error {
	select {
	case c.writing <- struct{}{}:
		defer func() { <-c.writing }()
	case <-c.done:
		return net.ErrClosed
	}
	at := time.Now()
	data := lines(at)
	c.network.queue.pay(at, data)
	err := c.Conn.SetWriteDeadline(at.Add(writeLimit))
	if err == nil {
		_, err = c.Conn.Write(data)
	}
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) {
		c.hungUp(err)
		return nil
	}
	if err != nil {
		c.fail(err)
		return err
	}
	c.logSaid(data)
	return nil
}

// readingOut is how long what a server has said before it hung up is still read.
const readingOut = time.Second

// hungUp notes that the server has closed while we wrote. Its last words, why we
// are banned perhaps, may not have been read yet: so it is the reader that ends the
// connection.
func (c *conn) hungUp(err error) {
	c.mu.Lock()
	first := c.cause == nil && !c.closed
	if first {
		c.cause = err
	}
	c.mu.Unlock()
	if first {
		c.after(readingOut, func() { _ = c.Close() })
	}
}

// asked starts the time within which a prompt must be answered.
func (c *conn) asked(token uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.prompts[token] = time.AfterFunc(c.network.cfg.Barrier, func() {
		c.fail(errors.New("no answer to the PING of a prompt"))
	})
}

func (c *conn) answered(token uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if timer := c.prompts[token]; timer != nil {
		timer.Stop()
		delete(c.prompts, token)
	}
}

// after calls f in a goroutine of its own unless the connection ends before.
func (c *conn) after(d time.Duration, f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.timers = append(c.timers, time.AfterFunc(d, f))
	}
}

// fail notes why the connection ends, if nothing was noted before, and closes it,
// so that girc's Connect returns.
func (c *conn) fail(err error) {
	c.mu.Lock()
	if c.cause == nil && !c.closed {
		c.cause = err
	}
	c.mu.Unlock()
	_ = c.Close()
}

// Close ends the connection; it may be called again.
func (c *conn) Close() error {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil
	}
	c.closed = true
	for _, timer := range c.prompts {
		timer.Stop()
	}
	for _, timer := range c.timers {
		timer.Stop()
	}
	c.mu.Unlock()
	close(c.done)
	return c.Conn.Close()
}

// quit ends the connection politely: what waits may leave before, within
// quitLimit, and then the server has as long to close.
func (c *conn) quit(message string) {
	line := "QUIT :" + message
	c.mu.Lock()
	c.leaving = true
	c.mu.Unlock()
	c.after(quitLimit, func() { c.send(line) })
	c.after(2*quitLimit, func() { _ = c.Close() })
	if c.register.complete.Load() {
		c.network.queue.put(kinds-1, outgoing{raw: line})
	} else {
		c.send(line)
	}
	<-c.done
}

// registered is called when the MOTD is over.
func (c *conn) registered() {
	n := c.network
	budget, name, why := n.cfg.budget(&c.register.server, c.register.loggedIn)
	c.logBudget(budget, name, why, n.queue.open(budget, time.Now()))
	n.stream.put(referee.Line{Link: referee.Up})
}

// SetDeadline does nothing: the deadlines are ours.
func (c *conn) SetDeadline(time.Time) error { return nil }

// SetReadDeadline does nothing: girc's 300 s would outlast our limits.
func (c *conn) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (c *conn) SetWriteDeadline(time.Time) error { return nil }
