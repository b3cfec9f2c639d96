package referee

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
)

// phases is a turn, in order. The program counter is the state.
var phases = []struct {
	name string
	run  func(*match, context.Context) error
}{
	{"stand still", (*match).standStill},
	{"tour", (*match).tour},
	{"ask", (*match).ask},
	{"collect", (*match).collect},
	{"await scripts", (*match).awaitHands},
	{"resolve", (*match).resolve},
}

func (m *match) playTurn(ctx context.Context) error {
	for _, phase := range phases {
		m.at(phase.name)
		if err := phase.run(m, ctx); err != nil {
			return fmt.Errorf("turn %d, %s: %w", m.turn, phase.name, err)
		}
	}
	return nil
}

// tour announces the turn and sends the private views, in an order that rotates
// so that nobody is always first.
func (m *match) tour(ctx context.Context) error {
	m.clock = &clock{tour: time.Now()}
	for i := range m.seats {
		s := &m.seats[i]
		s.lines, s.notices, s.states, s.resends = 0, 0, 0, 0
	}
	m.say([]string{tourLine(m.turn)})
	m.askHands(ctx)
	for i := range m.seats {
		if seat := game.Seat((i + m.turn) % len(m.seats)); m.seesBoard(seat) {
			m.view(seat)
		}
	}
	return nil
}

// ask says SEND_YOUR_ACTION and waits until the server has passed it on, also when
// there is nobody to wait for: a match never runs ahead of what it has said, of
// which a lost connection would leave only the last turn to be said again.
func (m *match) ask(ctx context.Context) error {
	m.clock.token = m.newToken()
	m.network.Send(Post{
		Channel: m.channel, Class: Views, Text: sendYourAction,
		Prompt: m.clock.token, Open: m.clock.opened, Stale: m.outdated(0),
	})
	return m.listen(ctx, nil, func() bool { return !m.clock.start.IsZero() })
}

// newToken is the token of a prompt: the match's number, and that of the prompt
// in it.
func (m *match) newToken() uint64 {
	m.asked++
	return uint64(m.id)<<32 | uint64(m.asked)
}

// collect waits for the turn's end and for everything that was read before it.
func (m *match) collect(ctx context.Context) error {
	length := m.round
	if m.turn == 1 {
		length += m.config.FirstTurn
	}
	m.passedOn()
	m.showBoards()
	if !m.answered() {
		m.clock.end = m.clock.start.Add(length)
		if err := m.untilEnd(ctx); err != nil {
			return err
		}
	}
	if m.answered() {
		return nil
	}
	m.marks++
	m.marked = false
	m.network.Mark(uint64(m.id)<<32 | uint64(m.marks))
	return m.listen(ctx, nil, func() bool { return m.marked })
}

// untilEnd listens to the end of the turn, which our own stalling puts off for
// everybody, once, by at most a round.
func (m *match) untilEnd(ctx context.Context) error {
	timer := time.NewTimer(time.Until(m.clock.end))
	defer timer.Stop()
	if err := m.listen(ctx, timer.C, m.answered); err != nil || m.answered() {
		return err
	}
	lag := m.clock.lag(time.Now())
	if lag == 0 {
		return nil
	}
	m.log.Warn("the referee stalled; the turn is longer", zap.Int("turn", m.turn), zap.Duration("lag", lag))
	m.clock.end = time.Now().Add(min(lag, m.round))
	timer.Reset(time.Until(m.clock.end))
	return m.listen(ctx, timer.C, m.answered)
}

// answered tells whether nobody is left to wait for: each player who is free to
// choose has sent a valid order or, where that may not be all, has said that it
// is. A script's answer is all that it has to say.
func (m *match) answered() bool {
	if !m.config.EarlyEnd {
		return false
	}
	for i, standing := range m.standings {
		if standing.Alive && standing.Free && !m.hasAnswered(&m.seats[i]) {
			return false
		}
	}
	return true
}

func (m *match) hasAnswered(s *seat) bool {
	if s.hand != nil {
		return !s.thinks
	}
	return s.valid && !m.game.Done
}

// resolve closes the turn by the game's rules, puts it into the journal, and
// publishes it.
func (m *match) resolve(ctx context.Context) error {
	ended := m.clock.ended(time.Now())
	m.clock.end = ended // also of a turn that ends early
	m.generation.Add(1)
	m.hearDoors()
	out := (m.leaving | m.absent()) &^ m.gone
	turn := &Turn{Turn: m.turn, Void: list(m.void), Out: list(out)}
	for _, seat := range turn.Out {
		turn.Causes = append(turn.Causes, m.seats[seat].cause)
	}
	m.gone |= out
	m.events = m.rules.Resolve(m.void, out, m.events[:0])
	turn.Public = m.render(m.events)
	turn.Orders, turn.Millis = m.takeOrders()
	turn.Hash = m.hash()
	m.leaving = 0
	lost := m.keep(ctx, func() error { return m.kept.Append(*turn) })
	if lost != nil && !interruption(lost) {
		m.gone &^= out // who aborts a match while its turn is not written ends it with the turn before
		return lost
	}
	m.void, m.voidNext = m.voidNext, 0
	m.standings, m.over = m.rules.Standings(m.standings[:0])
	m.last = append([]string{tourLine(m.turn)}, turn.Public...)
	m.put(Record{Turn: turn}, turn.Public)
	m.meter.Published(m.game.Name, time.Since(ended))
	m.turn++
	return lost
}

// takeOrders empties the seats' orders into the record of the turn.
func (m *match) takeOrders() (orders [][]string, millis []*int) {
	orders, millis = make([][]string, len(m.seats)), make([]*int, len(m.seats))
	for i := range m.seats {
		s := &m.seats[i]
		orders[i] = append([]string{}, s.orders...)
		if len(s.orders) > 0 || s.hand != nil && s.valid {
			ms := m.clock.millis(s.at)
			millis[i] = &ms
		}
		s.orders, s.valid = s.orders[:0], false
	}
	return orders, millis
}

// absent counts the turns of those who are away and returns those who have been
// for too long.
func (m *match) absent() (out game.Seats) {
	for i := range m.seats {
		s := &m.seats[i]
		if m.attended(i) || m.gone.Has(game.Seat(i)) {
			continue
		}
		s.away++
		if m.config.AbsentTurns > 0 && s.away >= m.config.AbsentTurns {
			out = out.With(game.Seat(i))
			if s.cause == "" {
				s.cause = causeAbsent
			}
		}
	}
	return out
}

func (m *match) hash() string {
	m.state = m.rules.AppendState(m.state[:0], m.names)
	sum := sha256.Sum256(m.state)
	return hex.EncodeToString(sum[:])
}

// list is the set as the journal has it.
func list(seats game.Seats) (numbers []int) {
	for i := range game.MaxSeats {
		if seats.Has(game.Seat(i)) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}
