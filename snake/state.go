package snake

import (
	"strconv"

	"arbitre/strictjson"
)

var phaseWords = [...]string{waiting: "wait", playing: "play", over: "over"}

// AppendState writes the whole state as one line of JSON.
func (m *match) AppendState(dst []byte, names []string) []byte {
	dst = appendNumber(dst, `{"turn":`, m.turn)
	dst = appendNumber(dst, `,"round":`, m.round)
	dst = append(dst, `,"phase":"`...)
	dst = append(dst, phaseWords[m.phase]...)
	dst = appendNumber(dst, `","left":`, m.left)
	dst = appendNumber(dst, `,"size":`, m.size)
	dst = append(dst, `,"map":[`...)
	for y := range m.size {
		dst = appendComma(dst, y)
		dst = append(m.appendGround(append(dst, '"'), y), '"')
	}
	dst = append(dst, `],"snakes":[`...)
	for i := range m.snakes {
		dst = appendComma(dst, i)
		dst = m.snakes[i].appendState(dst, names[i])
	}
	dst = m.appendObjects(append(dst, `],"apples":`...), apple)
	dst = m.appendObjects(append(dst, `,"stones":`...), stone)
	dst = m.appendObjects(append(dst, `,"fury_pills":`...), furyPill)
	dst = m.appendObjects(append(dst, `,"gold":`...), gold)
	dst = append(dst, `,"rng":"`...)
	dst = m.chance.AppendText(dst)
	return append(dst, `"}`...)
}

func (s *snake) appendState(dst []byte, name string) []byte {
	dst = strictjson.AppendText(append(dst, `{"name":`...), name)
	dst = strconv.AppendBool(append(dst, `,"alive":`...), s.alive)
	dst = strconv.AppendBool(append(dst, `,"active":`...), s.active)
	dst = append(dst, `,"direction":"`...)
	dst = append(dst, directionWords[s.direction]...)
	dst = append(dst, `","cells":[`...)
	for i := range s.length {
		dst = appendPlace(appendComma(dst, i), s.at(i))
	}
	dst = appendNumber(dst, `],"fury":`, s.fury)
	dst = appendNumber(dst, `,"stones":`, s.stones)
	dst = appendNumber(dst, `,"owes":`, s.owes)
	dst = appendNumber(dst, `,"score":`, s.score)
	dst = appendNumber(dst, `,"out":`, s.out)
	dst = append(dst, `,"cause":"`...)
	dst = append(dst, s.cause...)
	return append(dst, `"}`...)
}

// appendObjects writes the cells of the objects of a kind, row by row.
func (m *match) appendObjects(dst []byte, o object) []byte {
	dst = append(dst, '[')
	n := 0
	for y := range m.size {
		if n == m.lying[o] {
			break
		}
		for x := range m.size {
			if m.objects[at(x, y)] == o {
				dst = appendPlace(appendComma(dst, n), at(x, y))
				n++
			}
		}
	}
	return append(dst, ']')
}

func appendPlace(dst []byte, c cell) []byte {
	return append(appendCell(append(dst, '['), c), ']')
}

func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
