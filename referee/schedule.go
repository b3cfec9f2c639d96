package referee

import (
	"context"
	"strings"
	"time"

	"go.uber.org/zap"
)

// plan is what a channel plays by itself.
type plan struct {
	words []string // as of !begin
	at    time.Time
	every time.Duration // 0: once
	until time.Time
	after bool // as soon as the match that runs has ended

	postponed time.Time // not before that
}

// twinWait is how long a plan waits for another referee of ours to go.
const twinWait = time.Minute

// opens is when the lobby of a plan opens, if nothing else is played then.
func (p *plan) opens() time.Time {
	if p.postponed.After(p.at) {
		return p.postponed
	}
	return p.at
}

// cutSchedule takes at=, every= and until= off the words of !begin. Times of day
// are the machine's local ones; one that has passed today is tomorrow's.
func cutSchedule(words []string, now time.Time) (rest []string, p *plan, bad *wrong) {
	var at, until string
	var every time.Duration
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		switch strings.ToLower(key) {
		case "at":
			at = value
		case "until":
			until = value
		case "every":
			if bad = setDuration(&every, "every", value, time.Minute, 24*time.Hour); bad != nil {
				return nil, nil, bad
			}
		default:
			rest = append(rest, word)
		}
	}
	if at == "" && until == "" && every == 0 {
		return words, nil, nil
	}
	if at == "" || (every == 0) != (until == "") {
		return nil, nil, &wrong{"schedule-at", nil}
	}
	p = &plan{every: every}
	if p.at, bad = nextTimeOfDay("at", at, now); bad != nil {
		return nil, nil, bad
	}
	if until == "" {
		return rest, p, nil
	}
	p.until, bad = nextTimeOfDay("until", until, p.at)
	return rest, p, bad
}

// nextTimeOfDay is the first moment after now at which a clock on the wall shows
// the time.
func nextTimeOfDay(key, text string, now time.Time) (time.Time, *wrong) {
	clock, err := time.Parse("15:04", text)
	if err != nil {
		return time.Time{}, &wrong{"schedule-time", []any{key, quoted(text)}}
	}
	for day := now.Day(); ; day++ { // a day that is none becomes one of the next month
		at := time.Date(now.Year(), now.Month(), day, clock.Hour(), clock.Minute(), 0, 0, now.Location())
		if at.After(now) {
			return at, nil
		}
	}
}

// plan notes what is to be played, once it is sure that it can be.
func (d *Desk) plan(r request, p *plan) {
	if _, _, wrong := d.prepare(r.channel, p.words); wrong != nil {
		d.reply(r, wrong.key, wrong.args...)
		return
	}
	r.channel.plan = p
	what, at := shown(p.words), p.at.Format("15:04")
	zone := p.at.Format("MST")
	if p.every == 0 {
		d.announce(r.channel, "schedule-once", what, at, zone, d.config.Prefix)
		return
	}
	d.announce(r.channel, "schedule", what, at, d.words.duration(p.every), p.until.Format("15:04"), zone, d.config.Prefix)
}

// next tells or plans what is played after the match that runs.
func (d *Desk) next(ctx context.Context, r request) {
	ch, words := r.channel, r.arguments()
	switch {
	case len(words) == 0 && ch.plan == nil:
		d.reply(r, "next-none", d.config.Prefix)
	case len(words) == 0 && ch.plan.after:
		d.reply(r, "next-after", shown(ch.plan.words), d.config.Prefix)
	case len(words) == 0:
		d.reply(r, "next-at", shown(ch.plan.words), ch.plan.at.Format("15:04 MST"), d.config.Prefix)
	case strings.EqualFold(words[0], "off"):
		ch.plan = nil
		d.reply(r, "next-off")
	case ch.match == nil && ch.lobby == nil:
		d.beginNow(ctx, r, words)
	default:
		if d.planAfter(r, words) {
			d.reply(r, "next-after", shown(words), d.config.Prefix)
		}
	}
}

// planAfter plans what is begun once the match that runs has ended, or tells
// what is wrong with it.
func (d *Desk) planAfter(r request, words []string) bool {
	if _, _, wrong := d.prepare(r.channel, words); wrong != nil {
		d.reply(r, wrong.key, wrong.args...)
		return false
	}
	r.channel.plan = &plan{words: words, after: true}
	return true
}

// due tells whether a plan's lobby is to open now. While a match or a lobby is
// there, it waits for its end.
func (ch *channel) due(now time.Time) bool {
	return ch.plan != nil && ch.entered && ch.idle() && !ch.plan.opens().After(now)
}

// openPlanned opens the lobby of a plan and finds the plan's next time.
func (d *Desk) openPlanned(ch *channel, now time.Time) {
	p := ch.plan
	if d.twin(ch) != nil { // our own ghost, mostly, which goes of itself
		p.postponed = now.Add(twinWait)
		return
	}
	ch.plan = nil
	if p.every > 0 {
		next := *p
		next.postponed = time.Time{}
		for !next.at.After(now) {
			next.at = next.at.Add(p.every)
		}
		if !next.at.After(p.until) {
			ch.plan = &next
		}
	}
	l, wait, wrong := d.prepare(ch, p.words)
	if wrong != nil { // what could be begun when it was planned can be no more
		d.log.Warn("a planned lobby does not open", zap.String("channel", ch.name), zap.Strings("words", p.words), zap.String("wrong", wrong.key))
		return
	}
	ch.last = p.words
	d.openLobby(ch, l, wait)
}
