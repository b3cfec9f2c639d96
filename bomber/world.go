package bomber

import (
	"arbitre/chance"
	"arbitre/game"
)

// nobody stands in a line that names no player.
const nobody = game.Everyone

// The causes for which a player is no longer in play that the rules know
// themselves. The referee knows better why somebody went out.
const (
	causeBlast = "blast"
	causeQuit  = "quit"
)

// player is a bot in the world. The dead keep everything as it stood at the end
// of the turn of their death.
type player struct {
	x, y int

	firepower int // cells that each arm of his explosions is long
	speed     int // cells that he can go in a turn
	timer     int // turns that a bomb of his can wait

	busy      action // the study or defusal that runs, or nothing
	busyTurns int    // turns of it still to come

	died  int    // the turn of his death, 0 while alive
	out   int    // the turn in which he went out for good, 0 if he did not
	cause string // why he is dead, "" while alive

	order order // what he does in the turn that is open
}

func (p *player) alive() bool { return p.died == 0 }

// bomb lies on a cell until it explodes or is defused.
type bomb struct {
	owner    game.Seat
	x, y     int
	due      int  // the turn in which it explodes
	exploded bool // in the turn that is being resolved
}

// touches tells whether the explosion, a cross with arms of this many cells,
// touches the cell. Nothing blocks an arm.
func (b *bomb) touches(firepower, x, y int) bool {
	switch {
	case x == b.x:
		return -firepower <= y-b.y && y-b.y <= firepower
	case y == b.y:
		return -firepower <= x-b.x && x-b.x <= firepower
	}
	return false
}

// match is a match of bomber, a game.Rules. The world is two short lists: a
// turn costs what is in it, not how large the map is.
type match struct {
	settings settings
	side     int
	turn     int // the last turn resolved
	players  []player
	bombs    []bomb // in the order in which they were laid
	idle     int    // idle turns in a row
	chance   *chance.Source

	// Of the turn that is being resolved.
	playing    game.Seats // who was alive when it was closed
	exploding  []int      // the bombs, by index, that have yet to touch others
	explosions int        // bombs that exploded

	// Memory that is used again.
	lines   []line       // the facts last told
	refusal game.Refusal // the refusal last given
}

func newMatch(s settings, side, seats int, c *chance.Source) *match {
	return &match{
		settings: s,
		side:     side,
		players:  make([]player, seats),
		chance:   c,
	}
}

func (m *match) onMap(x, y int) bool {
	return 0 <= x && x < m.side && 0 <= y && y < m.side
}

// tell appends a line to one seat or to everyone. If lines grows, what was told
// before stays good where it was.
func (m *match) tell(dst []game.Event, to game.Seat, l line) []game.Event {
	m.lines = append(m.lines, l)
	return append(dst, game.Event{To: to, Fact: &m.lines[len(m.lines)-1]})
}
