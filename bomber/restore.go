package bomber

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

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
	if err = decodeState(state, &w); err != nil {
		return nil, nil, err
	}
	m, names, err := w.match(s)
	if err != nil {
		return nil, nil, err
	}
	return m, names, nil
}

// decodeState decodes JSON strictly and words errors for people who don't know
// Go.
func decodeState(state []byte, w *writtenState) error {
	dec := json.NewDecoder(bytes.NewReader(state))
	dec.DisallowUnknownFields()
	err := dec.Decode(w)
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &mismatch):
		return fmt.Errorf("%s: %s: want %s", cmp.Or(mismatch.Field, "state"), mismatch.Value, kindOf(mismatch.Type))
	case errors.Is(err, io.EOF):
		return errors.New("empty: want a JSON object")
	case err != nil:
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	return nil
}

func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.String:
		return "a text"
	case reflect.Slice:
		return "a list"
	default:
		return "an object"
	}
}

// match checks what was written and makes a match of it.
func (w *writtenState) match(s settings) (*match, []string, error) {
	c, err := chance.Parse(w.RNG)
	if err != nil {
		return nil, nil, fmt.Errorf("rng: %w", err)
	}
	var r checker
	side := r.number(w.Side, 1, mostSide, "side")
	turn := r.number(w.Turn, 0, mostNumber, "turn")
	if n := len(w.Players); n < minSeats || n > maxSeats {
		r.fail("players: %d: want %d to %d", n, minSeats, maxSeats)
	}
	if r.err != nil {
		return nil, nil, r.err
	}
	m := newMatch(s, side, len(w.Players), c)
	m.turn = turn
	m.idle = r.number(&w.Idle, 0, mostNumber, "idle")
	names := make([]string, 0, len(w.Players))
	for i := range w.Players {
		p := &w.Players[i]
		r.name(p.Name, names, i)
		names = append(names, p.Name)
		m.players[i] = r.player(p, side, turn, i)
	}
	for i := range w.Bombs {
		m.bombs = append(m.bombs, r.bomb(&w.Bombs[i], names, side, turn, i))
	}
	return m, names, r.err
}

// checker keeps the first thing that is wrong.
type checker struct{ err error }

func (r *checker) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// number checks a number's range. Where is a format for the place in the list.
func (r *checker) number(n *int, least, most int, where string, place ...any) int {
	switch {
	case n == nil:
		r.fail(where+": missing: want %d to %d", append(place, least, most)...)
		return least
	case *n < least || *n > most:
		r.fail(where+": %d: want %d to %d", append(place, *n, least, most)...)
		return least
	}
	return *n
}

func (r *checker) name(name string, others []string, i int) {
	isSpace := func(c rune) bool { return c <= ' ' || c == '\x7f' }
	if name == "" || len(name) > longestName || strings.ContainsFunc(name, isSpace) {
		r.fail("players[%d].name: %q: want 1 to %d bytes without spaces", i, name, longestName)
	}
	if slices.Contains(others, name) {
		r.fail("players[%d].name: %q: another player has this name", i, name)
	}
}

func (r *checker) player(w *writtenPlayer, side, turn, i int) player {
	p := player{
		x:         r.number(w.X, 0, side-1, "players[%d].x", i),
		y:         r.number(w.Y, 0, side-1, "players[%d].y", i),
		firepower: r.number(w.Firepower, 0, mostNumber, "players[%d].firepower", i),
		speed:     r.number(w.Speed, 0, mostNumber, "players[%d].speed", i),
		timer:     r.number(w.Timer, 0, mostNumber, "players[%d].timer", i),
		busy:      actionOf(w.Busy),
		died:      r.number(&w.Died, 0, turn, "players[%d].died", i),
		cause:     w.Cause,
	}
	p.out = r.number(&w.Out, 0, p.died, "players[%d].out", i)
	switch {
	case w.Busy == "":
		p.busyTurns = r.number(&w.BusyTurns, 0, 0, "players[%d].busy_turns", i)
	case !p.busy.isStudy() && p.busy != defuse:
		r.fail("players[%d].busy: %q: want a study, %q or nothing", i, w.Busy, actionWords[defuse])
	default:
		p.busyTurns = r.number(&w.BusyTurns, 1, mostNumber, "players[%d].busy_turns", i)
	}
	switch {
	case p.alive() && p.cause != "":
		r.fail("players[%d].cause: %q: want none while died is 0", i, p.cause)
	case p.cause != "" && !slices.Contains(knownCauses, p.cause):
		r.fail("players[%d].cause: %q: want one of %s", i, p.cause, strings.Join(knownCauses, ", "))
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
		r.fail("bombs[%d].owner: %q: no player has this name", i, w.Owner)
	}
	return bomb{
		owner: game.Seat(owner),
		x:     r.number(w.X, 0, side-1, "bombs[%d].x", i),
		y:     r.number(w.Y, 0, side-1, "bombs[%d].y", i),
		due:   r.number(w.Due, turn+1, 2*mostNumber, "bombs[%d].due", i),
	}
}
