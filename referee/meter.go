package referee

import "time"

// Meter is told how well the referee does on a network. Its methods may be called
// from any goroutine and must not block.
type Meter interface {
	// Order is told of an order of a player: "counted", or by its stable word why
	// it was refused: "too-late", "wrong-turn", "bad-direction" and the like.
	Order(game, outcome string)
	// Cut is told that a script was cut off, and its orders of a turn are void.
	Cut(game string)
	// Prompted is told how long the server took to pass a prompt on.
	Prompted(took time.Duration)
	// Kept is told how long the journal took to put a turn on disk.
	Kept(took time.Duration)
	// Published is told how long after the end of a turn all that there is to say
	// of it was queued.
	Published(game string, took time.Duration)
}

// noMeter is for tests and the demo.
type noMeter struct{}

func (noMeter) Order(string, string)            {}
func (noMeter) Cut(string)                      {}
func (noMeter) Prompted(time.Duration)          {}
func (noMeter) Kept(time.Duration)              {}
func (noMeter) Published(string, time.Duration) {}

// Measure gives the desk a meter. Call it before Run.
func (d *Desk) Measure(meter Meter) {
	d.meter = meter
	for _, m := range d.resumed {
		m.meter = meter
	}
}

// counted is the outcome of an order that counts.
const counted = "counted"

// passedOn measures the prompt of the turn, if the server has answered it.
func (m *match) passedOn() {
	if open := m.clock.open.Load(); open != nil && !m.clock.start.IsZero() {
		m.meter.Prompted(m.clock.start.Sub(*open))
	}
}

// ended is when the turn came to its end: at the deadline, or before it.
func (c *clock) ended(now time.Time) time.Time {
	if !c.end.IsZero() && c.end.Before(now) {
		return c.end
	}
	return now
}
