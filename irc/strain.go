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
