package sentiant

import "arbitre/game"

// longestLine is how long a line may be, in bytes.
const longestLine = 350

// longestName is how long a name may be, in bytes, and counts as long as the match
// has not been told the names.
const longestName = 30

// firstName is the byte in the text of a line that stands for the name of the
// player in seat 0; those of the other seats follow. All else is ASCII.
const firstName = 0x80

// line is a fact of sentiant: a stretch of the match's text.
type line struct {
	match    *match
	from, to int
}

// AppendLine writes the line as it goes out.
func (l *line) AppendLine(dst []byte, names []string) []byte {
	text := l.match.text[l.from:l.to]
	plain := 0 // where what is still to be copied begins
	for i, c := range text {
		if c >= firstName {
			dst = append(append(dst, text[plain:i]...), names[c-firstName]...)
			plain = i + 1
		}
	}
	return append(dst, text[plain:]...)
}

// Name tells the players' names by seat, so that lines can be packed as full as
// they may be. Names change nothing else.
func (m *match) Name(names []string) {
	for seat, name := range names {
		m.nameLengths[seat] = len(name)
	}
}

func appendName(dst []byte, seat game.Seat) []byte { return append(dst, firstName+byte(seat)) }

// forget frees the memory of the facts told by an earlier call.
func (m *match) forget() {
	m.text, m.lines, m.told = m.text[:0], m.lines[:0], 0
}

// tell makes a line of the text written since the last one.
func (m *match) tell(dst []game.Event, to game.Seat) []game.Event {
	return m.tellUpTo(dst, len(m.text), to)
}

// tellUpTo makes a line of the text between the last one and the given end. If
// lines grows, what was told before stays good where it was.
func (m *match) tellUpTo(dst []game.Event, end int, to game.Seat) []game.Event {
	m.lines = append(m.lines, line{m, m.told, end})
	m.told = end
	return append(dst, game.Event{To: to, Fact: &m.lines[len(m.lines)-1]})
}
