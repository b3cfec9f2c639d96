package sentiant

import "arbitre/game"

// separator stands between two units of a line: the queen and her ants.
const separator = " | "

// unit is what an ant knows, at the end of the match's text.
type unit struct {
	id        int
	separator int // where in the text the separator before it begins
	from      int // where it begins
	lists     int // where begins what can be cut, between two entries
	length    int // bytes, with its names
}

// packer fills lines with units to the brim, since each line costs a network's
// patience: "several to a line of at most 350 bytes".
type packer struct {
	match  *match
	dst    []game.Event
	to     game.Seat
	filled int // bytes of the line that is being filled, with its names
}

// pack puts a unit into the line, and what does not fit of its lists into those
// behind it.
func (p *packer) pack(u unit) {
	head := u.lists - u.from
	if p.filled+len(separator)+head > longestLine {
		p.dst = p.match.tellUpTo(p.dst, u.separator, p.to)
		p.match.told = u.from
		p.filled = head
	} else {
		p.filled += len(separator) + head
	}
	if rest := u.length - head; p.filled+rest <= longestLine {
		p.filled += rest
		return
	}
	p.cut(u, u.length-head)
}

// cut begins a new line wherever the next entry does not fit into the one that is
// being filled: "what would not fit goes on in ANT+ id lines, never one cut in
// two". Rest is how many bytes there are to place, with their names.
func (p *packer) cut(u unit, rest int) {
	m := p.match
	key := ""
	for at := u.lists; p.filled+rest > longestLine; {
		lead := len(";")
		if m.text[at] == ' ' {
			key = listKey(m.text[at+1])
			lead = len(key)
		}
		end, length := m.entry(at + lead)
		if taken := lead + length; p.filled+taken <= longestLine {
			p.filled += taken
			rest -= taken
			at = end
			continue
		}
		size := end - at - lead
		m.entries = append(m.entries[:0], m.text[at+lead:]...)
		m.text = m.text[:at]
		p.dst = m.tell(p.dst, p.to)
		m.text = append(appendNumber(append(m.text, wordMore...), " ", u.id), key...)
		p.filled = len(m.text) - m.told + length
		rest -= lead + length
		at = len(m.text) + size
		m.text = append(m.text, m.entries...)
	}
	p.filled += rest
}

// listKey is the key with this first letter.
func listKey(letter byte) string {
	switch letter {
	case keySolid[1]:
		return keySolid
	case keyFloor[1]:
		return keyFloor
	case keyAnts[1]:
		return keyAnts
	}
	return keyScents
}

// entry finds where the entry that begins here in the text ends, and how long it
// is with its names.
func (m *match) entry(from int) (end, length int) {
	for end = from; end < len(m.text) && m.text[end] != ' ' && m.text[end] != ';'; end++ {
		length++
		if c := m.text[end]; c >= firstName {
			length += m.nameLengths[c-firstName] - 1
		}
	}
	return end, length
}
