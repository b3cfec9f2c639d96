package bots

// turn is a way that a snake can go.
type turn struct {
	order  string
	dx, dy int
}

// turns are the ways that a snake can go, y down.
var turns = [...]turn{{"UP", 0, -1}, {"LEFT", -1, 0}, {"DOWN", 0, 1}, {"RIGHT", 1, 0}}

func (c Cell) to(t turn) Cell { return Cell{c.X + t.dx, c.Y + t.dy} }

// search is the first step of a shortest way to a goal, "" if there is none. The
// first step has a condition of its own.
func search(from Cell, first, free, goal func(Cell) bool) string {
	order := ""
	spread(from, first, free, func(c Cell, by string, _ int) bool {
		if goal(c) {
			order = by
		}
		return order == ""
	})
	return order
}

// roomiest is the first step behind which most cells can be reached, "" if there
// is none.
func roomiest(from Cell, first, free func(Cell) bool) string {
	best, most := "", 0
	for _, t := range turns {
		step := from.to(t)
		if !first(step) {
			continue
		}
		if n := room(from, step, free); n > most {
			best, most = t.order, n
		}
	}
	return best
}

// room is how many cells can be reached from a step of a snake's head.
func room(head, step Cell, free func(Cell) bool) int {
	n := 0
	spread(head, func(c Cell) bool { return c == step }, free, func(Cell, string, int) bool {
		n++
		return true
	})
	return n
}

// spread calls visit for every cell that can be reached, the nearest first, with
// the first step on the way there and the number of steps, until it says no.
func spread(from Cell, first, free func(Cell) bool, visit func(c Cell, by string, steps int) bool) {
	type reached struct {
		cell  Cell
		by    string
		steps int
	}
	seen := map[Cell]bool{from: true}
	queue := []reached{{cell: from}}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at.steps > 0 && !visit(at.cell, at.by, at.steps) {
			return
		}
		for _, t := range turns {
			next, by, may := at.cell.to(t), at.by, free
			if at.steps == 0 {
				by, may = t.order, first
			}
			if !seen[next] && may(next) {
				seen[next] = true
				queue = append(queue, reached{next, by, at.steps + 1})
			}
		}
	}
}
