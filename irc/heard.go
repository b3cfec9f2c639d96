package irc

import (
	"strconv"
	"strings"
	"time"

	"arbitre/referee"
)

// heard reads a PRIVMSG or NOTICE.
func (r *roster) heard(m *message, at time.Time) []referee.Event {
	target, text := m.param(0), m.param(1)
	if m.source == "" || !strings.Contains(m.source, "!") {
		return r.throttled(text)
	}
	name := r.isupport.channel(target)
	if name == "" && !r.isUs(target) || r.late(m) || text == "" {
		return nil // to all users of a server, or an old line, or one that says nothing
	}
	if name != "" && r.at(name) == nil {
		return nil // we are not there yet: what a bouncer says is what it has heard before
	}
	p := r.visitor(m)
	if p == nil {
		return nil
	}
	if len(p.Channels) == 0 {
		r.met(p)
	}
	said := referee.Heard{At: at, From: p, Channel: name, Text: text}
	if m.command == "NOTICE" {
		said.Kind = referee.Notice
	}
	if inner, ok := strings.CutPrefix(text, "\x01"); ok {
		r.ctcp(&said, strings.TrimSuffix(inner, "\x01"))
	}
	return append(r.announce(p, name), said)
}

// announce tells of somebody who was in a channel before us and speaks there
// before the roster is complete.
func (r *roster) announce(p *referee.Person, name string) []referee.Event {
	c := r.at(name)
	if c == nil {
		return nil
	}
	for i, found := range c.found {
		if found == p {
			c.found = append(c.found[:i], c.found[i+1:]...)
			return []referee.Event{referee.Arrived{Who: p, Channel: c.name}}
		}
	}
	return nil
}

// throttled reads the notice by which UnrealIRCd says that it dropped a message,
// which is then said again.
func (r *roster) throttled(text string) []referee.Event {
	target, ok := strings.CutPrefix(text, "Message to ")
	if !ok {
		return nil
	}
	target, ok = strings.CutSuffix(target, " throttled due to flooding")
	if !ok {
		return nil
	}
	r.network.strained("line dropped", text, refusedFor)
	return r.sayAgain(target, "NOTICE", text, 0)
}

// tooManyTargets reads the numerics by which servers say that we write to too many
// different people: "439 me target :Target change too fast. Please wait 17
// seconds", "707 me target :Targets changing too fast, message dropped". How fast
// we write does not matter to them.
func (r *roster) tooManyTargets(m *message) []referee.Event {
	wait := r.network.Budget().TargetEvery
	for word := range strings.FieldsSeq(m.last()) {
		if seconds, err := strconv.Atoi(word); err == nil && seconds > 0 && seconds < 600 {
			wait = time.Duration(seconds) * time.Second
		}
	}
	return r.sayAgain(m.param(1), m.command, m.last(), wait)
}

// sayAgain has a line said again that the server has dropped. If that was tried
// too often already, it is told as not delivered.
func (r *roster) sayAgain(target, code, words string, wait time.Duration) []referee.Event {
	folded := r.fold(target)
	matches := func(post *referee.Post) bool {
		name := post.Channel
		if post.To != nil {
			name = post.To.Nick()
		}
		return r.fold(name) == folded
	}
	if r.network.queue.again(time.Now(), matches, wait) {
		return nil
	}
	return []referee.Event{referee.Undelivered{Target: target, Code: code, Reason: words}}
}

// maxBatches is how many batches of old lines may be open: a server has no reason
// for more than a few.
const maxBatches = 64

// batch notes the batches in which a bouncer or server says again what was said
// before.
func (r *roster) batch(m *message) {
	reference := m.param(0)
	if name, ok := strings.CutPrefix(reference, "-"); ok {
		delete(r.playback, name)
		return
	}
	name, ok := strings.CutPrefix(reference, "+")
	if !ok || len(r.playback) >= maxBatches {
		return
	}
	switch m.param(1) {
	case "chathistory", "draft/chathistory", "znc.in/playback", "playback":
		r.playback[strings.Clone(name)] = true
	}
}

// old tells whether a line is in a batch of old lines; a batch inside one is old
// too.
func (r *roster) old(m *message) bool {
	reference, ok := m.tag("batch")
	if !ok || !r.playback[reference] {
		return false
	}
	if name, ok := strings.CutPrefix(m.param(0), "+"); ok && m.command == "BATCH" && len(r.playback) < maxBatches {
		r.playback[strings.Clone(name)] = true
	}
	return true
}

// late tells whether the server's time on a message is more than a minute before
// we came, by the same clock: then it was kept for us by somebody.
func (r *roster) late(m *message) bool {
	at, ok := m.time()
	return ok && !r.began.IsZero() && at.Before(r.began.Add(-time.Minute))
}

// time is the tag time; false if there is none.
func (m *message) time() (time.Time, bool) {
	value, ok := m.tag("time")
	if !ok {
		return time.Time{}, false
	}
	at, err := time.Parse("2006-01-02T15:04:05Z07:00", value)
	return at, err == nil
}
