package storm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"

	"arbitre/archive"
	"arbitre/ircd"
)

// evening is a network, its people, a referee, and what befalls them. Its main
// goroutine is the storm: all that is done to the others, it does, each deed at a
// moment of its own.
type evening struct {
	storm, number uint64
	verbose       bool
	dir           string // of its folders
	plan          plan
	dice          *rand.Rand // of the storm's goroutine
	ctx           context.Context
	start0        time.Time
	wait          func()

	program *program
	folders int
	crash   chan struct{} // a program crashed in the middle of something
	deeds   []deed
	lastly  time.Duration // the slot of the last deed
	calm    bool
	bots    []*bot
	players []*bot
	boss    *boss
	running sync.WaitGroup // bots and connections

	mu          sync.Mutex
	irc         *ircd.Server
	serving     context.Context // of the server
	stopServer  context.CancelFunc
	connections int
	nick        string // the referee's
	transcript  []string
	faults      []string
	fate        fate
	full        time.Time // until when the disk is
	crashes     []time.Time
	orders      map[*bot][]order
	acks        []ack
	swaps       []swap
	toldAgain   map[*bot]bool // the server may have said that something was dropped that he has heard
	matches     []*played
	spoiled     []spoil
	silences    []silence
	kicks       []time.Time
	moves       int
	withdrawn   int
	breaths     int
}

// played is a match as its watcher saw it.
// deed is something that the storm does at a moment.
// spoil is a time in which somebody may miss something, and it is nobody's fault.
// silence is a time in which a channel can't hear the referee.
// play plays an evening and returns what was wrong with it and what everybody
// heard.
func playEvening(t *testing.T, storm, number uint64, verbose bool) (faults, transcript []string) {
	t.Helper()
	e := &evening{
		storm: storm, number: number, verbose: verbose, dir: t.TempDir(), dice: rand.New(rand.NewPCG(storm, number)),
		orders: map[*bot][]order{}, toldAgain: map[*bot]bool{}, nick: refereeNick,
	}
	seedChance(t, storm, number)
	synctest.Test(t, func(t *testing.T) {
		e.wait, e.crash = synctest.Wait, make(chan struct{}, 1)
		e.start0 = time.Now()
		e.plan = newPlan(e.dice)
		if *length > 0 {
			e.plan.stretch(*length)
		}
		var cancel context.CancelFunc
		e.ctx, cancel = context.WithCancel(t.Context())
		e.raiseServer()
		e.begin()
		e.blow()
		e.settle()
		e.close()
		cancel()
		for _, b := range e.bots {
			b.drop()
		}
		e.stopServer()
		e.running.Wait()
	})
	if len(e.faults) == 0 {
		e.check()
	}
	turns := 0
	for _, m := range e.matches {
		turns += len(m.resolved)
	}
	t.Logf("%d matches, %d turns, %d restarts, %d lines heard and said", len(e.matches), turns, len(e.crashes), len(e.transcript))
	return e.faults, e.transcript
}

func (e *evening) dial(from string, least, most time.Duration) (*end, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.irc == nil {
		return nil, errUnreachable
	}
	e.connections++
	n := uint64(e.connections)
	phase := func(k uint64) time.Duration { return time.Duration(64 + (2*n+k)%4000) }
	way := func(k uint64) *wire {
		return newWire(phase(k), rand.New(rand.NewPCG(e.storm^e.number<<20, 2*n+k)), least, most)
	}
	ours, theirs := newConnection(from, "irc.test", way(0), way(1))
	server, ctx := e.irc, e.serving
	e.running.Go(func() { server.ServeConn(ctx, theirs) })
	return ours, nil
}

type idleListener struct{ ctx context.Context }

func (l idleListener) Accept() (net.Conn, error) {
	<-l.ctx.Done()
	return nil, net.ErrClosed
}
func (idleListener) Close() error   { return nil }
func (idleListener) Addr() net.Addr { return host("irc.test") }

