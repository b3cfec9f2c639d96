package archive

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.uber.org/zap"

	"arbitre/game"
	"arbitre/journal"
	"arbitre/store"
)

// recordMissed records the results of matches that ended just before the last
// program did: their journals have them. The unfinished ones go on, also those of
// which an end was recorded that their journals never got.
func recordMissed(ctx context.Context, kept *Archive, folder string, games []game.Game, log *zap.Logger) error {
	running, err := kept.Store.Running(ctx)
	if err != nil {
		return err
	}
	goesOn := map[string]bool{}
	for _, match := range kept.Unfinished {
		id := match.Opening.ID()
		goesOn[id] = true
		if err := kept.Store.Reopen(ctx, id); err != nil {
			log.Error("an end stays recorded of a match that goes on", zap.String("match", id), zap.Error(err))
		}
	}
	for _, id := range running {
		files, err := fs.Glob(os.DirFS(folder), id+"-*.jsonl")
		if err != nil || goesOn[id] || len(files) == 0 {
			continue // or its journal is gone, and it never ends
		}
		match, err := endedMatch(filepath.Join(folder, files[0]), games)
		if err == nil {
			err = kept.Store.Record(ctx, match)
		}
		if err != nil {
			log.Error("a result is missing", zap.Error(err))
			continue
		}
		log.Info("a result is recorded that the last program had no time for", zap.String("match", id))
	}
	return nil
}

// endedMatch reads a match from its journal. It ended when the file did.
func endedMatch(name string, games []game.Game) (m store.Match, err error) {
	file, err := os.Open(name)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return m, err
	}
	replay, err := journal.NewReplay(name, file, games, nil)
	if err != nil {
		return m, err
	}
	m = store.MatchOf("", "", &replay.Opening, nil) // who and where is recorded already
	for {
		switch _, end, err := replay.Next(); {
		case errors.Is(err, io.EOF):
			return m, nil
		case err != nil:
			return m, err
		case end != nil:
			if err := m.End(end, info.ModTime()); err != nil {
				return m, err
			}
		}
	}
}
