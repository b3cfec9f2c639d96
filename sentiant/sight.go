package sentiant

import (
	"cmp"
	"fmt"
	"slices"
)

// nearby is a cell as an ant has it: relative to its own.
type nearby struct {
	dx, dy   int
	offset   int    // to be added to the ant's cell
	distance int    // Manhattan
	needs    uint8  // the range that a pheromone there needs to be smelt
	place    string // dx and dy as an entry of a list has them: "-1,2,"
}

// sighted is a cell of the diamond that an ant can see, and through which cells
// of it, one step nearer to the ant, the shortest paths lead there.
type sighted struct {
	nearby
	from [2]int // indices; the same one twice where there is but one
}

// diamond is the cells within a Manhattan distance, row by row.
func diamond(radius, stride int) []nearby {
	var cells []nearby
	for dy := -radius; dy <= radius; dy++ {
		reach := radius - abs(dy)
		for dx := -reach; dx <= reach; dx++ {
			cells = append(cells, nearby{
				dx: dx, dy: dy,
				offset:   dy*stride + dx,
				distance: abs(dx) + abs(dy),
				needs:    uint8(max(abs(dx)+abs(dy), 1)),
				place:    fmt.Sprintf("%d,%d,", dx, dy),
			})
		}
	}
	return cells
}

// smellDiamond is the cells within a distance in the order in which pheromones
// are told: "distance, then y, then x".
func smellDiamond(radius, stride int) []nearby {
	cells := diamond(radius, stride)
	slices.SortStableFunc(cells, func(a, b nearby) int { return cmp.Compare(a.distance, b.distance) })
	return cells
}

// sightDiamond is the cells that an ant can see, row by row, and their indices
// with the nearest first.
func sightDiamond(radius, stride int) (cells []sighted, nearFirst []int) {
	plain := diamond(radius, stride)
	index := func(dx, dy int) int {
		return slices.IndexFunc(plain, func(c nearby) bool { return c.dx == dx && c.dy == dy })
	}
	for i, c := range plain {
		along, across := index(c.dx-sign(c.dx), c.dy), index(c.dx, c.dy-sign(c.dy))
		if c.dx == 0 {
			along = across
		}
		if c.dy == 0 {
			across = along
		}
		cells = append(cells, sighted{c, [2]int{along, across}})
		nearFirst = append(nearFirst, i)
	}
	slices.SortStableFunc(nearFirst, func(a, b int) int { return cmp.Compare(cells[a].distance, cells[b].distance) })
	return cells, nearFirst
}

func abs(n int) int { return max(n, -n) }

func sign(n int) int { return cmp.Compare(n, 0) }

// look writes the diamond of cells around the ant row by row, what stands there
// to solid and what lies there to floor. A cell is in sight if "some shortest
// path of free, unoccupied cells leads there; the cell itself may be solid". It
// returns how many other ants are in sight, and whether anything lies in it.
func (m *match) look(a *ant, solid, floor []byte) (ants int, lies bool) {
	sight, open := m.sight, m.open[:len(m.sight)]
	for n, i := range m.nearFirst {
		c := &sight[i]
		cell := a.at + c.offset
		made := m.ground[cell]
		if n > 0 && !open[c.from[0]] && !open[c.from[1]] {
			open[i] = false
			solid[i], floor[i] = seenUnknown, seenUnknown
			if made == outside {
				solid[i] = seenRock
			}
			continue
		}
		occupant := m.occupants[cell]
		open[i] = n == 0 || made == free && occupant == 0
		solid[i], floor[i] = seenGround[made], seenItem[m.items[cell]]
		if made == dirt || made == outside {
			floor[i] = seenUnknown
		} else if m.items[cell] != nothing {
			lies = true
		}
		switch {
		case occupant > 0:
			solid[i] = seenAnt
			if n > 0 {
				ants++
			}
		case occupant == -1-int32(a.team):
			solid[i] = seenOwnQueen
		case occupant < 0:
			solid[i] = seenOtherQueen
		}
	}
	return ants, lies
}
