// Package archive is the folder in which a program keeps what outlives it: the
// journals of the matches and the store of their results. It opens both, hands
// them to the desks, and takes up what the last program left behind.
package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"go.uber.org/zap"

	"arbitre/game"
	"arbitre/journal"
	"arbitre/referee"
	"arbitre/store"
)

// The parts of the folder.
const (
	Matches  = "matches"    // the journals
	Database = "arbitre.db" // the store
)

// Archive is what a program keeps; nil keeps nothing.
type Archive struct {
	Journal    *journal.Journal
	Store      *store.Store
	Unfinished []referee.Unfinished // that no desk has been given yet

	recorder  *store.Recorder
	recording sync.WaitGroup
	stop      context.CancelFunc
}

// Open opens the folder, and finds the matches that the last program left
// unfinished. What can't be resumed is told and left alone. The version is what
// new journals say wrote them. No folder is nil, which keeps nothing.
func Open(ctx context.Context, folder, version string, games []game.Game, log *zap.Logger) (*Archive, error) {
	if folder == "" {
		return nil, nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("open the archive: %w", err)
	}
	kept := &Archive{}
	matches := filepath.Join(folder, Matches)
	var err error
	if kept.Journal, err = journal.Open(matches, version, games, log); err != nil {
		return nil, err
	}
	if kept.Store, err = store.Open(ctx, filepath.Join(folder, Database)); err != nil {
		return nil, errors.Join(err, kept.Journal.Close())
	}
	var problems []error
	kept.Unfinished, problems = kept.Journal.Unfinished()
	for _, problem := range problems {
		log.Error("a match can't be resumed", zap.Error(problem))
	}
	if err := recordMissed(ctx, kept, matches, games, log); err != nil {
		return nil, errors.Join(err, kept.Store.Close(), kept.Journal.Close())
	}
	kept.recorder = store.NewRecorder(kept.Store, log)
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

// Watchers are to be shown every match.
func (d *Archive) Watchers() []referee.Watcher {
	if d == nil {
		return nil
	}
	return []referee.Watcher{d.recorder}
}

// Give hands a desk the journal, what is remembered of its network, and its
// unfinished matches.
func (d *Archive) Give(desk *referee.Desk, network string, log *zap.Logger) {
	if d == nil {
		return
	}
	desk.Keep(d.Journal)
	desk.Recall(d.Store.Memory(network))
	var others []referee.Unfinished
	for _, match := range d.Unfinished {
		if match.Private.Network != network {
			others = append(others, match)
			continue
		}
		if err := desk.Resume(match); err != nil {
			log.Error("a match can't be resumed", zap.Error(err))
		}
	}
	d.Unfinished = others
}

// TellHomeless tells of matches on networks that the configuration no longer
// has. They stay in the journal.
func (d *Archive) TellHomeless(log *zap.Logger) {
	if d == nil {
		return
	}
	for _, match := range d.Unfinished {
		log.Warn("an unfinished match waits: its network is not in the configuration",
			zap.String("network", match.Private.Network), zap.String("channel", match.Private.Channel))
	}
}

// Writable tells why no match could be written down at this moment.
func (d *Archive) Writable() error {
	if d == nil {
		return nil
	}
	return d.Journal.Writable()
}

// Close records what still waits and closes the folder, once no match runs.
func (d *Archive) Close() error {
	if d == nil {
		return nil
	}
	d.stop()
	d.recording.Wait()
	return errors.Join(d.Store.Close(), d.Journal.Close())
}
