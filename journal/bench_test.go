package journal_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/journal"
	"arbitre/referee"
)

// BenchmarkAppend100 lets the turns of 100 matches end at the same instant. An
// operation is all of them; the metrics are of each turn, from that instant to
// the return of Append. "sync" is what one small append and sync of a file next
// to them takes at that time, which nothing can be faster than.
func BenchmarkAppend100(b *testing.B) {
	const matches = 100
	dir := b.TempDir()
	j, err := journal.Open(dir, "v1", gameTable(), zap.NewNop())
	must(b, err)
	s := playScript(games()[0], rand.New(rand.NewPCG(1, 1)), 4, 1)
	var logs []referee.Log
	for range matches {
		s.opening.Started = s.opening.Started.Add(time.Second)
		log, e := j.Begin(s.opening, s.private)
		must(b, e)
		logs = append(logs, log)
	}
	alone, err := os.Create(filepath.Join(dir, "alone"))
	must(b, err)
	var each, one []time.Duration
	for b.Loop() {
		start := time.Now()
		_, err := alone.Write(make([]byte, 400))
		must(b, err)
		must(b, alone.Sync())
		one = append(one, time.Since(start))
		each = append(each, appendAll(b, logs, s.turns[0])...)
	}
	must(b, alone.Close())
	must(b, j.Close())
	slices.Sort(each)
	slices.Sort(one)
	report := func(all []time.Duration, part int, name string) {
		b.ReportMetric(float64(all[(len(all)-1)*part/100].Microseconds()), name)
	}
	report(each, 50, "p50-µs")
	report(each, 99, "p99-µs")
	report(one, 50, "sync-p50-µs")
	report(one, 99, "sync-p99-µs")
}

// appendAll appends the turn to all at once and tells how long each took.
func appendAll(b *testing.B, logs []referee.Log, turn referee.Turn) []time.Duration {
	b.Helper()
	took := make([]time.Duration, len(logs))
	var all sync.WaitGroup
	start := time.Now()
	for i, log := range logs {
		all.Go(func() {
			if err := log.Append(turn); err != nil {
				b.Error(err)
			}
			took[i] = time.Since(start)
		})
	}
	all.Wait()
	return took
}

// BenchmarkVerify runs a match of bomber again; an operation is a turn.
func BenchmarkVerify(b *testing.B) {
	s := playScript(games()[0], rand.New(rand.NewPCG(12, 1)), 4, 100)
	name := write(b, b.TempDir(), s)
	turns := 0
	for b.Loop() {
		if turns++; turns < len(s.turns) {
			continue
		}
		turns = 0
		if _, _, err := journal.Verify(name, gameTable()); err != nil {
			b.Fatal(err)
		}
	}
}
