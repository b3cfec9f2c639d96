package referee

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// proof is by what a player is known again when he comes back: his services
// account; the seat token, of which the SHA-256 is kept; or nick and user@host,
// where nobody else could be meant by them.
type proof struct {
	PrivatePlayer
	// outage: it was our own connection that was lost. Then he did not leave, and
	// others with his user@host (bots of one machine) do not speak against him.
	outage bool
	// former is the hash of the token before: the NOTICE with the new one may not
	// have come.
	former string
}

// newToken is a seat token: 128 bits in hex.
func newToken() string {
	var random [16]byte
	rand.Read(random[:]) // never fails
	return hex.EncodeToString(random[:])
}

// newProof is a person's proof and his new token.
func (d *Desk) newProof(person *Person) (p proof, token string) {
	token = newToken()
	return proof{PrivatePlayer: PrivatePlayer{
		Account: person.Account, Nick: d.network.Fold(person.Nick()),
		UserHost: person.User + "@" + person.Host, Token: hashToken(token),
	}}, token
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(token)))
	return hex.EncodeToString(sum[:])
}

// recognise gives a person his places back where he proves himself by his
// account, or by nick and user@host.
func (d *Desk) recognise(who *Person) {
	var his []*player // hardly ever any
	for name := range who.Channels {
		ch := d.channels[name]
		if ch == nil {
			continue
		}
		for _, p := range ch.players {
			if p.person == nil && d.proves(p, who) {
				his = append(his, p)
			}
		}
	}
	for _, p := range inOrder(his) {
		d.welcome(p, who)
	}
}

// inOrder is the players in the order of their channels' names, and not in that
// of a map.
func inOrder(players []*player) []*player {
	slices.SortStableFunc(players, func(a, b *player) int { return cmp.Compare(a.channel.name, b.channel.name) })
	return players
}

func (d *Desk) proves(p *player, who *Person) bool {
	if p.proof.Account != "" && !who.AccountUnknown {
		return p.proof.Account == who.Account
	}
	if p.proof.Nick != d.network.Fold(who.Nick()) || p.proof.UserHost != who.User+"@"+who.Host {
		return false
	}
	return p.proof.outage || d.onlyOne(p, who)
}

