package sentiant

import (
	"bytes"
	"strings"

	"arbitre/drawing"
)

// drawnState is what was read of a drawing.
type drawnState struct {
	written writtenState
	rows    [][]byte // of letters, then of grounds
}

// readLine reads a line of a drawing, or tells that it is none.
func (d *drawnState) readLine(text string) bool {
	w := &d.written
	f := &drawing.Fields{Rest: strings.Fields(text)}
	switch first := f.Next(); {
	case first == "after":
		f.Want("turn")
		w.Turn = f.Number()
	case first == drawnNext:
		w.NextID = f.Number()
	case first == drawnOver:
		w.Over = true
		if len(f.Rest) > 0 {
			w.Winner = f.Next()
		}
	case first != "" && '0' <= first[0] && first[0] <= '9':
		d.readRow(f)
	case len(first) != 1:
		return false
	case first[0] == drawnPheromone:
		p := writtenPheromone{X: f.Number(), Y: f.Number()}
		f.Want("scent")
		p.Scent = f.Number()
		f.Want("range")
		p.Range = f.Number()
		w.Pheromones = append(w.Pheromones, p)
	case first[0] == drawnBread || first[0] == drawnCookie:
		d.lay(first[0], *f.Number(), *f.Number())
	case first[0] == drawnQueen+byte(len(w.Queens)) && len(w.Ants) == 0:
		w.Queens = append(w.Queens, readQueen(f))
	case drawnAnt <= first[0] && first[0] < drawnAnt+maxSeats:
		d.readAnt(f)
	default:
		return false
	}
	return !f.Bad && len(f.Rest) == 0
}

// readRow reads a row of the map, or passes over the numbers of the columns.
func (d *drawnState) readRow(f *drawing.Fields) {
	row := []byte(strings.Join(f.Rest, ""))
	f.Rest = nil
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

func (d *drawnState) readAnt(f *drawing.Fields) {
	a := writtenAnt{ID: f.Number(), Team: f.Next(), X: f.Number(), Y: f.Number()}
	for len(f.Rest) > 0 && !f.Bad {
		switch f.Next() {
		case "hp":
			a.HP = f.Number()
		case "carrying":
			a.Carrying = f.Next()
		case "say":
			a.Say = f.Next()
		case "age":
			a.Age = *f.Number()
		case "last":
			a.Last = f.Next()
		case "in":
			d.stand(f.Next(), *a.X, *a.Y)
		default:
			f.Bad = true
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

func readQueen(f *drawing.Fields) writtenQueen {
	q := writtenQueen{Team: f.Next(), X: f.Number(), Y: f.Number()}
	for len(f.Rest) > 0 && !f.Bad {
		switch f.Next() {
		case "loaves":
			q.Loaves = *f.Number()
		case "out":
			q.Out = *f.Number()
		case "cause":
			q.Cause = f.Next()
		default:
			f.Bad = true
		}
	}
	return q
}
