package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"arbitre/bots"
	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
	"arbitre/script/worker"
	"arbitre/view"
)

type demoCmd struct {
	Game     string        `default:"bomber" help:"The game to play: ${games}."`
	Bots     int           `default:"-1" placeholder:"N" help:"How many sample bots play: usually 4, in snake 5."`
	Seed     string        `help:"The match's seed; the same seed is the same match. Default: a random one."`
	Round    time.Duration `help:"How long a turn is. Default: short enough to watch it."`
	Speed    float64       `default:"1" help:"Plays so many times faster; a turn is never shorter than 200ms."`
	Port     int           `default:"0" help:"The port of the IRC server, at 127.0.0.1 only; 0 takes a free one."`
	Guests   int           `default:"0" help:"Wait for so many bots of your own in the channel."`
	Web      bool          `help:"In snake: every second bot plays by WebSocket, and a page in the browser shows its board."`
	Language string        `default:"en" help:"en, fr or ru."`
}

// The demo's places and people.
const (
	demoChannel   = "#arena"
	demoReferee   = "Arbitre"
	demoOrganiser = "organiser"
	shortestRound = 200 * time.Millisecond // as for !begin
)

// staging is how a game is shown.
type staging struct {
	bots     int           // that play, unless the user says otherwise
	round    time.Duration // slow enough for the eye
	settings string        // of !begin
	order    string        // an example
}

func stagingOf(game string) staging {
	switch game {
	case "sentiant": // on a map for a terminal of 80 by 24
		return staging{4, 300 * time.Millisecond, "width=21 height=21", "12 MOVE UP; DONE"}
	case "snake": // not for an hour
		return staging{5, time.Second, "rounds=3 round_turns=60", "LEFT"}
	default: // two bots can avoid each other for ever; nobody wants to see it
		return staging{4, 500 * time.Millisecond, "max_turns=150", "NORTH 1"}
	}
}

// Run plays a match in front of the user, until it is over or SIGINT or SIGTERM
// come.
func (c demoCmd) Run(t *terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	usual := stagingOf(c.Game)
	if c.Round == 0 {
		c.Round = usual.round
	}
	if c.Bots == -1 {
		c.Bots = usual.bots
	}
	if err := c.check(); err != nil {
		return usageError{err}
	}
	if c.Seed == "" {
		c.Seed = strconv.Itoa(rand.IntN(1_000_000)) // easy to type again
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port)))
	if err != nil {
		return fmt.Errorf("demo: %w (--port takes another)", err)
	}
	if err = c.play(ctx, listener, t); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return nil
}

// check tells what cannot be played.
func (c demoCmd) check() error {
	g, err := findGame(c.Game)
	if err != nil {
		return err
	}
	most := g.MaxSeats
	switch {
	case len(bots.Cast(c.Game)) == 0:
		return fmt.Errorf("--game=%s: there are no sample bots for it", c.Game)
	case c.Guests < 0 || c.Bots < 0 || c.Bots+c.Guests < 2 || c.Bots+c.Guests > most:
		return fmt.Errorf("--bots=%d --guests=%d: expected 2 to %d players together", c.Bots, c.Guests, most)
	case c.Web && c.Game != "snake":
		return errors.New("--web: only snake is played by WebSocket: --game snake --web")
	case c.Round < shortestRound || c.Round > 10*time.Minute:
		return fmt.Errorf("--round=%s: expected 200ms to 10m", c.Round)
	case !(c.Speed > 0):
		return fmt.Errorf("--speed=%g: expected more than 0", c.Speed)
	case c.Port < 0 || c.Port > 65535:
		return fmt.Errorf("--port=%d: expected 0 to 65535", c.Port)
	case strings.ContainsAny(c.Seed, " \t\r\n\x00"):
		return fmt.Errorf("--seed=%q: expected a text without spaces", c.Seed)
	case c.Language != "en" && c.Language != "fr" && c.Language != "ru":
		return fmt.Errorf("--language=%s: expected en, fr or ru", c.Language)
	}
	return nil
}

