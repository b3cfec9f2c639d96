// Package referee is the order of play: lobbies, the phases of a turn (TOUR,
// SEND_YOUR_ACTION, resolve, publish), the deadline, who plays and who may
// speak. It knows no game and no IRC library: games come in as game.Rules, a
// network as Network. Two kinds of goroutine work here: one Desk a network, and
// one match each, which share nothing and send each other functions.
package referee

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"

	"arbitre/game"
)

// Desk is the referee on one network: it knows the channels and who plays in
// them, opens lobbies, starts matches and brings each line to the match that it
// is for. One goroutine, Run, owns it.
type Desk struct {
	network  Network
	games    []game.Game
	config   Config
	words    catalogue
	log      *zap.Logger
	watchers []Watcher
	journal  Journal
	door     Door // nil: none
	memory   Memory
	meter    Meter
	chores   chan func(context.Context) // for the goroutine that talks to the memory
	bans     []Ban

	channels map[string]*channel   // by folded name
	seated   map[*Person][]*player // where each person has a place, in a lobby or a match
	present  map[*Person]uint32    // who is in a channel of ours; who came later has the higher number
	arrivals uint32
	matches  map[uint32]*match // by id, those in play
	begun    uint32            // matches so far, for their ids
	opened   uint32            // lobbies so far
	alias    string            // what we are called, if not as configured
	invited  time.Time         // the last INVITE accepted
	resumed  []*match
	early    []Heard   // commands in channels whose roster is not complete yet
	farewell *farewell // nil: not yet

	ended    chan *match
	requests chan func()   // for this goroutine, from who runs the desk, and of what others have found out
	over     chan struct{} // closed when Run returns: nobody reads requests any more
	left     chan struct{} // closed when Run has returned
	running  sync.WaitGroup

	scripts Scripts // nil: none are played here
	uploads map[*Person]*upload
	checks  int                // uploads that are being checked
	shelves map[*Person][]Kept // scripts of people without an account
}

// channel is a channel that we are in, or were thrown out of in a match.
type channel struct {
	name      string
	lobby     *lobby
	closed    atomic.Uint32 // so many lobbies
	match     *match
	players   []*player // of the lobby or the match
	entered   bool
	kicks     int               // during this match
	refusals  int               // tries to come back so far that were refused
	rejoin    time.Time         // when to come back after a kick or a refusal; zero: not
	mute      bool              // we can't be heard here, and the operators know
	used      time.Time         // when the last match here ended, or we came
	noMatch   time.Time         // when a lobby closed for want of players, if that may not have been heard
	lastWords *lastWords        // of the last match, until they have been passed on; nil: they have
	by        string            // host of who invited us, "" for the configuration
	byAccount string            // his account
	set       map[string]string // the channel's own settings, by key
	greet     bool              // we were invited and have not said what we do yet
	told      bool              // that we take leave
	abandoned bool              // we leave it once nothing is played here
	inviter   *Person           // who invited us, until we are in
	last      []string          // the words of the last !begin
	plan      *plan
}

// player is somebody's place in a channel's lobby or match. He is the person
// who joined, not the nick.
type player struct {
	channel *channel
	person  *Person // nil while he is away
	seat    game.Seat
	proof   proof
	visit   Visit         // by a door, nil if none
	tokens  *rate.Limiter // of the new tokens that coming back is answered with
	told    time.Time     // when he was sent his last one
	parted  bool          // left by PART, and so offends by coming back
	wish    wish          // said in the lobby
	part    *Kept         // the script that plays for him, nil if he does himself
	called  string        // the name of a seat that belongs to nobody, "" of all others
	left    atomic.Bool   // the place is his no more
}

func newPlayer(ch *channel, known proof) *player {
	return &player{channel: ch, proof: known, tokens: rate.NewLimiter(rate.Every(answerEvery), answerBurst)}
}

// NewDesk makes the desk of a network. The watchers are shown every match.
func NewDesk(network Network, games []game.Game, config Config, log *zap.Logger, watchers ...Watcher) *Desk {
	return &Desk{
		network: network, games: games, config: config, log: log, watchers: watchers, journal: noJournal{},
		memory: noMemory{}, meter: noMeter{}, chores: make(chan func(context.Context), maxChores),
		words:    catalogueOf(config.Language),
		channels: map[string]*channel{},
		seated:   map[*Person][]*player{},
		present:  map[*Person]uint32{},
		matches:  map[uint32]*match{},
		ended:    make(chan *match),
		requests: make(chan func()),
		left:     make(chan struct{}),
		over:     make(chan struct{}),
		uploads:  map[*Person]*upload{},
		shelves:  map[*Person][]Kept{},
	}
}

