package bots

import "math"

// The choices that the characters share. Each returns an order and whether it
// has found one that is fit.

// study asks for a point, if it is quiet enough to sit still for it. Daring times
// in a hundred, and more often as the match goes on, it does so if it is merely
// not suicide: impatience is what most students die of.
func (o *Outlook) study(what string, daring int) (string, bool) {
	turns := 3
	if what == "TIMER" {
		turns = 2
	}
	if !o.Quiet(turns) && o.chance.Float64()*100 >= float64(daring)*(1+float64(o.Turn)/20) {
		return "", false
	}
	for _, option := range o.Options {
		if option.Order == "STUDY_"+what {
			return option.Order, true
		}
	}
	return "", false
}

// attack lays the bomb that is likeliest to kill, if it is likely enough. Of
// bombs that are equally good it takes the one that leaves me more room.
func (o *Outlook) attack(odds float64) (string, bool) {
	var best *Option
	for i := range o.Options {
		option := &o.Options[i]
		if !option.Bomb || option.Odds < odds {
			continue
		}
		if best == nil || option.Odds > best.Odds ||
			option.Odds == best.Odds && option.Room > best.Room {
			best = option
		}
	}
	if best == nil {
		return "", false
	}
	return best.Order, true
}

// sow lays a bomb for no certain victim, with any fuse, where an enemy
// is about: bombs that reach one another make a trap that a later one springs.
// So many of mine may lie at once, none on another.
func (o *Outlook) sow(atOnce int) (string, bool) {
	mine := 0
	for _, bomb := range o.Bombs {
		if bomb.At == o.Me.At {
			return "", false
		}
		if bomb.Owner == o.Me {
			mine++
		}
	}
	if mine >= atOnce || len(o.Enemies) == 0 || distance(o.Enemies[0].At, o.Me.At) > o.Me.Firepower+o.Me.Timer {
		return "", false
	}
	for _, option := range o.Options {
		if option.Bomb && option.Due > o.Turn+1 {
			return option.Order, true
		}
	}
	return "", false
}

// step takes the move for which the price is lowest. A cell where an enemy's next
// bomb could be my end costs fear more for each of them. Standing still is dear:
// a referee that waits for everybody's order would wait in vain.
func (o *Outlook) step(fear float64, price func(Option) float64) string {
	best, lowest := o.lastWord(), math.Inf(1)
	for _, option := range o.Options {
		if option.Bomb || option.Busy > 0 {
			continue
		}
		p := price(option) + fear*float64(option.Exposed) - 0.01*float64(option.Room)
		if option.Order == "" {
			p += 1000
		}
		if p < lowest {
			best, lowest = option.Order, p
		}
	}
	return best
}

// lastWord is for when every order means death: a bomb for whoever comes along.
func (o *Outlook) lastWord() string {
	for _, option := range o.possible() {
		if option.Bomb {
			return option.Order
		}
	}
	return ""
}

// boldness grows from 0 at the first turn to 1 and stays there: nobody wants to
// play for ever.
func (o *Outlook) boldness(turns int) float64 {
	return min(float64(o.Turn)/float64(turns), 1)
}
