package bots

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Outlook is what a character looks at when it has to choose: the board, itself,
// its enemies, and what each possible order leads to.
type Outlook struct {
	*Board
	Me      *Player
	Enemies []*Player // the living, nearest first
	Options []Option  // orders that leave a way out of all bombs on the map

	seen     []Bomb // the bombs that I look out for
	chance   *rand.Rand
	forecast forecast // with the bombs as they lie now
}

// Option is a possible order and where it leads.
type Option struct {
	Order string
	At    Cell // where I stand after it
	Busy  int  // turns after this one in which I can do nothing
	Bomb  bool
	Due   int // of the bomb

	// Room is on how many cells I could stand once all known bombs are gone: 0
	// is certain death, and more is better.
	Room int
	// Exposed is how many enemies could leave me no way out by a bomb that they
	// lay this turn.
	Exposed int
	// Odds is how many enemies a bomb is likely to kill.
	Odds float64

	then forecast
}

func newOutlook(b *Board, me *Player, sight int, chance *rand.Rand) *Outlook {
	o := &Outlook{Board: b, Me: me, seen: seen(b, me, sight), chance: chance}
	o.forecast = b.foresee(o.seen)
	for _, p := range b.Players {
		if p != me && !p.Dead {
			o.Enemies = append(o.Enemies, p)
		}
	}
	slices.SortStableFunc(o.Enemies, func(p, q *Player) int {
		return distance(p.At, me.At) - distance(q.At, me.At)
	})
	for _, option := range o.possible() {
		option.Room = b.room(me, option.At, option.Busy, option.then)
		if option.Room == 0 {
			continue
		}
		option.Exposed = o.exposed(option)
		if option.Bomb {
			option.Odds = o.odds(option)
		}
		o.Options = append(o.Options, option)
	}
	// Equal options are told apart by chance, so that nobody can foresee us.
	chance.Shuffle(len(o.Options), func(i, j int) {
		o.Options[i], o.Options[j] = o.Options[j], o.Options[i]
	})
	return o
}

// seen is what somebody looks out for: his own bombs, and of the others those
// that are due within his sight. That one of the others can set off any of them
// sooner is what he does not think of.
func seen(b *Board, me *Player, sight int) []Bomb {
	var bombs []Bomb
	for _, bomb := range b.Bombs {
		if bomb.Owner == me || bomb.Due <= b.Turn+sight {
			bombs = append(bombs, bomb)
		}
	}
	return bombs
}

// possible lists every valid order, wise or not.
func (o *Outlook) possible() []Option {
	at, now := o.Me.At, o.forecast
	options := []Option{
		{At: at, then: now},
		{Order: "STUDY_FIREPOWER", At: at, Busy: 2, then: now},
		{Order: "STUDY_SPEED", At: at, Busy: 2, then: now},
		{Order: "STUDY_TIMER", At: at, Busy: 1, then: now},
	}
	for _, d := range directions {
		for i := 1; i <= o.Me.Speed; i++ {
			to := Cell{at.X + i*d.dx, at.Y + i*d.dy}
			if !o.Holds(to) {
				break
			}
			options = append(options, Option{Order: fmt.Sprintf("%s %d", d.order, i), At: to, then: now})
		}
	}
	for due := o.Turn + 1; due <= o.Turn+min(o.Me.Timer, farAhead); due++ {
		laid := append(slices.Clone(o.seen), Bomb{o.Me, at, due})
		options = append(options, Option{
			Order: fmt.Sprintf("BOMB %d", due), At: at, Bomb: true, Due: due, then: o.foresee(laid),
		})
	}
	if slices.ContainsFunc(o.seen, func(b Bomb) bool { return b.At == at }) {
		left := slices.DeleteFunc(slices.Clone(o.seen), func(b Bomb) bool { return b.At == at })
		options = append(options, Option{Order: "DEFUSE", At: at, Busy: 1, then: o.foresee(left)})
	}
	return options
}

// exposed counts the enemies whose bomb of this turn would be the end of me.
func (o *Outlook) exposed(option Option) int {
	n := 0
	for _, enemy := range o.Enemies {
		if enemy.Busy > 0 {
			continue
		}
		bombs := append(slices.Clone(option.then.bombs), Bomb{enemy, enemy.At, o.Turn + 1})
		if o.room(o.Me, option.At, option.Busy, o.foresee(bombs)) == 0 {
			n++
		}
	}
	return n
}

// odds adds up, over the enemies, how many of the cells where each can be after
// this turn are without a way out of my bomb. He does not know of the bomb yet,
// so each is as likely as the others.
func (o *Outlook) odds(option Option) float64 {
	sum := 0.0
	for _, enemy := range o.Enemies {
		cells := []Cell{enemy.At}
		if enemy.Busy == 0 {
			cells = o.steps(cells, enemy.Speed, nil)
		}
		busy := max(enemy.Busy-1, 0)
		trapped := slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool {
			return o.room(enemy, c, busy, option.then) > 0
		})
		if len(trapped) == 0 {
			continue
		}
		alreadyDead := func(c Cell) bool { return o.room(enemy, c, busy, o.forecast) == 0 }
		trapped = slices.DeleteFunc(trapped, alreadyDead)
		cells = slices.DeleteFunc(cells, alreadyDead)
		if len(cells) > 0 {
			sum += float64(len(trapped)) / float64(len(cells))
		}
	}
	return sum
}

// Quiet tells whether no enemy can come near enough to hurt me while I do
// nothing for so many turns, and no bomb could, were it set off early.
func (o *Outlook) Quiet(turns int) bool {
	for _, bomb := range o.Bombs {
		if touches(bomb.At, bomb.Owner.Firepower+1, o.Me.At) {
			return false
		}
	}
	for _, enemy := range o.Enemies {
		// He needs one turn to lay the bomb, and it explodes in the next at the
		// earliest: the turns before he can walk.
		walks := max(turns-2-enemy.Busy, 0)
		if distance(enemy.At, o.Me.At) <= walks*enemy.Speed+enemy.Firepower {
			return false
		}
	}
	return true
}

func distance(a, b Cell) int { return abs(a.X-b.X) + abs(a.Y-b.Y) }
