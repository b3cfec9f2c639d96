package irc

import (
	"errors"
	"strings"
	"time"
)

// ErrKilled is returned by Run when an operator of the network has killed us a
// second time within an hour.
var ErrKilled = errors.New("killed twice by an operator of the network")

// ending is why a connection ended.
type ending struct {
	err  error
	last string // the server's last words
	up   bool   // it had registered
	kind endingKind
}

// endingKind is what an ending means for the next try.
type endingKind int

const (
	lost    endingKind = iota // nothing was said: a broken line, a timeout
	closed                    // by an ERROR of the server
	flooded                   // for sending too much
	refused                   // by SASL, a password or TLS: it needs somebody to mend it
	banned                    // or throttled, or too many of us
	killed                    // by an operator
)

// The words by which servers say why, in small letters, the first match counts.
var farewells = []struct {
	words string
	kind  endingKind
}{
	{"kill ", killed},
	{"killed (", killed},
	{"killed by ", killed}, // ngIRCd
	{"excess flood", flooded},
	{"recvq exceeded", flooded},
	{"465 ", banned},
	{"k-line", banned},
	{"k:line", banned},
	{"g-line", banned},
	{"g:line", banned},
	{"z-line", banned},
	{"z:line", banned},
	{"d-line", banned},
	{"banned", banned},
	{"throttled", banned},
	{"reconnect too fast", banned},
	{"reconnecting too fast", banned},
	{"too many", banned},
	{"session limit", banned},
	{"no more connections", banned},
}

func newEnding(err error, last string, up bool) ending {
	return ending{err, last, up, kindOf(err, last)}
}

func kindOf(err error, last string) endingKind {
	if errors.Is(err, errSASL) || errors.Is(err, errPassword) || errors.Is(err, errTLS) || errors.Is(err, errNick) {
		return refused
	}
	last = strings.ToLower(last)
	for _, farewell := range farewells {
		if strings.Contains(last, farewell.words) {
			return farewell.kind
		}
	}
	if last != "" {
		return closed
	}
	return lost
}

// The pauses before the next try: the first, doubled at each further failure up
// to the last, and a quarter more at random, so that not all come back together. Of
// a line that is lost nobody has complained, and matches wait on it.
var pauses = map[endingKind]struct{ first, last time.Duration }{
	lost:    {2 * time.Second, time.Minute},
	closed:  {15 * time.Second, 5 * time.Minute},
	flooded: {15 * time.Second, 5 * time.Minute},
	refused: {time.Minute, 10 * time.Minute},
	banned:  {5 * time.Minute, 30 * time.Minute},
	killed:  {time.Minute, time.Minute},
}

// A connection that stood this long makes the next pause a first one: one that the
// server ended, and one that was lost. A line that breaks every few minutes is no
// reason to stay away from the matches on it for longer and longer.
const (
	stood     = 10 * time.Minute
	stoodLost = time.Minute
)

// pause remembers what the pauses depend on.
type pause struct {
	jitter   func(most time.Duration) time.Duration
	failures int
	killed   time.Time // when an operator did it
}

// after is the pause after a connection that ended so, having lasted so long.
func (p *pause) after(end ending, lasted time.Duration, now time.Time) (time.Duration, error) {
	if end.kind == killed {
		if !p.killed.IsZero() && now.Sub(p.killed) < time.Hour {
			return 0, ErrKilled
		}
		p.killed = now
	}
	if end.up && (lasted >= stood || end.kind == lost && lasted >= stoodLost) {
		p.failures = 0
	}
	limits := pauses[end.kind]
	wait := min(limits.first<<min(p.failures, 10), limits.last)
	p.failures++
	return wait + p.jitter(wait/4), nil
}
