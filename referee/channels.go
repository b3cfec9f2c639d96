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
	known := d.channels[name]
	switch {
	case known != nil && known.entered:
		return
	case d.farewell != nil:
		d.answer(e.By, "no-begin-"+string(d.farewell.why))
		return
	case admin:
	case known != nil && !known.greet: // one that we want to be in: he lets us in
		if time.Since(d.invited) < time.Minute {
			return
		}
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
	if known == nil {
		d.channels[name] = &channel{
			name: e.Channel, by: e.By.Host, byAccount: e.By.Account, used: time.Now(), greet: true, inviter: e.By,
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
	ch.entered, ch.rejoin, ch.refusals, ch.inviter, ch.mute = true, time.Time{}, 0, nil, false
	d.log.Info("entered", zap.String("channel", e.Channel))
	if d.alias != "" {
		d.network.Send(Post{Channel: ch.name, Notice: true, Class: Protocol, Text: d.wordsIn(ch).say("alias", d.alias)})
	}
	if ch.greet {
		ch.greet = false
		d.announce(ch, "welcome", d.config.Prefix, d.gameNames())
	}
	if l := ch.lobby; l != nil { // those who saw us go learn that it is still open
		if left := time.Until(l.closes).Round(time.Second); left > 0 {
			d.announce(ch, "countdown", d.words.duration(left), len(ch.players))
		}
	}
	d.sayLastWords(ch)
	if !ch.noMatch.IsZero() && ch.idle() {
		d.sayNotEnough(ch) // the line may have been dead when it was said
	}
	ch.noMatch = time.Time{}
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
// come back once, unless that is refused by a ban.
func (d *Desk) remove(e Removed) {
	name := d.network.Fold(e.Channel)
	d.early = slices.DeleteFunc(d.early, func(kept Heard) bool { return d.network.Fold(kept.Channel) == name })
	ch := d.channels[name]
	if ch == nil && e.Code != "" { // of the configuration, refused when we first came
		ch = &channel{name: e.Channel, used: time.Now()}
		d.channels[name] = ch
	}
	if ch == nil {
		return
	}
	d.log.Warn("not in the channel", zap.String("channel", e.Channel), zap.String("by", e.By), zap.String("reason", e.Reason))
	d.outage(ch)
	switch {
	case e.Code != "":
		d.refused(ch, e)
	case ch.match == nil:
		d.drop(ch)
	case e.By == "": // made to PART
		ch.rejoin = time.Now().Add(time.Minute)
	default:
		if ch.kicks++; ch.kicks > 1 {
			d.giveUp(ch)
			return
		}
		ch.rejoin = time.Now().Add(rejoinAfter)
	}
}

// How long we wait before we try a channel again that has refused us, twice as
// long each time.
const (
	refusedFirst = time.Minute
	refusedLast  = 10 * time.Minute
	mostRefusals = 24 * 6 // then, after a day, its match has waited long enough
)

// banned is the numeric by which a channel refuses who is banned there.
const banned = "474"

// refused: a channel does not let us in. Whoever has just invited us learns it,
// and that was it; one in which we were, or are to be, is tried again.
func (d *Desk) refused(ch *channel, e Removed) {
	switch {
	case ch.inviter != nil:
		d.answer(ch.inviter, "not-let-in", ch.name, e.Reason)
		d.drop(ch)
	case ch.match != nil && (ch.kicks > 0 && e.Code == banned || ch.refusals >= mostRefusals):
		d.giveUp(ch)
	default:
		wait := min(refusedFirst<<min(ch.refusals, 10), refusedLast)
		ch.refusals++
		ch.rejoin = time.Now().Add(wait)
		d.log.Warn("the channel is tried again", zap.String("channel", ch.name), zap.Duration("in", wait))
	}
}

// giveUp leaves alone a channel that does not want us, with its match.
func (d *Desk) giveUp(ch *channel) {
	ch.match.deliver(func(*match) error { return errAborted })
	d.drop(ch)
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

func (ch *channel) drop(p *player) {
	p.left.Store(true)
	p.closeDoor()
	ch.players = slices.DeleteFunc(ch.players, func(other *player) bool { return other == p })
}
