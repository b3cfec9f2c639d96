package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"arbitre/arena"
)

// cookieScore is what bringing the cookie home is worth (docs/rules-sentiant.md).
const cookieScore = 100

// tally is how a script did in a series.
type tally struct {
	name    string
	wins    int // alone
	draws   int
	cookies int // brought home
	loaves  int
	places  int // their sum
}

// series is the results of many matches.
type series struct {
	mu      sync.Mutex
	players []tally
	matches int
	turns   int
}

// playSeries plays all matches, as many at once as there are processors.
func (r *scriptRun) playSeries(ctx context.Context, out io.Writer) error {
	results := &series{}
	for _, name := range r.cast.names {
		results.players = append(results.players, tally{name: name})
	}
	playing, ctx := errgroup.WithContext(ctx)
	playing.SetLimit(runtime.GOMAXPROCS(0))
	for n := range r.Matches {
		playing.Go(func() error {
			m, seats := r.match(n)
			result, err := arena.Play(ctx, m)
			if err != nil {
				return fmt.Errorf("match %d: %w", n+1, err)
			}
			results.add(result, seats)
			return nil
		})
	}
	if err := playing.Wait(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%s%d matches, seeds %s to %s, the seats changing round\n%s",
		r.told, r.Matches, seedAfter(r.Seed, 0), seedAfter(r.Seed, r.Matches-1), results)
	return err
}

// add counts a match; seats tells which player sat where.
func (s *series) add(result arena.Result, seats []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.matches++
	s.turns += result.End.Turn
	for _, rank := range result.End.Ranking {
		player := &s.players[seats[rank.Seat]]
		player.places += rank.Place
		player.loaves += rank.Score
		if rank.Score >= cookieScore {
			player.cookies++
			player.loaves -= cookieScore
		}
		switch {
		case !slices.Contains(result.End.Winners, rank.Seat):
		case len(result.End.Winners) == 1:
			player.wins++
		default:
			player.draws++
		}
	}
}

func (s *series) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %-22s%6s%7s%8s%14s%9s%9s\n", "script", "wins", "draws", "place", "cookie home", "loaves", "wins in")
	ranked := slices.Clone(s.players)
	slices.SortStableFunc(ranked, func(a, b tally) int { return cmp.Or(b.wins-a.wins, a.places-b.places) })
	each := func(n int) float64 { return float64(n) / float64(s.matches) }
	for _, p := range ranked {
		fmt.Fprintf(&b, "  %-22s%6d%7d%8.2f%14d%9.1f%7.0f %%\n", p.name, p.wins, p.draws, each(p.places), p.cookies, each(p.loaves), 100*each(p.wins))
	}
	fmt.Fprintf(&b, "  %.0f turns a match\n", each(s.turns))
	return b.String()
}
