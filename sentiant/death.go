package sentiant

import "slices"

// cargoFall is what an ant carried that died on the cell.
type cargoFall struct {
	cell  int
	cargo item
}

// bury removes the dead, and lets what they carried fall "in the order of their
// cells (y, then x), each onto a cell still free".
func (m *match) bury() {
	m.fallen = m.fallen[:0]
	dead := 0
	for i := range m.ants {
		a := &m.ants[i]
		if a.hp > 0 {
			continue
		}
		dead++
		m.occupants[a.at] = 0
		if a.cargo != nothing {
			m.fallen = append(m.fallen, cargoFall{a.at, a.cargo})
		}
	}
	if dead == 0 {
		return
	}
	m.ants = slices.DeleteFunc(m.ants, func(a ant) bool { return a.hp <= 0 })
	m.indexAnts()
	slices.SortFunc(m.fallen, func(a, b cargoFall) int { return a.cell - b.cell })
	for _, f := range m.fallen {
		m.fall(f.cell, f.cargo)
	}
}

// fall lays cargo on the cell or, if something lies there, on the nearest one
// "without resource, dirt, rock or queen". Where a map has none at all, dirt will
// do; where everything is full the cookie takes the place of a loaf, for "the
// cookie is never lost".
func (m *match) fall(cell int, cargo item) {
	for _, ground := range [...]ground{free, dirt} {
		if to := m.nearestEmpty(cell, ground); to != noCell {
			m.layDown(to, cargo)
			return
		}
	}
	if cargo == cookie {
		m.layDown(cell, cargo)
	}
}

// nearestEmpty is the nearest cell without resource and queen, its ground not
// above the given one, "by Manhattan distance, then y, then x; an ant standing
// there does not matter".
func (m *match) nearestEmpty(cell int, most ground) int {
	x, y := m.place(cell)
	empty := func(x, y int) bool {
		return m.onMap(x, y) && m.items[m.cell(x, y)] == nothing &&
			m.ground[m.cell(x, y)] <= most && m.occupants[m.cell(x, y)] >= 0
	}
	for distance := range m.width + m.height - 1 {
		for dy := -distance; dy <= distance; dy++ {
			dx := distance - abs(dy)
			switch {
			case empty(x-dx, y+dy):
				return m.cell(x-dx, y+dy)
			case empty(x+dx, y+dy):
				return m.cell(x+dx, y+dy)
			}
		}
	}
	return noCell
}
