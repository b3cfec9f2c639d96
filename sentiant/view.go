package sentiant

import (
	"bytes"

	"arbitre/game"
)

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
	for i := range m.ants {
		if m.ants[i].team == colony {
			m.writeAnt(&m.ants[i])
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

// The keys of the lists in a view.
const (
	keyAnts   = " ants="
	keyScents = " phero="
)

// writeAnt writes what an ant knows, as a unit or, where that is too long for a
// line, several.
func (m *match) writeAnt(a *ant) {
	start := len(m.text)
	m.text = appendNumber(append(m.text, wordAnt...), " ", a.id)
	solid, others := m.writeSelf(a)
	lists, names := len(m.text), 0
	if others > 0 {
		names = m.writeOthers(a, solid)
	}
	m.writeScents(a)
	if length := len(m.text) - start + names; length <= longestLine {
		m.endUnit(unit{from: start, length: length})
		return
	}
	m.split(a.id, start, lists)
}

// writeSelf writes what an ant knows of itself and of the cells around it, and
// returns what stands there, and how many other ants do.
func (m *match) writeSelf(a *ant) (solid []byte, others int) {
	text := appendNumber(m.text, " hp=", a.hp)
	text = append(append(text, " carry="...), itemWords[a.cargo]...)
	text = append(append(text, " say="...), a.say.bytes()...)
	text = appendNumber(text, " age=", a.age)
	text = append(append(text, " last="...), outcomeWords[a.last]...)
	text = append(append(text, " solid="...), m.blank...)
	text = append(append(text, " floor="...), m.blank...)
	m.text = text
	cells := len(m.blank)
	floor := text[len(text)-cells:]
	solid = text[len(text)-2*cells-len(" floor="):][:cells]
	return solid, m.look(a, solid, floor)
}

// writeOthers writes the ants in sight as "dx,dy,team,cargo,string,hp", and
// returns how many bytes their teams' names will add.
func (m *match) writeOthers(a *ant, solid []byte) (names int) {
	text, lead := m.text, keyAnts
	for i := range m.sight {
		c := &m.sight[i]
		if solid[i] != seenAnt || c.distance == 0 {
			continue
		}
		seen := m.antAt(a.at + c.offset)
		text = append(append(text, lead...), c.place...)
		text = append(appendName(text, seen.team), ',')
		text = append(append(text, itemWords[seen.cargo]...), ',')
		text = append(text, seen.say.bytes()...)
		text = appendNumber(text, ",", seen.hp)
		names += m.nameLengths[seen.team] - 1
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

// split cuts a unit that is too long where a line has no room for a further entry
// of its lists: "what would not fit goes on in ANT+ id lines, never one cut in two".
func (m *match) split(id, start, lists int) {
	m.entries = append(m.entries[:0], m.text[lists:]...)
	m.text = m.text[:lists]
	u := unit{from: start, length: lists - start}
	var key []byte // of the list, with the space before it
	for rest := m.entries; len(rest) > 0; {
		lead := rest[:1] // a semicolon
		if lead[0] == ' ' {
			key = rest[:bytes.IndexByte(rest, '=')+1]
			lead = key
		}
		rest = rest[len(lead):]
		end, length := m.entry(rest)
		entry := rest[:end]
		rest = rest[end:]
		if u.length+len(lead)+length > longestLine {
			m.endUnit(u)
			u = unit{from: len(m.text), more: true}
			m.text = appendNumber(append(m.text, wordMore...), " ", id)
			u.length, lead = len(m.text)-u.from, key
		}
		m.text = append(append(m.text, lead...), entry...)
		u.length += len(lead) + length
	}
	m.endUnit(u)
}

// entry finds where the first entry of the text ends, and how long it is with its
// names.
func (m *match) entry(text []byte) (end, length int) {
	for end < len(text) && text[end] != ' ' && text[end] != ';' {
		length++
		if c := text[end]; c >= firstName {
			length += m.nameLengths[c-firstName] - 1
		}
		end++
	}
	return end, length
}

// endUnit ends the unit where the text ends.
func (m *match) endUnit(u unit) {
	u.to, u.next = len(m.text), noUnit
	m.units = append(m.units, u)
	m.told = len(m.text)
}
