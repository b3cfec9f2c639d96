package referee

import (
	"maps"
	"slices"
	"strings"
	"time"

	"go.uber.org/zap"
)

// undelivered: what we have said was not passed on, in a channel or to a player.
func (d *Desk) undelivered(e Undelivered) {
	if ch := d.channels[d.network.Fold(e.Target)]; ch != nil {
		if ch.entered && slices.Contains(muted, e.Code) {
			d.silenced(ch, e)
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(d.channels)) {
		ch := d.channels[name]
		i := slices.IndexFunc(ch.players, func(p *player) bool {
			return p.person != nil && d.network.Fold(p.person.Nick()) == d.network.Fold(e.Target)
		})
		switch {
		case i < 0:
		case ch.lobby != nil:
			d.outOfReach(ch.players[i], e)
		case ch.match != nil && e.Code == noSuchNick:
			d.lose(ch.players[i])
		}
	}
}

// noSuchNick is the numeric of a nick that is not there.
const noSuchNick = "401"

// outOfReach: a JOIN_OK that did not arrive frees the seat, and that is said
// once. Who can't be reached learns it now, not in turn 40.
func (d *Desk) outOfReach(p *player, e Undelivered) {
	d.announce(p.channel, "unreachable", p.person.Nick(), e.Code)
	d.unseat(p)
	p.channel.drop(p)
}

// lose: a player is not there any more, though we have not seen him go. If it
// was a mistake, his next word brings him back.
func (d *Desk) lose(p *player) {
	d.unseat(p)
	seat, now := p.seat, time.Now()
	p.channel.match.deliver(func(m *match) error {
		return m.depart(seat, Quit, now)
	})
}

// The numerics by which a channel does not let us speak, though we are in it: for
// want of a voice, for colours, or for want of an account.
var muted = []string{"404", "408", "477"}

// mostOperators is how many operators are told that we can't be heard.
const mostOperators = 5

// silenced: the operators are told once. A match stands still, since what it
// decides would be published to nobody.
func (d *Desk) silenced(ch *channel, e Undelivered) {
	if ch.match != nil {
		ch.match.deliver((*match).silenced)
	}
	if ch.mute {
		return
	}
	ch.mute = true
	d.log.Warn("can't be heard in the channel", zap.String("channel", ch.name), zap.String("code", e.Code), zap.String("reason", e.Reason))
	name := d.network.Fold(ch.name)
	operators := slices.DeleteFunc(slices.Collect(maps.Keys(d.present)), func(who *Person) bool { return !who.Operator(name) })
	slices.SortFunc(operators, func(a, b *Person) int { return strings.Compare(a.Nick(), b.Nick()) })
	for _, who := range operators[:min(len(operators), mostOperators)] {
		d.notify(ch, who, Talk, "mute", ch.name, e.Code)
	}
}
