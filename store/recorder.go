package store

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// Recorder is the watcher that records matches: each when it begins, and again
// with its result. It takes no match's time: what it is shown waits in a queue
// for Run.
type Recorder struct {
	store *Store
	log   *zap.Logger
	queue chan noted
}

// noted is a record and when it came.
type noted struct {
	at     time.Time
	record referee.Record
}

// queueSize bounds what waits to be recorded, two for a match. When it is full,
// the disk has stood still for hundreds of matches: the rest is left to Rebuild,
// and the log says so.
const queueSize = 1024

// NewRecorder makes a recorder; Run does its work.
func NewRecorder(store *Store, log *zap.Logger) *Recorder {
	return &Recorder{store: store, log: log, queue: make(chan noted, queueSize)}
}

// Watch queues the beginning or the end of a match.
func (r *Recorder) Watch(record referee.Record) {
	if record.Turn != nil {
		return
	}
	select {
	case r.queue <- noted{time.Now(), record}:
	default:
		r.lost(record, errFull)
	}
}

var errFull = errors.New("too much waits to be recorded")

func (r *Recorder) lost(record referee.Record, why error) {
	r.log.Error("a match is not recorded; its journal has it", zap.String("match", record.Match.ID()),
		zap.String("network", record.Network), zap.String("channel", record.Channel),
		zap.Bool("ended", record.End != nil), zap.Error(why))
}

// Run records until the context ends, and then what still waits: end it when no
// match is left.
func (r *Recorder) Run(ctx context.Context) error {
	write := context.WithoutCancel(ctx) // a result that is being written is written
	for {
		select {
		case n := <-r.queue:
			r.take(write, n)
		case <-ctx.Done():
			for len(r.queue) > 0 {
				r.take(write, <-r.queue)
			}
			return nil
		}
	}
}

func (r *Recorder) take(ctx context.Context, n noted) {
	m := MatchOf(n.record.Network, n.record.Channel, n.record.Match, n.record.Known)
	var err error
	if n.record.End != nil {
		err = m.End(n.record.End, n.at)
	}
	if err == nil {
		err = r.store.Record(ctx, m)
	}
	if err != nil {
		r.lost(n.record, err)
	}
}
