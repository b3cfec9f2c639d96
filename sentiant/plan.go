package sentiant

import (
	"errors"
	"fmt"
	"strings"
)

// plan is a map before anybody has moved: cells are y*width+x.
type plan struct {
	width, height int
	ground        []ground
	items         []item
	queens        []int // their top left cells, by seat
	spread        spread
}

func newPlan(width, height int) *plan {
	return &plan{
		width: width, height: height,
		ground: make([]ground, width*height),
		items:  make([]item, width*height),
	}
}

// middle is the cell of the cookie.
func (p *plan) middle() int { return len(p.ground) / 2 }

// at is the cell so many cells from another, noCell off the map.
func (p *plan) at(cell, dx, dy int) int {
	x, y := cell%p.width+dx, cell/p.width+dy
	if x < 0 || x >= p.width || y < 0 || y >= p.height {
		return noCell
	}
	return y*p.width + x
}

// queenSteps lead from a queen's top left cell to her four.
var queenSteps = [...][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}}

// besideSteps lead from a queen's top left cell to her eight orthogonally
// adjacent ones: N1 N2 E1 E2 S1 S2 W1 W2.
var besideSteps = [...][2]int{{0, -1}, {1, -1}, {2, 0}, {2, 1}, {0, 2}, {1, 2}, {-1, 0}, {-1, 1}}

// around is those of the cells so many steps from the given one that are on the
// map.
func (p *plan) around(cell int, steps [][2]int) []int {
	cells := make([]int, 0, len(steps))
	for _, s := range steps {
		if c := p.at(cell, s[0], s[1]); c != noCell {
			cells = append(cells, c)
		}
	}
	return cells
}

// underQueens tells of each cell whether a queen stands on it.
func (p *plan) underQueens() []bool {
	under := make([]bool, len(p.ground))
	for _, queen := range p.queens {
		for _, cell := range p.around(queen, queenSteps[:]) {
			under[cell] = true
		}
	}
	return under
}

// What a map's rows hold, beside the letters of queens and ants. A capital means
// that the resource is under dirt.
const (
	drawnFree         = '.'
	drawnDirt         = '#'
	drawnRock         = '^'
	drawnBread        = 'b'
	drawnBuriedBread  = 'B'
	drawnCookie       = 'c'
	drawnBuriedCookie = 'C'
	drawnQueen        = 'Q' // of seat 0; R is that of seat 1, up to W
	drawnAnt          = 'q' // of seat 0; r is one of seat 1, up to w
)

// The limits of maps that are handed in.
const mostSide = 200

// readPlan reads the rows of a map. Spaces count for nothing. There must be one
// cookie, and of each queen two by two cells.
func readPlan(rows []string) (*plan, error) {
	width := len(strings.ReplaceAll(rows[0], " ", ""))
	if width < 1 || width > mostSide || len(rows) > mostSide {
		return nil, fmt.Errorf("%d by %d cells: want 1 to %d each", width, len(rows), mostSide)
	}
	p := newPlan(width, len(rows))
	letters := make([]byte, 0, len(p.ground))
	for y, row := range rows {
		row = strings.ReplaceAll(row, " ", "")
		if len(row) != width {
			return nil, fmt.Errorf("row %d: %d cells: want %d as in row 0", y, len(row), width)
		}
		letters = append(letters, row...)
	}
	for cell, c := range letters {
		if err := p.readCell(cell, c); err != nil {
			return nil, fmt.Errorf("row %d, cell %d: %w", cell/width, cell%width, err)
		}
	}
	return p, p.readQueens(letters)
}

func (p *plan) readCell(cell int, c byte) error {
	switch c {
	case drawnFree:
	case drawnDirt:
		p.ground[cell] = dirt
	case drawnRock:
		p.ground[cell] = rock
	case drawnBread:
		p.items[cell] = bread
	case drawnBuriedBread:
		p.ground[cell], p.items[cell] = dirt, bread
	case drawnCookie:
		p.items[cell] = cookie
	case drawnBuriedCookie:
		p.ground[cell], p.items[cell] = dirt, cookie
	default:
		if c < drawnQueen || c >= drawnQueen+maxSeats {
			return fmt.Errorf("%q: want one of . # ^ b B c C, or Q to W for the queens", c)
		}
	}
	return nil
}

// readQueens finds them in the map's letters.
func (p *plan) readQueens(letters []byte) error {
	for seat := range maxSeats {
		letter := byte(drawnQueen + seat)
		first, cells := noCell, 0
		for cell, c := range letters {
			if c != letter {
				continue
			}
			if cells++; first == noCell {
				first = cell
			}
		}
		if cells == 0 {
			continue
		}
		block := p.around(first, queenSteps[:])
		for _, cell := range block {
			if letters[cell] != letter {
				cells = 0
			}
		}
		switch {
		case cells != len(queenSteps) || len(block) != len(queenSteps):
			return fmt.Errorf("%c: want a queen of two by two cells", letter)
		case seat != len(p.queens):
			return fmt.Errorf("%c: want the queens to be Q, R and so on", letter)
		}
		p.queens = append(p.queens, first)
	}
	return nil
}

// check tells what keeps a map that was handed in from being played, and finds
// out how fair it is. If there are more queens than players, the last ones do not
// take part.
func (p *plan) check(seats int) error {
	cookies := 0
	for _, it := range p.items {
		if it == cookie {
			cookies++
		}
	}
	switch {
	case cookies != 1:
		return fmt.Errorf("%d cookies: want one", cookies)
	case len(p.queens) < seats:
		return fmt.Errorf("%d queens for %d players", len(p.queens), seats)
	}
	p.queens = p.queens[:seats]
	w := p.survey()
	if !p.solvable(w) {
		return errors.New("want a way from each queen to the cookie and to every loaf")
	}
	p.spread = p.measure(w)
	return nil
}
