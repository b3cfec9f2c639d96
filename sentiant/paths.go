package sentiant

import (
	"math"
	"slices"
)

// unreachable is a way that does not exist. A step takes one turn, and one more
// where dirt is to be dug first.
const unreachable = -1

// ways are the turns that an ant born beside each queen, by seat, needs to come to
// each cell, digging its way through dirt.
type ways [][]int

// survey finds the ways on the map. What lies on it does not matter to them.
func (p *plan) survey() ways {
	under := p.underQueens()
	w := make(ways, len(p.queens))
	for seat, queen := range p.queens {
		w[seat] = p.turnsFrom(p.around(queen, besideSteps[:]), under)
	}
	return w
}

// turnsFrom is how many turns it takes to come from the nearest of some cells to
// each.
func (p *plan) turnsFrom(cells []int, under []bool) []int {
	turns := make([]int, len(p.ground))
	for i := range turns {
		turns[i] = unreachable
	}
	// The cells to be reached now, in one turn, and in two.
	now, soon, later := cells, []int(nil), []int(nil)
	for turn := 0; len(now)+len(soon)+len(later) > 0; turn++ {
		for _, cell := range now {
			if turns[cell] != unreachable || under[cell] || p.ground[cell] == rock {
				continue
			}
			turns[cell] = turn
			for _, next := range p.neighbours(cell) {
				switch {
				case next == noCell || turns[next] != unreachable:
				case p.ground[next] == dirt:
					later = append(later, next)
				default:
					soon = append(soon, next)
				}
			}
		}
		now, soon, later = soon, later, now[:0]
	}
	return turns
}

// neighbours are the four cells around one, noCell for those off the map.
func (p *plan) neighbours(cell int) [4]int {
	cells := [...]int{cell - p.width, cell + p.width, cell - 1, cell + 1}
	x := cell % p.width
	if cells[0] < 0 {
		cells[0] = noCell
	}
	if cells[1] >= len(p.ground) {
		cells[1] = noCell
	}
	if x == 0 {
		cells[2] = noCell
	}
	if x == p.width-1 {
		cells[3] = noCell
	}
	return cells
}

// cookieSpread is that of the ways to the cookie, and false if a queen has none. A
// way there takes as long as the way back, but for the first cell and the last,
// which are alike for all.
func (p *plan) cookieSpread() (turns int, solvable bool) {
	back := p.turnsFrom([]int{p.middle()}, p.underQueens())
	least, most := math.MaxInt, 0
	for _, queen := range p.queens {
		way := math.MaxInt
		for _, cell := range p.around(queen, besideSteps[:]) {
			if back[cell] != unreachable {
				way = min(way, back[cell])
			}
		}
		least, most = min(least, way), max(most, way)
	}
	return most - least, most < math.MaxInt
}

// solvable: "Every queen can reach the cookie and every loaf can be reached
// (digging counted)".
func (p *plan) solvable(w ways) bool {
	for cell, it := range p.items {
		if it == nothing {
			continue
		}
		for seat := range p.queens {
			if w[seat][cell] == unreachable {
				return false
			}
		}
	}
	return true
}

// spread is how much the queens' ways differ: that of the one who has it worst
// less that of the one who has it best, in turns.
type spread struct {
	cookie int // to the cookie
	loaves int // to the nearest loaves, in all
}

// nearestLoaves is how many loaves count for fairness, beside those that lie
// beside the queen.
const nearestLoaves = 5

// measure finds the spread of a map that is solvable.
func (p *plan) measure(w ways) spread {
	var loaves []int
	for cell, it := range p.items {
		if it == bread {
			loaves = append(loaves, cell)
		}
	}
	toCookie, toLoaves := make([]int, len(w)), make([]int, len(w))
	nearest := make([]int, 0, nearestLoaves+1)
	for seat := range w {
		nearest = nearest[:0]
		for _, cell := range loaves {
			turns := w[seat][cell]
			if turns == 0 || len(nearest) == nearestLoaves && turns >= nearest[nearestLoaves-1] {
				continue
			}
			i, _ := slices.BinarySearch(nearest, turns)
			nearest = slices.Insert(nearest, i, turns)
			nearest = nearest[:min(len(nearest), nearestLoaves)]
		}
		for _, turns := range nearest {
			toLoaves[seat] += turns
		}
		toCookie[seat] = w[seat][slices.Index(p.items, cookie)]
	}
	return spread{
		cookie: slices.Max(toCookie) - slices.Min(toCookie),
		loaves: slices.Max(toLoaves) - slices.Min(toLoaves),
	}
}
