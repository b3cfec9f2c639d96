package bomber

import "arbitre/chance"

// wholeDraws is how often the starting cells are drawn again because two are too
// close.
const wholeDraws = 100

// startingCells draws a cell a seat, as y*side+x. No two cells are at a Chebyshev
// distance of mapFactor or less; where that can't be had, they are distinct.
func startingCells(c *chance.Source, side, seats, mapFactor int) []int {
	cells := make([]int, seats)
	for range wholeDraws {
		for i := range cells {
			cells[i] = c.Below(side * side)
		}
		if apart(cells, side, mapFactor) {
			return cells
		}
	}
	for {
		for i := range cells {
			cells[i] = c.Below(side * side)
		}
		if apart(cells, side, 0) {
			return cells
		}
	}
}

// apart tells whether every two cells are more than this far apart.
func apart(cells []int, side, distance int) bool {
	for i, a := range cells {
		for _, b := range cells[:i] {
			if max(distanceOf(a%side, b%side), distanceOf(a/side, b/side)) <= distance {
				return false
			}
		}
	}
	return true
}

func distanceOf(a, b int) int { return max(a-b, b-a) }