// raiseServer starts a server; lowerServer ends it.
func (e *evening) raiseServer() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.irc != nil {
		return
	}
	server := ircd.New(e.plan.server, zap.NewNop())
	e.serving, e.stopServer = context.WithCancel(context.Background())
	ctx := e.serving
	e.irc = server
	e.running.Go(func() {
		if err := server.Serve(ctx, idleListener{ctx}); err != nil && ctx.Err() == nil {
			e.fault("the server: %v", err)
		}
	})
}

func (e *evening) lowerServer() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.irc = nil
	e.stopServer()
}

// server is the present one; while there is none, one on which nobody is.
func (e *evening) server() *ircd.Server {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.irc == nil {
		return ircd.New(ircd.Config{}, zap.NewNop())
	}
	return e.irc
}

// begin brings the people and the referee.
func (e *evening) begin() {
	e.boss = &boss{bot: e.newBot("boss", bossHost, kind{name: "organiser", organise: true}, e.plan.channels...), left: map[string]int{}, state: map[string]*stage{}}
	for _, channel := range e.plan.channels {
		e.boss.left[channel] = e.plan.matches
		e.boss.state[channel] = &stage{}
	}
	e.boss.watch = e.boss.hearAll
	e.newBot("watcher", "watcher.test", kind{name: "witness"}, e.plan.channels...)
	names := []string{"ann", "bob", "al[x]", "al{x}", "Cyd", "dan", "eve", "fay"}
	e.dice.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	for _, channel := range e.plan.channels {
		for range 2 + e.dice.IntN(3) {
			e.newPlayer(names[0], channel)
			names = names[1:]
		}
	}
	if len(e.plan.channels) > 1 && e.dice.IntN(2) == 0 {
		e.newPlayer("zoe", e.plan.channels...)
		e.players[len(e.players)-1].kind.acks = 0 // they do not name the channel
	}
	for i := range 1 + e.dice.IntN(2) {
		b := e.newBot(fmt.Sprintf("mallory%d", i), fmt.Sprintf("bad%d.test", i), kind{name: "stranger", hostile: true}, e.plan.channels...)
		b.watch = b.disturb
	}
	program, err := e.start(e.newFolder())
	if err != nil {
		e.fault("start: %v", err)
		return
	}
	e.program = program
	for _, b := range e.bots {
		e.running.Go(b.run)
	}
	e.later(5*time.Second, e.tick)
}

func (e *evening) newPlayer(name string, channels ...string) {
	k := kinds[e.dice.IntN(len(kinds))]
	b := e.newBot(name, fmt.Sprintf("home-of-%d.test", len(e.bots)), k, channels...)
	if e.dice.IntN(2) == 0 {
		b.account, b.loggedIn = b.user(), e.plan.server.Caps == nil
	}
	e.players = append(e.players, b)
}

func (e *evening) newBot(name, host string, k kind, channels ...string) *bot {
	b := &bot{
		e: e, name: name, kind: k, host: host, phase: time.Duration(2 + len(e.bots)), least: 5 * time.Millisecond, most: 50 * time.Millisecond,
		dice: rand.New(rand.NewPCG(e.storm+1, e.number<<8|uint64(len(e.bots)))),
	}
	if k.slow {
		b.least, b.most = 300*time.Millisecond, 2500*time.Millisecond
	}
	for _, channel := range channels {
		b.rooms = append(b.rooms, &room{channel: channel, absent: []interval{{from: e.start0}}})
	}
	e.bots = append(e.bots, b)
	return b
}

// later has the storm do something after a while.
func (e *evening) later(after time.Duration, do func()) {
	var at time.Time
	e.lastly, at = momentOf(time.Now().Add(after), 1, 0)
	for slices.ContainsFunc(e.deeds, func(d deed) bool { return d.at.Equal(at) }) {
		at = at.Add(slot)
	}
	e.deeds = append(e.deeds, deed{at, do})
}

// tick is what everybody does now and then.
func (e *evening) tick() {
	for _, b := range e.bots {
		b.tick()
	}
	e.boss.lead()
	if e.plan.voiced {
		for _, channel := range e.plan.channels {
			e.server().Mode(channel, "+v", e.referee())
		}
	}
	e.later(7*time.Second, e.tick)
}

