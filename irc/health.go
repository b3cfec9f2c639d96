package irc

import "time"

// Health is how a network does at one moment, for who runs it.
type Health struct {
	Connected   bool      // registered, and the line is not known to be lost
	Since       time.Time // when that changed last; zero: not yet
	Connections int       // that were registered so far
	Trouble     string    // why the last connection ended or none could be made, "" for no reason yet
	Waiting     []Waiting
}

// Waiting is how many lines of a class wait to be sent.
type Waiting struct {
	Class string
	Lines int
}

// classNames are the words for what waits, by kind.
var classNames = [kinds]string{"control", "question", "protocol", "views", "talk"}

// Classes are the words of Waiting.Class and of Config.Waited, most urgent first.
func Classes() []string { return classNames[:] }

// Health may be called from any goroutine.
func (n *Network) Health() Health {
	h := n.queue.health()
	if trouble := n.trouble.Load(); trouble != nil {
		h.Trouble = *trouble
	}
	return h
}

func (q *queue) health() Health {
	q.mu.Lock()
	defer q.mu.Unlock()
	h := Health{Connected: q.up, Since: q.since, Connections: q.ups}
	for kind, waiting := range q.waiting {
		h.Waiting = append(h.Waiting, Waiting{classNames[kind], len(waiting)})
	}
	return h
}

// waited tells how long something has waited that is written now.
func (n *Network) waited(out *outgoing, kind int, now time.Time) {
	if n.cfg.Waited != nil {
		n.cfg.Waited(classNames[kind], now.Sub(out.put))
	}
}