// onlyOne tells whether no other seat and no other person present has the
// user@host.
func (d *Desk) onlyOne(p *player, who *Person) bool {
	for _, other := range p.channel.players {
		if other != p && other.proof.UserHost == p.proof.UserHost {
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
// and has lost the seat. Nothing private goes to who shares no channel with us,
// so he has to be there; and who guesses meets silence.
func (d *Desk) resume(who *Person, token string) {
	if !who.entries.Allow() {
		return
	}
	p := d.playerWith(token)
	if p == nil {
		d.answer(who, "no-such-token")
		return
	}
	ch := p.channel
	if _, here := who.Channels[d.network.Fold(ch.name)]; !here {
		d.answerIn(ch, who, "resume-inside", ch.name)
		return
	}
	if own := d.placeIn(who, ch.name); own != nil && own != p {
		d.answerIn(ch, who, "seated-already", ch.name)
		return
	}
	if old := p.person; old != nil && old != who {
		d.answerIn(ch, old, "seat-taken", ch.name)
	}
	d.unseat(p)
	d.welcome(p, who)
}

// playerWith is the player whose seat token this is.
func (d *Desk) playerWith(token string) *player {
	hash := []byte(hashToken(token))
	is := func(known string) bool { return subtle.ConstantTimeCompare([]byte(known), hash) == 1 }
	for _, ch := range d.channels {
		for _, p := range ch.players {
			if is(p.proof.Token) || p.person == nil && is(p.proof.former) {
				return p
			}
		}
	}
	return nil
}

// takeOver gives a person who plays the seats of his account in a match that an
// older connection of it holds. Being in the channel and giving commands is not
// enough, since people watch their bots under the same account; and two bots of
// one account must not take the seat from each other for ever.
func (d *Desk) takeOver(who *Person) {
	if who.Account == "" {
		return
	}
	var his []*player
	for name := range who.Channels {
		ch := d.channels[name]
		if ch == nil || ch.match == nil || d.placeIn(who, name) != nil {
			continue
		}
		for _, p := range ch.players {
			if p.person != nil && p.proof.Account == who.Account && d.present[who] > d.present[p.person] {
				his = append(his, p)
			}
		}
	}
	for _, p := range inOrder(his) {
		d.answerIn(p.channel, p.person, "seat-taken", p.channel.name)
		d.unseat(p)
		d.welcome(p, who)
	}
}

// welcome seats a person who has proved to be the player.
func (d *Desk) welcome(p *player, who *Person) {
	parted := p.parted
	d.seatPerson(p, who)
	known, token := d.newProof(who)
	if p.tokens.Allow() {
		d.sendToken(p, token)
		known.former = p.proof.Token
	} else { // he comes and goes; we don't talk as much
		known.Token, known.former = p.proof.Token, p.proof.former
	}
	p.proof = known
	if m := p.channel.match; m != nil {
		seat, now, known := p.seat, time.Now(), p.proof.PrivatePlayer
		m.deliver(func(m *match) error {
			m.comeBack(seat, who, now, parted)
			m.identify(seat, known)
			return nil
		})
	}
}

func (d *Desk) sendToken(p *player, token string) {
	p.told = time.Now()
	words := d.wordsFor(p.channel, p.person)
	d.network.Send(Post{
		To: p.person, Notice: true, Class: Views, Stale: p.left.Load, Text: words.say("token", p.channel.name, token),
	})
}

// arrive notes who is here, and lets players come back.
func (d *Desk) arrive(e Arrived) {
	if d.present[e.Who] == 0 {
		d.arrivals++
		d.present[e.Who] = d.arrivals
	}
	d.recognise(e.Who)
}

// depart frees a place in a lobby; in a match the player is away.
func (d *Desk) depart(e Departed) {
	if len(e.Who.Channels) == 0 {
		delete(d.present, e.Who)
		d.forgetHandedIn()
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
		return m.depart(seat, e.Cause, e.At)
	})
}

// rename follows a player's nick: in the lobby his name follows, in a match it
// is an offence, unless services forced the nick on him, or he gets rid of one
// that they had.
func (d *Desk) rename(e Renamed) {
	nick := e.Who.Nick()
	for _, p := range d.seated[e.Who] {
		p.proof.Nick = d.network.Fold(nick)
		if bad, args := badName(nick); p.channel.lobby != nil && bad != "" {
			defer d.leaveLobby(p, bad, args...)
		} else {
			d.renewStray(p)
		}
		if m := p.channel.match; m != nil {
			seat, known, forced := p.seat, p.proof.PrivatePlayer, d.forced(nick) || d.forced(e.Old)
			m.deliver(func(m *match) error {
				if !forced {
					m.offend(seat, e.At, causeNick)
				}
				m.identify(seat, known)
				return nil
			})
		}
		d.renameSparring(p.channel)
	}
}

// underWay is how long a token may be on its way, with what the network lets leave
// before it.
const underWay = 2 * time.Minute

// renewStray makes a token worthless that may have met the change of its player's
// nick: whoever has the nick now has read it.
func (d *Desk) renewStray(p *player) {
	if time.Since(p.told) < underWay && p.tokens.Allow() {
		token := newToken()
		p.proof.Token, p.proof.former = hashToken(token), ""
		d.sendToken(p, token)
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

// linkUp: the server may fold names in another way than the one before, and call
// us by another nick.
func (d *Desk) linkUp(e LinkUp) {
	d.alias = e.Alias
	channels := make(map[string]*channel, len(d.channels))
	for _, ch := range d.channels {
		channels[d.network.Fold(ch.name)] = ch
	}
	d.channels = channels
}

// linkDown: nobody is here any more, and nobody left. The matches wait.
func (d *Desk) linkDown() {
	d.early = nil
	for _, name := range slices.Sorted(maps.Keys(d.channels)) {
		d.outage(d.channels[name])
	}
	clear(d.present)
}

// unheard is for how long a line may have been dead before we knew: a minute of
// silence and half a one for the answer to a PING.
const unheard = 2 * time.Minute

// outage is our own absence from a channel.
func (d *Desk) outage(ch *channel) {
	ch.entered = false
	if time.Since(ch.noMatch) > unheard {
		ch.noMatch = time.Time{}
	}
	maps.DeleteFunc(d.present, func(who *Person, _ uint32) bool { return len(who.Channels) == 0 })
	d.forgetHandedIn()
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
	ch.match.deliver((*match).outage)
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
