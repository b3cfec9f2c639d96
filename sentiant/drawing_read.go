package sentiant

import (
	"bytes"
	"strconv"
	"strings"
)

// drawnState is what was read of a drawing.
type drawnState struct {
	written writtenState
	rows    [][]byte // of letters, then of grounds
}

// readLine reads a line of a drawing, or tells that it is none.
func (d *drawnState) readLine(text string) bool {
	w := &d.written
	f := &fields{rest: strings.Fields(text)}
	switch first := f.next(); {
	case first == "after":
		f.want("turn")
		w.Turn = f.number()
	case first == drawnNext:
		w.NextID = f.number()
	case first == drawnOver:
		w.Over = true
		if len(f.rest) > 0 {
			w.Winner = f.next()
		}
	case first != "" && '0' <= first[0] && first[0] <= '9':
		d.readRow(f)
	case len(first) != 1:
		return false
	case first[0] == drawnPheromone:
		p := writtenPheromone{X: f.number(), Y: f.number()}
		f.want("scent")
		p.Scent = f.number()
		f.want("range")
		p.Range = f.number()
		w.Pheromones = append(w.Pheromones, p)
	case first[0] == drawnBread || first[0] == drawnCookie:
		d.lay(first[0], *f.number(), *f.number())
	case first[0] == drawnQueen+byte(len(w.Queens)) && len(w.Ants) == 0:
		w.Queens = append(w.Queens, f.queen())
	case drawnAnt <= first[0] && first[0] < drawnAnt+maxSeats:
		d.readAnt(f)
	default:
		return false
	}
	return !f.bad && len(f.rest) == 0
}

// readRow reads a row of the map, or passes over the numbers of the columns.
func (d *drawnState) readRow(f *fields) {
	row := []byte(strings.Join(f.rest, ""))
	f.rest = nil
	if len(bytes.Trim(row, "0123456789")) == 0 {
		return
	}
	y := len(d.rows)
	for x, c := range row {
		switch c {
		case drawnBuriedBread, drawnBuriedCookie:
			d.lay(c|' ', x, y)
			row[x] = drawnDirt
		case drawnBread, drawnCookie:
			d.lay(c, x, y)
			row[x] = drawnFree
		case drawnDirt, drawnRock:
		default: // the whole is compared in the end
			row[x] = drawnFree
		}
	}
	d.rows = append(d.rows, row)
}

func (d *drawnState) lay(letter byte, x, y int) {
	if letter == drawnCookie {
		d.written.Cookie = []int{x, y}
		return
	}
	d.written.Bread = append(d.written.Bread, []int{x, y})
}

func (d *drawnState) readAnt(f *fields) {
	a := writtenAnt{ID: f.number(), Team: f.next(), X: f.number(), Y: f.number()}
	for len(f.rest) > 0 && !f.bad {
		switch f.next() {
		case "hp":
			a.HP = f.number()
		case "carrying":
			a.Carrying = f.next()
		case "say":
			a.Say = f.next()
		case "age":
			a.Age = *f.number()
		case "last":
			a.Last = f.next()
		case "in":
			d.stand(f.next(), *a.X, *a.Y)
		default:
			f.bad = true
		}
	}
	d.written.Ants = append(d.written.Ants, a)
}

// stand tells the ground under an ant.
func (d *drawnState) stand(ground string, x, y int) {
	if len(ground) == 1 && 0 <= y && y < len(d.rows) && 0 <= x && x < len(d.rows[y]) {
		d.rows[y][x] = ground[0]
	}
}

// state is what was read, as JSON would have it.
func (d *drawnState) state() *writtenState {
	w := &d.written
	width, height := 0, len(d.rows)
	for _, row := range d.rows {
		width = len(row)
		w.Cells = append(w.Cells, string(row))
	}
	w.Width, w.Height = &width, &height
	return w
}

// fields are the words of a line that are still to be read.
type fields struct {
	rest []string
	bad  bool
}

func (f *fields) next() string {
	if len(f.rest) == 0 {
		f.bad = true
		return ""
	}
	first := f.rest[0]
	f.rest = f.rest[1:]
	return first
}

func (f *fields) want(word string) {
	if f.next() != word {
		f.bad = true
	}
}

func (f *fields) number() *int {
	n, err := strconv.Atoi(f.next())
	if err != nil {
		f.bad = true
	}
	return &n
}

func (f *fields) queen() writtenQueen {
	q := writtenQueen{Team: f.next(), X: f.number(), Y: f.number()}
	for len(f.rest) > 0 && !f.bad {
		switch f.next() {
		case "loaves":
			q.Loaves = *f.number()
		case "out":
			q.Out = *f.number()
		case "cause":
			q.Cause = f.next()
		default:
			f.bad = true
		}
	}
	return q
}
