package main

import (
	"context"
	"fmt"
	"net"
	"os/signal"
	"strconv"
	"syscall"

	"arbitre/ircd"
)

type ircdCmd struct {
	Port  int  `default:"6667" help:"The port to listen on, at 127.0.0.1 only; 0 takes a free one."`
	Debug bool `help:"Log who comes and goes, and what is refused."`
}

// Run serves until SIGINT or SIGTERM.
func (c ircdCmd) Run(t *terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if c.Port < 0 || c.Port > 65535 {
		return usageError{fmt.Errorf("--port=%d: expected 0 to 65535", c.Port)}
	}
	level := "warn"
	if c.Debug {
		level = "debug"
	}
	log, _, err := newLogger(logConfig{level: level, format: "auto"}, t.err)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port)))
	if err != nil {
		return fmt.Errorf("ircd: %w", err)
	}
	_, err = fmt.Fprintf(t.out, `An IRC server listens at %s, for this machine only; Ctrl-C stops it.
Connect the referee (in its configuration), your bot and your own client:
    [[network]]
    address = "%[1]s"
    tls = false
    flood = "none"
    channels = ["#arena"]
The first in a channel is its operator: enter #arena before the referee does,
and say "!begin bomber".
`, listener.Addr())
	if err != nil {
		return fmt.Errorf("ircd: %w", err)
	}
	return within("ircd", ircd.New(ircd.Config{Name: "arbitre.local", Network: "Arbitre", MaxClients: maxClients, MaxChannels: maxChannels}, log).Serve(ctx, listener))
}

// The server is one's own: as many channels as a configuration may have
// (max_channels), with players in each.
const (
	maxClients  = 16 * maxChannels
	maxChannels = 1000
)
