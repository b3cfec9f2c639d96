package referee

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
)

// Journal keeps matches on disk, so that nothing of one is lost. Package
// journal has the real one. Its methods may be called from several matches at
// once, and block until what they were given is synced.
type Journal interface {
	// Begin makes the files of a match. Nothing of it is said before.
	Begin(Opening, Private) (Log, error)
}

// Log is the journal of one match; its match calls it from one goroutine at a
// time. After an error nothing has been written, and the same call may be
// tried again: so a full disk makes a match wait, and nothing else.
type Log interface {
	// Append puts a resolved turn on disk.
	Append(Turn) error
	// Identify puts what is private on disk anew: somebody came back.
	Identify(Private) error
	// End puts the end on disk, reveals the seed, and removes what was private.
	End(End) error
}

// Private is what resuming a match needs and nobody else may see.
type Private struct {
	Network  string          `json:"network"`
	Channel  string          `json:"channel"`
	Round    string          `json:"round_length"`      // as time.Duration writes it
	Seed     string          `json:"seed"`              // hex
	Identity []PrivatePlayer `json:"identity"`          // by seat
	Scripts  []string        `json:"scripts,omitempty"` // the texts of Opening.Scripts
}

// PrivatePlayer is by what a player is known again.
type PrivatePlayer struct {
	Account  string `json:"account,omitempty"`
	Nick     string `json:"nick"` // folded
	UserHost string `json:"user_host"`
	Token    string `json:"token_sha256"` // hex of the SHA-256 of his seat token
}

// Unfinished is a match that the end of a program interrupted, as the journal
// found it: run again to its last turn.
type Unfinished struct {
	Opening Opening
	Private Private
	Log     Log
	Game    game.Game
	Rules   game.Rules
	Turn    *Turn    // the last one resolved, nil if none was
	Causes  []string // by seat, why he went out; "" for who has not
	Cut     []int    // by seat, in how many turns its script was cut off
	// Rehearse lets hands, by seat and nil where none plays, play the turns so far
	// again, so that they remember. It may take a while, and reads nothing of the
	// match above.
	Rehearse func(ctx context.Context, hands []Hand) error
}

// noJournal keeps nothing: for tests and the demo.
type noJournal struct{}

func (noJournal) Begin(Opening, Private) (Log, error) { return noJournal{}, nil }
func (noJournal) Append(Turn) error                   { return nil }
func (noJournal) Identify(Private) error              { return nil }
func (noJournal) End(End) error                       { return nil }

// retryDisk is how long a match waits before it tries a full disk again.
const retryDisk = 10 * time.Second

// keep puts something on disk before it is said. While the disk takes nothing
// the match stands still and takes no orders, and that is said once. A
// connection lost meanwhile is told at the end: what was written is written.
func (m *match) keep(ctx context.Context, write func() error) error {
	var lost error
	for {
		began := time.Now()
		err := write()
		if err == nil {
			m.meter.Kept(time.Since(began))
			break
		}
		m.log.Error("the journal takes nothing; the match waits", zap.Int("turn", m.turn), zap.Error(err))
		m.at(phaseJournal)
		if !m.suspended {
			m.suspended = true
			m.announce("suspended")
		}
		err = m.listen(ctx, time.After(retryDisk), func() bool { return false })
		switch {
		case interruption(err):
			lost = err
		case errors.Is(err, errAborted) && m.closing.Load(): // it is ending already
		case err != nil:
			return err
		}
	}
	m.suspended = false
	return lost
}

// identify puts into the journal by what a player is known again now.
func (m *match) identify(seat game.Seat, player PrivatePlayer) {
	m.private.Identity[seat] = player
	if m.kept == nil {
		return // Begin will have it
	}
	if err := m.kept.Identify(m.private); err != nil {
		m.log.Error("keep who a player is", zap.String("player", m.names[seat]), zap.Error(err))
	}
}
