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
// play the match again.
func (m *match) finish(ctx context.Context) {
	m.generation.Add(1)
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
	m.close(ctx, end)
}

// abort ends the match without a result.
func (m *match) abort(ctx context.Context) {
	m.generation.Add(1)
	end := m.newEnd()
	end.Aborted = true
	m.close(ctx, end)
}

func (m *match) newEnd() *End {
	return &End{Turn: max(0, m.turn-1), Causes: m.causes(), Seed: hex.EncodeToString(m.opening.Seed[:])}
}

func (m *match) close(ctx context.Context, end *End) {
	var winners []string
	for _, seat := range end.Winners {
		winners = append(winners, m.names[seat])
	}
	end.Public = []string{endLine(winners)}
	for _, rank := range end.Ranking {
		end.Public = append(end.Public, rankLine(rank.Place, m.names[rank.Seat], rank.Score))
	}
	if err := m.keep(ctx, func() error { return m.kept.End(*end) }); errors.Is(err, context.Canceled) {
		return // the journal still has the match as unfinished
	}
	m.put(Record{End: end}, end.Public)
	m.announce("seed-revealed", end.Seed)
	m.log.Info("match ended", zap.Int("turns", end.Turn), zap.Strings("winners", winners), zap.Bool("aborted", end.Aborted))
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
