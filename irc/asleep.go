package irc

import (
	"fmt"
	"sync"
	"time"
)

// sleepWatch notices that the machine was asleep, or its program stopped from
// outside for so long that it is the same: the clock on the wall has gone on, and
// ours, by which all time is measured here, has not.
type sleepWatch struct {
	mu       sync.Mutex
	wall     func() time.Time
	was, our time.Time // when it was asked last, by either clock
}

// start begins to watch by this clock on the wall.
func (w *sleepWatch) start(wall func() time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wall, w.was, w.our = wall, wall().Round(0), time.Now()
}

// slept is by how much the clock on the wall has gone ahead of ours since it was
// asked last. One that is set is taken for a sleep, if it was set forward: nobody
// can know.
func (w *sleepWatch) slept() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	was, our := w.was, w.our
	w.was, w.our = w.wall().Round(0), time.Now()
	return w.was.Sub(was) - w.our.Sub(our)
}

const (
	sleepLook = 10 * time.Second // how often a connection looks for it
	mostSlept = 10 * time.Second // and how much does not matter
)

// hasSlept tells whether the machine has slept. Then what people sent meanwhile is
// lost or late, though the socket may look well: the connection is given up.
func (n *Network) hasSlept() bool {
	slept := n.asleep.slept()
	c := n.present.Load()
	if slept <= mostSlept || c == nil {
		return false
	}
	c.fail(fmt.Errorf("this machine was asleep for %v, or its clock was set", slept.Round(time.Second)))
	return true
}
