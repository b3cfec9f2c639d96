package irc

import (
	"maps"
	"slices"
	"strings"
	"time"

	"arbitre/referee"
)

// whoToken marks the answers to our WHOX.
const whoToken = "152"

// enterAll does what is to be done on a new connection: be known as a bot, log in,
// enter the channels.
func (r *roster) enterAll() {
	n := r.network
	r.up = true
	r.publish()
	if r.isupport.bot != "" {
		n.control("MODE " + r.nick + " +" + r.isupport.bot)
	}
	r.identify()
	for _, line := range n.wanted.joins() {
		n.control(line)
	}
}

// maxIdentified is how often we identify on one connection: services that rename
// us again all the same are not fought.
const maxIdentified = 3

// identify logs in with NickServ and has it throw out who has our nick: most
// often our own ghost. conn takes the nick back afterwards.
func (r *roster) identify() {
	n := r.network
	service := n.cfg.NickServ
	if service == nil || r.identified >= maxIdentified {
		return
	}
	r.identified++
	login := strings.TrimLeft(service.Account+" "+service.Password, " ")
	n.control("PRIVMSG " + service.Service + " :IDENTIFY " + login)
	if !r.isUs(n.cfg.Nick) {
		n.control("PRIVMSG " + service.Service + " :GHOST " + n.cfg.Nick + " " + service.Password)
	}
}

// joined reads a JOIN: #channel, or #channel account :name.
func (r *roster) joined(m *message) []referee.Event {
	name := m.param(0)
	if !r.isupport.isChannel(name) {
		return nil
	}
	if r.isUs(m.sourceNick()) {
		r.open(m, strings.Clone(name))
		return nil
	}
	c := r.at(name)
	if c == nil {
		return nil
	}
	p := r.visitor(m)
	if p == nil {
		return nil
	}
	if len(m.params) > 2 {
		setAccount(p, m.param(1))
	}
	if !r.enter(c, p, 0) {
		return nil
	}
	r.resync(c)
	return []referee.Event{referee.Arrived{Who: p, Channel: c.name}}
}

// open is our own JOIN. A channel that we did not ask for (470 forwards us to
// another, an operator moves us) is left again.
func (r *roster) open(m *message, name string) {
	n := r.network
	if _, user, host, ok := m.sender(); ok && host != "" {
		r.user, r.host = strings.Clone(user), strings.Clone(host)
		r.publish()
	}
	if !n.wanted.has(name, r.fold) {
		n.control("PART " + name)
		return
	}
	if c := r.at(name); c != nil {
		r.close(c)
	}
	r.channels[r.fold(name)] = &channel{name: name, members: map[*referee.Person]ranks{}}
}

// netjoinLasts is how long after a netjoin has begun it is over: then its MODEs have
// come too.
const netjoinLasts = 5 * time.Second

// resync asks, once after a netsplit, who is in a channel and as what: a server
// that links again may take a status away without a word to us.
func (r *roster) resync(c *channel) {
	if !c.split {
		return
	}
	c.split = false
	time.AfterFunc(netjoinLasts, func() { r.network.queue.put(question, outgoing{raw: "NAMES " + c.name}) })
}

// listed reads what tells who is in a channel: NAMES comes by itself, at its end
// we ask once for addresses and accounts by WHO, and at the end of that, or if the
// server refuses it, the roster is complete.
func (r *roster) listed(m *message) []referee.Event {
	switch m.command {
	case "353": // me = #channel :@+ann bob
		return r.names(m)
	case "366": // me #channel :End of NAMES
		if c := r.at(m.param(1)); c != nil && !c.asked {
			c.asked = true
			who := "WHO " + c.name
			if r.isupport.whox {
				who += " %tcuhnfa," + whoToken
			}
			r.network.queue.put(question, outgoing{raw: who})
		}
	case "315": // me #channel :End of WHO
		if c := r.at(m.param(1)); c != nil {
			return r.complete(c)
		}
	case "263", "416": // me WHO :try again; me #channel :too many
		if m.command == "263" {
			r.network.strained("try again later", m.reason(), refusedFor)
		}
		var events []referee.Event
		for _, name := range slices.Sorted(maps.Keys(r.channels)) {
			c := r.channels[name]
			if c.asked && (m.param(1) == "WHO" || r.at(m.param(1)) == c) {
				events = append(events, r.complete(c)...)
			}
		}
		return events
	}
	return nil
}

