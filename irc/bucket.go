package irc

import (
	"time"

	"arbitre/referee"
)

// bucket is the flood budget of a connection in use. Time is an argument, so that
// it can be computed with.
type bucket struct {
	budget referee.Budget
	// owed is when all lines so far are paid for.
	owed time.Time
}

// wait is how long to wait at this moment before something of this cost may be
// written. What costs more than the credit waits for all of it, and leaves a debt.
func (b *bucket) wait(now time.Time, cost time.Duration) time.Duration {
	ahead := b.budget.Credit - min(cost, b.budget.Credit)
	return max(0, b.owed.Sub(now.Add(ahead)))
}

// take pays for something written at this moment, on credit if need be.
func (b *bucket) take(now time.Time, cost time.Duration) {
	if b.owed.Before(now) {
		b.owed = now
	}
	b.owed = b.owed.Add(cost)
}