// play builds a whole contest in this process (an IRC server, the referee, the
// bots, an organiser), shows the match, and returns when all of it has ended.
func (c demoCmd) play(ctx context.Context, listener net.Listener, t *terminal) error {
	var problems bytes.Buffer // would spoil the picture; nothing else writes to it than the log
	log, _, err := newLogger(logConfig{level: "error", format: "auto"}, &problems)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	parts, running := errgroup.WithContext(ctx)
	show := newStage(t, c)
	address := listener.Addr().String()

	server := ircd.New(ircd.Config{Name: "arbitre.local", Network: "Arbitre"}, log)
	parts.Go(func() error { return server.Serve(running, listener) })
	door, err := c.openDoor(running, parts, log)
	if err != nil {
		return err
	}
	startReferee := func(watcher referee.Watcher) {
		network := irc.New(irc.Config{
			Name: "demo", Address: address, Nick: demoReferee,
			Channels: []string{demoChannel}, Unlimited: true, QuitMessage: "The demo is over.",
		}, log)
		desk := referee.NewDesk(network, games(), c.referee(show.live()), log, watcher)
		desk.UseScripts(worker.New(worker.Config{Log: log}))
		door.lets(desk)
		parts.Go(func() error { return network.Run(running) })
		parts.Go(func() error { return desk.Run(running) })
	}
	parts.Go(func() error {
		defer cancel() // the show is over, and with it everything
		return unlessCancelled(running, c.perform(running, parts, address, show, door, startReferee))
	})
	err = parts.Wait()
	_, _ = problems.WriteTo(t.err)
	return err
}

// perform brings everybody to the channel, has the match begun, and shows it.
func (c demoCmd) perform(ctx context.Context, parts *errgroup.Group, address string, show stage, door *demoDoor, startReferee func(referee.Watcher)) error {
	show.introduce(address)
	host, err := c.enterHost(ctx, address, show)
	if err != nil {
		return err
	}
	defer host.client.Close()
	feed := view.NewFeed()
	startReferee(referee.Trusted{Watcher: feed}) // the user's own eyes
	seated := c.startBots(ctx, parts, address, door)
	if err = host.begin(ctx, seated); err != nil {
		return err
	}
	host.client.Close() // who only watches need not be there
	page, err := door.page(ctx, parts)
	if err != nil {
		return err
	}
	show.tellPage(page)
	return show.match(ctx, feed)
}

// referee is how the referee of the demo is set. With somebody to watch, a turn
// lasts as long as it is said to; otherwise it ends when all have answered.
func (c demoCmd) referee(live bool) referee.Config {
	config := referee.DefaultConfig()
	config.Language = c.Language
	config.EarlyEnd = !live
	config.MaxMatch = 0 // who runs it ends it
	config.SeatsPerHost = c.Bots + c.Guests
	return config
}

// round is how long a turn lasts.
func (c demoCmd) round() time.Duration {
	return max(time.Duration(float64(c.Round)/c.Speed), shortestRound).Round(time.Millisecond)
}

// startBots connects the sample bots. They join one after the other, so that
// the same seed seats them in the same order. The channel returned is closed
// when the last one has a seat.
func (c demoCmd) startBots(ctx context.Context, parts *errgroup.Group, address string, door *demoDoor) (seated <-chan struct{}) {
	free := make(chan struct{})
	close(free)
	var mayJoin <-chan struct{} = free
	cast := bots.Cast(c.Game)
	for i := range c.Bots {
		bot := cast[i%len(cast)]
		if i >= len(cast) {
			bot.Name += strconv.Itoa(1 + i/len(cast))
		}
		next := make(chan struct{})
		table := bots.Table{
			Channel: demoChannel, Referee: demoReferee,
			MayJoin: mayJoin, Seated: func() { close(next) },
		}
		mayJoin = next
		parts.Go(func() error {
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
			if err != nil {
				return fmt.Errorf("%s: %w", bot.Name, err)
			}
			if door.takes(i) {
				return door.play(ctx, conn, bot, table)
			}
			return bots.Play(ctx, conn, bot, c.botSeed(i), table)
		})
	}
	return mayJoin
}

// botSeed is the seed of a bot's own chance.
func (c demoCmd) botSeed(bot int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(binary.BigEndian.AppendUint64([]byte(c.Seed), uint64(bot))) // small and positive
	return h.Sum64()
}

// again is the command line that plays the same match again.
func (c demoCmd) again() string {
	line := "arbitre demo --seed " + c.Seed
	if c.Game != "bomber" {
		line = "arbitre demo --game " + c.Game + " --seed " + c.Seed
	}
	if c.Bots != stagingOf(c.Game).bots {
		line += " --bots " + strconv.Itoa(c.Bots)
	}
	if c.Guests > 0 { // as far as they do the same again
		line += fmt.Sprintf(" --port %d --guests %d --round %s", c.Port, c.Guests, c.Round)
	}
	if c.Web {
		line += " --web"
	}
	if c.Language != "en" {
		line += " --language " + c.Language
	}
	return line
}

// door is the command line that plays a match with a bot of the user's own.
func (c demoCmd) door() string {
	game := ""
	if c.Game != "bomber" {
		game = "--game " + c.Game + " "
	}
	return "arbitre demo " + game + "--port 6667 --bots 3 --guests 1 --round 5s"
}

// opens is what the referee says when the lobby opens.
func (c demoCmd) opens() string {
	if c.Game == "bomber" {
		return "BEGIN_GAME"
	}
	return "NEW_GAME " + c.Game
}
