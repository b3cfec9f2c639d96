package snake

// draws is how often a free cell is drawn from the whole field before the free
// ones are counted.
const draws = 64

// freeCell draws a cell on which a new object can appear, each equally likely.
func (m *match) freeCell() (cell, bool) {
	for range draws {
		i := m.chance.Below(m.size * m.size)
		if c := at(i%m.size, i/m.size); m.free(c) {
			return c, true
		}
	}
	n := 0
	for c := range cell(allCells) {
		if m.free(c) {
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	n = m.chance.Below(n)
	for c := range cell(allCells) {
		if !m.free(c) {
			continue
		}
		if n--; n < 0 {
			return c, true
		}
	}
	panic("snake: fewer free cells than counted")
}

// freeStart draws a start cell without a snake. Should dead bodies lie on all
// that are left, they do not count, since the next turn clears them.
func (m *match) freeStart() (cell, bool) {
	m.candidates = m.candidates[:0]
	for _, c := range m.starts {
		if m.cover[c] == 0 {
			m.candidates = append(m.candidates, c)
		}
	}
	if len(m.candidates) == 0 {
		for _, c := range m.starts {
			if !m.livedOn(c) {
				m.candidates = append(m.candidates, c)
			}
		}
	}
	if len(m.candidates) == 0 {
		return 0, false
	}
	return m.candidates[m.chance.Below(len(m.candidates))], true
}

func (m *match) livedOn(c cell) bool {
	for i := range m.snakes {
		if s := &m.snakes[i]; s.alive && s.index(c, 0) >= 0 {
			return true
		}
	}
	return false
}
