package bots

import (
	"math/rand/v2"
	"slices"
	"strconv"
)

// Forager plays a colony of sentiant. Its ants dig, since what is buried shows
// only then, and take home what they find; the cookie comes first. They keep out
// of each other's way by scents: where it smells of somebody who has searched
// already, one searches elsewhere, and a scent calls to where more loaves lie than
// one ant can carry.
type Forager struct {
	name   string
	colony Colony
	chance *rand.Rand

	sought map[Place]bool // what an ant goes for in this turn
	taken  map[Place]bool // where one will be at the end of it
}

// The scents that its ants leave.
const (
	searched = 1 // here somebody has looked around
	plenty   = 2 // here is more bread
)

// mostAnts is how many ants it wants: more are more lines than a network likes.
const mostAnts = 20

// NewForager makes a brain that plays under this name. Equal seeds and equal lines
// give equal orders.
func NewForager(name string, seed uint64) *Forager {
	return &Forager{name: name, chance: rand.New(rand.NewPCG(seed, 0))}
}

// Hear takes in a line of the referee, public or private. The answer is what to
// tell him: orders at SEND_YOUR_ACTION, else nothing.
func (f *Forager) Hear(line string) (answers []string) {
	f.colony.Hear(line)
	if line != "SEND_YOUR_ACTION" || f.colony.Queen == nil {
		return nil
	}
	f.sought, f.taken = map[Place]bool{}, map[Place]bool{}
	var orders []string
	for _, a := range f.colony.Ants {
		f.taken[a.At] = true
	}
	if bread := slices.Index(f.colony.Queen, 'b'); bread >= 0 && len(f.colony.Ants) < mostAnts {
		orders = append(orders, "QUEEN SPAWN "+besideNames[bread])
		f.colony.cradle = beside[bread]
		f.taken[beside[bread]] = true
	}
	for _, a := range f.colony.Ants {
		orders = append(orders, f.order(a))
	}
	return orderLines(orders)
}

// order is what one ant does.
func (f *Forager) order(a *Ant) string {
	if thief := f.thief(a); thief != nil {
		return f.chase(a, thief.At)
	}
	home := slices.Contains(beside, a.At)
	here := a.sight(Place{}).Floor
	switch {
	case a.Carry != "" && home && (a.Carry == "cookie" || here == '.'):
		return anOrder(a.ID, "DROP")
	case a.Carry != "":
		return f.goTo(a, f.door(a))
	case here == 'c', here == 'b' && !home:
		if f.sees(a, 'b') != nil {
			return anOrder(a.ID, "PICKUP", "PHERO", strconv.Itoa(plenty))
		}
		return anOrder(a.ID, "PICKUP")
	}
	return f.search(a)
}

// thief is an ant of another colony in sight that carries the cookie.
func (f *Forager) thief(a *Ant) *Neighbour {
	for i, other := range a.Others {
		if other.Carry == "cookie" && other.Team != "" && a.Carry != "cookie" {
			return &a.Others[i]
		}
	}
	return nil
}

func (f *Forager) chase(a *Ant, at Place) string {
	for _, way := range ways {
		if way.step == at {
			return anOrder(a.ID, "ATTACK", way.word)
		}
	}
	return f.goTo(a, a.At.plus(at))
}

// door is the nearest of the queen's cells where cargo can be laid down.
func (f *Forager) door(a *Ant) Place {
	best := Place{}
	for i, at := range beside {
		open := f.colony.Queen[i] == '.' || f.colony.Queen[i] == '#' || a.Carry == "cookie" && f.colony.Queen[i] != '^'
		if open && !f.sought[at] && (best == Place{} || far(a.At, at) < far(a.At, best)) {
			best = at
		}
	}
	f.sought[best] = true
	return best
}

// search goes for what is in sight, the cookie first; then where a scent calls;
// then it digs, the nearest dirt that does not smell of others; and if all
// around is dug, it wanders on.
func (f *Forager) search(a *Ant) string {
	for _, what := range []byte{'c', 'b'} {
		if at := f.sees(a, what); at != nil {
			f.sought[a.At.plus(*at)] = true
			return f.goTo(a, a.At.plus(*at))
		}
	}
	if calls, at := a.smells(plenty); calls {
		if (at == Place{}) {
			return anOrder(a.ID, "ERASE") // there is no more
		}
		return f.goTo(a, a.At.plus(at))
	}
	goal, found := f.dirt(a)
	if !found {
		goal = f.wander(a)
	}
	f.sought[goal] = true
	order := f.goTo(a, goal)
	if marked, _ := a.smells(searched); !marked {
		order += " PHERO " + strconv.Itoa(searched)
	}
	return order
}

// sees finds the nearest thing in sight that nobody goes for yet, nil if there is
// none. Bread beside the own queen stays there.
func (f *Forager) sees(a *Ant, what byte) *Place {
	var best *Place
	for _, v := range a.Cells {
		place := a.At.plus(v.At)
		if v.Floor != what || f.sought[place] || what == 'b' && slices.Contains(beside, place) || v.At == (Place{}) {
			continue
		}
		if best == nil || far(v.At, Place{}) < far(*best, Place{}) {
			best = &v.At
		}
	}
	return best
}

// smells finds the nearest scent of a kind.
func (a *Ant) smells(kind int) (found bool, at Place) {
	for _, s := range a.Scents { // the nearest first
		if s.Kind == kind {
			return true, s.At
		}
	}
	return false, Place{}
}

// dirt is the best dirt in sight to dig: near, and far from where others have
// searched.
func (f *Forager) dirt(a *Ant) (goal Place, found bool) {
	best := 0.0
	for _, v := range a.Cells {
		if v.Solid != '#' || f.sought[a.At.plus(v.At)] {
			continue
		}
		cost := float64(3*far(v.At, Place{})) + f.chance.Float64()
		for _, s := range a.Scents {
			if s.Kind == searched {
				cost += 2 / float64(1+far(s.At, v.At))
			}
		}
		if !found || cost < best {
			goal, found, best = a.At.plus(v.At), true, cost
		}
	}
	return goal, found
}

// wander goes straight on for a while, then elsewhere.
func (f *Forager) wander(a *Ant) Place {
	if a.aim == (Place{}) || far(a.At, a.aim) < 3 || f.chance.IntN(20) == 0 {
		a.aim = a.At.plus(Place{f.chance.IntN(25) - 12, f.chance.IntN(25) - 12})
	}
	return a.aim
}

// goTo goes or digs one cell nearer to the goal, around what is in the way: not
// where it has just been, if there is another way.
func (f *Forager) goTo(a *Ant, goal Place) string {
	best, order := 0.0, ""
	for _, way := range ways {
		to := a.At.plus(way.step)
		cost := float64(far(to, goal)) + f.chance.Float64()/2
		verb := "MOVE"
		switch solid := a.sight(way.step).Solid; {
		case solid == '#':
			cost++
			verb = "DIG"
		case solid != '.' || f.taken[to]:
			continue
		}
		for _, been := range a.trail {
			if been == to {
				cost++
			}
		}
		if order == "" || cost < best {
			best, order = cost, verb+" "+way.word
			a.going = Place{}
			if verb == "MOVE" {
				a.going = way.step
			}
		}
	}
	if order == "" {
		return anOrder(a.ID, "SLEEP")
	}
	f.taken[a.At.plus(a.going)] = true
	return anOrder(a.ID, order)
}
