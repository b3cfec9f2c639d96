// Package arena plays matches among scripts on this machine, without a network and
// as fast as they go. The referee is the real one; its network is a room in this
// process with an organiser in it and nobody else.
package arena

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
	"arbitre/referee"
)

// Match is a match to be played.
type Match struct {
	Game     game.Game
	Scripts  referee.Scripts
	Players  []string          // the scripts that play, by seat: names of those that Scripts offers
	Options  string            // as behind !begin: "seed=7 width=21"
	Turn     time.Duration     // how long a turn may take; a script that takes longer is cut off
	Journal  referee.Journal   // nil: it is not kept
	Watchers []referee.Watcher // see all of it as it happens
	Log      *zap.Logger
}

// Result is how a match ended.
type Result struct {
	Opening referee.Opening
	End     referee.End
}

// Play plays a match to its end. The error is that of a match that can't be
// played, in the referee's words, or of the context.
func Play(ctx context.Context, m Match) (Result, error) {
	if n := len(m.Players); n < m.Game.MinSeats || n > m.Game.MaxSeats {
		return Result{}, fmt.Errorf("%d players: %s takes %d to %d", n, m.Game.Name, m.Game.MinSeats, m.Game.MaxSeats)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	begin := fmt.Sprintf("!begin %s with=%s %s", m.Game.Name, strings.Join(m.Players, ","), m.Options)
	table := newRoom(ctx, begin, func(reason string) { stop(errors.New(reason)) })
	var chores sync.WaitGroup
	defer chores.Wait()
	played := &result{}
	desk := referee.NewDesk(table, []game.Game{m.Game}, m.config(), m.Log, m.watchers(played)...)
	desk.UseScripts(m.Scripts)
	if m.Journal != nil {
		desk.Keep(m.Journal)
	}
	played.opened = func() {
		chores.Go(func() { _ = desk.TakeLeave(ctx, referee.ToStop, referee.ForEver) }) // after this match
	}
	err := desk.Run(ctx)
	switch {
	case played.End.Seed != "":
		return played.Result, nil
	case ctx.Err() != nil:
		return Result{}, context.Cause(ctx)
	}
	return Result{}, err
}

// config is that of a referee who waits for nobody.
func (m *Match) config() referee.Config {
	config := referee.DefaultConfig()
	config.EarlyEnd, config.MaxMatch = true, 0
	config.Rounds = map[string]time.Duration{m.Game.Name: m.Turn}
	return config
}

func (m *Match) watchers(first referee.Watcher) []referee.Watcher {
	all := []referee.Watcher{first}
	for _, w := range m.Watchers {
		all = append(all, referee.Trusted{Watcher: w})
	}
	return all
}

// result is the watcher that waits for the end.
type result struct {
	Result
	opened func()
}

// Watch is called for one record after the other.
func (r *result) Watch(record referee.Record) {
	switch {
	case record.Opening != nil:
		r.Opening = *record.Opening
		r.opened()
	case record.End != nil:
		r.End = *record.End
	}
}
