package referee

import (
	"context"
	"slices"
	"strings"
	"time"

	"go.uber.org/zap"
)

func (d *Desk) begin(ctx context.Context, r request) {
	words, plan, wrong := cutSchedule(r.arguments(), time.Now())
	switch {
	case wrong != nil:
		d.reply(r, wrong.key, wrong.args...)
	case plan != nil:
		plan.Words = words
		d.plan(r, plan)
	default:
		d.beginNow(ctx, r, words)
	}
}

// beginNow opens a lobby for what the words say, or tells what is wrong.
func (d *Desk) beginNow(_ context.Context, r request, words []string) {
	ch := r.channel
	switch {
	case ch.match != nil && ch.match.closing.Load():
		d.planAfter(r, words)
		return
	case ch.match != nil:
		d.reply(r, "match-running", ch.match.game.Name)
		return
	case ch.lobby != nil:
		d.reply(r, "lobby-running", ch.lobby.game.Name)
		return
	}
	l, wait, wrong := d.prepare(ch, words)
	if wrong != nil {
		d.reply(r, wrong.key, wrong.args...)
		return
	}
	ch.last = words
	d.openLobby(ch, l, wait)
}

// prepare makes the lobby that the words ask for: the game, then options, over
// what is set for the channel.
func (d *Desk) prepare(ch *channel, words []string) (*lobby, time.Duration, *wrong) {
	if d.farewell != nil {
		return nil, 0, &wrong{"no-begin-" + string(d.farewell.why), nil}
	}
	if ch.abandoned {
		return nil, 0, &wrong{"no-begin-here", nil}
	}
	if twin := d.twin(ch); twin != nil {
		return nil, 0, &wrong{"twin", []any{twin.Nick(), d.network.Account()}}
	}
	if len(words) == 0 {
		return nil, 0, &wrong{"begin-what", []any{d.gameNames()}}
	}
	g := d.gameNamed(words[0])
	if g == nil {
		return nil, 0, &wrong{"no-such-game", []any{quoted(words[0]), d.gameNames()}}
	}
	o := d.setFor(ch, *g)
	if bad := o.parse(words[1:]); bad != nil {
		return nil, 0, bad
	}
	l, err := d.newLobby(*g, o)
	if err != nil {
		return nil, 0, &wrong{"bad-setting", []any{err.Error()}}
	}
	if bad := d.sparring(l, o.with); bad != nil {
		return nil, 0, bad
	}
	l.slow = o.slow
	if wrong := d.fitSeats(ch, l); wrong != nil {
		return nil, 0, wrong
	}
	wait := o.lobby
	if wait == 0 {
		wait = d.config.Lobby
	}
	return l, wait, nil
}

// twin is somebody in the channel who is logged in to our own account: another
// referee, started by mistake. Two would lead the same match.
func (d *Desk) twin(ch *channel) *Person {
	account, name := d.network.Account(), d.network.Fold(ch.name)
	for who := range d.present {
		if _, here := who.Channels[name]; here && account != "" && who.Account == account {
			return who
		}
	}
	return nil
}

func (d *Desk) gameNames() string {
	var names []string
	for _, g := range d.games {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

// again begins what was begun last.
func (d *Desk) again(ctx context.Context, r request) {
	if r.channel.last == nil {
		d.reply(r, "nothing-again", d.config.Prefix)
		return
	}
	d.beginNow(ctx, r, append(slices.Clip(r.channel.last), r.arguments()...))
}

func (d *Desk) goNow(ctx context.Context, r request) {
	if r.channel.lobby == nil {
		d.reply(r, "no-lobby")
		return
	}
	d.closeLobby(ctx, r.channel)
}

func (d *Desk) abort(_ context.Context, r request) {
	ch := r.channel
	switch {
	case ch.match != nil:
		ch.match.log.Info("aborted", zap.String("by", r.from.Nick()))
		ch.match.deliver(func(*match) error { return errAborted })
	case ch.lobby != nil:
		d.closeWithoutMatch(ch)
		d.announce(ch, "lobby-aborted")
	default:
		d.reply(r, "nothing-to-abort")
	}
}
