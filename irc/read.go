package irc

import (
	"maps"
	"slices"
	"strings"
	"time"

	"arbitre/referee"
)

// Read brings the roster up to date with a line and returns what it means.
func (n *Network) Read(line referee.Line) []referee.Event {
	r := n.roster
	switch {
	case line.Mark != 0:
		return []referee.Event{referee.Marked{Token: line.Mark}}
	case line.Link == referee.Up:
		n.queue.read()
		if r.began.IsZero() {
			r.began = line.At
		}
		r.enterAll()
		if r.isUs(n.cfg.Nick) {
			return []referee.Event{referee.LinkUp{}}
		}
		return []referee.Event{referee.LinkUp{Alias: r.nick}}
	case line.Link == referee.Down:
		r.forget()
		return []referee.Event{referee.LinkDown{At: line.At}}
	}
	m, ok := parse(line.Text)
	if !ok || r.old(&m) {
		return nil
	}
	return r.read(&m, line.At)
}

// read finds who reads a command. Most numerics and all unknown commands mean
// nothing to us.
func (r *roster) read(m *message, at time.Time) []referee.Event {
	switch m.command {
	case "PRIVMSG", "NOTICE":
		return r.heard(m, at)
	case "JOIN":
		return r.joined(m)
	case "PART":
		return r.parted(m, at)
	case "KICK":
		return r.kicked(m, at)
	case "QUIT":
		return r.quit(m, at)
	case "NICK":
		return r.renamed(m, at)
	case "INVITE":
		return r.invited(m)
	case "PONG":
		if token, ok := promptToken(m.last()); ok {
			return []referee.Event{referee.Started{At: at, Token: token}}
		}
	case "MODE", "ACCOUNT", "CHGHOST", "CAP", "BATCH":
		r.changed(m)
	case "001", "005", "352", "354", "396", "900", "901":
		r.learned(m)
	case "353", "366", "315", "263", "416":
		return r.listed(m)
	default:
		return r.failed(m)
	}
	return nil
}

// changed reads the commands that only change what we know.
func (r *roster) changed(m *message) {
	switch m.command {
	case "MODE":
		r.mode(m)
	case "ACCOUNT":
		if p := r.sender(m); p != nil {
			setAccount(p, m.param(0))
		}
	case "CHGHOST":
		user, host := strings.Clone(m.param(0)), strings.Clone(m.param(1))
		if r.isUs(m.sourceNick()) {
			r.user, r.host = user, host
			r.publish()
		} else if p := r.called(m.sourceNick()); p != nil {
			setAddress(p, user, host)
		}
	case "CAP":
		r.capability(m)
	case "BATCH":
		r.batch(m)
	}
}

// capability notes what was agreed on. An LS before we are registered is that of a
// new connection, of which nothing is known.
func (r *roster) capability(m *message) {
	if m.param(1) == "LS" && !r.up {
		clear(r.caps)
	}
	for name := range strings.FieldsSeq(m.last()) {
		off := strings.HasPrefix(name, "-")
		switch name = strings.Clone(strings.TrimPrefix(name, "-")); m.param(1) {
		case "ACK":
			r.caps[name] = !off
		case "DEL":
			delete(r.caps, name)
		}
	}
}

// learned reads the numerics that tell of the server and of us.
func (r *roster) learned(m *message) {
	switch m.command {
	case "001":
		if r.up {
			return
		}
		r.isupport = defaultISupport()
		r.nick, r.user, r.host = strings.Clone(m.param(0)), "", ""
		r.began, _ = m.time()
		return
	case "005":
		if r.up {
			return // names are folded by what it said at first
		}
		for _, token := range m.params[min(1, len(m.params)):] {
			r.isupport.set(token)
		}
	case "900", "901": // me me!user@host account :you are now logged in as; me me!user@host :logged out
		r.account = ""
		if m.command == "900" {
			r.account = strings.Clone(m.param(2))
		}
		if r.up {
			r.publish()
		}
	case "352": // me #channel user host server nick flags :hops name
		r.described(m.param(5), m.param(2), m.param(3), nil)
	case "354": // me token #channel user host nick flags account, as asked for
		if m.param(1) == whoToken && len(m.params) == 8 {
			r.described(m.param(5), m.param(3), m.param(4), &m.params[7])
		}
	case "396": // me [user@]host :is now your hidden host
		user, host, ok := strings.Cut(m.param(1), "@")
		if !ok {
			user, host = r.user, user
		}
		r.user, r.host = strings.Clone(user), strings.Clone(host)
		if r.up {
			r.publish()
		}
	}
}

// described notes what WHO says of somebody. Of us it may show the true host, where
// others see that of our JOIN.
func (r *roster) described(nick, user, host string, account *string) {
	p := r.called(nick)
	if p == nil {
		return
	}
	setAddress(p, user, host)
	if account != nil {
		setAccount(p, *account)
	}
}

// renamed follows a NICK, ours too. Whom we knew by the new nick has lost it
// without a word to us.
func (r *roster) renamed(m *message, at time.Time) []referee.Event {
	nick := m.param(0)
	if nick == "" {
		return nil
	}
	var p *referee.Person
	us := r.isUs(m.sourceNick())
	if !us {
		if p = r.sender(m); p == nil {
			return nil
		}
	}
	var events []referee.Event
	if other := r.called(nick); other != nil && other != p {
		events = r.vanish(other, at, referee.Quit)
	}
	if us {
		r.nick = strings.Clone(nick)
		r.publish()
		if !r.isUs(r.network.cfg.Nick) {
			r.identify() // services may have done it, because we were not
		}
		return events
	}
	old := p.Nick()
	r.rename(p, nick)
	return append(events, referee.Renamed{At: at, Who: p, Old: old})
}

// quit takes somebody out of all channels.
func (r *roster) quit(m *message, at time.Time) []referee.Event {
	p := r.called(m.sourceNick())
	if p == nil {
		return nil
	}
	if isSplit(m.last()) {
		return r.vanish(p, at, referee.Split)
	}
	return r.vanish(p, at, referee.Quit)
}

// vanish is somebody's leaving of the network. Also who has not been announced in a
// channel is told to have left it: he may have got a place there back, since he was
// announced in another.
func (r *roster) vanish(p *referee.Person, at time.Time, cause referee.Departure) []referee.Event {
	var events []referee.Event
	for _, name := range slices.Sorted(maps.Keys(p.Channels)) {
		c := r.channels[name]
		c.split = c.split || cause == referee.Split
		events = append(events, referee.Departed{At: at, Who: p, Channel: c.name, Cause: cause})
	}
	r.gone(p)
	return events
}

// isSplit tells whether a QUIT's reason is two servers, "a.b c.d", as a server
// writes it at a netsplit. Who says it himself has "Quit: " put before it.
func isSplit(reason string) bool {
	first, second, ok := strings.Cut(reason, " ")
	return ok && first != second && isServer(first) && isServer(second)
}

func isServer(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || strings.Trim(label, "*-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return false
		}
	}
	return strings.Contains(name, ".")
}

// invited reads an INVITE of us; with invite-notify those of others come too.
func (r *roster) invited(m *message) []referee.Event {
	if !r.isUs(m.param(0)) || !r.isupport.isChannel(m.param(1)) {
		return nil
	}
	p := r.visitor(m)
	if p == nil {
		return nil
	}
	if len(p.Channels) == 0 {
		r.met(p)
	}
	return []referee.Event{referee.Invited{By: p, Channel: m.param(1)}}
}
