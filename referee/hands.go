package referee

import (
	"context"
	"fmt"
	"sync"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
)

// hands is what plays the seats of a match that are played by scripts. Each is
// asked in a goroutine of its own, whose answer comes back through the inbox.
type hands struct {
	scripts Scripts
	sensed  game.Sensed // the rules, where they have it
	started []Hand      // each set by the goroutine that starts it
	asked   sync.WaitGroup
	turn    int                // for which they were asked last
	cutOff  context.CancelFunc // of that turn, nil before the first
}

// scripted tells whether a script plays the seat.
func (m *match) scripted(seat game.Seat) bool { return m.seats[seat].script != "" }

// allScripted tells whether scripts play all seats. Nobody looks for them then, so
// that there is no fog to keep.
func (m *match) allScripted() bool { return len(m.opening.Scripts) == len(m.seats) }

// startHands starts the scripts, all at once. While the system can't, the match
// waits; it listens meanwhile. An interruption meanwhile is told at the end.
func (m *match) startHands(ctx context.Context) error {
	starting := len(m.opening.Scripts)
	ctx, m.hands.cutOff = context.WithCancel(ctx)
	m.hands.started = make([]Hand, starting)
	for i, s := range m.opening.Scripts {
		part := Part{
			Script: Script{Name: s.Name, Text: m.private.Scripts[i]}, Settings: m.opening.Settings,
			Seat: game.Seat(s.Seat), Seed: m.opening.Seed, Cut: m.seats[s.Seat].cut,
		}
		m.hands.asked.Go(func() {
			m.hands.started[i] = m.startHand(ctx, part)
			m.deliver(func(m *match) error {
				m.seats[part.Seat].hand = m.hands.started[i]
				starting--
				return nil
			})
		})
	}
	return m.listenOn(ctx, func() bool { return starting == 0 })
}

// startHand tries until the script is started; nil if the match ends before.
func (m *match) startHand(ctx context.Context, part Part) Hand {
	for waited := false; ; waited = true {
		hand, err := m.hands.scripts.Start(ctx, part)
		if err == nil {
			return hand
		}
		if ctx.Err() != nil {
			return nil
		}
		m.deliver(func(m *match) error {
			m.log.Error("start a script; the match waits", zap.String("player", m.names[part.Seat]), zap.Error(err))
			if !waited {
				m.announce("script-waits", m.names[part.Seat])
			}
			return nil
		})
		select {
		case <-time.After(retryDisk):
		case <-ctx.Done():
			return nil
		}
	}
}

// rehearseHands lets the scripts of a match that a journal brought play its turns
// again, so that they remember what they did before.
func (m *match) rehearseHands(ctx context.Context) error {
	if len(m.opening.Scripts) == 0 || m.rehearse == nil {
		return nil
	}
	all := make([]Hand, len(m.seats))
	for i := range m.seats {
		all[i] = m.seats[i].hand
	}
	ctx, m.hands.cutOff = context.WithCancel(ctx)
	done := false
	m.hands.asked.Go(func() {
		err := m.letRehearse(ctx, all)
		m.deliver(func(m *match) error {
			if err != nil {
				m.log.Error("let the scripts remember the turns before", zap.Error(err))
			}
			done = true
			return nil
		})
	})
	return m.listenOn(ctx, func() bool { return done })
}

// letRehearse is a rehearsal that can't take the program with it.
func (m *match) letRehearse(ctx context.Context, all []Hand) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("panic: %v", broken)
		}
	}()
	return m.rehearse(ctx, all)
}

// askHands lets every script that is in play choose its orders for the turn. A
// turn that is played again, since the connection was lost, is the same turn: its
// scripts are asked once.
func (m *match) askHands(ctx context.Context) {
	if m.hands.turn == m.turn {
		return
	}
	m.callOff()
	ctx, m.hands.cutOff = context.WithCancel(ctx)
	m.hands.turn = m.turn
	for i := range m.seats {
		if m.seats[i].hand != nil && m.playing(game.Seat(i)) {
			m.askHand(ctx, game.Seat(i))
		}
	}
}

func (m *match) askHand(ctx context.Context, seat game.Seat) {
	s := &m.seats[seat]
	s.thinks = true
	s.senses = m.hands.sensed.AppendSenses(s.senses[:0], seat)
	hand, senses := s.hand, s.senses
	m.hands.asked.Go(func() {
		reply, broken := playHand(ctx, hand, senses)
		at := time.Now()
		m.deliver(func(m *match) error {
			if broken != nil {
				m.log.Error("a script's hand is broken", zap.Int("turn", m.turn), zap.String("player", m.names[seat]), zap.Any("panic", broken))
			}
			m.hearHand(seat, at, reply)
			return nil
		})
	})
}

// playHand is a Play that can't take the program with it.
func playHand(ctx context.Context, hand Hand, senses []byte) (reply Reply, broken any) {
	defer func() {
		if broken = recover(); broken != nil {
			reply = Reply{Cut: true}
		}
	}()
	return hand.Play(ctx, senses), nil
}

// hearHand takes what a script has played: all of its seat's orders of the turn.
func (m *match) hearHand(seat game.Seat, at time.Time, reply Reply) {
	s := &m.seats[seat]
	s.thinks = false
	m.tellAuthor(seat, reply.Told)
	if reply.Cut {
		m.meter.Cut(m.game.Name)
		m.void = m.void.With(seat)
		m.meter.Order(m.game.Name, "script-cut")
		if len(reply.Told) == 0 {
			m.remark(seat, m.words.say("script-cut", m.turn))
		}
	} else {
		s.at, s.valid = at, true
		for _, order := range reply.Orders {
			if refusal := m.count(seat, at, order); refusal != nil {
				m.refuse(seat, refusal)
			}
		}
	}
	if reply.Out {
		m.leaving = m.leaving.With(seat)
		s.cause = causeScript
		m.inform(seat, m.words.say("script-out", m.turn))
	}
}

// mostTold is how many lines a turn a script's author is told of it.
const mostTold = 8

func (m *match) tellAuthor(seat game.Seat, told []string) {
	for _, line := range told[:min(len(told), mostTold)] {
		m.remark(seat, m.words.say("script-told", m.turn, onOneLine(line)))
	}
}

// remark tells a script's author something while it is news.
func (m *match) remark(seat game.Seat, text string) {
	if author := m.seats[seat].person; author != nil {
		m.network.Send(Post{To: author, Notice: true, Class: Talk, Text: text, Stale: m.outdated(1)})
	}
}

// awaitHands ends the turn of the scripts: who has not answered is cut off.
func (m *match) awaitHands(ctx context.Context) error {
	m.callOff()
	return m.listen(ctx, nil, func() bool {
		for i := range m.seats {
			if m.seats[i].thinks {
				return false
			}
		}
		return true
	})
}

// callOff ends the context of who plays now.
func (m *match) callOff() {
	if m.hands.cutOff != nil {
		m.hands.cutOff()
	}
}

// dismissHands ends the scripts, however the match has ended.
func (m *match) dismissHands() {
	m.callOff()
	m.hands.asked.Wait()
	for _, hand := range m.hands.started {
		if hand != nil {
			hand.Close()
		}
	}
}

// hearAuthor takes a private line of who has a seat that a script plays: he has no
// orders to give, and may go.
func (m *match) hearAuthor(from game.Seat, leaves bool) {
	if leaves {
		m.leave(from)
		return
	}
	m.notice(from, m.words.say("script-plays", m.seats[from].script))
}
