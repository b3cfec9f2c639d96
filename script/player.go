package script

import (
	"errors"
	"fmt"
)

// Player answers the frames that come to a worker.
type Player struct{ colony *Colony }

var errNoColony = errors.New("senses before a script that can play")

// Play appends the answer to a frame. That to a Start tells the mistakes for which
// the script can't play, the first ones if there are many. An error is of a frame
// that is none, or comes out of turn.
func (p *Player) Play(frame, dst []byte) ([]byte, error) {
	if p.colony != nil {
		return p.colony.Play(frame, dst)
	}
	var start Start
	if err := start.Read(frame); err != nil {
		return dst, fmt.Errorf("%w: %w", errNoColony, err)
	}
	var answer Answer
	for _, m := range p.begin(&start) {
		if len(answer.Told) < mostPrinted {
			answer.Told = append(answer.Told, oneLine(m.String()))
		}
	}
	return answer.append(dst), nil
}

func (p *Player) begin(start *Start) Mistakes {
	program, mistakes := Compile(start.Text)
	if len(mistakes) > 0 {
		return mistakes
	}
	colony := NewColony(program, start)
	if colony.broken != nil {
		return Mistakes{*colony.broken}
	}
	p.colony = colony
	return nil
}
