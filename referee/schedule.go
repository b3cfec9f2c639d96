package referee

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"go.uber.org/zap"
)

// plan is what a channel plays by itself. The memory keeps it as JSON.
type plan struct {
	Words []string      `json:"words"` // as of !begin
	At    time.Time     `json:"at"`
	Every time.Duration `json:"every,omitempty"` // ns; 0: once
	Until time.Time     `json:"until,omitzero"`
	After bool          `json:"after,omitempty"` // as soon as the match that ran at At has ended

	postponed time.Time // not before that
}

// planLife is how late a plan is still carried out after an outage. Whoever comes
// to a lobby hours later finds nobody.
const planLife = time.Hour

// kept is the plan as the memory keeps it, "" for none.
func (p *plan) kept() string {
	if p == nil {
		return ""
	}
	text, _ := json.Marshal(p) // of these types it can't fail
	return string(text)
}

// recallPlan takes up what a channel was to play before a restart.
func (d *Desk) recallPlan(ch *channel, kept string, now time.Time) {
	if kept == "" {
		return
	}
	p := &plan{}
	if err := json.Unmarshal([]byte(kept), p); err != nil {
		d.log.Error("recall a plan", zap.String("channel", ch.name), zap.Error(err))
		return
	}
	last := p.At
	if p.Every > 0 {
		last = p.Until
	}
	waits := p.After && ch.match != nil
	if !waits && now.Sub(last) > planLife {
		d.log.Info("a plan is too old", zap.String("channel", ch.name), zap.Strings("words", p.Words), zap.Time("at", p.At))
		return
	}
	ch.plan = p
}

// undone is what a restart at this moment has to open: the lobby that a plan has
// opened, until there is a match, or the plan.
func (ch *channel) undone() *plan {
	if ch.lobby != nil && ch.lobby.planned != nil {
		return ch.lobby.planned
	}
	return ch.plan
}

// setPlan changes what a channel plays by itself; nil is nothing.
func (d *Desk) setPlan(ch *channel, p *plan) {
	ch.plan = p
	d.remember(ch)
}

// twinWait is how long a plan waits for another referee of ours to go.
const twinWait = time.Minute

// opens is when the lobby of a plan opens, if nothing else is played then.
func (p *plan) opens() time.Time {
	if p.postponed.After(p.At) {
		return p.postponed
	}
	return p.At
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
	p = &plan{Every: every}
	if p.At, bad = nextTimeOfDay("at", at, now); bad != nil {
		return nil, nil, bad
	}
	if until == "" {
		return rest, p, nil
	}
	p.Until, bad = nextTimeOfDay("until", until, p.At)
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
	if _, _, wrong := d.prepare(r.channel, p.Words); wrong != nil {
		d.reply(r, wrong.key, wrong.args...)
		return
	}
	d.setPlan(r.channel, p)
	what, at := shown(p.Words), p.At.Format("15:04")
	zone := p.At.Format("MST")
	if p.Every == 0 {
		d.announce(r.channel, "schedule-once", what, at, zone, d.config.Prefix)
		return
	}
	d.announce(r.channel, "schedule", what, at, d.words.duration(p.Every), p.Until.Format("15:04"), zone, d.config.Prefix)
}

// next tells or plans what is played after the match that runs.
func (d *Desk) next(ctx context.Context, r request) {
	ch, words := r.channel, r.arguments()
	switch {
	case len(words) == 0 && ch.plan == nil:
		d.reply(r, "next-none", d.config.Prefix)
	case len(words) == 0 && ch.plan.After:
		d.reply(r, "next-after", shown(ch.plan.Words), d.config.Prefix)
	case len(words) == 0:
		d.reply(r, "next-at", shown(ch.plan.Words), ch.plan.At.Format("15:04 MST"), d.config.Prefix)
	case strings.EqualFold(words[0], "off"):
		d.setPlan(ch, nil)
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
	d.setPlan(r.channel, &plan{Words: words, At: time.Now(), After: true})
	return true
}

// due tells whether a plan's lobby is to open now. While a match or a lobby is
// there, it waits for its end.
func (ch *channel) due(now time.Time) bool {
	return ch.plan != nil && ch.entered && ch.idle() && !ch.plan.opens().After(now)
}

// next is the plan for its next time, nil if there is none.
func (p *plan) next(now time.Time) *plan {
	if p.Every == 0 {
		return nil
	}
	next := &plan{Words: p.Words, At: p.At, Every: p.Every, Until: p.Until}
	for !next.At.After(now) {
		next.At = next.At.Add(p.Every)
	}
	if next.At.After(p.Until) {
		return nil
	}
	return next
}

// openPlanned opens the lobby of a plan and keeps the plan for its next time.
func (d *Desk) openPlanned(ch *channel, now time.Time) {
	p := ch.plan
	if d.twin(ch) != nil { // our own ghost, mostly, which goes of itself
		p.postponed = now.Add(twinWait)
		return
	}
	defer d.remember(ch)
	ch.plan = p.next(now)
	l, wait, wrong := d.prepare(ch, p.Words)
	if wrong != nil { // what could be begun when it was planned can be no more
		d.log.Warn("a planned lobby does not open", zap.String("channel", ch.name), zap.Strings("words", p.Words), zap.String("wrong", wrong.key))
		return
	}
	ch.last = p.Words
	if p.After { // that match has ended
		p.At, p.After = now, false
	}
	l.planned = p
	d.openLobby(ch, l, wait)
}
