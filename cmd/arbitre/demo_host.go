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

// askAgain is how long the organiser waits for an answer. The referee hears
// commands in a channel only once it knows who is there, and that takes it a few
// lines from its JOIN.
const askAgain = 100 * time.Millisecond

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
	asked, answered := context.WithCancel(ctx)
	going := make(chan error, 1)
	go func() { going <- h.command(ctx, asked, seated) }()
	err := h.listen(answered)
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

// command says !begin until asked is done, and then, if there are no guests to
// wait for, !go.
func (h *host) command(ctx, asked context.Context, seated <-chan struct{}) error {
	begin := fmt.Sprintf("!begin %s seed=%s round_length=%s max_turns=%d",
		h.demo.Game, h.demo.Seed, h.demo.round(), demoMaxTurns)
	if h.demo.Guests > 0 {
		begin += fmt.Sprintf(" lobby=%s", guestLobby)
	}
	ticker := time.NewTicker(askAgain)
	defer ticker.Stop()
	for asked.Err() == nil {
		if err := h.client.Say(demoChannel, begin); err != nil {
			return unlessCancelled(ctx, err)
		}
		select {
		case <-asked.Done():
		case <-ticker.C:
		}
	}
	if h.demo.Guests > 0 {
		return nil
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
func (h *host) listen(lobbyOpen func()) error {
	open := false
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
		case m.Command == "NOTICE" && m.Param(0) != demoChannel && !open: // later ones say that !begin came twice
			return fmt.Errorf("the referee says: %s", text)
		case m.Command != "PRIVMSG":
		case word == "BEGIN_GAME" || word == "NEW_GAME":
			open = true
			lobbyOpen()
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
