package snake

import "arbitre/game"

// list is one line of a list that may need several. How many it needs hangs on
// the names, which only AppendLine knows; so there are as many facts as the
// longest names would need, and those that are not needed write nothing.
type list struct {
	match *match
	kind  listKind
	count int // of the entries
	line  int // which line this is, counted from 0
}

type listKind uint8

const (
	listSnakes listKind = iota
	listEvents
	listScores
	listObjects
)

// report is a snake as it lies at the end of its turn.
type report struct {
	seat                   game.Seat
	cell                   cell
	direction              direction
	length, fury, carrying int
}

func (m *match) report(seat game.Seat) report {
	s := &m.snakes[seat]
	return report{seat, s.at(0), s.direction, s.length, s.fury, s.stones}
}

// happening is an entry of EVENTS.
type happening struct {
	what   deed
	seat   game.Seat
	victim game.Seat // of a bite or a kill
	object object    // eaten, or new
	cell   cell      // of a stone laid, or of a new object
	number int       // of the cells bitten off, or of the whole snake killed
}

type deed uint8

const (
	ate deed = iota
	laidStone
	bit
	killed
	appeared
)

func (m *match) tellOf(h happening) { m.happened = append(m.happened, h) }

// tellObjects tells all objects, by kind and then row by row.
func (m *match) tellObjects(dst []game.Event, to game.Seat) []game.Event {
	m.scattered = m.scattered[:0]
	for _, o := range [...]object{apple, stone, furyPill, gold} {
		for y := range m.size {
			for x := range m.size {
				if c := at(x, y); m.objects[c] == o {
					m.scattered = append(m.scattered, placed{o, c})
				}
			}
		}
	}
	if len(m.scattered) == 0 {
		return m.tell(dst, to, line{word: wordObjects, seat: nobody})
	}
	return m.tellList(dst, to, listObjects, len(m.scattered))
}

// tellList tells a list of so many entries, packed into as few lines as fit; an
// empty one is not told.
func (m *match) tellList(dst []game.Event, to game.Seat, kind listKind, count int) []game.Event {
	l := list{match: m, kind: kind, count: count}
	for n := l.linesAtMost(); l.line < n; l.line++ {
		m.lists = append(m.lists, l)
		dst = append(dst, game.Event{To: to, Fact: &m.lists[len(m.lists)-1]})
	}
	return dst
}

// surelyFit is how many entries fit into a line whatever they are.
var surelyFit = [...]int{listSnakes: 5, listEvents: 4, listScores: 8, listObjects: 21}

// linesAtMost is how many lines the list needs if all names are of the longest.
func (l *list) linesAtMost() int {
	if l.count <= surelyFit[l.kind] {
		return min(l.count, 1)
	}
	lines, used := 1, len(listWords[l.kind])
	for i := range l.count {
		n := len(" ") + l.longest(i)
		if used += n; used > longestLine {
			lines, used = lines+1, len(listWords[l.kind])+n
		}
	}
	return lines
}

// longest is how many bytes an entry has at most.
func (l *list) longest(i int) int {
	const name, place = longestName, len(",59,59")
	switch l.kind {
	case listSnakes:
		r := &l.match.moved[i]
		return name + len(":59,59,RIGHT,,,") + digits(r.length) + digits(r.fury) + digits(r.carrying)
	case listEvents:
		switch h := &l.match.happened[i]; h.what {
		case ate:
			return len("apple:") + name
		case laidStone:
			return len("laid:") + name + place
		case appeared:
			return len("new:fury_pill") + place
		default:
			return len("kill:,,") + 2*name + digits(h.number)
		}
	case listScores:
		return name + len(":") + digits(l.match.snakes[i].score)
	default:
		return len("fury_pill:59,59")
	}
}

// AppendLine writes the entries of this line, with those of the lines before it
// left out; nothing if there are no more.
func (l *list) AppendLine(dst []byte, names []string) []byte {
	begin := len(dst)
	dst = append(dst, listWords[l.kind]...)
	entries, line := len(dst), 0
	for i := range l.count {
		end := len(dst)
		dst = l.appendEntry(append(dst, ' '), i, names)
		if len(dst)-begin <= longestLine {
			continue
		}
		if line == l.line {
			return dst[:end]
		}
		line++
		dst = dst[:entries+copy(dst[entries:], dst[end:])]
	}
	if line < l.line {
		return dst[:begin]
	}
	return dst
}

func (l *list) appendEntry(dst []byte, i int, names []string) []byte {
	switch l.kind {
	case listSnakes:
		return l.match.moved[i].append(dst, names)
	case listEvents:
		return l.match.happened[i].append(dst, names)
	case listScores:
		dst = append(dst, names[i]...)
		return appendNumber(dst, ":", l.match.snakes[i].score)
	default:
		p := l.match.scattered[i]
		dst = append(dst, objectWords[p.object]...)
		return appendCell(append(dst, ':'), p.cell)
	}
}

func (r *report) append(dst []byte, names []string) []byte {
	dst = append(dst, names[r.seat]...)
	dst = appendCell(append(dst, ':'), r.cell)
	dst = append(append(dst, ','), directionWords[r.direction]...)
	dst = appendNumber(dst, ",", r.length)
	dst = appendNumber(dst, ",", r.fury)
	return appendNumber(dst, ",", r.carrying)
}

func (h *happening) append(dst []byte, names []string) []byte {
	dst = append(dst, eventWords[h.what]...)
	switch h.what {
	case ate:
		dst = append(dst, eatenWords[h.object]...)
		return append(append(dst, ':'), names[h.seat]...)
	case appeared:
		dst = append(append(dst, ':'), objectWords[h.object]...)
		return appendCell(append(dst, ','), h.cell)
	case laidStone:
		dst = append(append(dst, ':'), names[h.seat]...)
		return appendCell(append(dst, ','), h.cell)
	default:
		dst = append(append(dst, ':'), names[h.seat]...)
		dst = append(append(dst, ','), names[h.victim]...)
		return appendNumber(dst, ",", h.number)
	}
}

func appendCell(dst []byte, c cell) []byte {
	dst = appendNumber(dst, "", c.x())
	return appendNumber(dst, ",", c.y())
}
