package bomber

import (
	"fmt"
	"slices"
	"strings"

	"arbitre/strictjson"

	"arbitre/chance"

	"arbitre/game"
)

// What a handed-in state may hold. It need not be one that a match can come to;
// these limits only keep sums and maps in bounds.
const (
	mostSide    = 1000
	mostNumber  = 1_000_000_000
	longestName = 30 // bytes
)

// knownCauses are those of docs/protocol.md that can end a player of bomber.
var knownCauses = []string{
	causeBlast, causeQuit, "kicked", "absent", "spoke", "nick", "flood", "organiser",
}

// writtenState is a state as JSON has it; pointers tell what must not be missing.
type writtenState struct {
	Turn    *int            `json:"turn"`
	Side    *int            `json:"side"`
	Players []writtenPlayer `json:"players"`
	Bombs   []writtenBomb   `json:"bombs"`
	Idle    int             `json:"idle"`
	RNG     string          `json:"rng"`
}

type writtenPlayer struct {
	Name      string `json:"name"`
	X         *int   `json:"x"`
	Y         *int   `json:"y"`
	Firepower *int   `json:"firepower"`
	Speed     *int   `json:"speed"`
	Timer     *int   `json:"timer"`
	Busy      string `json:"busy"`
	BusyTurns int    `json:"busy_turns"`
	Died      int    `json:"died"`
	Out       int    `json:"out"`
	Cause     string `json:"cause"`
}

type writtenBomb struct {
	Owner string `json:"owner"`
	X     *int   `json:"x"`
	Y     *int   `json:"y"`
	Due   *int   `json:"due"`
}

// restore takes up a state that AppendState wrote, or one made by hand. What is
// refused is only what can't be played, and the error says where it stands, what
// was given and what was expected.
func restore(given, state []byte) (game.Rules, []string, error) {
	s, err := parseSettings(given)
	if err != nil {
		return nil, nil, err
	}
	var w writtenState
	if err = strictjson.Decode(state, &w); err != nil {
		return nil, nil, err
	}
	m, names, err := w.match(s)
	if err != nil {
		return nil, nil, err
	}
	return m, names, nil
}

// match checks what was written and makes a match of it.
func (w *writtenState) match(s settings) (*match, []string, error) {
	c, err := chance.Parse(w.RNG)
	if err != nil {
		return nil, nil, fmt.Errorf("rng: %w", err)
	}
	var r checker
	side := r.Number(w.Side, 1, mostSide, "side")
	turn := r.Number(w.Turn, 0, mostNumber, "turn")
	seats := len(w.Players)
	r.Number(&seats, minSeats, maxSeats, "players")
	if r.Err != nil {
		return nil, nil, r.Err
	}
	m := newMatch(s, side, seats, c)
	m.turn = turn
	m.idle = r.Number(&w.Idle, 0, mostNumber, "idle")
	names := make([]string, 0, seats)
	for i := range w.Players {
		p := &w.Players[i]
		r.Name(p.Name, names, "players[%d].name", i)
		names = append(names, p.Name)
		m.players[i] = r.player(p, side, turn, i)
	}
	for i := range w.Bombs {
		m.bombs = append(m.bombs, r.bomb(&w.Bombs[i], names, side, turn, i))
	}
	return m, names, r.Err
}

// checker makes the parts of the match, and keeps the first thing that is wrong.
type checker struct{ strictjson.Checker }

func (r *checker) player(w *writtenPlayer, side, turn, i int) player {
	p := player{
		x:         r.Number(w.X, 0, side-1, "players[%d].x", i),
		y:         r.Number(w.Y, 0, side-1, "players[%d].y", i),
		firepower: r.Number(w.Firepower, 0, mostNumber, "players[%d].firepower", i),
		speed:     r.Number(w.Speed, 0, mostNumber, "players[%d].speed", i),
		timer:     r.Number(w.Timer, 0, mostNumber, "players[%d].timer", i),
		busy:      actionOf(w.Busy),
		died:      r.Number(&w.Died, 0, turn, "players[%d].died", i),
		cause:     w.Cause,
	}
	p.out = r.Number(&w.Out, 0, p.died, "players[%d].out", i)
	switch {
	case w.Busy == "":
		p.busyTurns = r.Number(&w.BusyTurns, 0, 0, "players[%d].busy_turns", i)
	case !p.busy.isStudy() && p.busy != defuse:
		r.Fail("players[%d].busy: %q: want a study, %q or nothing", i, w.Busy, actionWords[defuse])
	default:
		p.busyTurns = r.Number(&w.BusyTurns, 1, mostNumber, "players[%d].busy_turns", i)
	}
	switch {
	case p.alive() && p.cause != "":
		r.Fail("players[%d].cause: %q: want none while died is 0", i, p.cause)
	case p.cause != "" && !slices.Contains(knownCauses, p.cause):
		r.Fail("players[%d].cause: %q: want one of %s", i, p.cause, strings.Join(knownCauses, ", "))
	case p.cause == "" && p.out > 0:
		p.cause = causeQuit
	case p.cause == "" && p.died > 0:
		p.cause = causeBlast
	}
	return p
}

func (r *checker) bomb(w *writtenBomb, names []string, side, turn, i int) bomb {
	owner := slices.Index(names, w.Owner)
	if owner < 0 {
		r.Fail("bombs[%d].owner: %q: no player has this name", i, w.Owner)
	}
	return bomb{
		owner: game.Seat(owner),
		x:     r.Number(w.X, 0, side-1, "bombs[%d].x", i),
		y:     r.Number(w.Y, 0, side-1, "bombs[%d].y", i),
		due:   r.Number(w.Due, turn+1, 2*mostNumber, "bombs[%d].due", i),
	}
}
