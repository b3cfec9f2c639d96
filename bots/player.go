package bots

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
)

// Table is where a bot plays.
type Table struct {
	Channel string // "#arena"
	// Referee is the referee's nick. Nobody else is listened to but who has it with
	// a number behind, as the referee does for a while after it has lost its
	// connection.
	Referee string

	// Seats are given in the order of joining. Who cares about it sets these:
	// MayJoin, if not nil, is waited for before join_game is sent, and Seated, if
	// not nil, is called at JOIN_OK.
	MayJoin <-chan struct{}
	Seated  func()
}

const joinGame = "join_game"

// Play puts a bot on the connection and lets it play every match of its game that
// begins in the channel, until ctx is done (then the error is nil) or the
// connection is lost. It closes the connection.
func Play(ctx context.Context, conn net.Conn, bot Bot, seed uint64, table Table) error {
	client, err := Register(ctx, conn, bot.Name)
	if err != nil {
		return unlessDone(ctx, err)
	}
	defer client.Close()
	if err := client.Join(table.Channel); err != nil {
		return unlessDone(ctx, err)
	}
	brain := bot.New(client.Nick(), seed)
	for {
		m, err := client.Read()
		if err != nil {
			return unlessDone(ctx, fmt.Errorf("%s: read: %w", client.Nick(), err))
		}
		answers := table.answer(bot.Game, brain, m)
		if slices.Contains(answers, joinGame) && table.MayJoin != nil {
			select {
			case <-table.MayJoin:
			case <-ctx.Done():
				return nil
			}
		}
		for _, answer := range answers {
			if err := client.Say(m.From, answer); err != nil {
				return unlessDone(ctx, fmt.Errorf("%s: send %q: %w", client.Nick(), answer, err))
			}
		}
	}
}

// answer is what to tell the referee after a message. A NOTICE is for people; only
// a PRIVMSG is the protocol's.
func (t Table) answer(game string, brain Brain, m Message) []string {
	if m.Command != "PRIVMSG" || !t.isReferee(m.From) {
		return nil
	}
	public, text := strings.EqualFold(m.Param(0), t.Channel), m.Param(1)
	switch {
	case !public && text == "JOIN_OK" && t.Seated != nil:
		t.Seated()
	case public && text == begins(game):
		return []string{joinGame}
	}
	return brain.Hear(text)
}

func (t Table) isReferee(nick string) bool {
	own := len(t.Referee)
	return len(nick) >= own && strings.EqualFold(nick[:own], t.Referee) && strings.Trim(nick[own:], "0123456789") == ""
}

// begins is the line that opens a game: of bomber the one that the contest of 2010
// had.
func begins(game string) string {
	if game == "bomber" {
		return "BEGIN_GAME"
	}
	return "NEW_GAME " + game
}

// unlessDone forgets the error that comes of having been told to stop.
func unlessDone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
