package referee

import (
	"context"
	"time"

	"go.uber.org/zap"
)

// Memory is what the referee remembers of one network beyond a match and a
// restart. It may block: nothing that a match waits for calls it.
type Memory interface {
	Channels(context.Context) ([]Remembered, error)
	Remember(context.Context, Remembered) error
	Forget(ctx context.Context, channel string) error
	Bans(context.Context) ([]Ban, error)
	Ban(context.Context, Ban) error
	Unban(ctx context.Context, channel, who string) error
	// Top is the best players of a game, best first; Matches the last matches of
	// a channel, the newest first.
	Top(ctx context.Context, game string, most int) ([]Top, error)
	Matches(ctx context.Context, channel string, most int) ([]Played, error)
	// Scripts are those that are kept for an account, by name. KeepScript replaces
	// one of the same name.
	Scripts(ctx context.Context, account string) ([]Kept, error)
	KeepScript(ctx context.Context, account string, script Kept) error
	DropScript(ctx context.Context, account, name string) error
}

// Remembered is a channel to come back to.
type Remembered struct {
	Name     string
	Inviter  string   // host of who invited us
	Settings []string // key=value, as its organisers set them
	Plan     string   // JSON of what it plays next by itself, "" for nothing
}

// Ban keeps somebody out of the matches of a channel.
type Ban struct {
	Channel string
	Who     string // an account, or a mask nick!user@host, in small letters
	By      string
	Reason  string
	Until   time.Time // zero: for ever
}

// Top is a row of !top.
type Top struct {
	Place, Played, Won, Rating int
	Name                       string
}

// Played is a match of !replay.
type Played struct {
	ID      string // names its journal
	Game    string
	Turns   int
	Winners []string
	Ended   time.Time
}

// noMemory forgets everything: for tests and the demo.
type noMemory struct{}

func (noMemory) Channels(context.Context) ([]Remembered, error)         { return nil, nil }
func (noMemory) Remember(context.Context, Remembered) error             { return nil }
func (noMemory) Forget(context.Context, string) error                   { return nil }
func (noMemory) Bans(context.Context) ([]Ban, error)                    { return nil, nil }
func (noMemory) Ban(context.Context, Ban) error                         { return nil }
func (noMemory) Unban(context.Context, string, string) error            { return nil }
func (noMemory) Top(context.Context, string, int) ([]Top, error)        { return nil, nil }
func (noMemory) Scripts(context.Context, string) ([]Kept, error)        { return nil, nil }
func (noMemory) KeepScript(context.Context, string, Kept) error         { return nil }
func (noMemory) DropScript(context.Context, string, string) error       { return nil }
func (noMemory) Matches(context.Context, string, int) ([]Played, error) { return nil, nil }

// Recall gives the desk a memory. Call it before Run.
func (d *Desk) Recall(memory Memory) { d.memory = memory }

// maxChores bounds what waits for the memory; what is more is not done, and the
// log says so.
const maxChores = 256

// chore leaves something to the goroutine that talks to the memory, so that
// neither the desk nor a match ever waits for a disk. Chores are done in order.
func (d *Desk) chore(what string, do func(context.Context) error) {
	chore := func(ctx context.Context) {
		if err := do(ctx); err != nil {
			d.log.Error(what, zap.Error(err))
		}
	}
	select {
	case d.chores <- chore:
	default:
		d.log.Error("too much waits for the memory, not done: " + what)
	}
}

// later lets the desk do something with what another goroutine has found out.
func (d *Desk) later(do func()) {
	select {
	case d.requests <- do:
	case <-d.over:
	}
}

// doChores works until there will be no more; those that wait are done first.
func (d *Desk) doChores(ctx context.Context) {
	for chore := range d.chores {
		chore(ctx)
	}
}

// recall takes up the channels and the bans of before.
func (d *Desk) recall(ctx context.Context) {
	channels, err := d.memory.Channels(ctx)
	if err != nil && ctx.Err() == nil { // or it stops already
		d.log.Error("recall channels", zap.Error(err))
	}
	for _, known := range channels {
		name := d.network.Fold(known.Name)
		ch := d.channels[name]
		if ch == nil {
			ch = &channel{name: known.Name, used: time.Now()}
			d.channels[name] = ch
			d.network.Join(known.Name)
		}
		ch.by = known.Inviter
		ch.restore(known.Settings)
		d.recallPlan(ch, known.Plan, time.Now())
		if ch.match != nil {
			ch.match.words = d.wordsIn(ch) // taken up, and not running yet
		}
	}
	if d.bans, err = d.memory.Bans(ctx); err != nil && ctx.Err() == nil {
		d.log.Error("recall bans", zap.Error(err))
	}
}

// remember writes a channel down.
func (d *Desk) remember(ch *channel) {
	known := Remembered{Name: ch.name, Inviter: ch.by, Settings: ch.saved(), Plan: ch.undone().kept()}
	d.chore("remember a channel", func(ctx context.Context) error { return d.memory.Remember(ctx, known) })
}
