package irc

import (
	"slices"
	"strings"
	"time"

	"arbitre/referee"
)

// maxStrangers is how many people who share no channel with us are remembered by
// their private messages. At more, who wrote longest ago is forgotten.
const maxStrangers = 256

// roster is what the desk's goroutine knows of the network: who is where, and who
// we are.
type roster struct {
	network  *Network
	isupport *isupport // the server's, while 005 comes in; published at Up
	up       bool

	nick, user, host string // ours
	account          string // ours, "" if none or unknown
	identified       int    // how often, on this connection

	people    map[string]*referee.Person // by folded nick
	strangers []*referee.Person          // those of people in no channel, the latest last
	channels  map[string]*channel        // by folded name

	caps     map[string]bool // the capabilities agreed on
	playback map[string]bool // references of the open batches of old lines
	began    time.Time       // the server's clock when we registered, if it shows it
	cleared  string          // modes of ours that were taken off
	replies  []time.Time     // when CTCPs were answered, within the last ctcpTime
}

// channel is a channel in which we are.
type channel struct {
	name    string
	asked   bool // WHO was sent
	entered bool // its roster is complete
	split   bool // a netsplit took somebody, and nobody has come back yet
	begged  bool // ChanServ was asked to make us an operator again
	members map[*referee.Person]ranks
	ours    ranks
	// found is who was there before us, in order, and is not announced before the
	// roster is complete.
	found []*referee.Person
}

func newRoster(n *Network) *roster {
	r := &roster{network: n, isupport: defaultISupport(), nick: n.cfg.Nick}
	r.forget()
	return r
}

// forget empties the roster: all are gone.
func (r *roster) forget() {
	for _, p := range r.people {
		p.SetNick("")
		clear(p.Channels)
	}
	r.up = false
	r.people = map[string]*referee.Person{}
	r.strangers = nil
	r.channels = map[string]*channel{}
	r.caps = map[string]bool{}
	r.playback = map[string]bool{}
	r.began = time.Time{}
	r.cleared = ""
	r.account, r.identified = "", 0
}

// publish shows the others what they need.
func (r *roster) publish() {
	f := &facts{isupport: new(isupport), nick: r.nick, user: r.user, host: r.host, account: r.account}
	*f.isupport = *r.isupport
	r.network.facts.Store(f)
}

func (r *roster) fold(name string) string { return r.isupport.fold(name) }

func (r *roster) isUs(nick string) bool { return r.fold(nick) == r.fold(r.nick) }

// called is the person of this nick, nil if there is none.
func (r *roster) called(nick string) *referee.Person { return r.people[r.fold(nick)] }

// at is the channel of this name, nil if we are not there.
func (r *roster) at(name string) *channel { return r.channels[r.fold(name)] }

// sender is the known person from whom a line comes, with what the line tells of
// him brought up to date; nil if it comes from a server, from us or from somebody
// new.
func (r *roster) sender(m *message) *referee.Person {
	p := r.called(m.sourceNick())
	if p == nil {
		return nil
	}
	_, user, host, ok := m.sender()
	if ok && len(p.Channels) == 0 && (p.User != user || p.Host != host) {
		// We do not see him come and go, so this is somebody else.
		r.gone(p)
		return nil
	}
	if ok {
		setAddress(p, user, host)
	}
	r.setAccount(p, m)
	return p
}

// visitor is the sender, made a new person if there is none; nil if the line comes
// from a server or from us.
func (r *roster) visitor(m *message) *referee.Person {
	nick, user, host, ok := m.sender()
	if !ok || r.isUs(nick) {
		return nil
	}
	p := r.sender(m)
	if p == nil {
		p = r.add(nick, user, host)
		r.setAccount(p, m)
	}
	return p
}

func (r *roster) add(nick, user, host string) *referee.Person {
	p := referee.NewPerson(strings.Clone(nick), strings.Clone(user), strings.Clone(host))
	p.AccountUnknown = !r.caps["account-tag"] && !r.caps["extended-join"]
	r.people[r.fold(nick)] = p
	return p
}

// setAddress notes user and host; an address that the line leaves out changes
// nothing.
func setAddress(p *referee.Person, user, host string) {
	if host != "" && (p.User != user || p.Host != host) {
		p.User, p.Host = strings.Clone(user), strings.Clone(host)
	}
}

// setAccount reads the tag account. A message without it, where the capability
// was agreed on, says that he is logged in nowhere.
func (r *roster) setAccount(p *referee.Person, m *message) {
	account, ok := m.tag("account")
	if !ok && (!r.caps["account-tag"] || m.command != "PRIVMSG" && m.command != "NOTICE") {
		return
	}
	setAccount(p, account)
}

func setAccount(p *referee.Person, account string) {
	if account == "*" || account == "0" {
		account = ""
	}
	p.AccountUnknown = false
	if p.Account != account {
		p.Account = strings.Clone(account)
	}
}

// met notes a private message of somebody who shares no channel with us.
func (r *roster) met(p *referee.Person) {
	if i := slices.Index(r.strangers, p); i >= 0 {
		r.strangers = slices.Delete(r.strangers, i, i+1)
	} else if len(r.strangers) >= maxStrangers {
		r.gone(r.strangers[0])
	}
	r.strangers = append(r.strangers, p)
}

// enter puts a person into a channel; false if he is there already.
func (r *roster) enter(c *channel, p *referee.Person, as ranks) bool {
	_, was := c.members[p]
	c.members[p] = as
	p.Channels[r.fold(c.name)] = r.isupport.status(as)
	if i := slices.Index(r.strangers, p); i >= 0 {
		r.strangers = slices.Delete(r.strangers, i, i+1)
	}
	return !was
}

// leave takes a person out of a channel. Who shares no channel with us any more is
// gone: we can't follow him.
func (r *roster) leave(c *channel, p *referee.Person) {
	delete(c.members, p)
	delete(p.Channels, r.fold(c.name))
	c.found = slices.DeleteFunc(c.found, func(found *referee.Person) bool { return found == p })
	if len(p.Channels) == 0 {
		r.gone(p)
	}
}

// gone forgets a person.
func (r *roster) gone(p *referee.Person) {
	for name := range p.Channels {
		if c := r.channels[name]; c != nil {
			delete(c.members, p)
			c.found = slices.DeleteFunc(c.found, func(found *referee.Person) bool { return found == p })
		}
	}
	clear(p.Channels)
	if nick := r.fold(p.Nick()); r.people[nick] == p {
		delete(r.people, nick)
	}
	if i := slices.Index(r.strangers, p); i >= 0 {
		r.strangers = slices.Delete(r.strangers, i, i+1)
	}
	p.SetNick("")
}

// close takes us out of a channel.
func (r *roster) close(c *channel) {
	for p := range c.members {
		r.leave(c, p)
	}
	delete(r.channels, r.fold(c.name))
}

// rename follows a change of nick.
func (r *roster) rename(p *referee.Person, nick string) {
	delete(r.people, r.fold(p.Nick()))
	p.SetNick(strings.Clone(nick))
	r.people[r.fold(nick)] = p
}
