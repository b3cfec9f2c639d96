package bots

// forecast is what is bound to happen if nobody lays or defuses another bomb:
// for this turn and each that follows, which cells (by Index) are touched.
type forecast struct {
	bombs []Bomb
	hits  [][]bool // nil where nothing explodes
}

// farAhead is how many turns a forecast looks ahead at most.
const farAhead = 30

// foresee lets the bombs explode, turn by turn, until none is left.
func (b *Board) foresee(bombs []Bomb) forecast {
	f := forecast{bombs: bombs}
	for turn := b.Turn; len(bombs) > 0 && turn <= b.Turn+farAhead; turn++ {
		var exploded []Bomb
		ahead := turn - b.Turn + 1
		exploded, bombs = detonate(bombs, turn, ahead)
		var hit []bool
		if len(exploded) > 0 {
			hit = make([]bool, b.Side*b.Side)
		}
		for _, bomb := range exploded {
			b.eachTouched(bomb.At, firepowerIn(bomb.Owner, ahead), func(c Cell) { hit[b.Index(c)] = true })
		}
		f.hits = append(f.hits, hit)
	}
	return f
}

// room is on how many cells a player can be when the last bomb has exploded, if
// he stands on this one after the present turn and can do nothing for so many
// turns after it. 0 means that there is no way out. He is given two moves at
// least, so that a corner counts for less than the open.
func (b *Board) room(p *Player, at Cell, busy int, f forecast) int {
	if len(f.hits) > 0 && f.hits[0] != nil && f.hits[0][b.Index(at)] {
		return 0
	}
	cells := []Cell{at}
	for ahead := 1; ahead < max(len(f.hits), 3) && len(cells) > 0; ahead++ {
		var hit []bool
		if ahead < len(f.hits) {
			hit = f.hits[ahead]
		}
		if ahead > busy {
			cells = b.steps(cells, p.Speed, hit)
			continue
		}
		if hit != nil && hit[b.Index(at)] {
			return 0
		}
	}
	return len(cells)
}

// steps is where somebody who is on one of the cells can be a turn later: there
// still, or up to speed cells further, but on no cell that is touched.
func (b *Board) steps(from []Cell, speed int, hit []bool) []Cell {
	seen := make([]bool, b.Side*b.Side)
	var to []Cell
	add := func(c Cell) {
		i := b.Index(c)
		if seen[i] || hit != nil && hit[i] {
			return
		}
		seen[i] = true
		to = append(to, c)
	}
	for _, c := range from {
		add(c)
		for _, d := range directions {
			for i := 1; i <= speed; i++ {
				next := Cell{c.X + i*d.dx, c.Y + i*d.dy}
				if !b.Holds(next) {
					break
				}
				add(next)
			}
		}
	}
	return to
}
