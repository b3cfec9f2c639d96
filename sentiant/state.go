package sentiant

import "arbitre/strictjson"

// AppendState writes the whole state as one line of JSON. What lies on the map is
// told row by row, the ants by id.
func (m *match) AppendState(dst []byte, names []string) []byte {
	dst = appendNumber(dst, `{"turn":`, m.turn)
	dst = appendNumber(dst, `,"width":`, m.width)
	dst = appendNumber(dst, `,"height":`, m.height)
	dst = m.appendCells(dst)
	dst = m.appendItems(dst)
	dst = m.appendPheromones(dst)
	dst = append(dst, `,"queens":[`...)
	for i := range m.queens {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = m.appendQueenState(dst, &m.queens[i], names[i])
	}
	dst = append(dst, `],"ants":[`...)
	for i := range m.ants {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = m.appendAntState(dst, &m.ants[i], names)
	}
	dst = appendNumber(dst, `],"next_id":`, m.nextID)
	dst = append(dst, `,"over":`...)
	if m.over {
		dst = append(dst, `true,"winner":`...)
	} else {
		dst = append(dst, `false,"winner":`...)
	}
	if m.winner == nobody {
		dst = append(dst, `""`...)
	} else {
		dst = strictjson.AppendText(dst, names[m.winner])
	}
	dst = append(dst, `,"rng":"`...)
	dst = m.chance.AppendText(dst)
	return append(dst, `"}`...)
}

func (m *match) appendCells(dst []byte) []byte {
	dst = append(dst, `,"cells":[`...)
	for y := range m.height {
		if y > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		for x := range m.width {
			dst = append(dst, seenGround[m.ground[m.cell(x, y)]])
		}
		dst = append(dst, '"')
	}
	return append(dst, ']')
}

// appendItems writes where bread and the cookie lie; the cookie lies nowhere
// while an ant carries it, and once it is home.
func (m *match) appendItems(dst []byte) []byte {
	dst = append(dst, `,"bread":[`...)
	separator, lying := "", noCell
	for cell, it := range m.items {
		switch it {
		case bread:
			dst = m.appendPair(append(dst, separator...), cell)
			separator = ","
		case cookie:
			lying = cell
		case nothing:
		}
	}
	dst = append(dst, `],"cookie":`...)
	if lying == noCell {
		return append(dst, "null"...)
	}
	return m.appendPair(dst, lying)
}

func (m *match) appendPair(dst []byte, cell int) []byte {
	x, y := m.place(cell)
	dst = appendNumber(dst, "[", x)
	dst = appendNumber(dst, ",", y)
	return append(dst, ']')
}

// appendXY writes two members of an object.
func (m *match) appendXY(dst []byte, before string, cell int) []byte {
	x, y := m.place(cell)
	dst = appendNumber(append(dst, before...), `"x":`, x)
	return appendNumber(dst, `,"y":`, y)
}

func (m *match) appendPheromones(dst []byte) []byte {
	dst = append(dst, `,"pheromones":[`...)
	before := "{"
	for cell, p := range m.pheromones {
		if p.reach == 0 {
			continue
		}
		dst = m.appendXY(dst, before, cell)
		dst = appendNumber(dst, `,"scent":`, int(p.scent))
		dst = appendNumber(dst, `,"range":`, int(p.reach))
		dst = append(dst, '}')
		before = ",{"
	}
	return append(dst, ']')
}

func (m *match) appendQueenState(dst []byte, q *queen, name string) []byte {
	dst = strictjson.AppendText(append(dst, `{"team":`...), name)
	dst = m.appendXY(dst, ",", q.at)
	dst = appendNumber(dst, `,"loaves":`, q.loaves)
	dst = appendNumber(dst, `,"out":`, q.out)
	dst = append(dst, `,"cause":"`...)
	dst = append(dst, q.cause...)
	return append(dst, `"}`...)
}

func (m *match) appendAntState(dst []byte, a *ant, names []string) []byte {
	dst = appendNumber(dst, `{"id":`, a.id)
	dst = strictjson.AppendText(append(dst, `,"team":`...), names[a.team])
	dst = m.appendXY(dst, ",", a.at)
	dst = appendNumber(dst, `,"hp":`, a.hp)
	dst = append(dst, `,"carrying":"`...)
	dst = append(dst, itemWords[a.cargo]...)
	dst = append(dst, `","say":`...)
	dst = appendSay(dst, a.say.bytes())
	dst = appendNumber(dst, `,"age":`, a.age)
	dst = append(dst, `,"last":"`...)
	dst = append(dst, outcomeWords[a.last]...)
	return append(dst, `","memory":{}}`...)
}

// appendSay writes a string of an ant, which is printable ASCII, as JSON.
func appendSay(dst, text []byte) []byte {
	dst = append(dst, '"')
	for _, c := range text {
		if c == '"' || c == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}
