package main

import (
	"context"
	"io"
	"os/signal"
	"syscall"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"arbitre/irc"
	"arbitre/referee"
)

type serveCmd struct {
	Config string `arg:"" help:"The configuration file; arbitre config prints an example."`
}

// Run referees until SIGINT or SIGTERM; a second one ends the process at once.
func (c serveCmd) Run(t *terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	config, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	return serve(ctx, config, t.err)
}

// serve builds the parts of every network, runs them until the context ends,
// and returns when all have stopped.
func serve(ctx context.Context, c *config, logTo io.Writer) error {
	log, err := newLogger(c.log, logTo)
	if err != nil {
		return err
	}
	log.Info("arbitre starts", zap.String("version", version()), zap.Int("networks", len(c.networks)))
	var parts errgroup.Group // without a context: one network's end is not the others'
	for _, network := range c.networks {
		connection := irc.New(network, log)
		desk := referee.NewDesk(connection, games(), c.referee, log.With(zap.String("network", network.Name)))
		parts.Go(func() error {
			stopped := connection.Run(ctx)
			if stopped != nil {
				log.Error("network given up", zap.Error(stopped))
			}
			return stopped
		})
		parts.Go(func() error { return desk.Run(ctx) })
	}
	err = parts.Wait()
	log.Info("arbitre has stopped")
	return err
}
