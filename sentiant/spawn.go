package sentiant

import (
	"fmt"
	"slices"

	"arbitre/strictjson"

	"arbitre/game"
)

// thing is what the next turn lays on the map, as JSON has it.
type thing struct {
	Kind string `json:"kind"`
	X    *int   `json:"x"`
	Y    *int   `json:"y"`
}

// Spawn replaces the loaves that the turn to be resolved would draw by exactly
// these things, a JSON list of {"kind":"bread","x":3,"y":7}. They appear in the
// last stage, so each cell must take a loaf after the moves and births that the
// orders noted by now lead to, if Resolve is given the same void and out.
func (m *match) Spawn(things []byte, void, out game.Seats) error {
	var list []thing
	if err := strictjson.Decode(things, &list); err != nil {
		return err
	}
	r := checker{match: m}
	var cells []int
	for i, t := range list {
		if t.Kind != itemWords[bread] {
			r.Fail("%d: kind: %q: want %q", i, t.Kind, itemWords[bread])
		}
		cells = append(cells, r.place(t.X, t.Y, "%d", i))
	}
	if r.Err != nil || len(cells) == 0 {
		m.spawning, m.spawn = r.Err == nil, cells
		return r.Err
	}
	ahead, err := m.afterBirths(void, out)
	if err != nil {
		return err
	}
	for i, cell := range cells {
		x, y := m.place(cell)
		if !ahead.takesLoaf(ahead.cell(x, y)) || slices.Contains(cells[:i], cell) {
			return fmt.Errorf("%d: %d,%d takes no bread: want a cell without resource, rock, queen or ant", i, x, y)
		}
	}
	m.spawning, m.spawn = true, cells
	return nil
}

// afterBirths is the match as it will be before new loaves appear.
func (m *match) afterBirths(void, out game.Seats) (*match, error) {
	names := make([]string, len(m.queens))
	for i := range names {
		names[i] = string('a' + rune(i))
	}
	var w writtenState
	if err := strictjson.Decode(m.AppendState(nil, names), &w); err != nil {
		return nil, fmt.Errorf("look ahead: %w", err)
	}
	ahead, _, err := w.match(m.settings)
	if err != nil {
		return nil, fmt.Errorf("look ahead: %w", err)
	}
	for i := range m.ants {
		ahead.ants[i].order = m.ants[i].order
	}
	for i := range m.queens {
		ahead.queens[i].order = m.queens[i].order
	}
	ahead.closeOrders(void, out)
	for _, stage := range stages[:len(stages)-1] {
		if stage.run(ahead); ahead.over {
			break
		}
	}
	return ahead, nil
}
