package bomber

import (
	"slices"

	"arbitre/game"
)

// stages resolve a turn, top to bottom, in the order of the contest's section
// "Déroulement d'une partie". A new rule is a new line here, a new scenario in
// testdata and a new step in docs/rules-bomber.md.
var stages = []struct {
	name string
	run  func(*match)
}{
	{"defuse", (*match).defuse},
	{"moves", (*match).move},
	{"studies", (*match).study},
	{"bombs", (*match).lay},
	{"explosions", (*match).explode},
}

// Resolve closes the turn: the orders of void seats do not count, but what runs
// already goes on; those who go out do nothing more and are dead.
func (m *match) Resolve(void, out game.Seats, dst []game.Event) []game.Event {
	m.turn++
	m.closeOrders(void, out)
	for i := range stages {
		stages[i].run(m)
	}
	m.countIdle()
	return m.publish(dst)
}

// closeOrders settles what each living player does in this turn. All others
// have no order.
func (m *match) closeOrders(void, out game.Seats) {
	m.playing = 0
	for i := range m.players {
		p, seat := &m.players[i], game.Seat(i)
		if !p.alive() {
			continue
		}
		m.playing = m.playing.With(seat)
		switch {
		case out.Has(seat):
			p.order = order{}
			p.died, p.out, p.cause = m.turn, m.turn, causeQuit
		case p.busy != nothing:
			p.order = order{action: p.busy}
		case void.Has(seat):
			p.order = order{}
		}
	}
}

// defuse: "elle detruit toutes les bombes sur votre case, avant qu'elles
// n'explosent"; in the second turn the player puts his tools away.
func (m *match) defuse() {
	for i := range m.players {
		p := &m.players[i]
		if p.order.action != defuse {
			continue
		}
		if p.busy == nothing {
			p.busy, p.busyTurns = defuse, occupies[defuse]
			m.bombs = slices.DeleteFunc(m.bombs, func(b bomb) bool { return b.x == p.x && b.y == p.y })
		}
		if p.busyTurns--; p.busyTurns == 0 {
			p.busy = nothing
		}
	}
}

func (m *match) move() {
	for i := range m.players {
		if p := &m.players[i]; p.order.action.isMove() {
			p.x, p.y = p.order.destination(p)
		}
	}
}

// study: the point is the player's in the last turn of the study, before the
// explosions, and he is free in the next one.
func (m *match) study() {
	for i := range m.players {
		p := &m.players[i]
		if !p.order.action.isStudy() {
			continue
		}
		if p.busy == nothing {
			p.busy, p.busyTurns = p.order.action, occupies[p.order.action]
		}
		if p.busyTurns--; p.busyTurns > 0 {
			continue
		}
		switch p.busy {
		case studyFirepower:
			p.firepower++
		case studySpeed:
			p.speed++
		default:
			p.timer++
		}
		p.busy = nothing
	}
}

func (m *match) lay() {
	for i := range m.players {
		if p := &m.players[i]; p.order.action == layBomb {
			m.bombs = append(m.bombs, bomb{owner: game.Seat(i), x: p.x, y: p.y, due: p.order.number})
		}
	}
}

// explode: "si une bombe, en explosant, atteint une autre bombe", that one does
// so in the same instant, each with the firepower that its owner has now: "si je
// fais BOMB 45, et STUDY_FIREPOWER entre temps, la bombe gagnera en puissance".
func (m *match) explode() {
	m.explosions = 0
	for i := range m.bombs {
		if m.bombs[i].due == m.turn {
			m.ignite(i)
		}
	}
	for len(m.exploding) > 0 {
		last := len(m.exploding) - 1
		b := m.bombs[m.exploding[last]]
		m.exploding = m.exploding[:last]
		m.blast(&b, m.players[b.owner].firepower)
	}
	if m.explosions > 0 {
		m.bombs = slices.DeleteFunc(m.bombs, func(b bomb) bool { return b.exploded })
	}
}

func (m *match) ignite(i int) {
	m.bombs[i].exploded = true
	m.explosions++
	m.exploding = append(m.exploding, i)
}

// blast sets off the bombs and kills the players that an explosion touches. A
// player's death changes no explosion: they all are of one instant.
func (m *match) blast(b *bomb, firepower int) {
	for i := range m.bombs {
		if c := &m.bombs[i]; !c.exploded && b.touches(firepower, c.x, c.y) {
			m.ignite(i)
		}
	}
	for i := range m.players {
		if p := &m.players[i]; p.alive() && b.touches(firepower, p.x, p.y) {
			p.died, p.cause = m.turn, causeBlast
		}
	}
}

// countIdle: a turn is idle when nobody had a valid order that counted, no study
// or defusal ran and nothing exploded.
func (m *match) countIdle() {
	m.idle++
	if m.explosions > 0 {
		m.idle = 0
	}
	for i := range m.players {
		if m.players[i].order.action != nothing {
			m.idle = 0
		}
	}
}

// publish appends one line a player who was alive when the turn was closed, then
// one for each who died in it, and forgets the orders.
func (m *match) publish(dst []game.Event) []game.Event {
	m.lines = m.lines[:0]
	for i := range m.players {
		p, seat := &m.players[i], game.Seat(i)
		if m.playing.Has(seat) {
			dst = m.tell(dst, game.Everyone, m.deed(p, seat))
		}
		p.order = order{}
	}
	for i := range m.players {
		seat := game.Seat(i)
		if m.playing.Has(seat) && !m.players[i].alive() {
			dst = m.tell(dst, game.Everyone, line{word: wordDead, seat: seat})
		}
	}
	return dst
}

// deed is the line that tells what a player did in this turn.
func (m *match) deed(p *player, seat game.Seat) line {
	a := p.order.action
	switch {
	case a.isMove():
		return line{wordPosition, seat, [3]int{p.x, p.y}, 2}
	case a.isStudy():
		return line{actionWords[a], seat, [3]int{p.busyTurns}, 1}
	case a == layBomb:
		return line{actionWords[a], seat, [3]int{p.order.number - m.turn}, 1}
	case a == defuse:
		return line{word: actionWords[a], seat: seat}
	}
	return line{word: wordNoAction, seat: seat}
}
