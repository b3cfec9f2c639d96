package bots

// directions are the arms of a blast and the ways to walk.
var directions = [...]struct {
	order  string
	dx, dy int
}{
	{"NORTH", 0, 1},
	{"SOUTH", 0, -1},
	{"EAST", 1, 0},
	{"WEST", -1, 0},
}

// eachTouched calls f for every cell that a bomb of this firepower touches: its
// own and the arms, cut off at the edge of the map.
func (b *Board) eachTouched(at Cell, firepower int, f func(Cell)) {
	f(at)
	for _, d := range directions {
		for i := 1; i <= firepower; i++ {
			c := Cell{at.X + i*d.dx, at.Y + i*d.dy}
			if !b.Holds(c) {
				break
			}
			f(c)
		}
	}
}

// touches tells whether a blast from one cell reaches another.
func touches(from Cell, firepower int, to Cell) bool {
	dx, dy := abs(from.X-to.X), abs(from.Y-to.Y)
	return dx == 0 && dy <= firepower || dy == 0 && dx <= firepower
}

// detonate splits the bombs into those that explode in this turn, by their own
// fuse or because another's blast reaches them, and those that stay. Ahead is
// how many turns that is after the last one whose lines were heard: studies of
// firepower that end until then count, for a bomb has the firepower that its
// owner has when it explodes.
func detonate(bombs []Bomb, turn, ahead int) (exploded, kept []Bomb) {
	kept = make([]Bomb, 0, len(bombs)+1)
	for _, bomb := range bombs {
		if bomb.Due <= turn {
			exploded = append(exploded, bomb)
		} else {
			kept = append(kept, bomb)
		}
	}
	for i := 0; i < len(exploded); i++ { // grows while it is walked: a chain
		from := exploded[i]
		power := firepowerIn(from.Owner, ahead)
		waiting := kept[:0]
		for _, bomb := range kept {
			if touches(from.At, power, bomb.At) {
				exploded = append(exploded, bomb)
			} else {
				waiting = append(waiting, bomb)
			}
		}
		kept = waiting
	}
	return exploded, kept
}

// firepowerIn is the firepower of a player that many turns after the last one
// whose lines were heard.
func firepowerIn(p *Player, ahead int) int {
	if p.Study == "FIREPOWER" && 0 < p.Busy && p.Busy <= ahead {
		return p.Firepower + 1
	}
	return p.Firepower
}

func abs(n int) int { return max(n, -n) }
