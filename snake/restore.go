package snake

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"arbitre/game"
)

// What a handed-in state may hold. It need not be one that a match can come to;
// these limits only keep sums and fields in bounds.
const (
	leastSide   = 2
	mostNumber  = 1_000_000
	mostCounted = 1_000_000_000 // turns and points
	longestName = 30            // bytes
)

// knownCauses are those of docs/protocol.md that can end a snake.
var knownCauses = []string{
	causeWall, causeBody, causeHeadOn, causeStone, causeAct0,
	causeQuit, "bite", "kicked", "absent", "spoke", "nick", "flood", "organiser",
}

// writtenState is a state as JSON has it; pointers tell what must not be missing.
type writtenState struct {
	Turn      *int           `json:"turn"`
	Round     *int           `json:"round"`
	Phase     string         `json:"phase"`
	Left      *int           `json:"left"`
	Size      *int           `json:"size"`
	Map       []string       `json:"map"`
	Snakes    []writtenSnake `json:"snakes"`
	Apples    []place        `json:"apples"`
	Stones    []place        `json:"stones"`
	FuryPills []place        `json:"fury_pills"`
	Gold      []place        `json:"gold"`
	RNG       string         `json:"rng"`
}

type writtenSnake struct {
	Name      string  `json:"name"`
	Alive     *bool   `json:"alive"`
	Active    *bool   `json:"active"`
	Direction string  `json:"direction"`
	Cells     []place `json:"cells"`
	Fury      int     `json:"fury"`
	Stones    int     `json:"stones"`
	Owes      int     `json:"owes"`
	Score     int     `json:"score"`
	Out       int     `json:"out"`
	Cause     string  `json:"cause"`
}

// place is a cell as a state has it: x and y.
type place []int

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
		where := mismatch.Field
		if where == "" {
			where = "state"
		}
		return fmt.Errorf("%s: %s: want %s", where, mismatch.Value, kindOf(mismatch.Type))
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
	case reflect.Bool:
		return "true or false"
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
	c, err := w.chance()
	if err != nil {
		return nil, nil, fmt.Errorf("rng: %w", err)
	}
	if n := len(w.Snakes); n < minSeats || n > maxSeats {
		return nil, nil, fmt.Errorf("snakes: %d: want %d to %d", n, minSeats, maxSeats)
	}
	r := &checker{match: newMatch(s, len(w.Snakes), c)}
	r.clock(w)
	p := r.ground(w)
	if r.err != nil {
		return nil, nil, r.err
	}
	m := r.match
	m.layOut(p.size, p.ground)
	if err := m.beginsWith(&p); err != nil {
		return nil, nil, err
	}
	m.processFrom(m.round)
	names := make([]string, 0, len(w.Snakes))
	for i := range w.Snakes {
		r.name(w.Snakes[i].Name, names, i)
		names = append(names, w.Snakes[i].Name)
		r.snake(&w.Snakes[i], i)
	}
	r.objects("apples", w.Apples, apple)
	r.objects("stones", w.Stones, stone)
	r.objects("fury_pills", w.FuryPills, furyPill)
	r.objects("gold", w.Gold, gold)
	return m, names, r.err
}

// beginsWith notes what the next rounds begin with: the objects of the settings'
// map, if this is its ground.
func (m *match) beginsWith(bare *plan) error {
	p := *bare
	if s := &m.settings; s.Map != "" || s.MapRows != nil {
		chosen, err := s.chosen(len(m.snakes))
		if err != nil {
			return err
		}
		if slices.Equal(chosen.ground, bare.ground) {
			p = chosen
		}
	}
	m.takeObjects(&p)
	return nil
}

// chance is the generator as it was, or that of the seed 0, which is the SHA-256
// of its digits.
func (w *writtenState) chance() (*chance, error) {
	if w.RNG == "" {
		return newChance(sha256.Sum256([]byte("0"))), nil
	}
	return parseChance(w.RNG)
}

// checker puts what was written into the match, and keeps the first thing that
// is wrong.
type checker struct {
	match *match
	err   error
}

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

// clock takes up turn, round and phase. An endless round has no turns left; a
// waiting without end can't be played.
func (r *checker) clock(w *writtenState) {
	m := r.match
	m.turn = r.number(w.Turn, 0, mostCounted, "turn")
	m.round = r.number(w.Round, 1, mostNumber, "round")
	word := slices.Index(phaseWords[:], w.Phase)
	if word < 0 {
		r.fail("phase: %q: want %s", w.Phase, strings.Join(phaseWords[:], ", "))
		return
	}
	m.phase = [...]phase{waiting, playing, over}[word]
	least := 0
	if m.phase == waiting {
		least = 1
	}
	m.left = r.number(w.Left, least, mostNumber, "left")
}

// ground reads the bare map.
func (r *checker) ground(w *writtenState) plan {
	size := r.number(w.Size, leastSide, mostSide, "size")
	p := plan{size: size}
	if len(w.Map) != size {
		r.fail("map: %d rows: want %d, the size", len(w.Map), size)
		return p
	}
	for y, row := range w.Map {
		if n := utf8.RuneCountInString(row); n != size {
			r.fail("map[%d]: %d cells: want %d, the size", y, n, size)
		}
		for x, glyph := range []rune(row) {
			g := groundOf(glyph)
			if g == outside {
				r.fail("map[%d]: %q: want walls ☼, start cells # and blanks", y, glyph)
			}
			if g == startCell && x == 0 {
				r.fail("map[%d]: the start cell in the first column has no place for a tail to its left", y)
			}
			p.ground = append(p.ground, g)
		}
	}
	return p
}