// complete announces who was in a channel before us, and the channel.
func (r *roster) complete(c *channel) []referee.Event {
	if c.entered {
		return nil
	}
	c.entered = true
	var events []referee.Event
	for _, p := range c.found {
		events = append(events, referee.Arrived{Who: p, Channel: c.name})
	}
	c.found = nil
	return append(events, referee.Entered{Channel: c.name})
}

func (r *roster) names(m *message) []referee.Event {
	c := r.at(m.param(2))
	if c == nil {
		return nil
	}
	var events []referee.Event
	for name := range strings.SplitSeq(m.last(), " ") {
		as, source := r.isupport.split(name)
		nick, address, _ := strings.Cut(source, "!")
		if r.isUs(nick) {
			c.ours = as
		}
		if nick == "" || r.isUs(nick) {
			continue
		}
		user, host, _ := strings.Cut(address, "@")
		p := r.called(nick)
		if p != nil && len(p.Channels) == 0 && (p.User != user || p.Host != host) {
			r.gone(p)
			p = nil
		}
		if p == nil {
			p = r.add(nick, user, host)
		}
		setAddress(p, user, host)
		switch {
		case !r.enter(c, p, as):
		case c.entered:
			events = append(events, referee.Arrived{Who: p, Channel: c.name})
		default:
			c.found = append(c.found, p)
		}
	}
	return events
}

// parted reads a PART. Ours is against our will if we still want to be there.
func (r *roster) parted(m *message, at time.Time) []referee.Event {
	c := r.at(m.param(0))
	if c == nil {
		return nil
	}
	if r.isUs(m.sourceNick()) {
		r.close(c)
		if r.network.wanted.remove(c.name, r.fold) {
			return []referee.Event{referee.Removed{Channel: c.name, Reason: "PART " + m.param(1)}}
		}
		return nil
	}
	return r.departed(c, r.sender(m), at, referee.Parted)
}

// kicked reads a KICK: #channel nick :reason.
func (r *roster) kicked(m *message, at time.Time) []referee.Event {
	c := r.at(m.param(0))
	if c == nil {
		return nil
	}
	if !r.isUs(m.param(1)) {
		return r.departed(c, r.called(m.param(1)), at, referee.Kicked)
	}
	r.close(c)
	r.network.wanted.remove(c.name, r.fold)
	return []referee.Event{referee.Removed{Channel: c.name, By: m.sourceNick(), Reason: m.param(2)}}
}

func (r *roster) departed(c *channel, p *referee.Person, at time.Time, cause referee.Departure) []referee.Event {
	if p == nil {
		return nil
	}
	if _, there := c.members[p]; !there {
		return nil
	}
	r.leave(c, p)
	return []referee.Event{referee.Departed{At: at, Who: p, Channel: c.name, Cause: cause}}
}

// mode follows the modes of PREFIX in a channel, whoever sets them: after a
// netsplit it is a server.
func (r *roster) mode(m *message) {
	if r.isUs(m.param(0)) {
		r.ownMode(m.param(1))
		return
	}
	c := r.at(m.param(0))
	if c == nil || len(m.params) < 2 {
		return
	}
	set, params := true, m.params[2:]
	for _, letter := range []byte(m.params[1]) {
		i := strings.IndexByte(r.isupport.modes, letter)
		always := i >= 0 || strings.IndexByte(r.isupport.paramAlways, letter) >= 0
		switch {
		case letter == '+' || letter == '-':
			set = letter == '+'
		case !always && (!set || strings.IndexByte(r.isupport.paramSet, letter) < 0):
		case len(params) == 0:
			return
		default:
			if i >= 0 {
				r.setRank(c, params[0], ranks(1)<<i, set)
			}
			params = params[1:]
		}
	}
}

// ownMode takes off, once each, the modes by which a network keeps people from
// writing to us: g (only those that we accept) and R (only who is logged in).
func (r *roster) ownMode(letters string) {
	set := true
	for _, letter := range letters {
		switch letter {
		case '+', '-':
			set = letter == '+'
		case 'g', 'R':
			if set && !strings.ContainsRune(r.cleared, letter) {
				r.cleared += string(letter)
				r.network.control("MODE " + r.nick + " -" + string(letter))
			}
		}
	}
}

func (r *roster) setRank(c *channel, nick string, rank ranks, set bool) {
	if r.isUs(nick) {
		c.ours = c.ours.with(rank, set)
		if !set {
			r.lost(c, rank)
		}
		return
	}
	p := r.called(nick)
	if p == nil {
		return
	}
	as, there := c.members[p]
	if !there {
		return
	}
	as = as.with(rank, set)
	c.members[p] = as
	p.Channels[r.fold(c.name)] = r.isupport.status(as)
}
