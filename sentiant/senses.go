package sentiant

import (
	"encoding/binary"

	"arbitre/game"
)

// sensesVersion begins the senses of a colony.
const sensesVersion = 1

// AppendSenses writes what the colony's queen and ants know in this turn, for a
// script that plays it: the same as its views, in bytes that Senses reads. A
// colony that is out senses nothing.
//
//	version
//	turn, ants, hp, vision, say_length, pheromone_range, max_turns, memory, steps
//	friendly_fire as 0 or 1
//	the queen's eight cells, as in her view
//	ant by ant: id, hp, age
//	            cargo, last       a byte each: the index of their words
//	            the string        its length before it
//	            solid, floor      as in its view
//	            the other ants    team, cargo, hp, string of each, in the order in which solid has them
//	            the scents        their number, then dx, dy, scent, range of each
//
// Numbers are varints of encoding/binary, those that can't be negative unsigned.
func (m *match) AppendSenses(dst []byte, seat game.Seat) []byte {
	if !m.queens[seat].playing() {
		return dst
	}
	s, ants := &m.settings, m.antsOf()
	dst = append(dst, sensesVersion)
	for _, n := range [...]int{
		m.turn + 1, ants[seat], s.HP, s.Vision, s.SayLength, s.PheromoneRange, s.MaxTurns, s.Memory, s.Steps,
	} {
		dst = appendCount(dst, n)
	}
	friendly := byte(0)
	if s.FriendlyFire {
		friendly = 1
	}
	dst = append(dst, friendly)
	for _, cell := range m.besides(&m.queens[seat]) {
		dst = append(dst, m.seenByQueen(cell))
	}
	for i := range m.ants {
		if m.ants[i].team == seat {
			dst = m.appendAntSenses(dst, &m.ants[i])
		}
	}
	return dst
}

func (m *match) appendAntSenses(dst []byte, a *ant) []byte {
	dst = appendCount(dst, a.id)
	dst = appendCount(dst, a.hp)
	dst = appendCount(dst, a.age)
	dst = append(dst, byte(a.cargo), byte(a.last))
	dst = appendWord(dst, &a.say)
	cells := len(m.blank)
	dst = append(append(dst, m.blank...), m.blank...)
	solid, floor := dst[len(dst)-2*cells:len(dst)-cells], dst[len(dst)-cells:]
	if others, _ := m.look(a, solid, floor); others > 0 {
		dst = m.appendOtherSenses(dst, a, solid)
	}
	return m.appendScentSenses(dst, a)
}

func (m *match) appendOtherSenses(dst []byte, a *ant, solid []byte) []byte {
	for i := range m.sight {
		c := &m.sight[i]
		if solid[i] != seenAnt || c.distance == 0 {
			continue
		}
		seen := m.antAt(a.at + c.offset)
		dst = append(dst, byte(seen.team), byte(seen.cargo))
		dst = appendCount(dst, seen.hp)
		dst = appendWord(dst, &seen.say)
	}
	return dst
}

func (m *match) appendScentSenses(dst []byte, a *ant) []byte {
	count := len(dst)
	dst = append(dst, 0)
	for i := range m.smell {
		c := &m.smell[i]
		smelt := m.pheromones[a.at+c.offset]
		if smelt.reach < c.needs {
			continue
		}
		dst = binary.AppendVarint(binary.AppendVarint(dst, int64(c.dx)), int64(c.dy))
		dst = append(dst, smelt.scent, smelt.reach)
		if dst[count]++; dst[count] == mostPheromones {
			break
		}
	}
	return dst
}

func appendCount(dst []byte, n int) []byte { return binary.AppendUvarint(dst, uint64(n)) }

func appendWord(dst []byte, w *word) []byte { return append(append(dst, w.length), w.bytes()...) }
