package storm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"arbitre/archive"
	"arbitre/bomber"
	"arbitre/game"
	"arbitre/irc"
	"arbitre/referee"
	"arbitre/sentiant"
	"arbitre/snake"
	"arbitre/store"
)

func games() []game.Game { return []game.Game{bomber.Game(), sentiant.Game(), snake.Game()} }

// program is one life of the referee's program, put together as serve does it.
type program struct {
	e      *evening
	folder string
	ctx    context.Context
	cancel context.CancelFunc
	kept   *archive.Archive
	ended  chan struct{} // it has stopped by itself or was stopped
	err    error         // why, of the connection

	mu    sync.Mutex
	dead  bool // crashed: its disk and its network are gone
	socks []*end
}

// start starts a program on the folder.
func (e *evening) start(folder string) (*program, error) {
	p := &program{e: e, folder: folder, ended: make(chan struct{})}
	p.ctx, p.cancel = context.WithCancel(e.ctx)
	log := p.newLog()
	kept, err := archive.Open(p.ctx, folder, "storm", games(), log)
	if err != nil {
		p.cancel()
		return nil, err
	}
	p.kept = kept
	config := e.plan.network
	config.Dial = p.dial
	connection := irc.New(config, log)
	watchers := append([]referee.Watcher{}, kept.Watchers()...)
	watchers = append(watchers, referee.Trusted{Watcher: witness{p}})
	for i := range kept.Unfinished {
		kept.Unfinished[i].Log = &faultyLog{p, kept.Unfinished[i].Log, e.breath()}
	}
	desk := referee.NewDesk(connection, games(), e.plan.config, log, watchers...)
	kept.Give(desk, config.Name, log)
	desk.Keep(faultyJournal{p})
	desk.Recall(slowMemory{kept.Store.Memory(config.Name)})
	ctx, stop := context.WithCancel(p.ctx)
	var parts sync.WaitGroup
	parts.Go(func() {
		defer stop()
		p.err = connection.Run(ctx)
	})
	parts.Go(func() {
		defer stop()
		if err := desk.Run(ctx); err != nil {
			e.fault("the desk: %v", err)
		}
	})
	go func() {
		parts.Wait()
		p.cancel()
		close(p.ended)
	}()
	return p, nil
}

// stop ends the program in order.
func (p *program) stop() {
	p.cancel()
	<-p.ended
	if err := p.kept.Close(); err != nil {
		p.e.fault("close the folder: %v", err)
	}
}

// crash ends the program as kill -9 does, and returns the folder as it was then.
// What the dying program still does to the old one counts for nothing.
func (p *program) crash() (folder string) {
	p.die()
	p.e.wait() // what is under way with the disk ends
	p.e.folders++
	folder = filepath.Join(p.e.dir, fmt.Sprintf("life-%d", p.e.folders))
	if err := copyFolder(folder, p.folder); err != nil {
		p.e.fault("copy the folder: %v", err)
	}
	p.cancel()
	<-p.ended
	if err := p.kept.Close(); err != nil {
		p.e.fault("close the folder of a crashed program: %v", err)
	}
	if err := os.RemoveAll(p.folder); err != nil {
		p.e.fault("remove the folder of a crashed program: %v", err)
	}
	return folder
}

// die takes the program's disk and network away.
func (p *program) die() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = true
	for _, socket := range p.socks {
		socket.cut()
	}
	p.e.crashed()
}

// copyFolder copies the files of a folder.
func copyFolder(to, from string) error {
	return filepath.WalkDir(from, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(to, rest), 0o700)
		}
		return copyFile(filepath.Join(to, rest), path)
	})
}

// copyFile copies a file. The journal's log is megabytes of zeros behind little:
// behind the first of its pieces that is all zeros, only its size is copied.
func copyFile(to, from string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	info, err := source.Stat()
	if err != nil {
		return err
	}
	copied, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, copied.Close()) }()
	var piece [64 << 10]byte
	for {
		n, err := source.Read(piece[:])
		if errors.Is(err, io.EOF) || filepath.Base(from) == "wal" && isZero(piece[:n]) {
			return copied.Truncate(info.Size())
		}
		if err != nil {
			return err
		}
		if _, err := copied.Write(piece[:n]); err != nil {
			return err
		}
	}
}

func isZero(piece []byte) bool { return len(bytes.TrimLeft(piece, "\x00")) == 0 }

