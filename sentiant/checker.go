package sentiant

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"arbitre/strictjson"

	"arbitre/game"
)

// checker builds the match and keeps the first thing that is wrong.
type checker struct {
	strictjson.Checker
	match *match
	names []string
}

func (r *checker) cells(rows []string) {
	m := r.match
	if len(rows) != m.height {
		r.Fail("cells: %d rows: want %d", len(rows), m.height)
		return
	}
	for y, row := range rows {
		if len(row) != m.width {
			r.Fail("cells[%d]: %d cells: want %d", y, len(row), m.width)
			return
		}
		for x := range row {
			g := bytes.IndexByte(seenGround[:outside], row[x])
			if g < 0 {
				r.Fail("cells[%d]: %q: want . # or ^", y, row[x])
				return
			}
			m.ground[m.cell(x, y)] = ground(g)
		}
	}
}

// place is a cell of the map.
func (r *checker) place(x, y *int, where string, place ...any) int {
	m := r.match
	return m.cell(
		r.Number(x, 0, m.width-1, where+".x", place...),
		r.Number(y, 0, m.height-1, where+".y", place...))
}

func (r *checker) item(it item, pair []int, where string, place ...any) {
	if len(pair) != 2 {
		r.Fail(where+": %d numbers: want x and y", append(place, len(pair))...)
		return
	}
	cell := r.place(&pair[0], &pair[1], where, place...)
	if r.match.items[cell] != nothing {
		r.Fail(where+": %d,%d: want at most one resource a cell", append(place, pair[0], pair[1])...)
	}
	r.match.items[cell] = it
}

func (r *checker) pheromone(w *writtenPheromone, i int) {
	cell := r.place(w.X, w.Y, "pheromones[%d]", i)
	if r.match.pheromones[cell].reach > 0 {
		r.Fail("pheromones[%d]: want at most one a cell", i)
	}
	r.match.pheromones[cell] = pheromone{
		scent: uint8(r.Number(w.Scent, 0, scents-1, "pheromones[%d].scent", i)),
		reach: uint8(*w.Range),
	}
}

func (r *checker) queen(w *writtenQueen, i int) {
	m := r.match
	r.Name(w.Team, r.names, "queens[%d].team", i)
	r.names = append(r.names, w.Team)
	q := queen{
		loaves: r.Number(&w.Loaves, 0, mostNumber, "queens[%d].loaves", i),
		out:    r.Number(&w.Out, 0, m.turn, "queens[%d].out", i),
		cause:  w.Cause,
	}
	switch {
	case q.playing() && q.cause != "":
		r.Fail("queens[%d].cause: %q: want none while out is 0", i, q.cause)
	case q.cause != "" && !slices.Contains(knownCauses, q.cause):
		r.Fail("queens[%d].cause: %q: want one of %s", i, q.cause, strings.Join(knownCauses, ", "))
	case q.cause == "" && !q.playing():
		q.cause = causeQuit
	}
	at := r.place(w.X, w.Y, "queens[%d]", i)
	for _, cell := range m.queenCells(at) {
		if m.ground[cell] == outside || m.occupants[cell] != 0 {
			r.Fail("queens[%d]: want her two by two cells on the map and nobody else there", i)
			return
		}
	}
	m.queens[i] = q
	m.putQueen(game.Seat(i), at)
}

func (r *checker) ant(w *writtenAnt, i int) {
	m := r.match
	a := ant{
		id:          r.Number(w.ID, 1, mostNumber, "ants[%d].id", i),
		team:        game.Seat(slices.Index(r.names, w.Team)),
		at:          r.place(w.X, w.Y, "ants[%d]", i),
		hp:          r.Number(w.HP, 1, mostNumber, "ants[%d].hp", i),
		cargo:       item(slices.Index(itemWords[:], w.Carrying)),
		age:         r.Number(&w.Age, 0, mostNumber, "ants[%d].age", i),
		last:        outcome(slices.Index(outcomeWords[:], w.Last)),
		destination: noCell,
	}
	switch {
	case a.team < 0:
		r.Fail("ants[%d].team: %q: no player has this name", i, w.Team)
	case int(a.cargo) >= len(itemWords):
		r.Fail("ants[%d].carrying: %q: want bread, cookie or nothing", i, w.Carrying)
	case int(a.last) >= len(outcomeWords):
		r.Fail("ants[%d].last: %q: want ok, bad, still, bump or nothing", i, w.Last)
	case !sayable(w.Say, longestWord):
		r.Fail("ants[%d].say: %q: want up to %d bytes of printable ASCII without space , ; and =", i, w.Say, longestWord)
	case m.occupants[a.at] != 0:
		r.Fail("ants[%d]: somebody stands on its cell", i)
	}
	if r.Err != nil {
		return
	}
	a.say = wordOf(w.Say)
	m.occupants[a.at] = 1 // somebody; indexAnts tells who
	m.ants = append(m.ants, a)
}

// finish checks what hangs on everything else.
func (r *checker) finish(w *writtenState) {
	m := r.match
	slices.SortFunc(m.ants, func(a, b ant) int { return cmp.Compare(a.id, b.id) })
	m.indexAnts()
	cookies := 0
	if w.Cookie != nil {
		cookies++
	}
	for i := range m.ants {
		a := &m.ants[i]
		if i > 0 && a.id == m.ants[i-1].id {
			r.Fail("ants: two have the id %d", a.id)
		}
		if a.cargo == cookie {
			cookies++
		}
		m.nextID = a.id + 1
	}
	if cookies > 1 {
		r.Fail("cookie: %d of them: want one, lying or carried", cookies)
	}
	if w.NextID != nil {
		m.nextID = r.Number(w.NextID, m.nextID, 2*mostNumber, "next_id")
	}
	m.over, m.home = w.Over, w.Winner != "" && cookies == 0
	if w.Winner != "" {
		m.winner = game.Seat(slices.Index(r.names, w.Winner))
	}
	switch {
	case w.Winner != "" && m.winner < 0:
		r.Fail("winner: %q: no player has this name", w.Winner)
	case w.Winner != "" && !w.Over:
		r.Fail("winner: %q: want none while over is false", w.Winner)
	}
}
