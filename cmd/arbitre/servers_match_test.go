//go:build servers

package main_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"

	"arbitre/bots"
)

// The match: on a map of 6 x 6, with a seed that puts ann on 4 4, bob on 5 0
// and carl on 1 2. A turn ends once all have chosen, but for the last: carl says
// nothing in it, and is waited for.
const begin = "!begin bomber map_factor=2 firepower=2 speed=3 timer=3 seed=2010 lobby=1h round_length=15s"

// scripts are what the players say after SEND_YOUR_ACTION, by turn; what starts
// with # goes to the channel. ann's bomb gets bob, who is busy; carl stays on his
// own.
var scripts = []struct {
	name  string
	turns [][]string
}{
	{"ann", [][]string{{"WEST 3"}, {"@2 SOUTH 1"}, {"BOMB 5"}, {"north 1"}, {"WEST 01"}, {"SOUTH 1"}}},
	{"bob", [][]string{{"NORTH 3"}, {"WEST 3"}, {"#hello", "NORTH 1"}, {"NORTH 9", "DEFUSE"}, {}, {}}},
	{"carl", [][]string{{"STUDY_FIREPOWER"}, {}, {}, {"EAST 1"}, {"BOMB 6"}, {}}},
}

// play organises the match and plays it, and returns all that was said in the
// channel from BEGIN_GAME to the seed: "<nick> message", "-nick- notice".
func play(ctx context.Context, addr string, organiser *bots.Client) (transcript string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err = call(organiser); err != nil {
		return "", err
	}
	players := make([]*bots.Client, len(scripts))
	for i, script := range scripts {
		if players[i], err = connect(ctx, addr, script.name, arena); err != nil {
			return "", err
		}
		defer players[i].Close()
	}
	if err = organiser.Say(arena, begin); err != nil {
		return "", err
	}
	for _, player := range players { // one after the other: seats are in join order
		if err = join(player); err != nil {
			return "", fmt.Errorf("%s joins: %w", player.Nick(), err)
		}
	}
	if err = organiser.Say(arena, "!go"); err != nil {
		return "", err
	}
	errs := make([]error, len(scripts))
	var playing sync.WaitGroup
	for i, script := range scripts {
		playing.Go(func() {
			if errs[i] = follow(players[i], script.turns); errs[i] != nil {
				errs[i] = fmt.Errorf("%s plays: %w", script.name, errs[i])
				cancel()
			}
		})
	}
	transcript, err = listen(ctx, organiser)
	playing.Wait()
	return transcript, errors.Join(append(slices.Clone(errs), err)...)
}

// call makes the channel, waits for the referee in the hall, invites it, and
// hears its words of welcome out, which would otherwise come before BEGIN_GAME on
// one network and behind it on another.
func call(organiser *bots.Client) error {
	if err := arrival(organiser, hall); err != nil {
		return err
	}
	if err := organiser.Join(arena); err != nil {
		return err
	}
	if err := organiser.Send("INVITE " + refereeNick + " " + arena); err != nil {
		return err
	}
	if err := arrival(organiser, arena); err != nil {
		return err
	}
	return welcome(organiser)
}

// welcome waits until the referee has said in the arena what it is there for.
func welcome(c *bots.Client) error {
	for {
		m, err := c.Read()
		if err != nil {
			return fmt.Errorf("no welcome in %s: %w", arena, err)
		}
		if m.Command == "NOTICE" && m.From == refereeNick && m.Param(0) == arena {
			return nil
		}
	}
}

// arrival waits until the referee comes into the channel.
func arrival(c *bots.Client, channel string) error {
	for {
		m, err := c.Read()
		if err != nil {
			return fmt.Errorf("the referee does not come to %s: %w", channel, err)
		}
		if m.Command == "JOIN" && m.From == refereeNick && m.Param(0) == channel {
			return nil
		}
	}
}

// join waits for BEGIN_GAME and takes a seat.
func join(player *bots.Client) error {
	for {
		m, err := player.Read()
		if err != nil {
			return err
		}
		if m.From != refereeNick || m.Command != "PRIVMSG" {
			continue
		}
		switch m.Param(1) {
		case "BEGIN_GAME":
			if err := player.Say(refereeNick, "join_game"); err != nil {
				return err
			}
		case "JOIN_OK":
			return nil
		}
	}
}

// follow says the script's lines, each in its turn, up to the end of the match.
func follow(player *bots.Client, turns [][]string) error {
	turn := 0
	for {
		m, err := player.Read()
		if err != nil {
			return fmt.Errorf("turn %d: %w", turn, err)
		}
		if m.From != refereeNick || m.Command != "PRIVMSG" {
			continue
		}
		text := m.Param(1)
		switch {
		case strings.HasPrefix(text, "TOUR "):
			turn++
		case strings.HasPrefix(text, "END_GAME"):
			return nil
		case text == "SEND_YOUR_ACTION" && turn <= len(turns):
			for _, line := range turns[turn-1] {
				to := refereeNick
				if strings.HasPrefix(line, "#") {
					to = arena
				}
				if err := player.Say(to, strings.TrimPrefix(line, "#")); err != nil {
					return err
				}
			}
		}
	}
}

// listen writes down what is said in the channel.
func listen(ctx context.Context, organiser *bots.Client) (string, error) {
	defer context.AfterFunc(ctx, organiser.Close)() // a player's failure ends it
	var b strings.Builder
	for {
		m, err := organiser.Read()
		if err != nil {
			return b.String(), fmt.Errorf("listen in %s: %w", arena, err)
		}
		if m.Param(0) != arena {
			continue
		}
		switch m.Command {
		case "PRIVMSG":
			fmt.Fprintf(&b, "<%s> %s\n", m.From, m.Param(1))
		case "NOTICE":
			fmt.Fprintf(&b, "-%s- %s\n", m.From, m.Param(1))
			if strings.Contains(m.Param(1), "seed was") && strings.Contains(b.String(), "END_GAME") {
				return b.String(), nil
			}
		}
	}
}

func connect(ctx context.Context, addr, nick, channel string) (*bots.Client, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	c, err := bots.Register(ctx, conn, nick)
	if err != nil {
		return nil, err
	}
	return c, c.Join(channel)
}
