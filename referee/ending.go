package referee

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"slices"

	"go.uber.org/zap"

	"arbitre/game"
)

// finish says who won, how the others rank, and the seed, so that anybody can
// play the match again. Only when the server has passed that on does the journal
// close the match: a program that ends before says it again when it is back.
func (m *match) finish(ctx context.Context) error {
	m.generation.Add(1)
	m.closing.Store(true)
	end := m.result()
	if !m.shown {
		m.shown = true
		m.show(Record{End: end})
		m.concludeVisits(end)
	}
	m.say(end.Public)
	m.clock = &clock{token: m.newToken(), tour: m.clock.tour}
	m.network.Send(Post{
		Channel: m.channel, Notice: true, Class: Protocol, Text: m.words.say("seed-revealed", end.Seed),
		Prompt: m.clock.token, // and the clock does not open: no order counts any more
	})
	if m.waits() { // a netsplit came in the last turn
		return errSplit
	}
	err := errAborted
	for errors.Is(err, errAborted) { // too late for that
		err = m.listen(ctx, nil, func() bool { return !m.clock.start.IsZero() })
	}
	if err != nil {
		return err
	}
	return m.conclude(ctx, end)
}

// conclude closes the match in the journal.
func (m *match) conclude(ctx context.Context, end *End) error {
	if err := m.keep(ctx, func() error { return m.kept.End(*end) }); err != nil && !interruption(err) {
		return err
	}
	m.ended = true
	var winners []string
	for _, seat := range end.Winners {
		winners = append(winners, m.names[seat])
	}
	m.log.Info("match ended", zap.Int("turns", end.Turn), zap.Strings("winners", winners))
	return nil
}

// result is the end that the rules have come to.
func (m *match) result() *End {
	end := m.newEnd()
	for seat, standing := range m.standings {
		end.Ranking = append(end.Ranking, Rank{Seat: seat, Place: standing.Place, Score: standing.Score})
	}
	slices.SortStableFunc(end.Ranking, func(a, b Rank) int { return cmp.Compare(a.Place, b.Place) })
	for _, rank := range end.Ranking {
		if rank.Place == 1 && !m.gone.Has(game.Seat(rank.Seat)) {
			end.Winners = append(end.Winners, rank.Seat)
		}
	}
	if len(end.Winners) == 0 {
		end.Ranking = nil // nobody left: rated nowhere, no ranks
	}
	end.Public = EndLines(end, m.names)
	return end
}

// abort ends the match without a result, at once, also while the disk takes
// nothing; what can't be written yet is written when it can.
func (m *match) abort(ctx context.Context) {
	m.generation.Add(2) // the answers to its last orders too: they may come in the next match
	m.closing.Store(true)
	end := m.newEnd()
	end.Aborted, end.Public = true, EndLines(end, m.names)
	written := m.kept == nil || m.kept.End(*end) == nil // or a match that was said to be over would go on after a crash
	m.show(Record{End: end})
	m.concludeVisits(end)
	m.sayLast(end)
	m.log.Info("match aborted", zap.Int("turns", end.Turn))
	if written {
		return
	}
	m.suspended = true // it has been said, or there is no need to
	if err := m.keep(ctx, func() error { return m.kept.End(*end) }); err != nil && !interruption(err) {
		m.log.Warn("the journal has the match as unfinished", zap.Error(err))
	}
}

func (m *match) newEnd() *End {
	return &End{Turn: max(0, m.turn-1), Causes: m.causes(), Seed: hex.EncodeToString(m.opening.Seed[:])}
}

// causes tells of each seat why it did not play to the end, of the list in
// docs/protocol.md. The rules know how somebody died, the referee why he is out.
func (m *match) causes() []string {
	causes := make([]string, len(m.seats))
	for i, standing := range m.standings {
		switch {
		case m.gone.Has(game.Seat(i)):
			causes[i] = m.seats[i].cause
		case standing.Cause != "":
			causes[i] = standing.Cause
		default:
			causes[i] = causeAlive
		}
	}
	return causes
}
