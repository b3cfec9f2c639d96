package journal

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// wal is the write-ahead log of the folder. A turn's line goes into its match's
// file and into this one; only this one is synced before the turn is said, once
// for all matches whose turns end together. After a crash, what a match's file
// lacks is here.
//
// A sync of 100 files that have grown takes 100 writes and a commit of the file
// system, which waits for whatever else is written on that disk. This file has
// its length from the start, so that a sync of it is one write. It can be lost
// without harm: then the files are synced themselves.
type wal struct {
	dir  string
	file *os.File
	room int64

	mu      sync.Mutex // guards waiting
	waiting []*addition

	committing sync.Mutex // guards all below: one commit at a time
	salt       uint64     // of the records that count; what is behind them has another
	size       int64
	unsynced   map[string]struct{} // the files whose lines are in it
	text       []byte
}

// addition is a line on its way into the file of a match.
type addition struct {
	name string // of the file, without folder
	at   int64  // where it starts
	line []byte

	done bool
	err  error
}

const (
	walName = "wal"
	walRoom = 8 << 20
	// A record is the length of what follows the sum, the sum, the salt, where
	// the line starts, the length of the name, the name, the line.
	walHead = 4 + 4 + 8 + 8 + 2
)

// openWAL opens the log and puts into the files of the matches what a crash has
// kept from them.
func openWAL(dir string) (*wal, error) {
	file, err := os.OpenFile(filepath.Join(dir, walName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	w := &wal{dir: dir, file: file, unsynced: map[string]struct{}{}}
	if err = w.recover(); err == nil {
		err = w.makeRoom()
	}
	if err != nil {
		return nil, errorOr(err, file.Close())
	}
	return w, nil
}

// makeRoom gives the file its length, with zeros that are really written: space
// that is only reserved would still have to be noted at each sync. Where the
// disk has no room for it, the little that there is is left to the matches.
func (w *wal) makeRoom() error {
	info, err := w.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() != walRoom {
		_, err = w.file.WriteAt(make([]byte, walRoom), 0)
	}
	if err == nil {
		err = w.forget()
	}
	if err != nil {
		return w.file.Truncate(0)
	}
	w.room = walRoom
	return nil
}

// forget makes what is in the log be no record any more.
func (w *wal) forget() error {
	if _, err := w.file.WriteAt(make([]byte, walHead), 0); err != nil {
		return err
	}
	return w.file.Sync()
}

// commit returns when the line, which is in its file already, is safe. Whoever
// comes while another commits waits, and the first of those who wait commits for
// all of them.
func (w *wal) commit(a *addition) error {
	w.mu.Lock()
	w.waiting = append(w.waiting, a)
	w.mu.Unlock()

	w.committing.Lock()
	defer w.committing.Unlock()
	if !a.done {
		w.mu.Lock()
		all := w.waiting
		w.waiting = nil
		w.mu.Unlock()
		err := w.write(all)
		for _, a := range all {
			a.done, a.err = true, err
		}
	}
	return a.err
}

func (w *wal) write(all []*addition) error {
	w.text = w.text[:0]
	for _, a := range all {
		w.unsynced[a.name] = struct{}{}
		w.text = w.appendRecord(w.text, a)
	}
	if w.size+int64(len(w.text)) > w.room {
		return w.checkpoint()
	}
	_, err := w.file.WriteAt(w.text, w.size)
	if err == nil {
		err = syncData(w.file)
	}
	if err != nil {
		return w.checkpoint()
	}
	w.size += int64(len(w.text))
	return nil
}

// checkpoint syncs the files of the matches themselves and starts the log anew.
func (w *wal) checkpoint() error {
	var files errgroup.Group
	files.SetLimit(100)
	for name := range w.unsynced {
		files.Go(func() error { return syncFile(filepath.Join(w.dir, name)) })
	}
	if err := files.Wait(); err != nil {
		return err
	}
	clear(w.unsynced)
	var salt [8]byte
	_, _ = rand.Read(salt[:]) // never fails
	w.salt, w.size = binary.LittleEndian.Uint64(salt[:]), 0
	return nil
}

// syncFile syncs a file, if it is still there.
func syncFile(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errorOr(file.Sync(), file.Close())
}

// close leaves nothing in the log that is not safe in the files.
func (w *wal) close() error {
	w.committing.Lock()
	defer w.committing.Unlock()
	err := w.checkpoint()
	if err == nil && w.room > 0 {
		err = w.forget()
	}
	return errorOr(err, w.file.Close())
}

func (w *wal) appendRecord(dst []byte, a *addition) []byte {
	start := len(dst)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(walHead-8+len(a.name)+len(a.line))) // a line is far shorter
	dst = binary.LittleEndian.AppendUint32(dst, 0)
	dst = binary.LittleEndian.AppendUint64(dst, w.salt)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(a.at))        // not negative
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(a.name))) // a file's name is shorter
	dst = append(append(dst, a.name...), a.line...)
	binary.LittleEndian.PutUint32(dst[start+4:], walSum(dst[start+8:]))
	return dst
}

func walSum(text []byte) uint32 { return crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)) }

// readRecord reads the next record; false if there is no whole one.
func readRecord(r io.Reader) (a addition, salt uint64, ok bool, err error) {
	head := make([]byte, 8)
	if ok, err = readWhole(r, head); !ok {
		return a, 0, false, err
	}
	n := binary.LittleEndian.Uint32(head)
	if n < walHead-8 || n > walRoom {
		return a, 0, false, nil
	}
	body := make([]byte, n)
	if ok, err = readWhole(r, body); !ok {
		return a, 0, false, err
	}
	const name = walHead - 8
	end := name + int(binary.LittleEndian.Uint16(body[name-2:]))
	if walSum(body) != binary.LittleEndian.Uint32(head[4:]) || end > len(body) {
		return a, 0, false, nil
	}
	a.name, a.line = string(body[name:end]), body[end:]
	a.at = int64(binary.LittleEndian.Uint64(body[8:])) // a negative one fits no file
	return a, binary.LittleEndian.Uint64(body), true, nil
}

// readWhole fills p, or tells that the file ends before.
func readWhole(r io.Reader, p []byte) (whole bool, err error) {
	_, err = io.ReadFull(r, p)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	}
	return err == nil, err
}

// recover puts the records that count, those of the first one's salt, into the
// files that lack them.
func (w *wal) recover() error {
	records := bufio.NewReader(w.file)
	for n, first := 0, uint64(0); ; n++ {
		a, salt, ok, err := readRecord(records)
		if err != nil {
			return err
		}
		if n == 0 {
			first = salt
		}
		if !ok || salt != first {
			return w.checkpoint()
		}
		if err := w.complete(&a); err != nil {
			return fmt.Errorf("recover %s: %w", a.name, err)
		}
		w.unsynced[a.name] = struct{}{}
	}
}

// complete adds the line to its file, which is that of a match not finished, if
// the file ends before or in it. A file that is longer has the line.
func (w *wal) complete(a *addition) (err error) {
	if a.name != filepath.Base(a.name) {
		return errors.New("expected the name of a file in this folder")
	}
	name := filepath.Join(w.dir, a.name)
	if _, err = os.Stat(strings.TrimSuffix(name, matchFile) + privateFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errorOr(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if size := info.Size(); size < a.at || size >= a.at+int64(len(a.line)) {
		return nil
	}
	_, err = file.WriteAt(a.line, a.at)
	return err
}
