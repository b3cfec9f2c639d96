package store

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"arbitre/referee"
)

// opening is a match of Ann and Bob.
func opening(at time.Time) *referee.Opening {
	return &referee.Opening{Game: "bomber", Commitment: "c0ffee", Players: []string{"Ann", "Bob"}, Started: at}
}

func recordOf(channel string, o *referee.Opening) referee.Record {
	return referee.Record{Network: "net", Channel: channel, Match: o, Known: []referee.PrivatePlayer{
		{Account: "annie", Nick: "ann", UserHost: "ann@a.example"}, {Nick: "bob", UserHost: "bob@b.example"},
	}}
}

// watch shows a whole match to a watcher.
func watch(w referee.Watcher, channel string, o *referee.Opening, end *referee.End) {
	r := recordOf(channel, o)
	r.Opening = o
	w.Watch(r)
	r.Opening, r.Known, r.Turn = nil, nil, &referee.Turn{Turn: 1}
	w.Watch(r)
	watchEnd(w, channel, o, end)
}

func watchEnd(w referee.Watcher, channel string, o *referee.Opening, end *referee.End) {
	r := recordOf(channel, o)
	r.End = end
	w.Watch(r)
}

func annWins() *referee.End {
	return &referee.End{Turn: 12, Causes: []string{"alive", "blast"}, Winners: []int{0}, Ranking: []referee.Rank{{Seat: 0, Place: 1, Score: 3}, {Seat: 1, Place: 2}}}
}

// Matches of many goroutines come into the database whole; what waits when the
// work is to stop is done first.
func TestRecorder(t *testing.T) {
	path := t.TempDir() + "/arbitre.db"
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t, path)
		log, logged := observer.New(zap.InfoLevel)
		r := NewRecorder(s, zap.New(log))
		var matches sync.WaitGroup
		for channel := range strings.FieldsSeq("#a #b #c #d #e #f #g #h") {
			matches.Go(func() {
				for range 10 {
					o := opening(time.Now())
					o.Players[0] += channel // or else the eight are one
					watch(r, channel, o, annWins())
					time.Sleep(time.Second)
				}
			})
		}
		ctx, cancel := context.WithCancel(t.Context())
		var run sync.WaitGroup
		run.Go(func() { check(t, r.Run(ctx), 0, 0) })
		matches.Wait()
		// One that an earlier run of the program began.
		watchEnd(r, "#z", opening(time.Now()), &referee.End{Turn: 3, Causes: []string{"alive", "alive"}, Aborted: true})
		cancel()
		run.Wait()
		check(t, nil, logged.Len(), 0)
		check(t, nil, query(t, s, "SELECT concat_ws(' ', count(*), count(ended), sum(turns), sum(aborted)) FROM matches"), []string{"81 81 963 1"})
		check(t, nil, query(t, s, "SELECT DISTINCT concat_ws(' ', seat, place, score, cause, nick, account) FROM results JOIN players ON id = player WHERE place ORDER BY 1"),
			[]string{"0 1 3 alive  annie", "1 2 0 blast bob "})
		check(t, nil, query(t, s, "SELECT concat_ws(' ', account, sightings.nick, host) FROM sightings JOIN players ON id = player ORDER BY 1"),
			[]string{" bob bob@b.example", "annie ann ann@a.example"})
	})
}

// What does not fit into the queue, and what the disk does not take, is named in
// the log; the journal has it.
func TestRecorderLoses(t *testing.T) {
	s := newStore(t)
	log, logged := observer.New(zap.InfoLevel)
	r := NewRecorder(s, zap.New(log))
	o := opening(evening)
	for range queueSize {
		watchEnd(r, "#arena", o, annWins())
	}
	check(t, nil, logged.Len(), 0)
	watchEnd(r, "#arena", o, annWins())
	wantLost(t, logged, "too much waits to be recorded")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	check(t, r.Run(ctx), 0, 0)
	check(t, nil, logged.Len(), 0)

	other := annWins()
	if _, err := s.write.ExecContext(t.Context(), "UPDATE matches SET game = 'chess'"); err != nil {
		t.Fatal(err)
	}
	watchEnd(r, "#arena", o, other)
	check(t, r.Run(ctx), 0, 0)
	wantLost(t, logged, `record match "20260719T200000-`+o.ID()[16:]+`": another match is recorded under this id`)
}

func wantLost(t *testing.T, logged *observer.ObservedLogs, why string) {
	t.Helper()
	for _, entry := range logged.TakeAll() {
		fields := entry.ContextMap()
		if entry.Message == "a match is not recorded; its journal has it" && fields["channel"] == "#arena" &&
			fields["ended"] == true && fields["error"] == why && fields["match"] != "" {
			return
		}
		t.Error(entry)
	}
	t.Errorf("nothing logged of %s", why)
}
