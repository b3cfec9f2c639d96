package script

import (
	"cmp"
	"slices"
)

// noCell is no index of a diamond.
const noCell = -1

// diamond is the cells within a distance of an ant, row by row, as its senses have
// them.
type diamond struct {
	radius    int
	cells     []offset
	next      [][4]int // by cell: the indices of those beside it, by direction, or noCell
	nearFirst []int    // indices, by distance, then y, then x; the first is the ant's own
	rows      []int    // by dy+radius: the index that dx=0 has there
}

type offset struct{ dx, dy int }

func (o offset) distance() int { return max(o.dx, -o.dx) + max(o.dy, -o.dy) }

func newDiamond(radius int) *diamond {
	d := &diamond{radius: radius}
	for dy := -radius; dy <= radius; dy++ {
		reach := radius - max(dy, -dy)
		d.rows = append(d.rows, len(d.cells)+reach)
		for dx := -reach; dx <= reach; dx++ {
			d.nearFirst = append(d.nearFirst, len(d.cells))
			d.cells = append(d.cells, offset{dx, dy})
		}
	}
	slices.SortStableFunc(d.nearFirst, func(a, b int) int {
		return cmp.Compare(d.cells[a].distance(), d.cells[b].distance())
	})
	for _, c := range d.cells {
		var next [4]int
		for way, step := range steps {
			next[way] = d.at(c.dx+step.dx, c.dy+step.dy)
		}
		d.next = append(d.next, next)
	}
	return d
}

func (d *diamond) middle() int { return len(d.cells) / 2 }

// at is the index of a cell, noCell outside of the diamond.
func (d *diamond) at(dx, dy int) int {
	if (offset{dx, dy}).distance() > d.radius {
		return noCell
	}
	return d.rows[dy+d.radius] + dx
}

// What it takes to get onto a cell, in halves of a turn: dirt has to be dug first,
// and of what can't be seen nobody knows.
const (
	costFree    = 2
	costUnknown = 3
	costDirt    = 4
	costGiveWay = 5 // more, where a friend may go first
	farAway     = 1 << 20
)

// flood is the shortest ways from an ant through what it sees.
type flood struct {
	cost    []int // by cell of the diamond; farAway: there is no way
	first   []int // by cell: the direction of the first step
	from    []int // by cell: the one before it
	buckets [8][]int
}

// run finds the ways. Solid is the letters of the diamond. What stands in the way
// (rock, queens, ants) can be reached but not passed. Late tells of a direction
// that a friend may step there first. Of equal ways an ant takes the one that its
// number prefers.
func (f *flood) run(d *diamond, solid []byte, number int, late func(way int) bool) {
	f.cost, f.first, f.from = f.cost[:0], f.first[:0], f.from[:0]
	for range d.cells {
		f.cost, f.first, f.from = append(f.cost, farAway), append(f.first, noCell), append(f.from, noCell)
	}
	middle := d.middle()
	f.cost[middle] = 0
	f.buckets[0] = append(f.buckets[0][:0], middle)
	for waiting, cost := 1, 0; waiting > 0; cost++ {
		bucket := &f.buckets[cost%len(f.buckets)]
		for _, cell := range *bucket { // which no step is long enough to come back to
			if waiting--; f.cost[cell] == cost && (cell == middle || passable(solid[cell])) {
				waiting += f.spread(d, solid, cell, number, late)
			}
		}
		*bucket = (*bucket)[:0]
	}
}

// spread goes on from a cell, and returns how many cells it has put down for later.
func (f *flood) spread(d *diamond, solid []byte, cell, number int, late func(way int) bool) (added int) {
	for k := range directions {
		way := (k + number) % len(directions)
		next := d.next[cell][way]
		if next == noCell {
			continue
		}
		cost := f.cost[cell] + costOf(solid[next])
		first := f.first[cell]
		if f.cost[cell] == 0 {
			first = way
			if solid[next] == '.' && late(way) {
				cost += costGiveWay
			}
		}
		if cost < f.cost[next] {
			f.cost[next], f.first[next], f.from[next] = cost, first, cell
			bucket := &f.buckets[cost%len(f.buckets)]
			*bucket = append(*bucket, next)
			added++
		}
	}
	return added
}

// passable: an ant can go on from there, by digging if need be.
func passable(solid byte) bool { return solid == '.' || solid == '#' || solid == '?' }

func costOf(solid byte) int {
	switch solid {
	case '#':
		return costDirt
	case '?':
		return costUnknown
	}
	return costFree
}
