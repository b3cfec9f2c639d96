package sentiant

import "arbitre/game"

// mostPheromones is how many pheromones an ant smells, the nearest.
const mostPheromones = 12

// separator stands between two ants of a line.
const separator = " | "

// viewColony tells what the colony's queen and ants know.
func (m *match) viewColony(dst []game.Event, colony, to game.Seat) []game.Event {
	if !m.queens[colony].playing() {
		return dst
	}
	m.appendQueen(colony)
	dst = m.tell(dst, to)
	p := packer{match: m, to: to, events: dst}
	for i := range m.ants {
		if m.ants[i].team == colony {
			p.ant(&m.ants[i])
		}
	}
	return p.endLine()
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

// packer writes the views of ants into lines, several to a line where they fit.
// What it writes to the match's text is units, each of an ant, with separators
// between them; where a line ends the separator is passed over.
type packer struct {
	match  *match
	to     game.Seat
	events []game.Event

	lineLength int    // bytes of the line that is open; 0: none is
	unit       int    // where in text the unit that is being written begins
	unitNames  int    // names of players in it
	list       string // the key of the list that is being written in it
}

// ant writes what an ant knows.
func (p *packer) ant(a *ant) {
	m := p.match
	p.begin(wordAnt, a.id)
	solid, others := p.self(a)
	if others > 0 {
		for i := range m.sight {
			if c := &m.sight[i]; solid[i] == seenAnt && c.distance > 0 {
				p.other(a.id, c, m.antAt(a.at+c.offset))
			}
		}
	}
	p.pheromones(a)
	p.end()
}

// self writes what an ant knows of itself and of the cells around it, and
// returns what stands there, and how many other ants do.
func (p *packer) self(a *ant) (solid []byte, others int) {
	m := p.match
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
func (p *packer) other(id int, where *sighted, seen *ant) {
	m := p.match
	start := p.enter("ants=")
	text := appendName(append(m.text, where.place...), seen.team)
	text = append(append(text, ','), itemWords[seen.cargo]...)
	text = append(append(text, ','), seen.say.bytes()...)
	m.text = appendNumber(text, ",", seen.hp)
	p.entered(id, "ants=", start, 1)
}

// pheromones writes those "whose remaining range reaches it (Manhattan, through
// walls, from any team), the nearest 12": "dx,dy,scent,range".
func (p *packer) pheromones(a *ant) {
	m := p.match
	told := 0
	for i := range m.smell {
		c := &m.smell[i]
		smelt := m.pheromones[a.at+c.offset]
		if smelt.reach == 0 || int(smelt.reach) < c.distance {
			continue
		}
		start := p.enter("phero=")
		text := appendNumber(m.text, c.place, int(smelt.scent))
		m.text = appendNumber(text, ",", int(smelt.reach))
		p.entered(a.id, "phero=", start, 0)
		if told++; told == mostPheromones {
			return
		}
	}
}

func (p *packer) begin(word string, id int) {
	m := p.match
	if p.lineLength > 0 {
		m.text = append(m.text, separator...)
	}
	p.unit, p.unitNames, p.list = len(m.text), 0, ""
	m.text = appendNumber(append(m.text, word...), " ", id)
}

// unitLength is how long the unit is if its names are as long as can be.
func (p *packer) unitLength() int {
	return len(p.match.text) - p.unit + p.unitNames*(longestName-1)
}

// enter leads to a new entry at the end of the list, and returns where in text
// that begins.
func (p *packer) enter(list string) (start int) {
	m := p.match
	start = len(m.text)
	if p.list == list {
		m.text = append(m.text, ';')
	} else {
		m.text = append(append(m.text, ' '), list...)
	}
	return start
}

// entered closes the entry, which holds so many names. "What would not fit goes on
// in ANT+ id lines, never one cut in two": then the entry is written anew.
func (p *packer) entered(id int, list string, start, names int) {
	m := p.match
	p.unitNames += names
	if p.unitLength() > longestLine {
		lead := len(";")
		if p.list != list {
			lead = len(" ") + len(list)
		}
		m.entry = append(m.entry[:0], m.text[start+lead:]...)
		m.text = m.text[:start]
		p.unitNames -= names
		p.end()
		p.begin(wordMore, id)
		p.unitNames = names
		m.text = append(append(append(m.text, ' '), list...), m.entry...)
	}
	p.list = list
}

// end closes the unit: it goes on the line that is open if it fits, else on a
// new one.
func (p *packer) end() {
	length := p.unitLength()
	switch together := p.lineLength + len(separator) + length; {
	case p.lineLength == 0:
		p.lineLength = length
	case together <= longestLine:
		p.lineLength = together
	default:
		p.events = p.match.tellTo(p.unit-len(separator), p.events, p.to)
		p.match.told = p.unit
		p.lineLength = length
	}
}

// endLine closes the last line.
func (p *packer) endLine() []game.Event {
	if p.lineLength > 0 {
		p.events = p.match.tell(p.events, p.to)
	}
	return p.events
}
