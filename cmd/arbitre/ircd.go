package main

import (
	"context"
	"fmt"
	"net"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"arbitre/ircd"
)

type ircdCmd struct {
	Port  int    `default:"6667" help:"The port to listen on, at 127.0.0.1 only; 0 takes a free one."`
	Like  string `default:"none" placeholder:"SERVER" enum:"${servers}" help:"Have who writes much wait, or throw him out, as such a server does: ${enum}."`
	Debug bool   `help:"Log who comes and goes, and what is refused."`
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
	profile, _ := ircd.ProfileNamed(c.Like) // one of them: the command line has seen to it
	flood := "auto"
	if c.Like == "none" {
		flood = "none"
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
    flood = "%[2]s"
    channels = ["#arena"]
The first in a channel is its operator: enter #arena before the referee does,
and say "!begin bomber".
`, listener.Addr(), flood)
	if err != nil {
		return fmt.Errorf("ircd: %w", err)
	}
	server := ircd.New(ircd.Config{
		Name: "arbitre.local", Network: "Arbitre", MaxClients: maxClients, MaxChannels: maxChannels, Profile: profile,
	}, log)
	if err = server.Serve(ctx, listener); err != nil {
		return fmt.Errorf("ircd: %w", err)
	}
	return nil
}

// profileNames are the kinds of servers that it can be as slow as, and "none".
func profileNames() string {
	var names []string
	for _, profile := range ircd.Profiles() {
		names = append(names, profile.Name)
	}
	return strings.Join(names, ",")
}

// The server is one's own: as many channels as a configuration may have
// (max_channels), with players in each.
const (
	maxClients  = 16 * maxChannels
	maxChannels = 1000
)
