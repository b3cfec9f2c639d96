package sentiant

import (
	"math"
	"slices"

	"arbitre/chance"
)

// How many maps are drawn to find the fairest, where turning one piece can't make
// a fair one: first the ground, which decides the ways to the cookie, then what
// lies on the fairest ground.
const (
	groundDraws = 100
	loafDraws   = 200
)

// drawPlan draws a map: "for 2 teams the map is built as one half turned by 180°,
// for 4 on a square map as quarters turned by 90°; otherwise the fairest of many
// drawn maps is taken". Turned pieces are fair at the first draw.
func drawPlan(s settings, seats int, c *chance.Source) *plan {
	pieces := 1
	switch {
	case seats == 2:
		pieces = 2
	case seats == 4 && s.Width == s.Height:
		pieces = 4
	}
	d := drawGround(s, seats, pieces, c)
	for n := 1; n < groundDraws && d.spread.cookie > 0; n++ {
		if other := drawGround(s, seats, pieces, c); other.spread.cookie < d.spread.cookie {
			d = other
		}
	}
	d.ways = d.survey()
	p := d.withLoaves(s)
	for n := 1; n < loafDraws && p.spread.loaves > 0; n++ {
		if other := d.withLoaves(s); other.spread.loaves < p.spread.loaves {
			p = other
		}
	}
	return p
}

// drawnPlan is a map that is being drawn, as one piece or as two or four that are
// turned about the middle.
type drawnPlan struct {
	*plan
	pieces int
	chance *chance.Source
	ways   ways
}

// drawGround draws until the rocks part nobody from the cookie. That takes one
// draw nearly always, and no more than a few at mostRock.
func drawGround(s settings, seats, pieces int, c *chance.Source) drawnPlan {
	for {
		d := drawnPlan{plan: newPlan(s.Width, s.Height), pieces: pieces, chance: c}
		d.placeQueens(seats)
		d.placeRocks(int(math.Round(s.RockRatio * float64(len(d.ground)))))
		d.items[d.middle()] = cookie
		var solvable bool
		if d.spread.cookie, solvable = d.cookieSpread(); solvable {
			return d
		}
	}
}

// withLoaves is the map with loaves drawn on it.
func (d drawnPlan) withLoaves(s settings) *plan {
	p := *d.plan
	p.items = slices.Clone(d.items)
	d.plan = &p
	d.placeLoaves(s.StarterBread, s.Bread)
	p.spread = p.measure(d.ways)
	return &p
}

// turned is where a cell comes to in each piece, itself first. Only as many count
// as there are pieces.
func (d *drawnPlan) turned(cell int) [4]int {
	cells := [4]int{cell}
	mx, my := d.width/2, d.height/2
	dx, dy := cell%d.width-mx, cell/d.width-my
	for i := 1; i < d.pieces; i++ {
		dx, dy = turnOnce(dx, dy, d.pieces)
		cells[i] = (my+dy)*d.width + mx + dx
	}
	return cells
}

// first: of the cells that turn into each other this is the first.
func (d *drawnPlan) first(cell int) bool {
	if d.pieces == 1 {
		return true
	}
	turned := d.turned(cell)
	return cell == slices.Min(turned[:d.pieces])
}

// turnOnce turns by a half, or by a quarter if there are four pieces.
func turnOnce(dx, dy, pieces int) (x, y int) {
	if pieces == 4 {
		return -dy, dx
	}
	return -dx, -dy
}

// pick draws cells that may be taken, one piece's with all its turned ones, until
// another would make more than most. It calls take with each.
func (d *drawnPlan) pick(most int, may func(cell int) bool, take func(cell int)) {
	var choice []int
	for cell := range d.ground {
		if cell != d.middle() && may(cell) && d.first(cell) {
			choice = append(choice, cell)
		}
	}
	for taken := 0; taken+d.pieces <= most && len(choice) > 0; taken += d.pieces {
		turned := d.turned(takeOne(d.chance, &choice))
		for _, cell := range turned[:d.pieces] {
			take(cell)
		}
	}
}

// offset is how far a queen's centre is from that of the middle cell, in half
// cells: both are odd.
type offset struct{ x, y int }

