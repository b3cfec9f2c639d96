package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"go.uber.org/zap"

	"arbitre/archive"
	"arbitre/operations"
	"arbitre/referee"
	"arbitre/script/worker"
	"arbitre/web"
)

type serveCmd struct {
	Config string `arg:"" help:"The configuration file; arbitre config prints an example."`
}

// Run referees until SIGINT or SIGTERM; a second one ends the process at once.
// SIGHUP has the configuration read anew.
func (c serveCmd) Run(t *terminal) error {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	signal.Ignore(syscall.SIGPIPE) // who reads the log may go; the matches go on
	return serve(context.Background(), func() (*config, error) { return loadConfig(c.Config) }, signals, t.err)
}

// serve referees on every network until a signal or the context ends it, and
// returns when all have stopped.
func serve(ctx context.Context, load func() (*config, error), signals <-chan os.Signal, logTo io.Writer) error {
	config, err := load()
	if err != nil {
		return err
	}
	log, level, err := newLogger(config.log, logTo)
	if err != nil {
		return err
	}
	log.Info("arbitre starts", zap.String("version", version()), zap.Int("networks", len(config.networks)))
	s := &service{
		load: load, config: config, log: log, level: level, ended: make(chan *served),
		networks: map[string]*served{}, givenUp: map[string]error{}, system: newSystemd(log),
		scripts: worker.New(worker.Config{Log: log}),
	}
	s.scripts.Offer(config.scripts)
	ctx, s.cut = context.WithCancel(ctx)
	defer s.cut()
	if err := s.open(ctx); err != nil {
		return err
	}
	s.run(ctx, signals)
	return s.close()
}

// open opens what the networks share, and connects them.
func (s *service) open(ctx context.Context) (err error) {
	// The folder first: a second program with the same configuration is told who
	// has it, not that an address is taken.
	if s.kept, err = archive.Open(ctx, s.config.data.folder, version(), games(), s.log); err != nil {
		return err
	}
	if address := s.config.operations.address; address != "" {
		panel, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err != nil {
			return errors.Join(fmt.Errorf("open the address for metrics and health: %w", err), s.kept.Close())
		}
		s.openPanel(ctx, panel)
	}
	s.openDoor(ctx)
	for _, network := range s.config.networks {
		s.start(ctx, network)
	}
	s.kept.TellHomeless(s.log)
	s.system.ready("connecting")
	s.parts.Go(func() error { return s.system.watch(ctx, s.look) })
	return nil
}

// openPanel lets an operator look.
func (s *service) openPanel(ctx context.Context, listener net.Listener) {
	var names []string
	for _, g := range games() {
		names = append(names, g.Name)
	}
	s.panel = operations.New(operations.Program{
		Version: "arbitre " + version(), Games: names, Started: time.Now(), Networks: s.look, Writable: s.kept.Writable,
	}, s.log)
	s.panel.Reloaded(nil)
	s.parts.Go(func() error {
		err := guard(ctx, s.log, func(ctx context.Context) error { return s.panel.Serve(ctx, listener) })
		if err != nil {
			s.log.Error("no metrics and health", zap.Error(err))
		}
		return err
	})
}

// openDoor lets programs in that play by WebSocket, if the configuration has it.
func (s *service) openDoor(ctx context.Context) {
	if s.config.web.Listen == "" {
		return
	}
	s.door = web.New(s.config.web, s.log)
	s.parts.Go(func() error {
		err := guard(ctx, s.log, s.door.Run)
		if err != nil {
			s.log.Error("no door for WebSocket", zap.Error(err))
		}
		return err
	})
}

// run does what the signals say until no network is left.
func (s *service) run(ctx context.Context, signals <-chan os.Signal) {
	for len(s.running()) > 0 {
		select {
		case sent := <-signals:
			if sent == syscall.SIGHUP {
				s.reload(ctx)
			} else {
				s.stop(ctx)
			}
		case n := <-s.ended:
			s.release(ctx, n)
		}
	}
}

// stopLimit is how long a stop may take beyond what running matches are given to
// play on: for their last words, and for the servers to close.
const stopLimit = 30 * time.Second

// stop takes leave of every network, in good order and within its time.
func (s *service) stop(ctx context.Context) {
	s.stopping = true
	signal.Reset(syscall.SIGINT, syscall.SIGTERM) // a second one ends the process at once
	drain := s.config.operations.drain
	s.log.Info("arbitre stops", zap.Duration("drain", drain))
	s.system.stopping(drain + stopLimit)
	time.AfterFunc(drain+stopLimit, s.cut)
	for _, n := range s.running() {
		n.next = nil
		go n.takeLeave(ctx, referee.ToStop, drain)
	}
}

// close ends what the networks shared.
func (s *service) close() error {
	s.cut()
	err := s.parts.Wait()
	for _, name := range s.names() {
		err = errors.Join(err, s.givenUp[name])
	}
	s.log.Info("arbitre has stopped")
	return errors.Join(err, s.kept.Close())
}

// guard makes an error of a panic, so that a fault on one network leaves the
// others alone.
func guard(ctx context.Context, log *zap.Logger, run func(context.Context) error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			log.Error("panic", zap.Any("fault", fault), zap.Stack("stack"))
			err = errFault(fault)
		}
	}()
	return run(ctx)
}
