package sentiant

import "arbitre/game"

// mostPheromones is how many pheromones an ant smells, the nearest.
const mostPheromones = 12

// viewColony tells what the colony's queen and ants know.
func (m *match) viewColony(dst []game.Event, colony, to game.Seat) []game.Event {
	if !m.queens[colony].playing() {
		return dst
	}
	p := packer{match: m, dst: dst, to: to}
	m.appendQueen(colony)
	p.filled = len(m.text) - m.told
	for i := range m.ants {
		if m.ants[i].team == colony {
			p.pack(m.writeAnt(&m.ants[i]))
		}
	}
	return m.tell(p.dst, to)
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

// The keys of what an ant sees and smells.
const (
	keySolid  = " solid="
	keyFloor  = " floor="
	keyAnts   = " ants="
	keyScents = " phero="
)

// writeAnt writes what an ant knows, behind a separator.
func (m *match) writeAnt(a *ant) unit {
	u := unit{id: a.id, separator: len(m.text)}
	m.text = append(m.text, separator...)
	u.from = len(m.text)
	m.text = appendNumber(append(m.text, wordAnt...), " ", a.id)
	m.writeSelf(a)
	u.lists = len(m.text)
	solid, others := m.writeCells(a)
	names := 0
	if others > 0 {
		names = m.writeOthers(a, solid)
	}
	m.writeScents(a)
	u.length = len(m.text) - u.from + names
	return u
}

// writeSelf writes what an ant knows of itself. What is empty is left out.
func (m *match) writeSelf(a *ant) {
	text := appendNumber(m.text, " hp=", a.hp)
	text = appendValue(text, " carry=", itemWords[a.cargo])
	if said := a.say.bytes(); len(said) > 0 {
		text = append(append(text, " say="...), said...)
	}
	text = appendNumber(text, " age=", a.age)
	m.text = appendValue(text, " last=", outcomeWords[a.last])
}

// writeCells writes what an ant knows of the cells around it, and returns what
// stands there, and how many other ants do. The floor is left out where nothing
// lies in sight.
func (m *match) writeCells(a *ant) (solid []byte, others int) {
	text := append(append(m.text, keySolid...), m.blank...)
	ends := len(text)
	text = append(append(text, keyFloor...), m.blank...)
	cells := len(m.blank)
	solid, floor := text[ends-cells:ends], text[len(text)-cells:]
	others, lies := m.look(a, solid, floor)
	if !lies {
		text = text[:ends]
	}
	m.text = text
	return solid, others
}

// appendValue writes a word behind its key, nothing if there is none.
func appendValue(dst []byte, key, word string) []byte {
	if word == "" {
		return dst
	}
	return append(append(dst, key...), word...)
}

// writeOthers writes the ants in sight as "dx,dy,team,cargo,string,hp", without
// the team where it is the ant's own, and returns how many bytes the names of the
// other teams will add.
func (m *match) writeOthers(a *ant, solid []byte) (names int) {
	text, lead := m.text, keyAnts
	for i := range m.sight {
		c := &m.sight[i]
		if solid[i] != seenAnt || c.distance == 0 {
			continue
		}
		seen := m.antAt(a.at + c.offset)
		text = append(append(text, lead...), c.place...)
		if seen.team != a.team {
			text = appendName(text, seen.team)
			names += m.nameLengths[seen.team] - 1
		}
		text = append(append(append(text, ','), itemWords[seen.cargo]...), ',')
		text = append(text, seen.say.bytes()...)
		text = appendNumber(text, ",", seen.hp)
		lead = ";"
	}
	m.text = text
	return names
}

// writeScents writes the pheromones "whose remaining range reaches it (Manhattan,
// through walls, from any team), the nearest 12" as "dx,dy,scent,range".
func (m *match) writeScents(a *ant) {
	text, pheromones := m.text, m.pheromones
	told := 0
	for i := range m.smell {
		c := &m.smell[i]
		smelt := pheromones[a.at+c.offset]
		if smelt.reach < c.needs {
			continue
		}
		if told == 0 {
			text = append(text, keyScents...)
		} else {
			text = append(text, ';')
		}
		text = appendNumber(text, c.place, int(smelt.scent))
		text = appendNumber(text, ",", int(smelt.reach))
		if told++; told == mostPheromones {
			break
		}
	}
	m.text = text
}
