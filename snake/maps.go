package snake

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

//go:embed maps/*.txt
var mapFiles embed.FS

// ourMaps are the maps of ours, the smallest first.
var ourMaps = []string{"duel", "court", "garden", "valley", "steppe"}

// plan is a map as it is drawn: its ground row by row, and the objects with
// which a round begins.
type plan struct {
	size    int
	ground  []ground
	objects []placed
}

// MapNames are the names of the maps of ours, the smallest first.
func MapNames() []string { return slices.Clone(ourMaps) }

// MapError is what is wrong with a map. Its text counts rows and cells from 0 at
// the top left.
type MapError struct {
	Row  int // where, or -1: it is the map as a whole
	text string
}

func (e *MapError) Error() string { return e.text }

// ReadMap reads a map drawn as text, a row a line, for the setting map_rows. If no
// match can be played on it the error is a *MapError.
func ReadMap(text string) (rows []string, err error) {
	rows = rowsOf(text)
	_, err = readPlan(rows)
	return rows, err
}

// wrongRow is an error in a row, wrongCell one in a cell.
func wrongRow(y int, format string, args ...any) error {
	return &MapError{y, fmt.Sprintf("row %d ", y) + fmt.Sprintf(format, args...)}
}

func wrongCell(x, y int, format string, args ...any) error {
	return &MapError{y, fmt.Sprintf("cell %d %d: ", x, y) + fmt.Sprintf(format, args...)}
}

func wrongMap(format string, args ...any) error {
	return &MapError{-1, fmt.Sprintf(format, args...)}
}

func rowsOf(text string) []string {
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
}

// namedPlan is a map of ours by its name.
func namedPlan(name string) (plan, error) {
	if !slices.Contains(ourMaps, name) {
		return plan{}, fmt.Errorf("map: %q: want one of %s", name, strings.Join(ourMaps, ", "))
	}
	text, err := mapFiles.ReadFile("maps/" + name + ".txt")
	if err != nil {
		return plan{}, fmt.Errorf("map: %w", err)
	}
	p, err := readPlan(rowsOf(string(text)))
	if err != nil {
		return plan{}, fmt.Errorf("map: %s: %w", name, err)
	}
	return p, nil
}

// planFor is the smallest map of ours with a start cell for everyone.
func planFor(seats int) (plan, error) {
	most := 0
	for _, name := range ourMaps {
		text, err := mapFiles.ReadFile("maps/" + name + ".txt")
		if err != nil {
			return plan{}, fmt.Errorf("map: %w", err)
		}
		// Counted before it is read: to check a map takes a while.
		if most = bytes.Count(text, []byte(groundGlyphs[startCell])); most >= seats {
			return namedPlan(name)
		}
	}
	return plan{}, fmt.Errorf("map: %d players: the largest of ours has %d start cells", seats, most)
}

func (p *plan) at(x, y int) ground { return p.ground[y*p.size+x] }

func (p *plan) count(kind ground) int {
	n := 0
	for _, g := range p.ground {
		if g == kind {
			n++
		}
	}
	return n
}

func (p *plan) starts() int { return p.count(startCell) }

func (p *plan) floor() int { return p.count(floor) }

// readPlan reads a map and checks that it is fair to all who start on it.
func readPlan(rows []string) (plan, error) {
	p, err := drawnPlan(rows)
	if err != nil {
		return plan{}, err
	}
	if err := p.closed(); err != nil {
		return plan{}, err
	}
	if err := p.fair(); err != nil {
		return plan{}, err
	}
	return p, nil
}

// drawnPlan reads a square drawing.
func drawnPlan(rows []string) (plan, error) {
	p := plan{size: len(rows)}
	if p.size > mostSide {
		return plan{}, wrongMap("%d rows: want %d at most", p.size, mostSide)
	}
	for y, row := range rows {
		if n := utf8.RuneCountInString(row); n != p.size {
			return plan{}, wrongRow(y, "has %d cells: want %d, as many as there are rows", n, p.size)
		}
		for _, r := range row {
			x := len(p.ground) % p.size
			g, o := groundOf(r), objectOf(r)
			if g == outside && o == nothing {
				return plan{}, wrongCell(x, y, "%q: want one of %s or a blank", r, "☼ # ○ ● ® $")
			}
			if o != nothing {
				g = floor
				p.objects = append(p.objects, placed{o, at(x, y)})
			}
			p.ground = append(p.ground, g)
		}
	}
	return p, nil
}

// groundOf is the ground that a glyph draws, or outside.
func groundOf(r rune) ground {
	for g := floor; g <= startCell; g++ {
		if []rune(groundGlyphs[g])[0] == r {
			return g
		}
	}
	return outside
}

func objectOf(r rune) object {
	for o := apple; o <= gold; o++ {
		if []rune(objectGlyphs[o])[0] == r {
			return o
		}
	}
	return nothing
}

// closed: "a map is closed by walls or start cells all round".
func (p *plan) closed() error {
	last := p.size - 1
	for i, g := range p.ground {
		x, y := i%p.size, i/p.size
		border := x == 0 || y == 0 || x == last || y == last
		if border && g == floor {
			return wrongCell(x, y, "the map is open there: want walls or start cells all round")
		}
		if x == 0 && g == startCell {
			return wrongCell(x, y, "a start cell in the first column has no place for the tail to its left")
		}
	}
	return nil
}

// fair: everybody can leave his start cell and reach everybody else.
func (p *plan) fair() error {
	if n := p.starts(); n < minSeats {
		return wrongMap("%d start cells: want %d at least", n, minSeats)
	}
	var reached []bool
	one := 0
	for i, g := range p.ground {
		if g != startCell {
			continue
		}
		exits := p.exits(i)
		if len(exits) == 0 {
			return wrongCell(i%p.size, i/p.size, "the start cell has no exit: want a free cell to the right, above or below, without a stone")
		}
		if reached == nil {
			reached, one = p.reachedFrom(exits), i
		}
		if !slices.ContainsFunc(exits, func(exit int) bool { return reached[exit] }) {
			return wrongCell(i%p.size, i/p.size, "no way leads from this start cell to that at %d %d", one%p.size, one/p.size)
		}
	}
	return nil
}

// exits are the cells onto which a snake can leave its start cell, which it does
// to the right, up or down; a stone would kill it.
func (p *plan) exits(start int) []int {
	x, y := start%p.size, start/p.size
	var exits []int
	for _, step := range [...][2]int{{1, 0}, {0, -1}, {0, 1}} {
		nx, ny := x+step[0], y+step[1]
		if nx == p.size || ny < 0 || ny == p.size || p.at(nx, ny) != floor {
			continue
		}
		if !slices.Contains(p.objects, placed{stone, at(nx, ny)}) {
			exits = append(exits, ny*p.size+nx)
		}
	}
	return exits
}

// reachedFrom tells of each cell whether a snake can come there from one of
// these.
func (p *plan) reachedFrom(queue []int) []bool {
	reached := make([]bool, len(p.ground))
	for _, i := range queue {
		reached[i] = true
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, step := range [...]int{-p.size, p.size, -1, 1} { // of a closed map no floor is at the border
			if i := queue[0] + step; p.ground[i] == floor && !reached[i] {
				reached[i] = true
				queue = append(queue, i)
			}
		}
	}
	return reached
}
