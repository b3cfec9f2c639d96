package referee

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"go.uber.org/zap"
)

// Reason is why a desk takes leave of its network.
type Reason string

// The reasons; each has its sentences in the catalogues.
const (
	ToStop      Reason = "stop" // the program ends
	ToLeave     Reason = "gone" // the network is no longer in the configuration
	ToReconnect Reason = "anew" // another connection takes this one's place
)

// ForEver is the patience that waits for the end of every match.
const ForEver time.Duration = math.MaxInt64

// stopPatience is how long a desk waits for what its matches have begun to write,
// and for the last words of those that are at their end.
const stopPatience = 5 * time.Second

// farewell is how a desk takes leave.
type farewell struct {
	why   Reason
	until time.Time // then the matches are told to stand still
	still bool      // they have been
}

// errStopped ends a match's goroutine; the journal has the match.
var errStopped = errors.New("the referee stops")

// TakeLeave ends the work of the desk in good order: no lobby opens any more, the
// matches that run may play on for so long, and then stand still, to go on when
// they are resumed. Every channel is told, and Run returns when that is queued.
// Another call changes the first.
func (d *Desk) TakeLeave(ctx context.Context, why Reason, patience time.Duration) error {
	return d.call(ctx, func() { d.takeLeave(&farewell{why: why, until: time.Now().Add(patience)}, patience) })
}

// call has the desk's goroutine do something and waits until it is done.
func (d *Desk) call(ctx context.Context, do func()) error {
	done := make(chan struct{})
	select {
	case d.requests <- func() { defer close(done); do() }:
		<-done
		return nil
	case <-d.left:
		return errors.New("the desk's work has ended")
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *Desk) takeLeave(l *farewell, patience time.Duration) {
	d.farewell = l
	d.log.Info("takes leave", zap.String("why", string(l.why)), zap.Int("matches", len(d.matches)))
	for _, name := range slices.Sorted(maps.Keys(d.channels)) {
		switch ch := d.channels[name]; {
		case ch.lobby != nil:
			ch.plan = ch.undone() // what was planned waits until we are back
			d.closeWithoutMatch(ch)
			d.announce(ch, "lobby-left")
		case ch.match == nil || patience == 0:
		case patience == ForEver:
			d.announce(ch, "leave-"+string(l.why))
		default:
			d.announce(ch, "leave-"+string(l.why)+"-by", d.wordsIn(ch).duration(patience))
		}
	}
}

// mayGo tells whether nothing keeps the desk any more. It is asked whenever
// something has happened.
func (d *Desk) mayGo(now time.Time) bool {
	l := d.farewell
	switch {
	case l == nil:
		return false
	case len(d.matches) == 0:
		d.sayGoodbye()
		return true
	case now.Before(l.until):
		return false
	case l.still:
		d.log.Warn("matches do not stand still in time", zap.Int("matches", len(d.matches)))
		return true
	}
	l.still, l.until = true, now.Add(stopPatience)
	running := slices.SortedFunc(maps.Values(d.matches), func(a, b *match) int { return cmp.Compare(a.id, b.id) })
	for _, m := range running {
		m.deliver((*match).stop)
	}
	for _, ch := range d.channels {
		ch.told = ch.told || ch.match != nil
	}
	return false
}

// sayGoodbye tells the channels that have not been told.
func (d *Desk) sayGoodbye() {
	for _, name := range slices.Sorted(maps.Keys(d.channels)) {
		if ch := d.channels[name]; ch.entered && !ch.told {
			text := d.wordsIn(ch).say("bye-" + string(d.farewell.why))
			d.network.Send(Post{Channel: ch.name, Notice: true, Class: Talk, Text: text})
		}
	}
}

// stop lets the match stand still until it is resumed, which needs a journal. One
// that is at its end comes to it first.
func (m *match) stop() error {
	if m.closing.Load() {
		return nil
	}
	if _, forgets := m.journal.(noJournal); forgets || m.kept == nil {
		m.announce("ends-here")
		return errAborted
	}
	m.generation.Add(1) // what waits of this turn is said again
	m.announce("stands-still", m.turn)
	m.log.Info("match stands still until the referee is back", zap.Int("turn", m.turn))
	return errStopped
}
