package irc

import (
	"errors"
	"io"
	"syscall"
	"time"

	"arbitre/referee"
)

// The steps of a strain.
const (
	mostStrain = 8
	thrownOut  = 2                // for flooding
	refusedFor = 1.5              // a line was refused
	eased      = 0.75             // nothing of that for so long:
	calm       = 30 * time.Minute // and again after each further
	oneBurst   = 10 * time.Second // within which refusals count once
)

// strain is what a server's complaints have taught us: how many times its lines
// cost what we thought they do. It outlives connections, not the program; at half
// the pace after a first Excess Flood, the full one is back in an hour and a half.
type strain struct {
	factor float64 // 0 stands for 1
	at     time.Time
}

// now is the factor of this moment.
func (s *strain) now(now time.Time) float64 {
	for s.factor > 1 && now.Sub(s.at) >= calm {
		s.factor, s.at = s.factor*eased, s.at.Add(calm)
	}
	s.factor = max(1, s.factor)
	return s.factor
}

// more notes a complaint; false if it is one with the last.
func (s *strain) more(now time.Time, times float64) bool {
	factor := s.now(now)
	if factor > 1 && times < thrownOut && now.Sub(s.at) < oneBurst {
		return false
	}
	s.factor, s.at = min(factor*times, mostStrain), now
	return true
}

// on is the budget under the strain. A server that has complained is not believed
// to be without a limit.
func (s *strain) on(b referee.Budget, now time.Time) referee.Budget {
	factor := s.now(now)
	if factor > 1 && b.Credit == 0 {
		b = unknownServer().budget
	}
	b.Line = time.Duration(float64(b.Line) * factor)
	b.Byte = time.Duration(float64(b.Byte) * factor)
	return b
}

// A rush is more lines at once, beyond one a second, than any server takes from
// everybody. One that does not take them throws us out soon, and each time.
const (
	rushed = 20
	soon   = 20 * time.Second
	often  = 3
)

// rush watches what is written to servers of which we know no limit.
type rush struct {
	bucket bucket
	since  time.Time // it has lasted
	thrown int       // out of so many connections in a row soon after it began
}

// take notes so many lines. A server that has borne a rush for a while is none that
// throws us out for it, however that connection then ends.
func (r *rush) take(now time.Time, lines int) {
	if r.bucket.wait(now, 0) == 0 {
		r.since = now
	}
	if now.Sub(r.since) > soon {
		r.thrown = 0
	}
	r.bucket.take(now, r.bucket.budget.Cost(lines, 0))
}

// ended notes that the server has closed the connection, and tells whether it will
// have done so for our flooding.
func (r *rush) ended(now time.Time) bool {
	if r.bucket.wait(now, 0) == 0 || now.Sub(r.since) > soon {
		r.thrown = 0
		return false
	}
	r.thrown++
	return r.thrown >= often
}

// suspect is what the end of a connection was. A server that throws us out with
// lines of ours unread resets the connection, and its last words may be lost. What
// we ended ourselves, having waited in vain, is not that, nor is a line that breaks
// now and then, however much is said on it.
func (q *queue) suspect(end ending, now time.Time) endingKind {
	q.mu.Lock()
	defer q.mu.Unlock()
	if end.kind == lost && q.bucket.budget.Credit == 0 && byPeer(end.err) && q.rush.ended(now) {
		return flooded
	}
	return end.kind
}

// byPeer tells whether it was the other side that closed a connection.
func byPeer(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
