package sentiant

// move: "Déplacer les fourmis -> Effectuer le calcul de dégâts si collision +
// Retirer les fourmis mortes + Mettre un dégât à la phéromone sur laquelle on
// marche". A collision costs an ant that moves into it one hp, and its move.
func (m *match) move() {
	m.aim()
	m.collide()
	m.step()
	m.bury()
	for i := range m.ants {
		if a := &m.ants[i]; a.destination == a.at {
			m.wear(a.at)
		}
	}
}

// aim finds where each ant wants to go. "Against dirt, rock, a queen, the edge:
// stays, unhurt".
func (m *match) aim() {
	for i := range m.ants {
		a := &m.ants[i]
		if a.order.action != move {
			continue
		}
		cell := m.ahead(a)
		if !m.walkable(cell) {
			a.last = still
			continue
		}
		a.destination = cell
		m.incoming[cell]++
	}
}

// collide finds the moves that fail: "two or more into one cell, two that swap,
// one into an ant that stays", and whoever can't follow an ant that has failed.
// All other moves succeed, chains and rings of them too.
func (m *match) collide() {
	m.blocked = m.blocked[:0]
	for i := range m.ants {
		a := &m.ants[i]
		if a.destination == noCell {
			continue
		}
		b := m.antAt(a.destination)
		if m.incoming[a.destination] > 1 || b != nil && (b.destination == noCell || b.destination == a.at) {
			m.block(i)
		}
	}
	for next := 0; next < len(m.blocked); { // grows while it is read
		at := m.ants[m.blocked[next]].at
		next++
		for _, cell := range [...]int{at - m.stride, at + m.stride, at - 1, at + 1} {
			if a := m.antAt(cell); a != nil && a.destination == at && a.last != bump {
				m.block(int(m.occupants[cell]) - 1)
			}
		}
	}
	for i := range m.ants {
		if a := &m.ants[i]; a.destination != noCell {
			m.incoming[a.destination] = 0
		}
	}
	for _, i := range m.blocked {
		m.ants[i].destination = noCell
	}
}

func (m *match) block(i int) {
	a := &m.ants[i]
	a.last = bump
	a.hp--
	m.blocked = append(m.blocked, i)
}

// step takes all ants whose moves succeed off the map and puts them where they
// go.
func (m *match) step() {
	for i := range m.ants {
		if a := &m.ants[i]; a.destination != noCell {
			m.occupants[a.at] = 0
		}
	}
	for i := range m.ants {
		if a := &m.ants[i]; a.destination != noCell {
			a.at = a.destination
			m.occupants[a.at] = int32(i) + 1
		}
	}
}

// wear: "Une phéromone disparaît progressivement à chaque fois qu'une fourmi passe
// dessus : sa portée diminue d'une unité. Lorsque la portée d'une phéromone est
// nulle, elle disparaît définitivement".
func (m *match) wear(cell int) {
	p := &m.pheromones[cell]
	if p.reach > 0 {
		p.reach--
	}
	if p.reach == 0 {
		*p = pheromone{}
	}
}
