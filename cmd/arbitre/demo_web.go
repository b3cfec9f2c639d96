package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"arbitre/bots"
	"arbitre/referee"
	"arbitre/web"
)

// demoDoor is the door of the demo, by which every second bot plays; nil if there
// is none.
type demoDoor struct {
	server *web.Server
	looks  chan string // where to look at the boards of those who play by it
}

// openDoor opens a door at 127.0.0.1, on a free port.
func (c demoCmd) openDoor(ctx context.Context, parts *errgroup.Group, log *zap.Logger) (*demoDoor, error) {
	if !c.Web {
		return nil, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open a door for WebSocket: %w", err)
	}
	config := web.DefaultConfig()
	config.Base = "http://" + listener.Addr().String()
	config.PerAddress += c.Bots
	door := &demoDoor{server: web.New(config, log), looks: make(chan string, c.Bots)}
	parts.Go(func() error { return door.server.Serve(ctx, listener) })
	return door, nil
}

// lets says to the desk that players come by the door too.
func (d *demoDoor) lets(desk *referee.Desk) {
	if d != nil {
		desk.OpenDoor(d.server)
	}
}

// takes tells whether the i-th bot plays by the door. Every second one does: in
// the cast of snake these are the grazers.
func (d *demoDoor) takes(i int) bool { return d != nil && i%2 == 1 }

// play lets a bot play by the door.
func (d *demoDoor) play(ctx context.Context, conn net.Conn, bot bots.Bot, table bots.Table) error {
	return bots.PlayBySocket(ctx, conn, bot, table, func(address string) { d.looks <- address })
}

// page is a short address, which a terminal has room for, that leads to where a
// board can be looked at; "" without a door. All are seated by now.
func (d *demoDoor) page(ctx context.Context, parts *errgroup.Group) (string, error) {
	if d == nil || len(d.looks) == 0 {
		return "", nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("page of the demo: %w", err)
	}
	server := &http.Server{Handler: http.RedirectHandler(<-d.looks, http.StatusFound), ReadHeaderTimeout: time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	parts.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("page of the demo: %w", err)
		}
		return nil
	})
	return "http://" + listener.Addr().String(), nil
}