// Run works until the context ends, the network has stopped or leave is taken, and
// returns when every match has.
func (d *Desk) Run(ctx context.Context) error {
	defer close(d.left)
	lasting := context.WithoutCancel(ctx) // chores that wait are done to the end
	var chores sync.WaitGroup
	chores.Go(func() { d.doChores(lasting) })
	defer chores.Wait()
	defer close(d.chores)
	ctx, cancel := context.WithCancel(ctx)
	defer d.running.Wait()
	defer cancel()
	defer close(d.over)
	d.recall(ctx)
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for _, m := range d.resumed {
		d.play(ctx, m)
	}
	for !d.mayGo(time.Now()) {
		select {
		case line, open := <-d.network.Lines():
			if !open {
				return nil
			}
			for _, event := range d.network.Read(line) {
				d.take(ctx, event)
			}
		case m := <-d.ended:
			d.release(m)
		case do := <-d.requests:
			do()
		case <-alarm.C:
			d.lookAtClock(ctx, time.Now())
		case <-ctx.Done():
			return nil
		}
		alarm.Reset(time.Until(d.nextAlarm()))
	}
	return nil
}

// take does what an event of the network asks for.
func (d *Desk) take(ctx context.Context, event Event) {
	switch e := event.(type) {
	case Heard:
		d.hear(ctx, e)
	case Arrived:
		d.arrive(e)
	case Departed:
		d.depart(e)
	case Renamed:
		d.rename(e)
	case Invited:
		d.invite(e)
	case Entered:
		d.enter(ctx, e)
	case Removed:
		d.remove(e)
	case Undelivered:
		d.undelivered(e)
	case Started:
		d.passedOn(e.Token)
		d.toMatch(uint32(e.Token>>32), func(m *match) error {
			if e.Token == m.clock.token {
				m.clock.start = e.At
			}
			return nil
		})
	case Marked:
		d.toMatch(uint32(e.Token>>32), func(m *match) error {
			m.marked = m.marked || uint32(e.Token) == m.marks
			return nil
		})
	case LinkUp:
		d.linkUp(e)
	case LinkDown:
		d.linkDown()
	}
}

// toMatch puts something into a match's inbox, unless the match has ended.
func (d *Desk) toMatch(id uint32, take func(*match) error) {
	if m := d.matches[id]; m != nil {
		m.deliver(take)
	}
}

// lookAtClock does what is due in every channel, in the order of their names.
func (d *Desk) lookAtClock(ctx context.Context, now time.Time) {
	for _, name := range slices.Sorted(maps.Keys(d.channels)) {
		ch := d.channels[name]
		switch {
		case ch.lobby != nil && !ch.lobby.next.After(now):
			d.countDown(ctx, ch, now)
		case !ch.rejoin.IsZero() && !ch.rejoin.After(now):
			ch.rejoin = time.Time{}
			d.network.Join(ch.name)
		case ch.abandoned && ch.idle():
			d.forget(ch, abandoned)
		case d.farewell == nil && ch.due(now):
			d.openPlanned(ch, now)
		case ch.idle() && ch.by != "" && ch.plan == nil && !now.Before(ch.used.Add(idleChannel)):
			d.forget(ch, "no match here for a day")
		}
	}
}

// idleChannel is how long a channel that invited us may be without a match.
const idleChannel = 24 * time.Hour

// nextAlarm is when lookAtClock has something to do.
func (d *Desk) nextAlarm() time.Time {
	next := time.Now().Add(idleChannel)
	soonest := func(at time.Time) {
		if at.Before(next) {
			next = at
		}
	}
	if d.farewell != nil {
		soonest(d.farewell.until)
	}
	for _, ch := range d.channels {
		if ch.lobby != nil {
			soonest(ch.lobby.next)
		}
		if !ch.rejoin.IsZero() {
			soonest(ch.rejoin)
		}
		if d.farewell == nil && ch.plan != nil && ch.idle() && ch.entered {
			soonest(ch.plan.opens())
		}
		if ch.idle() && ch.abandoned {
			soonest(ch.used)
		}
		if ch.idle() && ch.by != "" && ch.plan == nil {
			soonest(ch.used.Add(idleChannel))
		}
	}
	return next
}

func (ch *channel) idle() bool { return ch.lobby == nil && ch.match == nil }

// release takes a match that has ended off the desk.
func (d *Desk) release(m *match) {
	delete(d.matches, m.id)
	for _, ch := range d.channels {
		if ch.match == m {
			d.dismiss(ch)
			ch.match, ch.kicks, ch.used, ch.lastWords = nil, 0, time.Now(), m.notPassedOn()
		}
	}
}

// dismiss takes everybody's place in a channel.
func (d *Desk) dismiss(ch *channel) {
	for _, p := range ch.players {
		p.left.Store(true)
		p.closeDoor()
		d.unseat(p)
	}
	ch.players = nil
}

// seatPerson binds a place to a person.
func (d *Desk) seatPerson(p *player, person *Person) {
	p.person, p.parted = person, false
	d.seated[person] = append(d.seated[person], p)
	if p.channel.match != nil && p.part == nil {
		person.playing.Add(1)
	}
}

// unseat frees a place of its person; the place itself stays.
func (d *Desk) unseat(p *player) {
	if p.person == nil {
		return
	}
	if p.channel.match != nil && p.part == nil {
		p.person.playing.Add(-1)
	}
	rest := slices.DeleteFunc(d.seated[p.person], func(other *player) bool { return other == p })
	if len(rest) == 0 {
		delete(d.seated, p.person)
	} else {
		d.seated[p.person] = rest
	}
	p.person = nil
}
