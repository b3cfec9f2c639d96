package irc

import (
	"slices"
	"time"

	"arbitre/referee"
)

// The limits of saying again what a server refused.
const (
	maxSent   = 64              // lines that are remembered
	maxTries  = 5               // of one line
	pauseFrom = 5 * time.Second // before the next try, doubled at each
)

// sent is a line that was written, and to whom.
type sent struct {
	outgoing
	kind int
}

// deferred is a line that is said again at a time.
type deferred struct {
	sent
	at time.Time
}

// wrote remembers lines, so that one which is refused can be said again.
func (q *queue) wrote(kind int, lines []outgoing) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, out := range lines {
		if out.raw == "" {
			q.sent = append(q.sent, sent{out, kind})
		}
	}
	if extra := len(q.sent) - maxSent; extra > 0 {
		q.sent = slices.Delete(q.sent, 0, extra)
	}
}

// again says once more, after a pause, the last line that was written to a target
// and not refused yet; false if there is none, or it was refused too often. The
// time of a prompt has begun with its PING, so only its words are said again.
func (q *queue) again(now time.Time, target func(*referee.Post) bool, atLeast time.Duration) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, line := range slices.Backward(q.sent) {
		if !target(&line.post) {
			continue
		}
		q.sent = slices.Delete(q.sent, i, i+1)
		line.tries++
		if line.tries >= maxTries {
			return false
		}
		line.post.Prompt, line.post.Open = 0, nil
		q.later = append(q.later, deferred{line, now.Add(max(atLeast, pauseFrom<<(line.tries-1)))})
		signal(q.wake)
		return true
	}
	return false
}

// recall puts what is to be said again now in front of all that waits of its
// kind, and returns when the next is due. Of several lines to one target the last
// was refused first, so that they are in their order again.
func (q *queue) recall(now time.Time) (next time.Duration) {
	next = forever
	if len(q.later) == 0 {
		return next
	}
	q.later = slices.DeleteFunc(q.later, func(d deferred) bool {
		if wait := d.at.Sub(now); wait > 0 {
			next = min(next, wait)
			return false
		}
		q.waiting[d.kind] = slices.Insert(q.waiting[d.kind], 0, d.outgoing)
		return true
	})
	return next
}
