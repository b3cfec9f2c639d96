package main

import (
	"context"
	"errors"
	"io"
	"os/signal"
	"syscall"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"arbitre/data"
	"arbitre/irc"
	"arbitre/referee"
	"arbitre/web"
)

type serveCmd struct {
	Config string `arg:"" help:"The configuration file; arbitre config prints an example."`
}

// Run referees until SIGINT or SIGTERM; a second one ends the process at once.
func (c serveCmd) Run(t *terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	signal.Ignore(syscall.SIGPIPE) // who reads the log may go; the matches go on
	config, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	return serve(ctx, config, t.err)
}

// serve referees on every network until the context ends, and returns when all
// have stopped. The end of one network is not that of the others.
func serve(ctx context.Context, c *config, logTo io.Writer) error {
	log, err := newLogger(c.log, logTo)
	if err != nil {
		return err
	}
	log.Info("arbitre starts", zap.String("version", version()), zap.Int("networks", len(c.networks)))
	kept, err := data.Open(ctx, c.data.folder, version(), games(), log)
	if err != nil {
		return err
	}
	var networks errgroup.Group
	door := openDoor(ctx, c.web, &networks, log)
	for _, network := range c.networks {
		connection := irc.New(network, log) // puts its name into the log itself
		here := log.With(zap.String("network", network.Name))
		desk := referee.NewDesk(connection, games(), c.referee, here, kept.Watchers()...)
		kept.Give(desk, network.Name, here)
		if door != nil {
			desk.OpenDoor(door)
		}
		networks.Go(func() error {
			stopped := serveNetwork(ctx, connection, desk, here)
			if stopped != nil {
				here.Error("network given up", zap.Error(stopped))
			}
			return stopped
		})
	}
	kept.TellHomeless(log)
	err = networks.Wait()
	log.Info("arbitre has stopped")
	return errors.Join(err, kept.Close())
}

// openDoor lets programs in that play by WebSocket, if the configuration has it.
func openDoor(ctx context.Context, c web.Config, parts *errgroup.Group, log *zap.Logger) *web.Server {
	if c.Listen == "" {
		return nil
	}
	door := web.New(c, log)
	parts.Go(func() error {
		err := guard(ctx, log, door.Run)
		if err != nil {
			log.Error("no door for WebSocket", zap.Error(err))
		}
		return err
	})
	return door
}

// serveNetwork runs the parts of a network; the end of one ends the other.
func serveNetwork(ctx context.Context, connection *irc.Network, desk *referee.Desk, log *zap.Logger) error {
	parts, ctx := errgroup.WithContext(ctx)
	parts.Go(func() error { return guard(ctx, log, connection.Run) })
	parts.Go(func() error { return guard(ctx, log, desk.Run) })
	return parts.Wait()
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
