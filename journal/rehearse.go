package journal

import (
	"context"
	"fmt"
	"slices"

	"arbitre/game"
	"arbitre/referee"
)

// Scripts starts what plays a seat by a script.
type Scripts interface {
	Start(context.Context, referee.Part) (referee.Hand, error)
}

// VerifyScripts verifies the match of a file, and lets those of its scripts play
// again whose texts are in it: they have to give the orders that they gave.
// Ran is how many these are.
func VerifyScripts(ctx context.Context, name string, games []game.Game, scripts Scripts) (opening referee.Opening, end referee.End, ran int, err error) {
	var hands []referee.Hand
	defer func() { closeAll(hands) }()
	opening, end, err = verify(name, games, func(p *Replay) (err error) {
		if hands, ran, err = p.start(ctx, scripts); err != nil {
			return err
		}
		return p.handTo(ctx, hands, true)
	})
	return opening, end, ran, err
}

// start starts the scripts whose texts are in the file, by seat.
func (p *Replay) start(ctx context.Context, scripts Scripts) (hands []referee.Hand, started int, err error) {
	hands = make([]referee.Hand, len(p.Opening.Players))
	for _, s := range p.Opening.Scripts {
		if s.Text == "" {
			continue
		}
		hands[s.Seat], err = scripts.Start(ctx, referee.Part{
			Script:   referee.Script{Name: s.Name, Text: s.Text},
			Settings: p.Opening.Settings, Seat: game.Seat(s.Seat), Seed: p.Opening.Seed,
		})
		if err != nil {
			hands[s.Seat] = nil
			return hands, started, fmt.Errorf("start script %s: %w", s.Name, err)
		}
		started++
	}
	return hands, started, nil
}

func closeAll(hands []referee.Hand) {
	for _, hand := range hands {
		if hand != nil {
			hand.Close()
		}
	}
}

// rehearsal lets hands play the first turns of a file again.
func (j *Journal) rehearsal(path string, seed [32]byte, turns int) func(context.Context, []referee.Hand) error {
	return func(ctx context.Context, hands []referee.Hand) (err error) {
		file, err := openFile(path + matchFile)
		if err != nil {
			return err
		}
		defer func() { err = errorOr(err, file.Close()) }()
		replay, err := NewReplay(path+matchFile, file, j.games, &seed)
		if err != nil {
			return err
		}
		if err := replay.handTo(ctx, hands, false); err != nil {
			return err
		}
		for replay.Turns < turns {
			if _, _, err := replay.Next(); err != nil {
				return err
			}
		}
		return nil
	}
}

// handTo lets hands, by seat and nil where there is none, play each turn of the
// match before it is run. What they are asked is what they were asked when the
// match was played: a turn in which the seat has no ms is one in which the script
// was cut off, and remembers nothing of. If their orders are compared, others than
// those of the file are an error; so is being cut off.
func (p *Replay) handTo(ctx context.Context, hands []referee.Hand, compare bool) error {
	sensed, ok := p.Rules.(game.Sensed)
	if !ok && slices.ContainsFunc(hands, func(hand referee.Hand) bool { return hand != nil }) {
		return fmt.Errorf("%s can't be played by scripts", p.Opening.Game)
	}
	var senses []byte
	p.before = func(turn *referee.Turn) error {
		for seat, hand := range hands {
			if hand == nil || turn.Millis[seat] == nil || !p.plays(seat) {
				continue
			}
			senses = sensed.AppendSenses(senses[:0], game.Seat(seat))
			reply := hand.Play(ctx, senses)
			switch is, want := turn.Orders[seat], reply.Orders; {
			case ctx.Err() != nil:
				return ctx.Err()
			case compare && reply.Cut:
				return fmt.Errorf("the script of %s is cut off, and was not in the match", p.Opening.Players[seat])
			case compare && !slices.Equal(is, want):
				return fmt.Errorf("the orders of %s are %.200q: its script gives %.200q", p.Opening.Players[seat], is, want)
			}
		}
		return nil
	}
	return nil
}
