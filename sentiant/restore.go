package sentiant

import (
	"fmt"

	"arbitre/strictjson"

	"arbitre/chance"

	"arbitre/game"
)

// mostNumber keeps sums and lines in bounds. A handed-in state need not be one
// that a match can come to.
const mostNumber = 1_000_000_000

// knownCauses are those of docs/protocol.md that can end a colony.
var knownCauses = []string{
	causeColony, causeQuit, "kicked", "absent", "spoke", "nick", "flood", "organiser",
}

// writtenState is a state as JSON has it; pointers tell what must not be missing.
type writtenState struct {
	Turn       *int               `json:"turn"`
	Width      *int               `json:"width"`
	Height     *int               `json:"height"`
	Cells      []string           `json:"cells"`
	Bread      [][]int            `json:"bread"`
	Cookie     []int              `json:"cookie"`
	Pheromones []writtenPheromone `json:"pheromones"`
	Queens     []writtenQueen     `json:"queens"`
	Ants       []writtenAnt       `json:"ants"`
	NextID     *int               `json:"next_id"`
	Over       bool               `json:"over"`
	Winner     string             `json:"winner"`
	RNG        string             `json:"rng"`
}

type writtenPheromone struct {
	X     *int `json:"x"`
	Y     *int `json:"y"`
	Scent *int `json:"scent"`
	Range *int `json:"range"`
}

type writtenQueen struct {
	Team   string `json:"team"`
	X      *int   `json:"x"`
	Y      *int   `json:"y"`
	Loaves int    `json:"loaves"`
	Out    int    `json:"out"`
	Cause  string `json:"cause"`
}

type writtenAnt struct {
	ID       *int           `json:"id"`
	Team     string         `json:"team"`
	X        *int           `json:"x"`
	Y        *int           `json:"y"`
	HP       *int           `json:"hp"`
	Carrying string         `json:"carrying"`
	Say      string         `json:"say"`
	Age      int            `json:"age"`
	Last     string         `json:"last"`
	Memory   map[string]any `json:"memory"` // a script's; none is kept without scripts
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
	width := r.Number(w.Width, 1, mostSide, "width")
	height := r.Number(w.Height, 1, mostSide, "height")
	seats := len(w.Queens)
	r.Number(&seats, minSeats, maxSeats, "queens")
	smell := s.PheromoneRange
	for i := range w.Pheromones {
		smell = max(smell, r.Number(w.Pheromones[i].Range, 1, longestSmell, "pheromones[%d].range", i))
	}
	if r.Err != nil {
		return nil, nil, r.Err
	}
	r.match = newWorld(s, width, height, smell, seats, c)
	r.match.turn = r.Number(w.Turn, 0, mostNumber, "turn")
	w.fill(&r)
	return r.match, r.names, r.Err
}

// fill puts everything on the map: the queens last but for the ants, since they
// clear the ground that they stand on.
func (w *writtenState) fill(r *checker) {
	r.cells(w.Cells)
	for i, pair := range w.Bread {
		r.item(bread, pair, "bread[%d]", i)
	}
	if w.Cookie != nil {
		r.item(cookie, w.Cookie, "cookie")
	}
	for i := range w.Pheromones {
		r.pheromone(&w.Pheromones[i], i)
	}
	for i := range w.Queens {
		r.queen(&w.Queens[i], i)
	}
	for i := range w.Ants {
		r.ant(&w.Ants[i], i)
	}
	r.finish(w)
}
