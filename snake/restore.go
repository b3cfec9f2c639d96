package snake

import (
	"fmt"
	"slices"

	"arbitre/strictjson"

	"arbitre/chance"

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
	seats := len(w.Snakes)
	r.match = newMatch(s, r.Number(&seats, minSeats, maxSeats, "snakes"), c)
	r.clock(w)
	p := r.ground(w)
	if r.Err != nil {
		return nil, nil, r.Err
	}
	m := r.match
	m.layOut(p.size, p.ground)
	if err := m.beginsWith(&p); err != nil {
		return nil, nil, err
	}
	m.processFrom(m.round)
	names := make([]string, 0, seats)
	for i := range w.Snakes {
		r.Name(w.Snakes[i].Name, names, "snakes[%d].name", i)
		names = append(names, w.Snakes[i].Name)
		r.snake(&w.Snakes[i], i)
	}
	r.objects("apples", w.Apples, apple)
	r.objects("stones", w.Stones, stone)
	r.objects("fury_pills", w.FuryPills, furyPill)
	r.objects("gold", w.Gold, gold)
	return m, names, r.Err
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
