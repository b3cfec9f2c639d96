package irc

import "time"

// bucket is the flood budget of a server: burst lines at once, then one in every.
// Time is an argument, so that it can be computed with.
type bucket struct {
	burst int
	every time.Duration // 0: unlimited
	// owed is when all lines so far are paid for, at one in every.
	owed time.Time
}

// wait is how long to wait at this moment before n lines may be written. More
// than burst lines wait for a full bucket, and leave a debt.
func (b *bucket) wait(now time.Time, n int) time.Duration {
	free := time.Duration(b.burst-min(n, b.burst)) * b.every
	return max(0, b.owed.Sub(now.Add(free)))
}

// take pays for n lines written at this moment, on credit if need be.
func (b *bucket) take(now time.Time, n int) {
	if b.owed.Before(now) {
		b.owed = now
	}
	b.owed = b.owed.Add(time.Duration(n) * b.every)
}
