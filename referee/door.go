package referee

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"arbitre/game"
)

// Door is a way into a match beside the network, for programs that speak no IRC
// and for people who watch. Package web has the real one. It may be called from
// any goroutine and never blocks.
type Door interface {
	// Admit makes a visit, and the addresses by which it is made: one to play at,
	// one only to look. Whoever has an address is let in.
	Admit() (v Visit, play, look string)
}

// Visit is a second way to hear and speak for one seat. It may be called from
// any goroutine and never blocks.
type Visit interface {
	// Attend begins a match for it: ring is called when there is an answer to
	// take, and must not block.
	Attend(ring func())
	// Show brings the scene of a turn to who watches, and its board to who plays
	// and has answered the one before; their next word is the answer to it. The
	// scene stays as it is.
	Show(*Scene)
	// Conclude shows how the match ended, to who watches.
	Conclude(*Scene)
	// Answers appends what has been answered since it was asked last.
	Answers(dst []Answer) []Answer
	// Attended tells whether somebody plays there now.
	Attended() bool
	// Close ends the visit: everybody is put out, and the addresses are void.
	Close()
}

// Scene is what a seat is shown of a match.
type Scene struct {
	Turn    int      // to be answered
	Board   []byte   // size*size characters, row by row from the top left
	Heading string   // where the match stands, in the game's words
	Seat    int      // whose it is
	Players []string // by seat
	Points  []int    // by seat
	End     []string // END_GAME and the RANK lines, once it is over
}

// Answer is what was answered to the board of a turn.
type Answer struct {
	Turn int
	At   time.Time // when it was read (monotonic)
	Text string
}

// boards is what the rules of a game have that is played through a door: the
// board as a seat sees it, written whole.
type boards interface {
	AppendBoard(dst []byte, seat game.Seat) []byte
}

// OpenDoor lets players in by this door too. Call it before Run.
func (d *Desk) OpenDoor(door Door) { d.door = door }

// websocket gives a player the addresses of his seat, or with "off" ends them.
// Each new address ends the old one.
func (d *Desk) websocket(who *Person, named *channel, word string) {
	if !who.answers.Allow() {
		return
	}
	p := d.placeWithBoards(who, named)
	switch {
	case p == nil || d.door == nil:
		d.notify(named, who, Talk, "websocket-none")
		return
	case strings.EqualFold(word, "off"):
		p.closeDoor()
		d.notify(p.channel, who, Talk, "websocket-off")
		return
	case word != "":
		d.notify(p.channel, who, Talk, "websocket-what")
		return
	}
	p.closeDoor()
	visit, play, look := d.door.Admit()
	p.visit = visit
	p.attend()
	d.notify(p.channel, who, Views, "websocket-play", play)
	d.notify(p.channel, who, Views, "websocket-look", look)
}

// placeWithBoards is where a person plays a game with boards: in the channel
// named, or in the one that he sat down in last.
func (d *Desk) placeWithBoards(who *Person, named *channel) *player {
	for _, p := range slices.Backward(d.seated[who]) {
		ch := p.channel
		if named != nil && ch != named {
			continue
		}
		if ch.match != nil && ch.match.boards != nil || ch.lobby != nil && ch.lobby.hasBoards() {
			return p
		}
	}
	return nil
}

// hasBoards tells whether the game can be played through a door.
func (l *lobby) hasBoards() bool {
	_, has := l.small.(boards)
	return has
}

// attend lets a player's visit play in the match, once there is one.
func (p *player) attend() {
	m, visit, seat := p.channel.match, p.visit, p.seat
	if m == nil || visit == nil {
		return
	}
	visit.Attend(m.ring)
	m.deliver(func(m *match) error {
		m.seats[seat].visit = visit
		return nil
	})
}

// closeDoor ends a player's visit.
func (p *player) closeDoor() {
	if p.visit == nil {
		return
	}
	p.visit.Close()
	p.visit = nil
}

// ring tells the match that there is an answer to take. Whoever rings waits for
// nothing, and a match that has ended is not disturbed.
func (m *match) ring() {
	select {
	case m.bell <- struct{}{}:
	default: // it has rung, and the match will look at every door
	}
}

// showBoards gives every visit the board of the turn, when its clock starts.
func (m *match) showBoards() {
	m.eachScene(Visit.Show)
}

// concludeVisits shows every visit how the match ended.
func (m *match) concludeVisits(end *End) {
	m.eachScene(func(visit Visit, scene *Scene) {
		scene.End = end.Public
		visit.Conclude(scene)
	})
}

// eachScene makes the scene of each seat that has a visit.
func (m *match) eachScene(show func(Visit, *Scene)) {
	var points []int
	var heading string
	for i := range m.seats {
		visit := m.seats[i].visit
		if visit == nil {
			continue
		}
		if points == nil {
			for _, standing := range m.standings {
				points = append(points, standing.Score)
			}
			first, _, _ := bytes.Cut(m.rules.AppendDrawing(nil, m.names), []byte("\n"))
			heading = string(first)
		}
		board := m.boards.AppendBoard(make([]byte, 0, m.boardSize), game.Seat(i))
		m.boardSize = len(board) + len(board)/8
		show(visit, &Scene{Turn: m.turn, Board: board, Heading: heading, Seat: i, Players: m.names, Points: points})
	}
}

// hearDoors takes what was answered at the doors, and tells whether somebody has
// answered the board of a turn that was over.
func (m *match) hearDoors() (late bool) {
	for i := range m.seats {
		if visit := m.seats[i].visit; visit != nil {
			m.answers = visit.Answers(m.answers[:0])
			for _, answer := range m.answers {
				m.answer(game.Seat(i), answer)
				late = late || answer.Turn != m.turn
			}
		}
	}
	return late
}

// answer notes an answer as an order, under the clock of all orders. What does
// not count is dropped in silence: a program behind a door hears boards, nothing
// else.
func (m *match) answer(from game.Seat, a Answer) {
	if a.Turn != m.turn || m.suspended || m.clock.early(a.At) || m.clock.late(a.At) {
		return
	}
	m.count(from, a.At, a.Text)
}

// attended tells whether somebody hears and speaks for the seat, whichever way.
func (m *match) attended(seat int) bool {
	s := &m.seats[seat]
	return s.script != "" || s.person != nil || s.visit != nil && s.visit.Attended()
}
