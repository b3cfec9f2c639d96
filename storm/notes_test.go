package storm

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/referee"
)

type spoil struct {
	who      *bot // nil: everybody
	from, to time.Time
	open     bool // it ends when the referee is back
}

type silence struct {
	channel  string // "": all
	from, to time.Time
}

func (e *evening) note(who, text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.transcript = append(e.transcript, fmt.Sprintf("%v %s %s", time.Since(e.start0), who, text))
}

func (e *evening) fault(format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.faults = append(e.faults, fmt.Sprintf(format, args...))
}

var tolerated = []string{errDisk.Error(), "network given up"}

func (e *evening) logged(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.transcript = append(e.transcript, fmt.Sprintf("%v LOG %s", time.Since(e.start0), strings.TrimSpace(text)))
	if !strings.HasPrefix(text, "error") && !strings.Contains(text, "\terror\t") {
		return
	}
	for _, words := range tolerated {
		if strings.Contains(text, words) {
			return
		}
	}
	e.faults = append(e.faults, "an error in the log: "+text)
}

func (e *evening) ordered(b *bot, o order) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.orders[b] = append(e.orders[b], o)
}

func (e *evening) acked(a ack) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.acks = append(e.acks, a)
}

func (e *evening) crashed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.crashes = append(e.crashes, time.Now())
}

func (e *evening) watch(r referee.Record) {
	e.mu.Lock()
	defer e.mu.Unlock()
	id := r.Match.ID()
	i := slices.IndexFunc(e.matches, func(m *played) bool { return m.id == id })
	if i < 0 {
		i = len(e.matches)
		e.matches = append(e.matches, &played{id: id, channel: r.Channel, opening: *r.Match, began: r.Match.Started, resolved: map[int]time.Time{}})
	}
	m := e.matches[i]
	switch {
	case r.Opening != nil:
		m.known = slices.Clone(r.Known)
	case r.Turn != nil:
		m.resolved[r.Turn.Turn] = time.Now()
	case r.End != nil:
		m.ended, m.aborted = time.Now(), r.End.Aborted
	}
}

func (e *evening) spoil(who *bot, lasts time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.spoiled = append(e.spoiled, spoil{who, time.Now().Add(-grace), time.Now().Add(lasts), false})
}

func (e *evening) spoilUntilBack(most time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.spoiled = append(e.spoiled, spoil{nil, time.Now().Add(-grace), time.Now().Add(most), true})
}

func (e *evening) back() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range e.spoiled {
		if s := &e.spoiled[i]; s.open {
			s.open, s.to = false, time.Now().Add(grace)
		}
	}
}

func (e *evening) silence(channel string, lasts time.Duration) {
	e.silences = append(e.silences, silence{channel, time.Now().Add(-grace), time.Now().Add(lasts + grace)})
}

func (e *evening) nextFate() fate {
	e.mu.Lock()
	defer e.mu.Unlock()
	if time.Now().Before(e.full) {
		return diskFull
	}
	f := e.fate
	e.fate = diskGood
	return f
}

func (e *evening) breath() time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.breaths++
	return 1100*time.Nanosecond + time.Duration(e.breaths)*17*time.Nanosecond
}

// crashedUnheard tells whether the program crashed between the end of an aborted
// match and the moment at which its channel heard that, or of another lobby. The
// journal had closed the match, so the next program had nothing to say again.
func (e *evening) crashedUnheard(m *played, lines []heardLine) bool {
	heard := time.Now().Add(1000 * time.Hour)
	for _, h := range lines {
		word, _, _ := strings.Cut(h.text, " ")
		if h.at.After(m.ended) && slices.Contains([]string{"END_GAME", "BEGIN_GAME", "NEW_GAME"}, word) {
			heard = h.at
			break
		}
	}
	return slices.ContainsFunc(e.crashes, func(at time.Time) bool { return at.After(m.ended) && at.Before(heard) })
}

type played struct {
	id, channel string
	opening     referee.Opening
	known       []referee.PrivatePlayer
	began       time.Time
	resolved    map[int]time.Time
	turns       int // that its journal has, once the evening is over
	ended       time.Time
	aborted     bool
}

type deed struct {
	at time.Time
	do func()
}