// placeQueens: they stand all at one distance from the cookie, in a world full of dirt but
// for their nests.
func (d *drawnPlan) placeQueens(seats int) {
	for i := range d.ground {
		d.ground[i] = dirt
	}
	var centres []offset
	if d.pieces > 1 {
		centres = d.turnedQueens(seats)
	} else {
		centres = d.ringOfQueens(seats)
	}
	for _, o := range centres {
		queen := d.at(d.middle(), (o.x-1)/2, (o.y-1)/2)
		d.queens = append(d.queens, queen)
		for _, cell := range d.around(queen, nestSteps()) {
			d.ground[cell] = free
		}
	}
}

// nestSteps lead from a queen's top left cell to those of "the 4×4 block around
// her and the two middle cells beyond each of its sides".
func nestSteps() [][2]int {
	var nest [][2]int
	for dy := -2; dy <= 3; dy++ {
		for dx := -2; dx <= 3; dx++ {
			if middle := dx == 0 || dx == 1 || dy == 0 || dy == 1; middle || -1 <= min(dx, dy) && max(dx, dy) <= 2 {
				nest = append(nest, [2]int{dx, dy})
			}
		}
	}
	return nest
}

// allowed: a queen's centre is "5 to 3/8 of the smaller side" from the cookie.
func (d *drawnPlan) allowed(o offset) bool {
	side, square := min(d.width, d.height), o.x*o.x+o.y*o.y // in quarters of a cell
	return square >= 4*5*5 && 16*square <= 9*side*side
}

// turnedQueens draws one queen's place; the others' are the turned ones.
func (d *drawnPlan) turnedQueens(seats int) []offset {
	var places []offset
	for y := -d.height | 1; y < d.height; y += 2 {
		for x := -d.width | 1; x < d.width; x += 2 {
			if o := (offset{x, y}); d.allowed(o) {
				places = append(places, o)
			}
		}
	}
	o := places[d.chance.Below(len(places))]
	centres := make([]offset, seats)
	for i := range centres {
		centres[i] = o
		o.x, o.y = turnOnce(o.x, o.y, d.pieces)
	}
	return centres
}

// roomy is how far apart queens' centres should be, in half cells along one axis,
// so that the blocks around them do not overlap.
const roomy = 8

// ringOfQueens draws two odd numbers; with all signs and in both orders they make
// eight places equally far from the cookie, by the air and on foot, over which
// the queens are spread.
func (d *drawnPlan) ringOfQueens(seats int) []offset {
	var choice []offset
	widest := 0
	for long := 1; long < min(d.width, d.height); long += 2 {
		for short := 1; short < long; short += 2 {
			o := offset{long, short}
			room := min(roomy, 2*short, long-short)
			if !d.allowed(o) || room < widest {
				continue
			}
			if room > widest {
				choice, widest = choice[:0], room
			}
			choice = append(choice, o)
		}
	}
	o := choice[d.chance.Below(len(choice))]
	ring := [...]offset{
		{o.x, o.y},
		{o.y, o.x},
		{-o.y, o.x},
		{-o.x, o.y},
		{-o.x, -o.y},
		{-o.y, -o.x},
		{o.y, -o.x},
		{o.x, -o.y},
	}
	first := d.chance.Below(len(ring))
	centres := make([]offset, seats)
	for i := range centres {
		centres[i] = ring[(first+i*len(ring)/seats)%len(ring)]
	}
	return centres
}

// placeRocks: they lie anywhere but in the nests and on the cookie.
func (d *drawnPlan) placeRocks(most int) {
	d.pick(most,
		func(cell int) bool { return d.ground[cell] == dirt },
		func(cell int) { d.ground[cell] = rock })
}

// placeLoaves: they lie beside each queen, so many, and anywhere else that can be reached,
// up to so many in all.
func (d *drawnPlan) placeLoaves(starter, most int) {
	under := d.underQueens()
	beside := make([]int, len(d.ground)) // how many queens
	for _, queen := range d.queens {
		for _, cell := range d.around(queen, besideSteps[:]) {
			beside[cell]++
		}
	}
	lay := func(cell int) {
		d.items[cell] = bread
		most--
	}
	for i := 0; i < len(d.queens); i += d.pieces {
		own := d.around(d.queens[i], besideSteps[:])
		own = slices.DeleteFunc(own, func(cell int) bool { return under[cell] || beside[cell] > 1 })
		for range min(starter, len(own)) {
			turned := d.turned(takeOne(d.chance, &own))
			for _, cell := range turned[:d.pieces] {
				lay(cell)
			}
		}
	}
	d.pick(most,
		func(cell int) bool { return d.ways[0][cell] != unreachable && beside[cell] == 0 },
		lay)
}
