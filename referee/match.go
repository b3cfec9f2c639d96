package referee

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
)

// match is a match in play. One goroutine, run, owns it; everything reaches it
// through inbox, in the order in which it happened. What leaves it leaves
// through put (to the watchers and the channel) and tell (to a player).
type match struct {
	id        uint32
	game      game.Game
	rules     game.Rules
	boards    boards // the rules, where they have them
	boardsOff bool   // for who has not said what he wants
	network   Network
	config    Config
	words     catalogue
	log       *zap.Logger
	watchers  []Watcher
	journal   Journal
	meter     Meter
	place     atomic.Pointer[place] // where it is, for the desk
	kept      Log
	private   Private
	channel   string
	round     time.Duration
	opening   Opening
	names     []string

	inbox chan func(*match) error
	bell  chan struct{} // of the doors
	done  chan struct{} // closed when run has returned: nobody reads inbox any more

	seats      []seat
	turn       int
	clock      *clock
	asked      uint32        // prompts so far, for their tokens
	generation atomic.Uint64 // of what waits to be sent; a new one makes the old pointless
	outages    atomic.Uint32 // times that we were out of the channel
	marks      uint32
	marked     bool
	void       game.Seats // disqualified for this turn
	voidNext   game.Seats // and for the next one
	leaving    game.Seats // out at this turn's resolution
	gone       game.Seats // out
	linked     bool
	suspended  bool       // the disk takes nothing
	mute       bool       // the channel does not hear us
	unheard    bool       // and has not, since we tried last
	missed     bool       // the last turn is said again: it may not have been heard everywhere
	paused     bool       // by an organiser
	missing    game.Seats // whom the network took
	splits     []split
	holds      int // times that the match has waited for the missing
	standings  []game.Standing
	over       bool // by the rules
	shown      bool // the end has been, to the watchers
	ended      bool
	closing    atomic.Bool // for the desk: what is begun now is begun after it
	last       []string    // the lines of the last resolved turn, TOUR included
	lastWords  *lastWords  // of a match that was aborted

	events  []game.Event
	answers []Answer
	state   []byte

	boardSize int // bytes, about

	hands    hands
	rehearse func(context.Context, []Hand) error // of a match that a journal brought
}

// seat is what the referee knows of a player in play.
type seat struct {
	person *Person // nil while he is away
	visit  Visit   // by a door, nil if none
	away   int     // turns resolved while he was
	cause  string  // why he went out

	// of this turn
	orders  []string
	at      time.Time // of the last one
	valid   bool      // the last one was
	lines   int
	notices int
	states  int
	resends int

	acknowledge bool
	wish        wish

	script string // the name of the one that plays it, "" if none does
	hand   Hand   // which plays it, once it has been started
	senses []byte // what it was asked with
	thinks bool   // it has been asked, and has not answered
	cut    int    // how often it had been cut off when the match was taken up
}

// The limits of a player in a turn (docs/protocol.md).
const (
	maxLines   = 60
	maxNotices = 3
	maxStates  = 2
)

var (
	errAborted  = errors.New("aborted")
	errLinkLost = errors.New("connection lost")
	errMute     = errors.New("not heard in the channel")
	errSplit    = errors.New("netsplit")
)

// interruption tells whether an error only makes the match wait, and play its turn
// again.
func interruption(err error) bool {
	return errors.Is(err, errLinkLost) || errors.Is(err, errMute) || errors.Is(err, errSplit)
}

// run plays the match to its end.
func (m *match) run(ctx context.Context) {
	defer m.dismissHands() // when nobody reads inbox any more
	defer close(m.done)
	defer m.survive(ctx)
	err := m.begin(ctx)
	for !m.ended {
		switch {
		case err == nil && m.over:
			err = m.finish(ctx)
		case err == nil:
			err = m.playTurn(ctx)
		case errors.Is(err, errLinkLost):
			err = m.awaitLink(ctx)
		case errors.Is(err, errMute):
			err = m.awaitVoice(ctx)
		case errors.Is(err, errSplit):
			err = m.awaitSplit(ctx)
		case errors.Is(err, errAborted) && m.shown: // its result has been said, and stands
			err = m.conclude(ctx, m.result())
		case errors.Is(err, errAborted):
			m.abort(ctx)
			return
		default:
			return // the program stops; the journal has the match
		}
	}
}

