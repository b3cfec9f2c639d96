package referee

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"path"
	"strings"
	"time"

	"arbitre/game"
)

// proof is by what a player is known again when he comes back: his services
// account; the seat token; or nick and user@host, where nobody else could be
// meant by them.
type proof struct {
	account  string
	nick     string // folded, his last one
	userHost string
	token    string // 128 bits in hex, new after each use
	// outage: it was our own connection that was lost. Then he did not leave, and
	// others with his user@host (bots of one machine) do not speak against him.
	outage bool
}

func (d *Desk) newProof(person *Person) proof {
	var token [16]byte
	rand.Read(token[:]) // never fails
	return proof{
		account: person.Account, nick: d.network.Fold(person.Nick()),
		userHost: person.User + "@" + person.Host, token: hex.EncodeToString(token[:]),
	}
}

// recognise gives a person his places back where he proves himself by his
// account, or by nick and user@host.
func (d *Desk) recognise(who *Person) {
	for name := range who.Channels {
		ch := d.channels[name]
		if ch == nil {
			continue
		}
		for _, p := range ch.players {
			if p.person == nil && d.proves(p, who) {
				d.welcome(p, who)
			}
		}
	}
}

func (d *Desk) proves(p *player, who *Person) bool {
	if p.proof.account != "" {
		return p.proof.account == who.Account
	}
	if p.proof.nick != d.network.Fold(who.Nick()) || p.proof.userHost != who.User+"@"+who.Host {
		return false
	}
	return p.proof.outage || d.onlyOne(p, who)
}

// onlyOne tells whether no other seat and no other person present has the
// user@host.
func (d *Desk) onlyOne(p *player, who *Person) bool {
	for _, other := range p.channel.players {
		if other != p && other.proof.userHost == p.proof.userHost {
			return false
		}
	}
	for other := range d.present {
		if other != who && other.User == who.User && other.Host == who.Host {
			return false
		}
	}
	return true
}

// resume takes a seat by its token. The old connection, if it is alive, is told
// and has lost the seat.
func (d *Desk) resume(who *Person, token string) {
	for _, ch := range d.channels {
		for _, p := range ch.players {
			if subtle.ConstantTimeCompare([]byte(p.proof.token), []byte(strings.ToLower(token))) != 1 {
				continue
			}
			if old := p.person; old != nil && old != who {
				d.answer(old, "seat-taken", ch.name)
			}
			d.unseat(p)
			d.welcome(p, who)
			return
		}
	}
	d.answer(who, "no-such-token")
}

// welcome seats a person who has proved to be the player.
func (d *Desk) welcome(p *player, who *Person) {
	parted := p.parted
	d.seatPerson(p, who)
	p.proof = d.newProof(who)
	d.sendToken(p)
	if m := p.channel.match; m != nil {
		seat, now := p.seat, time.Now()
		m.deliver(func(m *match) error {
			m.comeBack(seat, who, now, parted)
			return nil
		})
	}
}

func (d *Desk) sendToken(p *player) {
	d.notify(p.person, Views, "token", p.channel.name, p.proof.token)
}

// arrive notes who is here, and lets players come back.
func (d *Desk) arrive(e Arrived) {
	d.present[e.Who] = struct{}{}
	d.recognise(e.Who)
}

// depart frees a place in a lobby; in a match the player is away.
func (d *Desk) depart(e Departed) {
	if len(e.Who.Channels) == 0 {
		delete(d.present, e.Who)
	}
	p := d.placeIn(e.Who, e.Channel)
	if p == nil {
		return
	}
	ch := p.channel
	d.unseat(p)
	if ch.match == nil {
		ch.drop(p)
		return
	}
	p.parted = e.Cause == Parted
	seat := p.seat
	ch.match.deliver(func(m *match) error {
		m.depart(seat, e.Cause)
		return nil
	})
}

// rename follows a player's nick: in the lobby his name follows, in a match it
// is an offence, unless services forced the nick on him.
func (d *Desk) rename(e Renamed) {
	nick := e.Who.Nick()
	for _, p := range d.seated[e.Who] {
		p.proof.nick = d.network.Fold(nick)
		if m := p.channel.match; m != nil && !d.forced(nick) {
			seat := p.seat
			m.deliver(func(m *match) error {
				m.offend(seat, e.At, causeNick)
				return nil
			})
		}
		if word := reservedIn(nick); p.channel.lobby != nil && word != "" {
			defer d.leaveLobby(p, "nick-reserved", strings.ToLower(word))
		}
	}
}

func (d *Desk) forced(nick string) bool {
	for _, pattern := range d.config.Guest {
		if match, err := path.Match(pattern, nick); err == nil && match {
			return true
		}
	}
	return false
}

// linkDown: nobody is here any more, and nobody left. The matches wait.
func (d *Desk) linkDown() {
	d.linked = false
	d.early = nil
	for _, ch := range d.channels {
		d.outage(ch)
	}
	clear(d.present)
}

// outage is our own absence from a channel.
func (d *Desk) outage(ch *channel) {
	ch.entered = false
	for _, p := range ch.players {
		if p.person == nil {
			continue
		}
		d.unseat(p)
		p.proof.outage = true
	}
	if ch.match == nil {
		return
	}
	ch.match.deliver(func(m *match) error {
		for i := range m.seats {
			m.depart(game.Seat(i), Split)
		}
		m.linked = false
		return errLinkLost
	})
}

// placeIn is a person's place in a channel, nil if he has none there.
func (d *Desk) placeIn(who *Person, name string) *player {
	for _, p := range d.seated[who] {
		if d.network.Fold(p.channel.name) == d.network.Fold(name) {
			return p
		}
	}
	return nil
}
