package bots

import (
	"context"
	"fmt"
	"net"
	"strings"
)

// Table is where a bot plays.
type Table struct {
	Channel string // "#arena"
	Referee string // the referee's nick; nobody else is listened to

	// Seats are given in the order of joining. Who cares about it sets these:
	// MayJoin, if not nil, is waited for before join_game is sent, and Seated, if
	// not nil, is called at JOIN_OK.
	MayJoin <-chan struct{}
	Seated  func()
}

const joinGame = "join_game"

// Play puts a character on the connection and lets it play every match that
// begins in the channel, until ctx is done (then the error is nil) or the
// connection is lost. It closes the connection.
func Play(ctx context.Context, conn net.Conn, character Character, seed uint64, table Table) error {
	client, err := Register(ctx, conn, character.Name)
	if err != nil {
		return unlessDone(ctx, err)
	}
	defer client.Close()
	if err := client.Join(table.Channel); err != nil {
		return unlessDone(ctx, err)
	}
	brain := NewBrain(character, client.Nick(), seed)
	for {
		m, err := client.Read()
		if err != nil {
			return unlessDone(ctx, fmt.Errorf("%s: read: %w", client.Nick(), err))
		}
		answer := table.answer(brain, m)
		if answer == "" {
			continue
		}
		if answer == joinGame && table.MayJoin != nil {
			select {
			case <-table.MayJoin:
			case <-ctx.Done():
				return nil
			}
		}
		if err := client.Say(table.Referee, answer); err != nil {
			return unlessDone(ctx, fmt.Errorf("%s: send %q: %w", client.Nick(), answer, err))
		}
	}
}

// answer is what to tell the referee after a message, "" for nothing. A NOTICE
// is for people; only a PRIVMSG is the protocol's.
func (t Table) answer(brain *Brain, m Message) string {
	if m.Command != "PRIVMSG" || !strings.EqualFold(m.From, t.Referee) {
		return ""
	}
	text := m.Param(1)
	if !strings.EqualFold(m.Param(0), t.Channel) { // private
		if text == "JOIN_OK" && t.Seated != nil {
			t.Seated()
		}
		return ""
	}
	if text == "BEGIN_GAME" {
		return joinGame
	}
	return brain.Hear(text)
}

// unlessDone forgets the error that comes of having been told to stop.
func unlessDone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
