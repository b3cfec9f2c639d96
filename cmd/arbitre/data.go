package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"go.uber.org/zap"

	"arbitre/journal"
	"arbitre/referee"
	"arbitre/store"
)

// The parts of the data folder.
const (
	journalFolder = "matches"
	storeFile     = "arbitre.db"
)

// data is what a program keeps; nil keeps nothing.
type data struct {
	journal    *journal.Journal
	store      *store.Store
	recorder   *store.Recorder
	recording  sync.WaitGroup
	stop       context.CancelFunc
	unfinished []referee.Unfinished
}

// openData opens the folder, and finds the matches that the last program left
// unfinished. What can't be resumed is told and left alone.
func openData(ctx context.Context, c dataConfig, log *zap.Logger) (*data, error) {
	if c.folder == "" {
		return nil, nil
	}
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return nil, fmt.Errorf("open data: %w", err)
	}
	kept := &data{}
	var err error
	if kept.journal, err = journal.Open(filepath.Join(c.folder, journalFolder), version(), games(), log); err != nil {
		return nil, err
	}
	if kept.store, err = store.Open(ctx, filepath.Join(c.folder, storeFile)); err != nil {
		return nil, errors.Join(err, kept.journal.Close())
	}
	var problems []error
	kept.unfinished, problems = kept.journal.Unfinished()
	for _, problem := range problems {
		log.Error("a match can't be resumed", zap.Error(problem))
	}
	if err := recordMissed(ctx, kept.store, filepath.Join(c.folder, journalFolder), kept.unfinished, log); err != nil {
		return nil, errors.Join(err, kept.store.Close(), kept.journal.Close())
	}
	kept.recorder = store.NewRecorder(kept.store, log)
	// The recorder outlives the matches, to record their ends.
	recording, stop := context.WithCancel(context.WithoutCancel(ctx))
	kept.stop = stop
	kept.recording.Go(func() {
		if err := kept.recorder.Run(recording); err != nil {
			log.Error("results are no longer recorded", zap.Error(err))
		}
	})
	return kept, nil
}

func (d *data) watchers() []referee.Watcher {
	if d == nil {
		return nil
	}
	return []referee.Watcher{d.recorder}
}

// give hands a desk the journal, what is remembered of its network, and its
// unfinished matches.
func (d *data) give(desk *referee.Desk, network string, log *zap.Logger) {
	if d == nil {
		return
	}
	desk.Keep(d.journal)
	desk.Recall(d.store.Memory(network))
	var others []referee.Unfinished
	for _, match := range d.unfinished {
		if match.Private.Network != network {
			others = append(others, match)
			continue
		}
		if err := desk.Resume(match); err != nil {
			log.Error("a match can't be resumed", zap.Error(err))
		}
	}
	d.unfinished = others
}

// tellHomeless tells of matches on networks that the configuration no longer
// has. They stay in the journal.
func (d *data) tellHomeless(log *zap.Logger) {
	if d == nil {
		return
	}
	for _, match := range d.unfinished {
		log.Warn("an unfinished match waits: its network is not in the configuration",
			zap.String("network", match.Private.Network), zap.String("channel", match.Private.Channel))
	}
}

func (d *data) close() error {
	if d == nil {
		return nil
	}
	d.stop()
	d.recording.Wait()
	return errors.Join(d.store.Close(), d.journal.Close())
}
