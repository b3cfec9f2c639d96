package irc

import (
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

// Lines at once, beyond one a second, that no server takes from everybody; and
// within which time they must have cost two connections.
const (
	rushed = 20
	again  = 10 * time.Minute
)

// suspect is what the end of a connection was. A server that throws us out with
// lines of ours unread resets the connection, and its last words may be lost: a
// second time that we lost one in a rush, having been told of no limit, is taken
// for that.
func (q *queue) suspect(kind endingKind, now time.Time) endingKind {
	q.mu.Lock()
	defer q.mu.Unlock()
	if kind != lost || q.bucket.budget.Credit > 0 || q.rush.wait(now, 0) == 0 {
		return kind
	}
	before := q.lost
	q.lost = now
	if before.IsZero() || now.Sub(before) > again {
		return lost
	}
	return flooded
}
