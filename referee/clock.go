package referee

import (
	"sync/atomic"
	"time"
)

// clock holds the stamps of one turn, all monotonic and taken at our own
// socket. Stamps decide what counts, never wake-ups: between a line's arrival
// and the moment at which this goroutine looks at it anything may happen.
type clock struct {
	token uint64 // of the PING behind the prompt
	tour  time.Time
	// open is the moment just before the bytes of SEND_YOUR_ACTION are written;
	// what was read before it is too early. The writer stores it before it
	// writes, so it is there before any answer can be.
	open atomic.Pointer[time.Time]
	// start is when the PONG was read: the server has passed the prompt on.
	start time.Time
	// end is start + round_length; zero while it is not known.
	end time.Time
}

func (c *clock) opened(at time.Time) { c.open.Store(&at) }

func (c *clock) early(at time.Time) bool {
	open := c.open.Load()
	return open == nil || at.Before(*open)
}

func (c *clock) late(at time.Time) bool { return !c.end.IsZero() && at.After(c.end) }

// millis is the time from the turn's start to an order, in milliseconds. An
// order may be quicker than the PONG.
func (c *clock) millis(at time.Time) int {
	if c.start.IsZero() {
		return 0
	}
	return int(max(0, at.Sub(c.start)).Milliseconds())
}

// lag is how late we look at the end of a turn: more than tolerable means that
// the referee itself stalled, and nobody is to pay for that.
func (c *clock) lag(now time.Time) time.Duration {
	const tolerable = 100 * time.Millisecond
	if lag := now.Sub(c.end); lag > tolerable {
		return lag
	}
	return 0
}
