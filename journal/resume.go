package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.uber.org/zap"

	"arbitre/referee"
)

// Unfinished finds the matches that the end of a program interrupted and runs
// each again to its last turn. A last line that a crash tore is cut off: it was
// never synced, so nothing of it was ever said. A match that cannot be resumed
// is an error, and its files are left as they are. Call it before the first
// Begin.
func (j *Journal) Unfinished() (matches []referee.Unfinished, problems []error) {
	private, err := filepath.Glob(filepath.Join(globQuoted(j.dir), "*"+privateFile))
	if err != nil {
		return nil, []error{fmt.Errorf("resume matches: %w", err)}
	}
	slices.Sort(private)
	for _, name := range private {
		match, err := j.resume(strings.TrimSuffix(name, privateFile))
		switch {
		case err != nil:
			problems = append(problems, fmt.Errorf("resume match: %w", err))
		case match != nil:
			matches = append(matches, *match)
		}
	}
	return matches, problems
}

// resume takes up a match; nil if nothing of it is left to do.
func (j *Journal) resume(path string) (match *referee.Unfinished, err error) {
	defer func() {
		if broken := recover(); broken != nil { // of one match, not of the others
			match, err = nil, fmt.Errorf("%s: a fault of the rules: %v", path+matchFile, broken)
		}
	}()
	private, seed, err := readPrivate(path + privateFile)
	if err != nil {
		return nil, err
	}
	file, err := openFile(path + matchFile)
	if errors.Is(err, fs.ErrNotExist) {
		j.log.Info("a match that had not begun is forgotten", zap.String("file", path+privateFile))
		return nil, os.Remove(path + privateFile)
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errorOr(err, file.Close()) }()
	replay, err := NewReplay(path+matchFile, file, j.games, &seed)
	if err != nil {
		return nil, err
	}
	last, ended, err := replay.toLastTurn()
	if err != nil {
		return nil, err
	}
	if ended { // the crash came when only this was left to do
		return nil, os.Remove(path + privateFile)
	}
	if len(private.Identity) != len(replay.Opening.Players) {
		return nil, fmt.Errorf("%s: identity of %d players: expected %d", path+privateFile, len(private.Identity), len(replay.Opening.Players))
	}
	log := &Log{wal: j.wal, path: path, head: replay.head, size: replay.lines.size}
	if err := log.repair(); err != nil {
		return nil, err
	}
	return &referee.Unfinished{
		Opening: replay.Opening, Private: private, Log: log,
		Game: replay.Game, Rules: replay.Rules, Turn: last, Causes: replay.causes, Cut: replay.cut,
		Rehearse: j.rehearsal(path, seed, replay.Turns),
	}, nil
}

// toLastTurn runs as many turns as are written whole.
func (p *Replay) toLastTurn() (last *referee.Turn, ended bool, err error) {
	for {
		turn, end, err := p.Next()
		switch {
		case errors.Is(err, io.EOF):
			return last, true, nil
		case errors.Is(err, errCut) && !p.ended, isUnfinished(err):
			return last, false, nil
		case err != nil:
			return nil, false, err
		case end == nil:
			last = turn
		}
	}
}

func isUnfinished(err error) bool {
	_, is := errors.AsType[unfinishedError](err)
	return is
}

// repair cuts off what is behind the last whole line, and syncs: the process
// that wrote the lines may have ended between writing and syncing.
func (l *Log) repair() (err error) {
	file, err := os.OpenFile(l.path+matchFile, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errorOr(err, file.Close()) }()
	if err := l.cutBack(file); err != nil {
		return err
	}
	return file.Sync()
}