// step does the next deed, and what cannot wait before it.
func (e *evening) step() {
	i := 0
	for k := range e.deeds {
		if e.deeds[k].at.Before(e.deeds[i].at) {
			i = k
		}
	}
	next := e.deeds[i]
	var ended chan struct{}
	if e.program != nil {
		ended = e.program.ended
	}
	timer := time.NewTimer(time.Until(next.at))
	defer timer.Stop()
	select {
	case <-timer.C:
		e.deeds = slices.Delete(e.deeds, i, i+1)
		next.do()
	case <-e.crash:
		e.crashNow(0)
	case <-ended: // of itself: an operator of the network does not want it
		e.program.stop()
		e.crashed() // what it knew of the turn is gone, as it is in a crash
		folder := e.program.folder
		e.program = nil
		e.startLater(folder, time.Minute)
	}
}

// blow is the storm.
func (e *evening) blow() {
	over := time.Now().Add(e.plan.stormy)
	e.later(10*time.Second, e.strike)
	for time.Now().Before(over) && len(e.faults) == 0 && !e.boss.done() {
		e.step()
	}
	e.calm = true
}

// strike does something bad, and comes again.
func (e *evening) strike() {
	if e.calm {
		return
	}
	total := 0
	for _, s := range strokes {
		total += s.weight
	}
	at := e.dice.IntN(total)
	for _, s := range strokes {
		if at -= s.weight; at < 0 {
			e.note("STORM", s.name)
			s.do(e)
			break
		}
	}
	e.later(span(e.dice, e.plan.between/4, e.plan.between*7/4), e.strike)
}

// settle is the calm: everything that was broken mends, no further match begins,
// and those that run come to their ends.
func (e *evening) settle() {
	const patience = 4 * time.Hour
	limit := time.Now().Add(patience)
	e.note("STORM", "calm")
	for len(e.faults) == 0 && (len(e.deeds) > 1 || e.program == nil || !e.quiet()) {
		if time.Now().After(limit) {
			e.fault("after %v of calm a match has not ended: %v", patience, e.unfinished())
			return
		}
		e.step()
	}
}

// quiet tells whether no match runs and no lobby is open.
func (e *evening) quiet() bool { return !e.boss.busy() && len(e.unfinished()) == 0 }

func (e *evening) close() {
	if e.program != nil {
		e.program.stop()
	}
}

func (e *evening) startLater(folder string, after time.Duration) {
	e.spoilUntilBack(after + away)
	e.later(after, func() {
		program, err := e.start(folder)
		if err != nil {
			e.fault("start again: %v", err)
			return
		}
		e.program = program
	})
}

// crashNow is kill -9, and a start after a while.
func (e *evening) crashNow(after time.Duration) {
	if e.program == nil {
		return
	}
	folder := e.program.crash()
	e.program = nil
	e.startLater(folder, after+span(e.dice, time.Second, 20*time.Second))
}

func (e *evening) askRestart() { tell(e.crash) }

// note puts something into the transcript.
// fault notes something that must not be.
// tolerated are errors of the log that the storm has asked for.
// back notes that the referee has entered a channel.
// nextFate is what happens to what is put on disk now.
// breath is how long a match waits before it writes, so that all others have done
// by then what they do at this moment: a disk takes time, and while it works they
// would go on in no order. Each match has a breath of its own.
// referee is the nick by which the referee is known.
func (e *evening) referee() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.nick
}

func (e *evening) setReferee(nick string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.nick = nick
}

// newFolder is where a program keeps what it keeps.
func (e *evening) newFolder() string { return filepath.Join(e.dir, "life-0") }

// folder is that of the present or the next program.
func (e *evening) unfinished() []string {
	files, err := filepath.Glob(filepath.Join(e.dir, "life-*", archive.Matches, "*.private"))
	if err != nil {
		e.fault("look for matches: %v", err)
	}
	return files
}
