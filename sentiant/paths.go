package sentiant

import "slices"

// What a way costs, in turns: an ant digs, then steps.
const (
	stepTurns = 1
	digTurns  = 1
)

// unreachable is a way that does not exist.
const unreachable = -1

// turnsFrom is how many turns an ant that was born beside the queen needs to come
// to each cell, digging its way through dirt.
func (p *plan) turnsFrom(queen int, under []bool) []int {
	turns := make([]int, len(p.ground))
	for i := range turns {
		turns[i] = unreachable
	}
	var waves [stepTurns + digTurns + 1][]int // the cells to be reached now, next turn, the one after
	waves[0] = p.around(queen, besideSteps[:])
	for now := 0; len(waves[0])+len(waves[1])+len(waves[2]) > 0; now++ {
		wave := waves[0]
		waves = [...][]int{waves[1], waves[2], wave[:0:0]}
		for _, cell := range wave {
			if turns[cell] != unreachable || under[cell] || p.ground[cell] == rock {
				continue
			}
			turns[cell] = now
			for _, s := range steps {
				next := p.at(cell, s[0], s[1])
				switch {
				case next == noCell || turns[next] != unreachable:
				case p.ground[next] == dirt:
					waves[stepTurns+digTurns-1] = append(waves[stepTurns+digTurns-1], next)
				default:
					waves[stepTurns-1] = append(waves[stepTurns-1], next)
				}
			}
		}
	}
	return turns
}

// solvable: "Every queen can reach the cookie and every loaf can be reached
// (digging counted)".
func (p *plan) solvable() bool {
	under := p.underQueens()
	for _, queen := range p.queens {
		turns := p.turnsFrom(queen, under)
		for cell, it := range p.items {
			if it != nothing && turns[cell] == unreachable {
				return false
			}
		}
	}
	return true
}

// spread is how much the queens' ways differ: that of the one who has it worst
// less that of the one who has it best, in turns.
type spread struct {
	cookie int // to the cookie
	loaves int // to the nearest loaves, in all
}

// nearestLoaves is how many loaves count for fairness, beside those that lie
// beside the queen.
const nearestLoaves = 5

// measure finds the spread of a map that is solvable.
func (p *plan) measure() spread {
	under := p.underQueens()
	var toCookie, toLoaves []int
	for _, queen := range p.queens {
		turns := p.turnsFrom(queen, under)
		var loaves []int
		for cell, it := range p.items {
			switch {
			case it == cookie:
				toCookie = append(toCookie, turns[cell])
			case it == bread && turns[cell] > 0:
				loaves = append(loaves, turns[cell])
			}
		}
		slices.Sort(loaves)
		sum := 0
		for _, n := range loaves[:min(len(loaves), nearestLoaves)] {
			sum += n
		}
		toLoaves = append(toLoaves, sum)
	}
	return spread{
		cookie: slices.Max(toCookie) - slices.Min(toCookie),
		loaves: slices.Max(toLoaves) - slices.Min(toLoaves),
	}
}

// unfairness weighs the two: the cookie decides the match, so its turns count as
// much as those to all the loaves together.
func (s spread) unfairness() int { return nearestLoaves*s.cookie + s.loaves }
