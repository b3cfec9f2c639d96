package sentiant

import "arbitre/game"

// mostPheromones is how many pheromones an ant smells, the nearest.
const mostPheromones = 12

// viewColony tells what the colony's queen and ants know.
func (m *match) viewColony(dst []game.Event, colony, to game.Seat) []game.Event {
	if !m.queens[colony].playing() {
		return dst
	}
	m.appendQueen(colony)
	dst = m.tell(dst, to)
	first := len(m.units)
	w := writer{match: m}
	for i := range m.ants {
		if m.ants[i].team == colony {
			w.ant(&m.ants[i])
		}
	}
	return m.pack(dst, first, to)
}

// appendQueen: "A queen knows her 8 adjacent cells, how many ants of hers live,
// and the turn", the one that is about to begin.
func (m *match) appendQueen(colony game.Seat) {
	ants := m.antsOf()
	m.text = appendNumber(append(m.text, wordQueen...), " turn=", m.turn+1)
	m.text = appendNumber(m.text, " ants=", ants[colony])
	for k, cell := range m.besides(&m.queens[colony]) {
		m.text = append(append(m.text, ' '), besideWords[k]...)
		m.text = append(m.text, '=', m.seenByQueen(cell))
	}
}

func (m *match) seenByQueen(cell int) byte {
	switch {
	case m.occupants[cell] > 0:
		return seenAnt
	case m.ground[cell] != free:
		return seenGround[m.ground[cell]]
	case m.occupants[cell] < 0: // no map is made so
		return seenRock
	}
	return seenItem[m.items[cell]]
}

// writer writes the views of ants to the match's text, as units: one of each ant,
// and more where one would not fit into a line.
type writer struct {
	match *match
	start int    // where in text the unit that is being written begins
	names int    // bytes that players' names will add to it
	list  string // the key of the list that is being written in it
	more  bool   // it goes on with an ant
}

// ant writes what an ant knows.
func (w *writer) ant(a *ant) {
	m := w.match
	w.begin(wordAnt, a.id)
	solid, others := w.self(a)
	if others > 0 {
		for i := range m.sight {
			if c := &m.sight[i]; solid[i] == seenAnt && c.distance > 0 {
				w.other(a.id, c, m.antAt(a.at+c.offset))
			}
		}
	}
	w.pheromones(a)
	w.end()
}

// self writes what an ant knows of itself and of the cells around it, and
// returns what stands there, and how many other ants do.
func (w *writer) self(a *ant) (solid []byte, others int) {
	m := w.match
	text := appendNumber(m.text, " hp=", a.hp)
	text = append(append(text, " carry="...), itemWords[a.cargo]...)
	text = append(append(text, " say="...), a.say.bytes()...)
	text = appendNumber(text, " age=", a.age)
	text = append(append(text, " last="...), outcomeWords[a.last]...)
	cells := len(m.sight)
	text = append(text, " solid="...)
	text = append(text, m.blank...)
	text = append(text, " floor="...)
	text = append(text, m.blank...)
	m.text = text
	floor := text[len(text)-cells:]
	solid = text[len(text)-2*cells-len(" floor="):][:cells]
	return solid, m.look(a, solid, floor)
}

// other writes an ant that is in sight: "dx,dy,team,cargo,string,hp".
func (w *writer) other(id int, where *sighted, seen *ant) {
	m := w.match
	start := w.enter("ants=")
	text := appendName(append(m.text, where.place...), seen.team)
	text = append(append(text, ','), itemWords[seen.cargo]...)
	text = append(append(text, ','), seen.say.bytes()...)
	m.text = appendNumber(text, ",", seen.hp)
	w.entered(id, "ants=", start, m.nameLengths[seen.team]-1)
}

// pheromones writes those "whose remaining range reaches it (Manhattan, through
// walls, from any team), the nearest 12": "dx,dy,scent,range".
func (w *writer) pheromones(a *ant) {
	m := w.match
	told := 0
	for i := range m.smell {
		c := &m.smell[i]
		smelt := m.pheromones[a.at+c.offset]
		if smelt.reach == 0 || int(smelt.reach) < c.distance {
			continue
		}
		start := w.enter("phero=")
		text := appendNumber(m.text, c.place, int(smelt.scent))
		m.text = appendNumber(text, ",", int(smelt.reach))
		w.entered(a.id, "phero=", start, 0)
		if told++; told == mostPheromones {
			return
		}
	}
}

func (w *writer) begin(word string, id int) {
	m := w.match
	w.start, w.names, w.list, w.more = len(m.text), 0, "", word == wordMore
	m.text = appendNumber(append(m.text, word...), " ", id)
}

// length is how long the unit is with its names.
func (w *writer) length() int { return len(w.match.text) - w.start + w.names }

func (w *writer) end() {
	m := w.match
	m.units = append(m.units, unit{from: w.start, to: len(m.text), length: w.length(), more: w.more, next: noUnit})
	m.told = len(m.text)
}

// enter leads to a new entry at the end of the list, and returns where in text
// that begins.
func (w *writer) enter(list string) (start int) {
	m := w.match
	start = len(m.text)
	if w.list == list {
		m.text = append(m.text, ';')
	} else {
		m.text = append(append(m.text, ' '), list...)
	}
	return start
}

// entered closes the entry, to which names will add so many bytes. "What would not fit goes on
// in ANT+ id lines, never one cut in two": then the entry is written anew.
func (w *writer) entered(id int, list string, start, names int) {
	m := w.match
	w.names += names
	if w.length() > longestLine {
		lead := len(";")
		if w.list != list {
			lead = len(" ") + len(list)
		}
		m.entry = append(m.entry[:0], m.text[start+lead:]...)
		m.text = m.text[:start]
		w.names -= names
		w.end()
		w.begin(wordMore, id)
		w.names = names
		m.text = append(append(append(m.text, ' '), list...), m.entry...)
	}
	w.list = list
}
