//go:build servers

package main_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbitre/bots"
	"arbitre/ircd/servers"
)

var (
	hour       = flag.Duration("hour", 0, "how long TestProxied goes on; 0: one match in each channel")
	hourSeed   = flag.Uint64("hour.seed", 1, "the seed of the faults of TestProxied")
	hourFolder = flag.String("hour.folder", "", "where TestProxied leaves what was seen, for a person to read")
)

// TestProxied plays matches of every game on each of the real servers over a line
// that is late, stalls, breaks, is half-open, and has garbage on it. Whatever it
// does, every match ends, its journal is what the rules make of its orders, and all
// its lines were said in the channel.
//
// With -hour 1h -hour.folder DIR (make hour) it goes on for so long, and leaves in a
// folder for each server what each channel saw, the program's log, the faults with
// their times, and the journals.
func TestProxied(t *testing.T) {
	t.Parallel()
	program := build(t)
	for _, name := range servers.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newBadEvening(t, name)
			e.run(program)
			e.check()
		})
	}
}

// badEvening is matches on a server over bad lines.
type badEvening struct {
	t           *testing.T
	folder      string
	server      servers.Server
	line        *servers.Proxy // the referee's
	playersLine *servers.Proxy // of one player in each channel
	grounds     []*playground
	barrier     string // of the referee, as its configuration has it
	split       string // its split_wait
	seed        uint64
}

func newBadEvening(t *testing.T, name string) *badEvening {
	t.Helper()
	e := &badEvening{t: t, folder: t.TempDir(), server: servers.Start(t, name, servers.Fast())}
	e.seed = *hourSeed + uint64(slices.Index(servers.Names(), name)) // each line is bad in its own way
	if *hourFolder != "" {
		e.folder = filepath.Join(*hourFolder, name)
		if err := os.MkdirAll(e.folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	e.line, e.playersLine = servers.StartProxy(t, e.server.Addr), servers.StartProxy(t, e.server.Addr)
	turns := 8
	e.barrier, e.split = "2s", "2s"
	if *hour > 0 {
		turns, e.barrier, e.split = 50, "10s", "20s"
	}
	e.grounds = []*playground{
		{game: "bomber", begin: fmt.Sprintf("round_length=500ms max_turns=%d map_factor=3", turns)},
		{game: "sentiant", begin: fmt.Sprintf("round_length=700ms max_turns=%d width=21 height=21", turns)},
		{game: "snake", begin: fmt.Sprintf("round_length=300ms rounds=1 wait_turns=2 round_turns=%d", 2*turns)},
	}
	for _, g := range e.grounds {
		g.channel = "#" + g.game
		g.begin += " lobby=20s"
		g.bots = bots.Cast(g.game)[:3]
	}
	return e
}

// run lets all of them meet, until the time is up and the matches have ended.
func (e *badEvening) run(program string) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(e.t.Context(), patience+*hour)
	defer cancel()
	organisers := newPatrons(ctx, e.t, e.server.Addr, e.folder, e.grounds)
	stop := e.startReferee(program)
	var others sync.WaitGroup
	defer others.Wait()
	defer cancel()
	for _, g := range e.grounds {
		for i, bot := range g.bots {
			addr := e.server.Addr
			if i == 0 {
				addr = e.playersLine.Addr
			}
			others.Go(func() { e.playOn(ctx, addr, bot, organisers, g) })
		}
	}
	faults, err := os.Create(filepath.Join(e.folder, "faults.txt"))
	if err != nil {
		e.t.Fatal(err)
	}
	defer faults.Close()
	spoiling, enough := context.WithCancel(ctx)
	defer enough()
	line, players := e.plans()
	others.Go(func() {
		select {
		case <-organisers.begun:
		case <-spoiling.Done():
			return
		}
		others.Go(func() {
			players.spoil(spoiling, e.playersLine, rand.New(rand.NewPCG(e.seed, 2)), prefixed{faults, "the players' line: "})
		})
		line.spoil(spoiling, e.line, rand.New(rand.NewPCG(e.seed, 1)), prefixed{faults, "the referee's line: "})
	})
	if err := organisers.lead(ctx, time.Now().Add(*hour)); err != nil {
		e.t.Error(err)
	}
	enough()
	stop()
}

// plans are those for the referee's line and for the players'. Without an hour to
// spend, each connection is ended once, on each server in another way: the referee
// comes back later each time.
func (e *badEvening) plans() (line, players plan) {
	pauses := func(least, most time.Duration) func(*rand.Rand) time.Duration {
		return func(chance *rand.Rand) time.Duration { return between(chance, least, most) }
	}
	if *hour == 0 {
		end := slices.Index(servers.Names(), e.server.Name) % len(ends)
		short := plan{append(slices.Clone(worries), ends[end]), 1, pauses(100*time.Millisecond, 500*time.Millisecond)}
		return short, short
	}
	closeBy, apart := pauses(100*time.Millisecond, 3*time.Second), pauses(10*time.Second, 90*time.Second)
	all := slices.Concat(worries, ends)
	line = plan{all, math.MaxInt, func(chance *rand.Rand) time.Duration {
		if chance.IntN(4) == 0 {
			return closeBy(chance)
		}
		return apart(chance)
	}}
	return line, plan{all, math.MaxInt, pauses(time.Minute, 4*time.Minute)}
}

// prefixed writes each line behind a prefix, as files that several write to want.
type prefixed struct {
	out    *os.File
	prefix string
}

func (p prefixed) Write(line []byte) (int, error) {
	if _, err := p.out.Write(append([]byte(p.prefix), line...)); err != nil {
		return 0, err
	}
	return len(line), nil
}

// playOn plays by a bot, which comes back whenever it has lost its connection.
func (e *badEvening) playOn(ctx context.Context, addr string, bot bots.Bot, o *patrons, g *playground) {
	for ctx.Err() == nil {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
		if err == nil {
			_ = bots.Play(ctx, conn, bot, e.seed, bots.Table{
				Channel: g.channel, Referee: refereeNick, Seated: func() { o.seat(g) },
			})
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// startReferee runs the program behind the bad line; stop ends it in peace.
func (e *badEvening) startReferee(program string) (stop func()) {
	e.t.Helper()
	config := filepath.Join(e.folder, "config.toml")
	text := fmt.Sprintf("referee.split_wait = %q\n[[network]]\nname = %q\naddress = %q\ntls = false\nnick = %q\nflood = \"none\"\nbarrier = %q\nchannels = [%q, %q, %q]\n",
		e.split, e.server.Name, e.line.Addr, refereeNick, e.barrier, e.grounds[0].channel, e.grounds[1].channel, e.grounds[2].channel)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		e.t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(e.folder, "program.log"))
	if err != nil {
		e.t.Fatal(err)
	}
	command := exec.Command(program, "serve", config)
	command.Stderr = log
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		e.t.Fatal(err)
	}
	return func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		hanging := time.AfterFunc(patience, func() { _ = command.Process.Kill() })
		defer hanging.Stop()
		if err := command.Wait(); err != nil {
			e.t.Errorf("the referee ends: %v", err)
		}
		_ = log.Close()
	}
}
