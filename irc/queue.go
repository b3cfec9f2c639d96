package irc

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"arbitre/referee"
)

// What waits to be written, most urgent first: control lines at once, on credit;
// the questions about a channel that we entered; then the classes of the referee.
const (
	control = iota
	question
	classes // the first of referee's
	kinds   = classes + int(referee.Talk) + 1
)

// maxWaiting is how many lines of one class may wait. A further one is dropped
// with an error in the log: at the usual pace that is two hours of lines.
const maxWaiting = 4096

// outgoing is what one write carries: a post, or a line of our own.
type outgoing struct {
	post  referee.Post
	raw   string
	put   time.Time // when it was queued
	tries int       // after refusals
}

// cost is what writing it takes off the budget, about: the targets that are added
// to it come on top.
func (o *outgoing) cost(b referee.Budget) time.Duration {
	switch {
	case o.raw != "":
		return b.Cost(1, len(o.raw)+len("\r\n"))
	case o.post.Prompt != 0:
		return b.Cost(2, o.post.Size()+len("PING :\r\n")+len(promptName(o.post.Prompt)))
	}
	return b.Cost(1, o.post.Size())
}

// queue is what waits for the flood budget of the present connection. Nothing
// outlives a connection in it, and nothing is taken in before the desk knows of
// the new one.
type queue struct {
	wake chan struct{} // something was put

	mu      sync.Mutex
	waiting [kinds][]outgoing
	sent    []sent     // the last lines written, the latest last
	later   []deferred // what was refused and is said again
	server  referee.Budget
	strain  strain
	bucket  bucket // by the two
	rush    rush
	ups     int       // connections that were registered
	known   int       // those that the desk has read of
	up      bool      // the last of them is still there
	since   time.Time // when that changed last
}

func newQueue() *queue { return &queue{wake: make(chan struct{}, 1)} }

// open starts a connection with its budget and returns how many times slower than
// that it goes.
func (q *queue) open(server referee.Budget, now time.Time) (slower float64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.server = server
	q.bucket = bucket{budget: q.strain.on(server, now)}
	q.rush.bucket = bucket{budget: lines(rushed, time.Second)}
	q.ups++
	q.up, q.since = true, now
	return q.strain.now(now)
}

// read notes that the desk has read of one more connection.
func (q *queue) read() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.known++
}

// close drops everything: what was meant for a lost connection is never sent.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.up, q.since = false, time.Now()
	q.waiting = [kinds][]outgoing{}
	q.sent, q.later = nil, nil
}

// strained notes a complaint of the server, by which lines cost so many times
// more, and returns how many times slower than the server's budget we go now; false
// if nothing has changed.
func (q *queue) strained(now time.Time, times float64) (slower float64, changed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	changed = q.strain.more(now, times)
	q.bucket.budget = q.strain.on(q.server, now)
	return q.strain.now(now), changed
}

// put queues something; false if its class is full.
func (q *queue) put(kind int, out outgoing) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.up || q.known != q.ups {
		return true
	}
	if len(q.waiting[kind]) >= maxWaiting {
		return false
	}
	out.put = time.Now()
	q.waiting[kind] = append(q.waiting[kind], out)
	signal(q.wake)
	return true
}

// next takes what may be written at this moment, or tells how long it has to
// wait (forever if nothing does). What is written is then paid for; what has
// become stale is not.
func (q *queue) next(now time.Time) (out outgoing, kind int, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	soonest := q.recall(now)
	q.bucket.budget = q.strain.on(q.server, now)
	for kind, waiting := range q.waiting {
		if len(waiting) == 0 {
			continue
		}
		out = waiting[0]
		if wait = q.bucket.wait(now, out.cost(q.bucket.budget)); kind != control && wait > 0 {
			return outgoing{}, kind, min(wait, soonest)
		}
		q.drop(kind)
		return out, kind, 0
	}
	return outgoing{}, 0, soonest
}

// maxAhead is how far the queue is looked through for the same words.
const maxAhead = 64

// follow takes out of what waits of this kind the first that says the same to
// another person whose nick fits, and the nick, "" if he is gone. What is said to
// somebody stays in its order, and nothing goes past a prompt.
func (q *queue) follow(kind int, first *referee.Post, fits func(nick string) bool) (out outgoing, nick string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting := q.waiting[kind]
	for i := range waiting[:min(len(waiting), maxAhead)] {
		post := &waiting[i].post
		if post.Prompt != 0 || post.Open != nil {
			break
		}
		if post.To == nil || post.Text != first.Text || post.Notice != first.Notice || hears(waiting[:i], post.To) {
			continue
		}
		if nick = post.To.Nick(); nick == "" || fits(nick) {
			out = waiting[i]
			q.waiting[kind] = slices.Delete(waiting, i, i+1)
			return out, nick, true
		}
	}
	return out, "", false
}

// hears tells whether something of what waits is for this person.
func hears(waiting []outgoing, who *referee.Person) bool {
	return slices.ContainsFunc(waiting, func(out outgoing) bool { return out.post.To == who })
}

func (q *queue) drop(kind int) {
	q.waiting[kind][0] = outgoing{} // let go of its text
	q.waiting[kind] = q.waiting[kind][1:]
}

// budget is what we may send at this moment.
func (q *queue) budget(now time.Time) referee.Budget {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.strain.on(q.server, now)
}

// pay takes lines written at this moment off the budget.
func (q *queue) pay(now time.Time, text []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	count := bytes.Count(text, []byte{'\n'})
	q.bucket.take(now, q.bucket.budget.Cost(count, len(text)))
	q.rush.take(now, count)
}

const forever = time.Duration(1<<63 - 1)
