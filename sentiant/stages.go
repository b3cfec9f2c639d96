package sentiant

import "arbitre/game"

// stages resolve a turn, top to bottom, in the order of the seed's list ("Les
// actions des fourmis sont simultanées sur toute la carte suivant cet ordre").
// Everything in a stage is simultaneous. A new rule is a new line here, a new
// scenario in testdata and a new step in docs/rules-sentiant.md.
var stages = []struct {
	name string
	run  func(*match)
}{
	{"pheromones", (*match).smear},
	{"dig", (*match).dig},
	{"attack", (*match).attack},
	{"pick up", (*match).pickUp},
	{"drop", (*match).drop},
	{"moves", (*match).move},
	{"births", (*match).giveBirth},
	{"new loaves", (*match).layLoaves},
}

// Resolve closes the turn: the orders of void seats do not count, the ants of
// those who go out sleep on. A cookie brought home ends the match at once,
// whatever stages are left.
func (m *match) Resolve(void, out game.Seats, dst []game.Event) []game.Event {
	m.forget()
	m.turn++
	m.closeOrders(void, out)
	for i := range stages {
		if stages[i].run(m); m.over {
			break
		}
	}
	m.end()
	return m.publish(dst)
}

// closeOrders settles what each ant and each queen does in this turn.
func (m *match) closeOrders(void, out game.Seats) {
	m.eaten = 0
	m.cookieEvents = m.cookieEvents[:0]
	for i := range m.queens {
		q, seat := &m.queens[i], game.Seat(i)
		if q.playing() && out.Has(seat) {
			q.out, q.cause = m.turn, causeQuit
		}
		if !q.playing() || void.Has(seat) {
			q.order = noSpawn
		}
	}
	for i := range m.ants {
		a := &m.ants[i]
		a.age++
		a.destination = noCell
		if !m.queens[a.team].playing() || void.Has(a.team) {
			a.order = order{}
		}
		a.last = bad
		if a.order.given {
			a.last = done
		}
	}
}

// smear: "Placer les phéromones - Effacer une phéromone"; whatever was on the
// cell "est totalement écrasée". An ant's string is set in this stage too.
func (m *match) smear() {
	for i := range m.ants {
		a := &m.ants[i]
		switch a.order.trace {
		case apply:
			m.pheromones[a.at] = pheromone{a.order.scent, uint8(m.settings.PheromoneRange)}
		case erase:
			m.pheromones[a.at] = pheromone{}
		case leave:
		}
		if a.order.says {
			a.say = a.order.say
		}
	}
}

// dig: "Retirer les bouts de terre creusés". Several can dig the same cell.
func (m *match) dig() {
	for i := range m.ants {
		if a := &m.ants[i]; a.order.action == dig && m.ground[m.ahead(a)] != dirt {
			a.last = still
		}
	}
	for i := range m.ants {
		if a := &m.ants[i]; a.order.action == dig && a.last == done {
			m.ground[m.ahead(a)] = free
		}
	}
}

// ahead is the cell that the ant's order points to.
func (m *match) ahead(a *ant) int {
	switch a.order.direction {
	case up:
		return a.at - m.stride
	case down:
		return a.at + m.stride
	case left:
		return a.at - 1
	default:
		return a.at + 1
	}
}

// attack: "Retirer les HP aux fourmis, retirer les fourmis mortes". All hits are
// counted first, so that one who dies still strikes.
func (m *match) attack() {
	for i := range m.ants {
		a := &m.ants[i]
		if a.order.action != attack {
			continue
		}
		b := m.antAt(m.ahead(a))
		if b == nil || b.team == a.team && !m.settings.FriendlyFire {
			a.last = still
			continue
		}
		b.hp--
	}
	m.bury()
}

