package sentiant

import (
	"cmp"
	"slices"

	"arbitre/game"
)

// longestLine is how long a line may be, in bytes.
const longestLine = 350

// longestName is how long a name may be, in bytes, and counts as long as the match
// has not been told the names.
const longestName = 30

// firstName is the byte in the text of a line that stands for the name of the
// player in seat 0; those of the other seats follow. All else is ASCII.
const firstName = 0x80

// separator stands between two units of a line.
const separator = " | "

// noUnit is no index of a unit.
const noUnit = -1

// unit is a stretch of the match's text that is never cut in two.
type unit struct {
	from, to int
	length   int  // bytes, with its names
	more     bool // it goes on with an ant, in a line after that ant's
	line     int  // the index of its line while lines are packed
	next     int  // the index of the unit behind it in the same line, or noUnit
}

// line is a fact of sentiant: a chain of units.
type line struct {
	match *match
	first int // the index of its first unit
}

// AppendLine writes the line as it goes out.
func (l *line) AppendLine(dst []byte, names []string) []byte {
	m := l.match
	for i := l.first; i != noUnit; i = m.units[i].next {
		if i != l.first {
			dst = append(dst, separator...)
		}
		text := m.text[m.units[i].from:m.units[i].to]
		plain := 0 // where what is still to be copied begins
		for k, c := range text {
			if c >= firstName {
				dst = append(append(dst, text[plain:k]...), names[c-firstName]...)
				plain = k + 1
			}
		}
		dst = append(dst, text[plain:]...)
	}
	return dst
}

// Name tells the players' names by seat, so that lines can be packed as full as
// they may be. Names change nothing else.
func (m *match) Name(names []string) {
	for seat, name := range names {
		m.nameLengths[seat] = len(name)
	}
}

// forget frees the memory of the facts told by an earlier call.
func (m *match) forget() {
	m.text, m.units, m.lines, m.told = m.text[:0], m.units[:0], m.lines[:0], 0
}

// tell makes a line of the text written since the last one.
func (m *match) tell(dst []game.Event, to game.Seat) []game.Event {
	m.units = append(m.units, unit{from: m.told, to: len(m.text), next: noUnit})
	m.told = len(m.text)
	return m.tellUnit(dst, len(m.units)-1, to)
}

// tellUnit makes a line that begins with the unit. If lines grows, what was told
// before stays good where it was.
func (m *match) tellUnit(dst []game.Event, first int, to game.Seat) []game.Event {
	m.lines = append(m.lines, line{m, first})
	return append(dst, game.Event{To: to, Fact: &m.lines[len(m.lines)-1]})
}

// packed is a line that is being filled.
type packed struct {
	length int
	last   int // the index of its last unit so far, or noUnit
}

// pack makes lines of the units from the first on, "several to a line where they
// fit": the longest first, each into the first line that has room, since a line
// costs a network's patience. In a line, and line by line, the ants stand in the
// order of their ids; what goes on with an ant stands in the last lines.
func (m *match) pack(dst []game.Event, first int, to game.Seat) []game.Event {
	units := m.units
	m.byLength, m.packed = m.byLength[:0], m.packed[:0]
	for i := first; i < len(units); i++ {
		if !units[i].more {
			m.byLength = append(m.byLength, i)
		}
	}
	slices.SortFunc(m.byLength, func(a, b int) int {
		return cmp.Or(cmp.Compare(units[b].length, units[a].length), cmp.Compare(a, b))
	})
	for _, i := range m.byLength {
		m.put(&units[i], 0)
	}
	whole := len(m.packed)
	for i := first; i < len(units); i++ {
		if units[i].more {
			m.put(&units[i], max(whole, len(m.packed)-1))
		}
	}
	for _, more := range [...]bool{false, true} {
		for i := first; i < len(units); i++ {
			if units[i].more == more {
				dst = m.chain(dst, i, to)
			}
		}
	}
	return dst
}

// put puts the unit into the first line that has room, from the given one on.
func (m *match) put(u *unit, from int) {
	for k := from; k < len(m.packed); k++ {
		if together := m.packed[k].length + len(separator) + u.length; together <= longestLine {
			m.packed[k].length, u.line = together, k
			return
		}
	}
	u.line = len(m.packed)
	m.packed = append(m.packed, packed{u.length, noUnit})
}

// chain puts the unit behind those that its line has, or begins the line with it.
func (m *match) chain(dst []game.Event, i int, to game.Seat) []game.Event {
	p := &m.packed[m.units[i].line]
	if p.last == noUnit {
		dst = m.tellUnit(dst, i, to)
	} else {
		m.units[p.last].next = i
	}
	p.last = i
	return dst
}

func appendName(dst []byte, seat game.Seat) []byte { return append(dst, firstName+byte(seat)) }
