package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"arbitre/bots"
)

// host is the demo's organiser: the first in the channel, and so its operator,
// who has a match begun when everybody is there.
type host struct {
	demo   demoCmd
	client *bots.Client
	show   stage
}

// guestLobby is how long guests who are in the channel have to join.
const guestLobby = 20 * time.Second

// enterHost connects the organiser and opens the channel.
func (c demoCmd) enterHost(ctx context.Context, address string, show stage) (*host, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("organiser: %w", err)
	}
	client, err := bots.Register(ctx, conn, demoOrganiser)
	if err != nil {
		return nil, fmt.Errorf("organiser: %w", err)
	}
	if err := client.Join(demoChannel); err != nil {
		client.Close()
		return nil, fmt.Errorf("organiser: %w", err)
	}
	return &host{c, client, show}, nil
}

// begin waits for the players, has the referee open a lobby, closes it when the
// bots are seated (with guests the lobby closes by itself), and returns when the
// match has begun.
func (h *host) begin(ctx context.Context, seated <-chan struct{}) error {
	if err := h.gather(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	going := make(chan error, 1)
	go func() { going <- h.command(ctx, seated) }()
	err := h.listen()
	cancel()
	return errors.Join(err, <-going)
}

// gather waits until the referee, the bots and the guests are in the channel.
func (h *host) gather() error {
	expected := 1 + h.demo.Bots + h.demo.Guests
	present := map[string]bool{}
	for len(present) < expected {
		m, err := h.client.Read()
		if err != nil {
			return fmt.Errorf("organiser: wait for the players: %w", err)
		}
		switch m.Command {
		case "JOIN":
			present[m.From] = true
		case "PART", "QUIT":
			delete(present, m.From)
		}
	}
	return nil
}

// command says !begin and, if there are no guests to wait for, !go once the bots
// are seated.
func (h *host) command(ctx context.Context, seated <-chan struct{}) error {
	begin := fmt.Sprintf("!begin %s seed=%s round_length=%s %s",
		h.demo.Game, h.demo.Seed, h.demo.round(), stagingOf(h.demo.Game).settings)
	if h.demo.Guests > 0 {
		begin += fmt.Sprintf(" lobby=%s", guestLobby)
	}
	if err := h.client.Say(demoChannel, begin); err != nil || h.demo.Guests > 0 {
		return unlessCancelled(ctx, err)
	}
	select {
	case <-seated:
		return unlessCancelled(ctx, h.client.Say(demoChannel, "!go"))
	case <-ctx.Done():
		return nil
	}
}

// listen follows the referee until the match has begun, and passes on to the
// user what it tells people, if he has guests to bring.
func (h *host) listen() error {
	for {
		m, err := h.client.Read()
		if err != nil {
			return fmt.Errorf("organiser: %w", err)
		}
		text := m.Param(1)
		word, _, _ := strings.Cut(text, " ")
		switch {
		case m.From != demoReferee:
		case m.Command == "NOTICE" && m.Param(0) == demoChannel && h.demo.Guests > 0:
			h.show.say(text)
		case m.Command == "NOTICE" && m.Param(0) != demoChannel:
			return fmt.Errorf("the referee says: %s", text)
		case m.Command != "PRIVMSG":
		case word == "NO_ENOUGH_PLAYERS":
			return errors.New("not enough players have joined")
		case word == "MAP_SIZE":
			return nil
		}
	}
}

// unlessCancelled forgets the error that comes of having been told to stop.
func unlessCancelled(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