// survive keeps a broken invariant of one match from reaching any other.
func (m *match) survive(ctx context.Context) {
	if broken := recover(); broken != nil {
		m.log.Error("match broken", zap.Any("panic", broken), zap.Int("turn", m.turn), zap.Stack("stack"))
		m.watchers = nil // what they would be shown is broken
		m.abort(ctx)
	}
}

// listen takes what comes in until the condition holds or the alarm rings.
func (m *match) listen(ctx context.Context, alarm <-chan time.Time, until func() bool) error {
	for !until() {
		select {
		case take := <-m.inbox:
			if err := take(m); err != nil {
				return err
			}
		case <-m.bell:
			if m.hearDoors() && m.config.EarlyEnd {
				m.showBoards() // a turn that waits for him would wait in vain
			}
		case <-alarm:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// listenOn is listen for what no interruption ends: it returns the last one once the
// condition holds.
func (m *match) listenOn(ctx context.Context, until func() bool) (interrupted error) {
	for !until() {
		err := m.listen(ctx, nil, until)
		if err != nil && !interruption(err) {
			return err
		}
		interrupted = cmp.Or(err, interrupted)
	}
	return interrupted
}

// begin puts the match into the journal and says how it begins. One that a
// journal brought has begun already, and waits for the connection.
func (m *match) begin(ctx context.Context) error {
	if rules, packs := m.rules.(game.Named); packs {
		rules.Name(m.names) // a line holds more where names are short
	}
	resumed := m.kept != nil
	if !resumed {
		m.clock, m.turn = &clock{tour: time.Now()}, 1
		m.standings, m.over = m.rules.Standings(m.standings[:0])
	}
	gone := m.startHands(ctx)
	if gone != nil && !interruption(gone) {
		return gone
	}
	if resumed {
		return cmp.Or(m.rehearseHands(ctx), gone, errLinkLost)
	}
	m.opening.Public = m.open()
	m.last = m.opening.Public
	lost := m.keep(ctx, func() (err error) {
		m.kept, err = m.journal.Begin(m.opening, m.private)
		return err
	})
	if lost != nil && !interruption(lost) {
		return lost
	}
	m.put(Record{Opening: &m.opening}, m.opening.Public)
	return cmp.Or(lost, gone)
}

// open is the lines before TOUR 1: MAP_SIZE, then who plays and how long a turn
// is, then the rest of what the game opens with.
func (m *match) open() []string {
	opening := m.render(m.rules.Open(m.events[:0]))
	referees := []string{playersLine(len(m.seats)), roundLine(m.round)}
	return append(append(opening[:1:1], referees...), opening[1:]...)
}

// awaitLink lets the clock stand still while the connection is down. Then the
// turn that was interrupted is played again.
func (m *match) awaitLink(ctx context.Context) error {
	m.at(phaseLink)
	m.log.Warn("match waits for the connection", zap.Int("turn", m.turn))
	m.generation.Add(1)
	if err := m.listen(ctx, nil, func() bool { return m.linked }); err != nil {
		return err
	}
	if m.over {
		return m.endAgain(ctx)
	}
	m.log.Info("match goes on", zap.Int("turn", m.turn))
	if !m.standsStill() { // or it goes on later
		m.goOn()
	}
	return nil
}

// inboxSize bounds what waits for a match. When it is full the desk waits, and
// behind it the socket: the server then slows its senders down. A match empties
// its inbox in microseconds, so that happens only if it stalls.
const inboxSize = 256

// deliver puts something into the match's inbox. Only the desk calls it, and who
// plays a turn by a script.
func (m *match) deliver(take func(*match) error) {
	select {
	case m.inbox <- take:
	case <-m.done:
	}
}