func (r *checker) name(name string, others []string, i int) {
	isSpace := func(c rune) bool { return c <= ' ' || c == '\x7f' }
	if name == "" || len(name) > longestName || strings.ContainsFunc(name, isSpace) {
		r.fail("snakes[%d].name: %q: want 1 to %d bytes without spaces", i, name, longestName)
	}
	if slices.Contains(others, name) {
		r.fail("snakes[%d].name: %q: another player has this name", i, name)
	}
}

func (r *checker) snake(w *writtenSnake, i int) {
	m := r.match
	s := &m.snakes[i]
	s.alive = r.truth(w.Alive, "snakes[%d].alive", i)
	s.active = r.truth(w.Active, "snakes[%d].active", i)
	d := slices.Index(directionWords[:], w.Direction)
	if d <= int(straight) {
		r.fail("snakes[%d].direction: %q: want %s", i, w.Direction, strings.Join(directionWords[1:], ", "))
		d = int(right)
	}
	s.direction = [...]direction{straight, up, down, left, right}[d]
	s.fury = r.number(&w.Fury, 0, mostNumber, "snakes[%d].fury", i)
	s.stones = r.number(&w.Stones, 0, mostNumber, "snakes[%d].stones", i)
	s.owes = r.number(&w.Owes, 0, mostNumber, "snakes[%d].owes", i)
	s.score = r.number(&w.Score, 0, mostCounted, "snakes[%d].score", i)
	s.out = r.number(&w.Out, 0, m.turn, "snakes[%d].out", i)
	s.died, s.cause = deadBefore, w.Cause
	r.fate(s, i)
	r.cells(s, w.Cells, i)
}

// deadBefore is the turn of a death before the state: the body that lies is
// cleared in the next turn.
const deadBefore = -1

// fate checks that life, cause and being out go together.
func (r *checker) fate(s *snake, i int) {
	switch {
	case s.alive && s.out > 0:
		r.fail("snakes[%d].out: %d: want 0 while it is alive", i, s.out)
	case s.alive && s.cause != "":
		r.fail("snakes[%d].cause: %q: want none while it is alive", i, s.cause)
	case s.cause != "" && !slices.Contains(knownCauses, s.cause):
		r.fail("snakes[%d].cause: %q: want one of %s", i, s.cause, strings.Join(knownCauses, ", "))
	case s.cause == "" && s.out > 0:
		s.cause = causeQuit
	}
}

func (r *checker) truth(b *bool, where string, i int) bool {
	if b == nil {
		r.fail(where+": missing: want true or false", i)
		return false
	}
	return *b
}

// cells takes up a body, head first, each cell a neighbour of the one before.
func (r *checker) cells(s *snake, places []place, i int) {
	if s.alive && len(places) < shortest {
		r.fail("snakes[%d].cells: %d: want %d at least, since it is alive", i, len(places), shortest)
	}
	if len(places) > mostCells {
		r.fail("snakes[%d].cells: %d: want %d at most", i, len(places), mostCells)
		return
	}
	var cells []cell
	for j, p := range places {
		c, problem := r.cell(p)
		if problem == "" && j > 0 && !cells[j-1].besides(c) {
			problem = "want a neighbour of the cell before"
		}
		if problem != "" {
			r.fail("snakes[%d].cells[%d]: %v: %s", i, j, []int(p), problem)
			return
		}
		cells = append(cells, c)
	}
	s.set(cells...)
	for _, c := range cells {
		r.match.cover[c]++
	}
}

// cell reads a place on the field, or tells what is wrong with it.
func (r *checker) cell(p place) (c cell, problem string) {
	last := r.match.size - 1
	if len(p) != 2 || min(p[0], p[1]) < 0 || max(p[0], p[1]) > last {
		return 0, fmt.Sprintf("want x and y, both from 0 to %d", last)
	}
	return at(p[0], p[1]), ""
}

func (c cell) besides(other cell) bool {
	dx, dy := c.x()-other.x(), c.y()-other.y()
	return dx*dx+dy*dy == 1
}

func (r *checker) objects(key string, places []place, o object) {
	for i, p := range places {
		c, problem := r.cell(p)
		if problem == "" {
			problem = r.match.refusesObject(c)
		}
		if problem != "" {
			r.fail("%s[%d]: %v: %s", key, i, []int(p), problem)
			return
		}
		r.match.put(c, o)
	}
}

// refusesObject tells why no object can lie on the cell, "" if one can.
func (m *match) refusesObject(c cell) string {
	switch {
	case m.ground[c] == wall:
		return "a wall is there"
	case m.ground[c] == startCell:
		return "a start cell is there"
	case m.objects[c] != nothing:
		return "another object (" + objectWords[m.objects[c]] + ") is there"
	}
	return ""
}
