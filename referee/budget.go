package referee

import "time"

// Budget is what a server lets us send, as it reckons itself: a line costs time,
// and is passed on at once as long as all lines together are no more than Credit
// ahead of the clock. The zero value is a server without a limit.
type Budget struct {
	Line   time.Duration // cost of a line
	Byte   time.Duration // and of each of its bytes
	Credit time.Duration

	// Targets is how many different people may be written to at once, and one
	// more in each TargetEvery; 0: as many as one likes.
	Targets     int
	TargetEvery time.Duration
}

// Cost of so many lines with so many bytes in all, CR LF and everything before
// the text included.
func (b Budget) Cost(lines, bytes int) time.Duration {
	return time.Duration(lines)*b.Line + time.Duration(bytes)*b.Byte
}

// turn is how long a turn takes in the long run, from one prompt to the next, if
// all that is said in it costs so much: while the players choose the budget
// recovers, to its credit at most.
func (b Budget) turn(choosing, cost time.Duration) time.Duration {
	return choosing + max(0, cost-min(choosing, b.Credit))
}
