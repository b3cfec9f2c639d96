// Package irc makes a real IRC network a referee.Network: lines stamped and in
// order, a roster of people, a queue that keeps the flood budget, a connection
// that comes back.
//
// It knows no game, and nothing of matches. It is the only package that connects
// by girc, which does the registration, the capabilities, SASL and the answers to
// PING, above a connection of ours (conn) that shows it nothing else; docs/girc.md
// tells why.
//
// The goroutines of a network: Run itself, in girc's Connect; stream.pump; for
// each connection girc's loops, of which the reader runs conn.Read and the sender
// conn.Write, and conn.writer. The desk's goroutine runs Read and owns the roster.
package irc

import (
	"strings"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// Network is an IRC network.
type Network struct {
	cfg    Config
	log    *zap.Logger
	stream *stream
	queue  *queue
	wanted wanted
	facts  atomic.Pointer[facts]
	roster *roster // of the desk's goroutine
	asleep sleepWatch
	// present is the connection that there is, or was last.
	present atomic.Pointer[conn]
	// trouble is why there is or was no connection.
	trouble atomic.Pointer[string]
}

var _ referee.Network = (*Network)(nil)

// facts is what the desk's goroutine has learned and others need: how the server
// is, and who we are there. It is read-only.
type facts struct {
	*isupport
	nick, user, host string
	account          string
}

// New makes a network that Run connects. A configuration that can't work is told
// by Run.
func New(cfg Config, log *zap.Logger) *Network {
	cfg.setDefaults()
	n := &Network{
		cfg:    cfg,
		log:    log.With(zap.String("network", cfg.Name)),
		stream: newStream(),
		queue:  newQueue(),
	}
	n.asleep.start(time.Now)
	n.roster = newRoster(n)
	n.roster.publish()
	for _, channel := range cfg.Channels {
		name, key, _ := strings.Cut(channel, " ")
		n.wanted.add(name, key)
	}
	return n
}

// Name is the network's name in the configuration.
func (n *Network) Name() string { return n.cfg.Name }

// Lines is the stream of lines, marks and changes of the link.
func (n *Network) Lines() <-chan referee.Line { return n.stream.out }

// Mark puts a mark behind all that was stamped before this call. If the machine
// has slept since, there is none, but the connection is lost.
func (n *Network) Mark(token uint64) {
	if !n.hasSlept() {
		n.stream.put(referee.Line{Mark: token})
	}
}

// Fold is the name with its capitals made small by the server's CASEMAPPING, that
// of RFC 1459 before a first connection.
func (n *Network) Fold(name string) string { return n.facts.Load().fold(name) }

// Account is the services account that we are logged in to, "" if none or unknown.
func (n *Network) Account() string { return n.facts.Load().account }

// MaxText is how many bytes of text the server relays whole of a PRIVMSG of ours:
// 510 without what it puts in front, ":nick!user@host PRIVMSG target :". As long
// as our user and host are not known, the longest count.
func (n *Network) MaxText(target string) int {
	f := n.facts.Load()
	user, host := len(f.user), len(f.host)
	if f.user == "" || f.host == "" {
		user, host = f.userLen, f.hostLen
	}
	prefix := len(":!@ PRIVMSG  :") + len(f.nick) + user + host
	return max(0, maxLine-prefix-len(target))
}

// Budget is what the server lets us send, as far as we know at this moment.
func (n *Network) Budget() referee.Budget { return n.queue.budget(time.Now()) }

// Voiced tells whether we have voice or more in a channel.
func (n *Network) Voiced(channel string) bool {
	c := n.roster.at(channel)
	return c != nil && n.roster.isupport.status(c.ours) != 0
}

// strained goes slower after a complaint of the server.
func (n *Network) strained(what, words string, times float64) {
	if slower, changed := n.queue.strained(time.Now(), times); changed {
		b := n.Budget()
		n.log.Warn("the server complains of our pace; going slower", zap.String("what", what), zap.String("words", words),
			zap.Float64("slower by", slower), zap.Duration("a line in", b.Line), zap.Duration("and a byte in", b.Byte))
	}
}

// Send queues a line. What can't be sent any more is dropped: nothing is queued
// for a connection of which the desk has not read LinkUp, or which is lost.
func (n *Network) Send(post referee.Post) {
	kind := classes + int(post.Class)
	if kind < classes || kind >= kinds {
		kind = kinds - 1
	}
	if !n.queue.put(kind, outgoing{post: post}) {
		n.log.Error("too many lines are waiting, line dropped", zap.String("text", post.Text))
	}
}

// Join enters a channel ("#channel" or "#channel key"), now and after each
// reconnection. A key that was given once is used again.
func (n *Network) Join(channel string) {
	name, key, _ := strings.Cut(channel, " ")
	if !validWord(name) || !n.facts.Load().isChannel(name) || key != "" && !validWord(key) {
		n.log.Error("not a channel, not entered", zap.String("channel", name))
		return
	}
	key = n.wanted.add(name, key)
	n.control(strings.TrimRight("JOIN "+name+" "+key, " "))
}

// Part leaves a channel.
func (n *Network) Part(channel, reason string) {
	if !n.validChannel(channel) {
		return
	}
	n.wanted.remove(channel, n.Fold)
	n.control("PART " + channel + " :" + clean(reason))
}

// control queues a line of ours that does not wait for the flood budget.
func (n *Network) control(line string) {
	n.queue.put(control, outgoing{raw: cut(line, maxLine)})
}
