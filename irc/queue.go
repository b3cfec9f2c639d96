package irc

import (
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
	post referee.Post
	raw  string
	put  time.Time // when it was queued
}

// lines is how many lines it is for the server.
func (o *outgoing) lines() int {
	if o.post.Prompt != 0 {
		return 2
	}
	return 1
}

// queue is what waits for the flood budget of the present connection. Nothing
// outlives a connection in it, and nothing is taken in before the desk knows of
// the new one.
type queue struct {
	wake chan struct{} // something was put

	mu      sync.Mutex
	waiting [kinds][]outgoing
	bucket  bucket
	ups     int       // connections that were registered
	known   int       // those that the desk has read of
	up      bool      // the last of them is still there
	since   time.Time // when that changed last
	// slow is how many times Every is stretched: doubled at each Excess Flood,
	// for as long as the program runs.
	slow int
}

func newQueue() *queue {
	return &queue{wake: make(chan struct{}, 1), slow: 1}
}

// open starts a connection with its pace. A server that has thrown us out for
// flooding is not believed to be without limit.
func (q *queue) open(burst int, every time.Duration, unlimited bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if unlimited && q.slow == 1 {
		every = 0
	}
	q.bucket = bucket{burst: burst, every: every * time.Duration(q.slow)}
	q.ups++
	q.up, q.since = true, time.Now()
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
}

// unlimited ends the pacing of the present connection, as in open.
func (q *queue) unlimited() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.slow > 1 {
		return
	}
	q.bucket.every = 0
	q.bucket.owed = time.Time{}
	signal(q.wake)
}

// slower halves the pace from the next connection on, to an eighth at the least.
func (q *queue) slower() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.slow = min(q.slow*2, 8)
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
	for kind, waiting := range q.waiting {
		if len(waiting) == 0 {
			continue
		}
		out = waiting[0]
		if wait = q.bucket.wait(now, out.lines()); kind != control && wait > 0 {
			return outgoing{}, kind, wait
		}
		q.drop(kind)
		return out, kind, 0
	}
	return outgoing{}, 0, forever
}

// follow takes the next of this kind, and the nick to write it to, if it says the
// same to another person whose nick fits; the nick is "" if he is gone.
func (q *queue) follow(kind int, first *referee.Post, fits func(nick string) bool) (post referee.Post, nick string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting[kind]) == 0 {
		return post, "", false
	}
	post = q.waiting[kind][0].post
	if post.To == nil || post.Text != first.Text || post.Notice != first.Notice || post.Prompt != 0 || post.Open != nil {
		return post, "", false
	}
	nick = post.To.Nick()
	if nick != "" && !fits(nick) {
		return post, "", false
	}
	q.drop(kind)
	return post, nick, true
}

func (q *queue) drop(kind int) {
	q.waiting[kind][0] = outgoing{} // let go of its text
	q.waiting[kind] = q.waiting[kind][1:]
}

// pace is the time between two lines of the present connection.
func (q *queue) pace() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bucket.every
}

// pay takes n lines written at this moment off the budget.
func (q *queue) pay(now time.Time, n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bucket.take(now, n)
}

const forever = time.Duration(1<<63 - 1)