var errUnreachable = errors.New("no route to host")

// dial is the referee's connection to the server.
func (p *program) dial(context.Context) (net.Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dead {
		return nil, errUnreachable
	}
	conn, err := p.e.dial(refereeHost, 5*time.Millisecond, 60*time.Millisecond)
	if err != nil {
		return nil, err
	}
	p.socks = append(p.socks, conn)
	return conn, nil
}

// socket is the connection that the program has now, nil if none.
func (p *program) socket() *end {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.socks) == 0 {
		return nil
	}
	return p.socks[len(p.socks)-1]
}

// The journal, on a disk that can be full, slow, or gone at a bad moment.

var errDisk = errors.New("no space left on device (the storm's)")

type faultyJournal struct{ p *program }

func (j faultyJournal) Begin(o referee.Opening, private referee.Private) (log referee.Log, err error) {
	breath := j.p.e.breath()
	err = j.p.onDisk(breath, func() error {
		log, err = j.p.kept.Journal.Begin(o, private)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &faultyLog{j.p, log, breath}, nil
}

type faultyLog struct {
	p      *program
	log    referee.Log
	breath time.Duration
}

func (l *faultyLog) Append(t referee.Turn) error {
	return l.p.onDisk(l.breath, func() error { return l.log.Append(t) })
}

func (l *faultyLog) Identify(p referee.Private) error {
	return l.p.onDisk(l.breath, func() error { return l.log.Identify(p) })
}

func (l *faultyLog) End(e referee.End) error {
	return l.p.onDisk(l.breath, func() error { return l.log.End(e) })
}

// onDisk writes something, unless the storm is against it: a crash just before or
// just after, a full disk, a slow one.
func (p *program) onDisk(breath time.Duration, write func() error) error {
	if p.isDead() {
		<-p.ctx.Done()
		return p.ctx.Err()
	}
	time.Sleep(breath)
	now := p.e.nextFate()
	if now == diskSlow {
		time.Sleep(300 * time.Millisecond)
	}
	if now == diskFull {
		return errDisk
	}
	if now == crashBefore {
		return p.crashHere()
	}
	err := write()
	if now == crashBehind {
		return p.crashHere()
	}
	return err
}

// slowMemory answers when nobody else does anything any more.
type slowMemory struct{ store.Memory }

func (m slowMemory) Top(ctx context.Context, game string, most int) ([]referee.Top, error) {
	time.Sleep(1300 * time.Nanosecond)
	return m.Memory.Top(ctx, game, most)
}

func (m slowMemory) Matches(ctx context.Context, channel string, most int) ([]referee.Played, error) {
	time.Sleep(1300 * time.Nanosecond)
	return m.Memory.Matches(ctx, channel, most)
}

// crashHere is a crash in the middle of things: nothing leaves the program any
// more, and the evening starts another.
func (p *program) crashHere() error {
	p.die()
	p.e.askRestart()
	<-p.ctx.Done()
	return p.ctx.Err()
}

func (p *program) isDead() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead
}

// fate is what happens to something that is to be put on disk.
type fate int

const (
	diskGood fate = iota
	diskFull
	diskSlow
	crashBefore
	crashBehind
)

// witness is the watcher that notes when each turn was resolved, and who played.
type witness struct{ p *program }

func (w witness) Watch(r referee.Record) {
	if w.p.isDead() {
		return
	}
	w.p.e.watch(r)
}

// newLog is the log of a program: an error in it is one of the evening, unless
// the storm asked for it.
func (p *program) newLog() *zap.Logger {
	level := zapcore.ErrorLevel
	if p.e.verbose {
		level = zapcore.DebugLevel
	}
	return zap.New(zapcore.NewCore(zapcore.NewConsoleEncoder(zapcore.EncoderConfig{
		MessageKey: "msg", LevelKey: "level", NameKey: "name", StacktraceKey: "stack",
		EncodeLevel: zapcore.LowercaseLevelEncoder, EncodeDuration: zapcore.StringDurationEncoder,
		EncodeTime: zapcore.RFC3339NanoTimeEncoder,
	}), zapcore.AddSync(logLines{p}), level))
}

type logLines struct{ p *program }

func (l logLines) Write(line []byte) (int, error) {
	if !l.p.isDead() { // of the dead nobody cares what they say
		l.p.e.logged(string(line))
	}
	return len(line), nil
}
