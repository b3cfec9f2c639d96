package irc

import (
	"slices"

	"arbitre/referee"
)

// lost asks ChanServ, once a visit, to make us an operator again. What needs one
// is done without meanwhile: that is nothing.
func (r *roster) lost(c *channel, rank ranks) {
	service := r.network.cfg.ChanServ
	if service == "" || c.begged || r.isupport.status(rank)&referee.Operator == 0 {
		return
	}
	c.begged = true
	r.network.control("PRIVMSG " + service + " :OP " + c.name)
}

// refused is our not being let into a channel. ChanServ is asked to invite us.
func (r *roster) refused(m *message) []referee.Event {
	name, n := m.param(1), r.network
	if !n.wanted.remove(name, r.fold) {
		return nil
	}
	if n.cfg.ChanServ != "" {
		n.control("PRIVMSG " + n.cfg.ChanServ + " :INVITE " + name)
	}
	return []referee.Event{referee.Removed{Channel: name, Code: m.command, Reason: m.reason()}}
}

// The numerics that refuse a JOIN; they name the channel.
var refusals = []string{
	"403", "405", "437", "471", "473", "474", "475", "476", "477", "479", "480", "485", "489", "495", "500", "519", "520",
}

// failed reads the numerics that say no.
func (r *roster) failed(m *message) []referee.Event {
	target := m.param(1)
	if len(m.command) != 3 || m.command < "400" || target == "" {
		return nil
	}
	if m.command == "470" { // me #asked #forward :Forwarding
		return r.refused(m)
	}
	if r.isupport.isChannel(target) && r.at(target) == nil && slices.Contains(refusals, m.command) {
		if events := r.refused(m); events != nil {
			return events
		}
	}
	if m.command == "439" || m.command == "707" {
		return r.tooManyTargets(m)
	}
	if slices.Contains(undelivered, m.command) {
		return []referee.Event{referee.Undelivered{Target: target, Code: m.command, Reason: m.last()}}
	}
	return nil
}

// The numerics that say that a message did not arrive; they name its target.
var undelivered = []string{
	"401", "402", "403", "404", "407", "408", "413", "414", "415", "477", "486", "487", "488", "492", "531", "716", "717",
}
