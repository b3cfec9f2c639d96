package store

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkTop is !top after 10000 matches of eight players: first is after a
// start, next after one more match.
func BenchmarkTop(b *testing.B) {
	s, err := Open(b.Context(), b.TempDir()+"/arbitre.db")
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	someone := func(n int) Match {
		m := ended(0)
		m.ID, m.Ended = fmt.Sprintf("m%06d", n), evening.Add(time.Duration(n)*time.Minute)
		m.Players = make([]Player, 8)
		for i := range m.Players {
			m.Players[i] = Player{Name: fmt.Sprintf("p%d", (n*(i+3)+i*13)%200), Place: i + 1}
		}
		return m
	}
	const matches = 10_000
	var all []Match
	for n := range matches {
		all = append(all, someone(n))
	}
	if err := s.Rebuild(b.Context(), slices.Values(all)); err != nil {
		b.Fatal(err)
	}
	top := func() {
		if _, err := s.Memory("net").Top(b.Context(), "bomber", 5); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			s.outdateAll()
			top()
		}
	})
	next := matches
	b.Run("next", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			if err := s.Record(b.Context(), someone(next)); err != nil {
				b.Fatal(err)
			}
			next++
			b.StartTimer()
			top()
		}
	})
}

// BenchmarkRecord is a match with its result, synced.
func BenchmarkRecord(b *testing.B) {
	s, err := Open(b.Context(), b.TempDir()+"/arbitre.db")
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	n := 0
	for b.Loop() {
		m := ended(0)
		m.ID = fmt.Sprint(n)
		n++
		if err := s.Record(b.Context(), m); err != nil {
			b.Fatal(err)
		}
	}
}
