package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"arbitre/referee"
)

// Log is the file of one match. Every method opens it anew, so that a match
// holds no file, and a folder that was moved away is noticed.
type Log struct {
	wal  *wal
	path string // without the end of the name
	head header
	size int64 // of what has been written whole; beyond it is nothing of ours
	line []byte

	finished bool // the whole file is in its place
}

// create makes both files.
func (l *Log) create(private referee.Private) error {
	if err := writePrivate(l.path+privateFile, private); err != nil {
		return err
	}
	l.line = l.head.appendLine(l.line[:0])
	write := func(file io.Writer) error {
		_, err := file.Write(l.line)
		return err
	}
	if err := writeWhole(l.path+matchFile, 0o600, write); err != nil {
		return err
	}
	l.size = int64(len(l.line))
	return syncFolder(filepath.Dir(l.path))
}

// remove removes both files.
func (l *Log) remove() error {
	for _, end := range []string{matchFile, privateFile} {
		if err := os.Remove(l.path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Append puts a resolved turn on disk.
func (l *Log) Append(turn referee.Turn) error {
	l.line = appendTurn(l.line[:0], turn)
	if err := l.write(l.line); err != nil {
		return fmt.Errorf("write turn %d: %w", turn.Turn, err)
	}
	return nil
}

// write adds a line. After an error the file is as it was, or will be before
// anything else is written.
func (l *Log) write(line []byte) (err error) {
	file, err := os.OpenFile(l.path+matchFile, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errorOr(err, file.Close()) }()
	if err = l.cutBack(file); err != nil {
		return err
	}
	if _, err = file.WriteAt(line, l.size); err == nil {
		err = l.wal.commit(&addition{name: filepath.Base(file.Name()), at: l.size, line: line})
	}
	if err != nil {
		// What a failed sync leaves in the cache counts as written, so that it
		// has to be written again and not only synced again.
		return errorOr(err, l.cutBack(file))
	}
	l.size += int64(len(line))
	return nil
}

// cutBack takes away what is behind the last line written whole.
func (l *Log) cutBack(file *os.File) error {
	info, err := file.Stat()
	switch {
	case err != nil:
		return err
	case info.Size() < l.size:
		return fmt.Errorf("%s has %d bytes, expected %d: somebody cut it", file.Name(), info.Size(), l.size)
	case info.Size() > l.size:
		return file.Truncate(l.size)
	}
	return nil
}

// Identify puts what is private on disk anew.
func (l *Log) Identify(private referee.Private) error {
	private.Seed = hex.EncodeToString(l.head.Seed[:])
	err := writePrivate(l.path+privateFile, private)
	if err == nil {
		err = syncFolder(filepath.Dir(l.path))
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", privateFile, err)
	}
	return nil
}

// End writes the finished file beside, with the seed in its head, puts it in the
// place of the one that grew, and removes what was private.
func (l *Log) End(end referee.End) error {
	if err := l.finish(end); err != nil {
		return fmt.Errorf("write the end: %w", err)
	}
	return nil
}

func (l *Log) finish(end referee.End) error {
	if !l.finished {
		if err := l.writeFinished(end); err != nil {
			return err
		}
		l.finished = true
	}
	if err := syncFolder(filepath.Dir(l.path)); err != nil {
		return err
	}
	if err := os.Remove(l.path + privateFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (l *Log) writeFinished(end referee.End) (err error) {
	grown, err := os.Open(l.path + matchFile)
	if err != nil {
		return err
	}
	defer func() { err = errorOr(err, grown.Close()) }()
	secret, revealed := l.head.appendLine(nil), l.head
	revealed.Revealed = hex.EncodeToString(l.head.Seed[:])
	return writeWhole(l.path+matchFile, 0o644, func(file io.Writer) error {
		sum := sha256.New()
		all := io.MultiWriter(file, sum)
		if _, err := all.Write(revealed.appendLine(nil)); err != nil {
			return err
		}
		behind := int64(len(secret))
		if _, err := io.Copy(all, io.NewSectionReader(grown, behind, l.size-behind)); err != nil {
			return err
		}
		_, err := file.Write(appendEnd(nil, end, sum.Sum(nil)))
		return err
	})
}

// writePrivate writes what is private, for its owner's eyes only.
func writePrivate(name string, private referee.Private) error {
	text, err := json.Marshal(private)
	if err != nil {
		return err
	}
	return writeWhole(name, 0o600, func(file io.Writer) error {
		_, err := file.Write(append(text, '\n'))
		return err
	})
}

// writeWhole makes a file, or one in the place of an older, at once: after a
// crash it is there whole or not at all. Its folder is not synced.
func writeWhole(name string, mode fs.FileMode, write func(io.Writer) error) error {
	file, err := os.OpenFile(name+newFile, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	err = errorOr(err, file.Close())
	if err == nil {
		err = os.Rename(name+newFile, name)
	}
	if err != nil {
		return errorOr(err, os.Remove(name+newFile))
	}
	return nil
}
