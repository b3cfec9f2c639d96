// Package journal keeps matches on disk: one file a match, whose lines are the
// head of the match, a line a turn, and its end. Such a file is the replay of
// the match too: a match is a pure function of its head and its orders, so that
// running it again (Replay) gives every position and every line, and the hash
// that each turn carries tells whether it is the same match. docs/replay.md has
// the format.
//
// It knows nothing of IRC. What resuming a match needs and nobody else may see
// is in a second file beside, <match>.private, for as long as the match runs.
package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.uber.org/zap"

	"arbitre/game"
	"arbitre/referee"
)

// The ends of the names of files.
const (
	matchFile   = ".jsonl"
	privateFile = ".private"
	newFile     = ".new" // being written; it is nothing until it is renamed
)

// Journal is a folder of matches. One program at a time has it open.
type Journal struct {
	dir     string
	version string
	games   []game.Game
	log     *zap.Logger
	lock    *os.File
	wal     *wal
}

// Open opens a folder, and makes it if there is none, for its owner's eyes only.
// Version is what the heads of new matches say wrote them. It is an error that
// names the process if another program has the folder open.
func Open(dir, version string, games []game.Game, log *zap.Logger) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	lock, err := lockFolder(dir, version)
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	j := &Journal{dir: dir, version: version, games: games, log: log, lock: lock}
	if err = j.removeHalfWritten(); err == nil {
		j.wal, err = openWAL(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", errorOr(err, lock.Close()))
	}
	return j, nil
}

// Close lets another program open the folder. Nothing waits to be written: what
// has been given to a Log is on disk when its method returns.
func (j *Journal) Close() error {
	if err := errorOr(j.wal.close(), j.lock.Close()); err != nil {
		return fmt.Errorf("close journal: %w", err)
	}
	return nil
}

// Writable tells why no match could be written down at this moment.
func (j *Journal) Writable() error {
	probe, err := os.CreateTemp(j.dir, "probe-*"+newFile) // a crash leaves it to removeHalfWritten
	if err != nil {
		return fmt.Errorf("try the journal: %w", err)
	}
	_, err = probe.Write(make([]byte, 4<<10))
	if err = errorOr(err, probe.Close()); err != nil {
		err = fmt.Errorf("try the journal: %w", err)
	}
	return errorOr(err, os.Remove(probe.Name()))
}

// removeHalfWritten removes what a crash interrupted before its rename, which
// is what would have made it part of a match.
func (j *Journal) removeHalfWritten() error {
	half, err := filepath.Glob(filepath.Join(globQuoted(j.dir), "*"+newFile))
	if err != nil {
		return err
	}
	for _, name := range half {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// globQuoted is a path that filepath.Glob takes as it is.
func globQuoted(path string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(path)
}

// Begin makes the files of a match. The private one comes first: a match whose
// head is on disk can always be resumed.
func (j *Journal) Begin(opening referee.Opening, private referee.Private) (referee.Log, error) {
	head := header{Replay: replayVersion, Version: j.version, Opening: opening}
	if head.Settings = compacted(opening.Settings); head.Settings == nil {
		return nil, fmt.Errorf("begin match: settings %q are no JSON", opening.Settings)
	}
	private.Seed = hex.EncodeToString(opening.Seed[:])
	l := &Log{wal: j.wal, path: filepath.Join(j.dir, fileName(opening, private.Channel)), head: head}
	if _, err := os.Lstat(l.path + matchFile); err == nil {
		return nil, fmt.Errorf("begin match: %s is there already", l.path+matchFile)
	}
	if err := l.create(private); err != nil {
		return nil, fmt.Errorf("begin match: %w", errorOr(err, l.remove()))
	}
	return l, nil
}

// fileName is the name of a match's files without their ends: sorted, matches
// are in the order of their starts.
func fileName(opening referee.Opening, channel string) string {
	const longest = 40
	plain := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
			return r
		}
		return -1
	}, channel)
	return opening.ID() + "-" + opening.Game + "-" + plain[:min(longest, len(plain))]
}

// compacted is a JSON object without blanks, {} if it is empty, nil if it is no
// JSON.
func compacted(object json.RawMessage) json.RawMessage {
	if len(object) == 0 {
		return json.RawMessage("{}")
	}
	compact, err := compactJSON(object)
	if err != nil {
		return nil
	}
	return compact
}

// commitment is what the referee says of a seed beforehand.
func commitment(seed [32]byte) string {
	sum := sha256.Sum256(seed[:])
	return hex.EncodeToString(sum[:])
}

// errorOr is the first of two errors that is one.
func errorOr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}