// pickUp: "la fourmi doit être positionnée sur la même case que cette ressource
// et ne pas avoir déjà une ressource sur elle".
func (m *match) pickUp() {
	for i := range m.ants {
		a := &m.ants[i]
		if a.order.action != pickUp {
			continue
		}
		if a.cargo != nothing || m.items[a.at] == nothing {
			a.last = still
			continue
		}
		a.cargo, m.items[a.at] = m.items[a.at], nothing
		if a.cargo == cookie {
			m.cookieEvents = append(m.cookieEvents, a.team)
		}
	}
}

// drop: the cargo lies down on the ant's cell if nothing lies there. "Ramener le
// cookie à la reine de sa fourmilière fait gagner la partie": then it is hers,
// even if the cell is taken.
func (m *match) drop() {
	for i := range m.ants {
		a := &m.ants[i]
		switch {
		case a.order.action != drop:
		case a.cargo == cookie && m.atHome(a):
			a.cargo = nothing
			m.cookieEvents = append(m.cookieEvents, nobody)
			m.over, m.home, m.winner = true, true, a.team
		case a.cargo == nothing || m.items[a.at] != nothing:
			a.last = still
		default:
			m.layDown(a.at, a.cargo)
			a.cargo = nothing
		}
	}
}

// atHome: the ant is orthogonally beside its own queen.
func (m *match) atHome(a *ant) bool {
	for _, cell := range m.besides(&m.queens[a.team]) {
		if cell == a.at {
			return true
		}
	}
	return false
}

// layDown lays what an ant carried on the cell.
func (m *match) layDown(cell int, cargo item) {
	m.items[cell] = cargo
	if cargo == cookie {
		m.cookieEvents = append(m.cookieEvents, nobody)
	}
}

// giveBirth: "Apparition des nouvelles fourmis". A loaf beside the queen is
// eaten, and an ant stands in its place; it acts from the next turn on.
func (m *match) giveBirth() {
	for i := range m.queens {
		q := &m.queens[i]
		besides := m.besides(q)
		for k, cell := range besides {
			if q.order != spawnAny && q.order != spawnHere+queenOrder(k) || !m.bearing(cell) {
				continue
			}
			m.items[cell] = nothing
			m.eaten++
			q.loaves++
			m.hatch(game.Seat(i), cell)
			m.hatchMore(game.Seat(i), besides[:])
			break
		}
	}
}

// bearing: there is bread on the cell and nobody stands there.
func (m *match) bearing(cell int) bool {
	return m.items[cell] == bread && m.ground[cell] == free && m.occupants[cell] == 0
}

// hatchMore: where a loaf makes several ants, the others stand on the queen's
// cells where nobody stands, in the same order, as many as there is room for.
func (m *match) hatchMore(seat game.Seat, besides []int) {
	more := m.settings.AntsPerLoaf - 1
	for _, cell := range besides {
		if more > 0 && m.ground[cell] == free && m.occupants[cell] == 0 {
			m.hatch(seat, cell)
			more--
		}
	}
}

func (m *match) hatch(seat game.Seat, cell int) {
	m.ants = append(m.ants, ant{id: m.nextID, team: seat, at: cell, hp: m.settings.HP, destination: noCell})
	m.nextID++
	m.occupants[cell] = int32(len(m.ants))
}

// layLoaves: "La Reine mange une ressource et une nouvelle ressource apparaît sur
// la map", on a random cell that takes it, if there is one.
func (m *match) layLoaves() {
	if m.spawning {
		for _, cell := range m.spawn {
			if m.takesLoaf(cell) {
				m.items[cell] = bread
			}
		}
		return
	}
	for range m.eaten {
		m.layLoaf()
	}
}

func (m *match) layLoaf() {
	takes := 0
	for cell := range m.ground {
		if m.takesLoaf(cell) {
			takes++
		}
	}
	if takes == 0 {
		return
	}
	drawn := m.chance.Below(takes)
	for cell := range m.ground {
		if !m.takesLoaf(cell) {
			continue
		}
		if drawn == 0 {
			m.items[cell] = bread
			return
		}
		drawn--
	}
}
