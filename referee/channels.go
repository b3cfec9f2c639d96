package referee

import (
	"context"
	"slices"
	"time"

	"go.uber.org/zap"
)

// rejoinAfter is how long we stay away after a kick in a match.
const rejoinAfter = 10 * time.Second

// invite accepts an INVITE as far as the configuration lets anybody invite us.
// Admins are above the limits.
func (d *Desk) invite(e Invited) {
	admin := d.admin(e.By)
	name := d.network.Fold(e.Channel)
	if _, known := d.channels[name]; known && d.channels[name].entered {
		return
	}
	switch {
	case d.farewell != nil:
		d.answer(e.By, "no-begin-"+string(d.farewell.why))
		return
	case admin:
	case d.config.Invite != "anyone":
		d.answer(e.By, "invite-not-you")
		return
	case len(d.channels) >= d.config.MaxChannels:
		d.answer(e.By, "invite-full", d.config.MaxChannels)
		return
	case d.invitedBy(e.By):
		d.answer(e.By, "invite-one", d.config.Prefix)
		return
	case !d.invited.IsZero() && time.Since(d.invited) < time.Minute:
		d.answer(e.By, "invite-later")
		return
	}
	d.log.Info("invited", zap.String("channel", e.Channel), zap.String("by", e.By.Nick()), zap.String("host", e.By.Host))
	d.invited = time.Now()
	if d.channels[name] == nil {
		d.channels[name] = &channel{
			name: e.Channel, by: e.By.Host, byAccount: e.By.Account, used: time.Now(), greet: true,
		}
	}
	d.network.Join(e.Channel)
}

// invitedBy tells whether somebody of this host or account has us in a channel.
// The account is known until we restart.
func (d *Desk) invitedBy(who *Person) bool {
	for _, ch := range d.channels {
		if who.Host != "" && ch.by == who.Host || who.Account != "" && ch.byAccount == who.Account {
			return true
		}
	}
	return false
}

// enter notes that we are in a channel; a match that waited for that goes on.
func (d *Desk) enter(ctx context.Context, e Entered) {
	name := d.network.Fold(e.Channel)
	ch := d.channels[name]
	if ch == nil {
		ch = &channel{name: e.Channel, used: time.Now()}
		d.channels[name] = ch
	}
	ch.entered, ch.rejoin = true, time.Time{}
	d.log.Info("entered", zap.String("channel", e.Channel))
	if ch.greet {
		ch.greet = false
		d.announce(ch, "welcome", d.config.Prefix, d.gameNames())
	}
	d.remember(ch)
	if ch.match != nil {
		ch.match.deliver(func(m *match) error {
			m.linked = true
			return nil
		})
	}
	d.hearKept(ctx, ch)
}

// remove: we were kicked, or could not enter. A match survives one kick: we
// come back once.
func (d *Desk) remove(e Removed) {
	name := d.network.Fold(e.Channel)
	d.early = slices.DeleteFunc(d.early, func(kept Heard) bool { return d.network.Fold(kept.Channel) == name })
	ch := d.channels[name]
	if ch == nil {
		return
	}
	d.log.Warn("not in the channel", zap.String("channel", e.Channel), zap.String("by", e.By), zap.String("reason", e.Reason))
	d.outage(ch)
	switch {
	case ch.match == nil:
		d.drop(ch)
	case e.By == "":
		ch.rejoin = time.Now().Add(time.Minute)
	default:
		if ch.kicks++; ch.kicks > 1 {
			ch.match.deliver(func(*match) error { return errAborted })
			d.drop(ch)
			return
		}
		ch.rejoin = time.Now().Add(rejoinAfter)
	}
}

// forget leaves a channel.
func (d *Desk) forget(ch *channel, reason string) {
	d.network.Part(ch.name, reason)
	d.drop(ch)
}

// drop takes a channel off the desk. A match that still runs there ends by
// itself.
func (d *Desk) drop(ch *channel) {
	d.dismiss(ch)
	delete(d.channels, d.network.Fold(ch.name))
	d.chore("forget a channel", func(ctx context.Context) error { return d.memory.Forget(ctx, ch.name) })
}

// undelivered: a JOIN_OK that did not arrive frees the seat, and that is said
// once. Who can't be reached learns it now, not in turn 40.
func (d *Desk) undelivered(e Undelivered) {
	for _, ch := range d.channels {
		if ch.lobby == nil {
			continue
		}
		i := slices.IndexFunc(ch.players, func(p *player) bool {
			return p.person != nil && d.network.Fold(p.person.Nick()) == d.network.Fold(e.Target)
		})
		if i < 0 {
			continue
		}
		p := ch.players[i]
		d.announce(ch, "unreachable", p.person.Nick(), e.Code)
		d.unseat(p)
		ch.drop(p)
	}
}

func (ch *channel) drop(p *player) {
	p.closeDoor()
	ch.players = slices.DeleteFunc(ch.players, func(other *player) bool { return other == p })
}
