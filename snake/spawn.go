package snake

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"arbitre/chance"

	"arbitre/game"
)

// writtenThing is an object that is to appear, as step's "spawn" lists it.
type writtenThing struct {
	Kind string `json:"kind"`
	X    *int   `json:"x"`
	Y    *int   `json:"y"`
}

// Spawn makes exactly the listed objects appear in the turn that is open, instead
// of those drawn by chance. They are checked against the field as the stage "new
// objects" will find it after the orders noted so far, if Resolve is given the
// same void and out: only a wall, a start cell or another object refuses one.
func (m *match) Spawn(things []byte, void, out game.Seats) error {
	var written []writtenThing
	if err := json.Unmarshal(things, &written); err != nil {
		return fmt.Errorf("want a list of objects with kind, x and y: %w", err)
	}
	trial := m.tryTurn(void, out)
	m.spawned = m.spawned[:0]
	for i, w := range written {
		p, err := trial.take(w)
		if err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
		m.spawned = append(m.spawned, p)
	}
	m.spawning = true
	return nil
}

// take puts the object on the field.
func (m *match) take(w writtenThing) (placed, error) {
	kind := slices.Index(objectWords[:], w.Kind)
	if kind <= int(nothing) {
		return placed{}, fmt.Errorf("kind: %q: want one of %s", w.Kind, strings.Join(objectWords[1:], ", "))
	}
	if w.X == nil || w.Y == nil || min(*w.X, *w.Y) < 0 || max(*w.X, *w.Y) >= m.size {
		return placed{}, fmt.Errorf("%s: want x and y, both from 0 to %d", w.Kind, m.size-1)
	}
	c := at(*w.X, *w.Y)
	if problem := m.refusesObject(c); problem != "" {
		return placed{}, fmt.Errorf("%s at %d %d: %s", w.Kind, *w.X, *w.Y, problem)
	}
	o := [...]object{nothing, apple, stone, furyPill, gold}[kind]
	m.put(c, o)
	return placed{o, c}, nil
}

// tryTurn plays the stages before new objects appear on a copy, which is used
// again the next time.
func (m *match) tryTurn(void, out game.Seats) *match {
	if m.trial == nil {
		m.trial = newMatch(m.settings, len(m.snakes), chance.New([32]byte{}))
	}
	t := m.trial
	t.field, t.turn, t.round, t.phase = m.field, m.turn+1, m.round, m.phase
	for i := range m.snakes {
		cells := t.snakes[i].body
		cells.copyOf(&m.snakes[i].body)
		t.snakes[i] = m.snakes[i]
		t.snakes[i].body = cells
	}
	copy(t.sequence, m.sequence)
	t.closeOrders(void, out)
	for _, stage := range stages[:beforeNewObjects] {
		stage.run(t)
	}
	return t
}
