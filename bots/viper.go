package bots

import "slices"

// Viper is the bot for snake that fights. It keeps the match in a Pit, from the
// public lines alone, so that it plays as well where boards are off. It weighs
// everything within reach by what it earns a step: food; stones when they cost
// nothing or little; and in fury the others, whom it bites off as near to the head
// as it can get. Whoever follows it gets a stone before his head.
type Viper struct {
	name string
	pit  Pit
}

// NewViper makes a brain that plays under this name.
func NewViper(name string) *Viper { return &Viper{name: name} }

// Hear takes in a line of the referee. The answer is the order to send: only
// SEND_YOUR_ACTION asks for one.
func (v *Viper) Hear(line string) (orders []string) {
	if line != "SEND_YOUR_ACTION" {
		v.pit.Hear(line)
		return nil
	}
	me := v.pit.Snake(v.name)
	if me == nil || !me.Alive || !me.Active || len(me.Cells) < 2 {
		return nil
	}
	way := v.look(me).choose()
	if v.followed(me) {
		way = "ACT," + way
	}
	return []string{way}
}

// followed tells whether a stone that is laid now lies before the head of an enemy
// whom it hurts.
func (v *Viper) followed(me *Snake) bool {
	tail := me.Cells[len(me.Cells)-1]
	return me.Stones > 0 && slices.ContainsFunc(v.pit.Snakes, func(s *Snake) bool {
		return s != me && s.Active && s.Alive && s.Fury < 2 && steps(s.Cells[0], tail) <= 2
	})
}

// glance is what a viper sees before a turn.
type glance struct {
	pit *Pit
	me  *Snake
	// body is whose cell it is and which one, counted from the head, that a snake
	// has on a cell; danger is where an enemy who would win can be after this turn.
	body   map[Cell]limb
	danger map[Cell]bool
	raging []Cell // the heads of enemies in fury from whom I run
}

type limb struct {
	snake *Snake
	index int
}

func (v *Viper) look(me *Snake) *glance {
	g := &glance{pit: &v.pit, me: me, body: map[Cell]limb{}, danger: map[Cell]bool{}}
	for _, s := range v.pit.Snakes {
		for i, c := range s.Cells {
			g.body[c] = limb{s, i}
		}
		if s == me || !s.Alive || !s.Active {
			continue
		}
		// Head on: who is in fury wins; else the longer survives, and pays.
		mine, his := me.Fury > 1, s.Fury > 1
		if his && !mine {
			g.raging = append(g.raging, s.Cells[0])
		}
		if his && !mine || his == mine && len(s.Cells)+3 > len(me.Cells) {
			for _, t := range turns {
				g.danger[s.Cells[0].to(t)] = true
			}
		}
	}
	return g
}

// inFury tells whether my fury lasts so many steps.
func (g *glance) inFury(steps int) bool { return g.me.Fury > steps }

// survives tells whether the head can be on a cell after so many steps.
func (g *glance) survives(c Cell, steps int) bool {
	if g.pit.At(c) != ' ' {
		return false
	}
	if g.pit.Objects[c] == "stone" && !g.inFury(steps) && len(g.me.Cells) < 5 {
		return false
	}
	limb, taken := g.body[c]
	switch {
	case !taken:
		return true
	case limb.snake == g.me: // crossing oneself costs what lies behind
		return limb.index >= len(g.me.Cells)-steps
	case !limb.snake.Active:
		return true
	case limb.index < 2: // a head or a neck
		return g.inFury(steps) && limb.snake.Fury <= steps
	}
	return g.inFury(steps) || len(limb.snake.Cells)-limb.index < steps // it will have moved on
}

// worth is what there is to earn on a cell.
func (g *glance) worth(c Cell, steps int) float64 {
	if limb, taken := g.body[c]; taken && limb.snake != g.me && limb.snake.Active && g.inFury(steps) {
		return 10 * float64(max(len(limb.snake.Cells)-limb.index-steps/2, 0))
	}
	switch g.pit.Objects[c] {
	case "gold":
		return 10
	case "apple":
		return 5 // a point, and a cell for the end of the round
	case "fury_pill":
		return 12
	case "stone":
		if g.inFury(steps) {
			return 6
		}
		if len(g.me.Cells) > 8 && g.me.Stones == 0 {
			return 3
		}
		return -6
	}
	return 0
}

// choose is the way on which most is earned a step, with enough room behind it.
func (g *glance) choose() string {
	head := g.me.Cells[0]
	now := func(c Cell) bool { return g.survives(c, 1) && (len(g.me.Cells) < 2 || c != g.me.Cells[1]) }
	soon := func(c Cell) bool { return g.survives(c, 2) }
	gain := map[string]float64{}
	spread(head, now, soon, func(c Cell, by string, steps int) bool {
		if w := g.worth(c, steps); w != 0 && g.survives(c, steps) {
			gain[by] = max(gain[by], w/float64(steps))
		}
		return steps < 40
	})
	best, most := "", 0.0
	for _, t := range turns {
		step := head.to(t)
		if !now(step) {
			continue
		}
		score := 1000 + gain[t.order]
		if g.danger[step] {
			score -= 300
		}
		for _, head := range g.raging {
			score -= float64(max(0, 80-15*steps(head, step)))
		}
		if g.pit.Objects[step] == "stone" && !g.inFury(1) {
			score -= 5
		}
		if r := room(head, step, soon); r < len(g.me.Cells)+4 {
			score += float64(r) - 100
		}
		if score > most {
			best, most = t.order, score
		}
	}
	if best == "" { // nowhere to go: rather a stone or a shorter body than a wall
		return g.lastWay(head)
	}
	return best
}

// lastWay is a way that costs something, "STOP" if every way is the end.
func (g *glance) lastWay(head Cell) string {
	for _, t := range turns {
		limb, taken := g.body[head.to(t)]
		if taken && limb.snake == g.me && limb.index > 1 {
			return t.order
		}
	}
	return "STOP"
}

func steps(a, b Cell) int { return abs(a.X-b.X) + abs(a.Y-b.Y) }
