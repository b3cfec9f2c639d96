package view

import (
	"fmt"
	"strings"

	"arbitre/bots"
)

// arena is the picture of a match of bomber: the board that the channel's lines
// make.
type arena struct{ *Match }

func (m arena) players(width int, s Style) []*text {
	w := s.words()
	const nameWidth = 9
	head := &text{colour: s.Colour}
	head.add(faint, cut(fmt.Sprintf("  %s %4s %4s %4s ", padded(w.player, nameWidth), w.fire, w.speed, w.timer), width))
	rows := []*text{head}
	for seat, name := range m.Players {
		p := m.board.Player(name)
		if p == nil {
			continue
		}
		colour := playerColour(seat)
		if p.Dead {
			colour = faint
		}
		row := &text{colour: s.Colour}
		row.add(colour, cut(fmt.Sprintf("%c %s%s%s%s", m.letters[seat],
			padded(printable(name, s.ASCII), nameWidth), points(p, "FIREPOWER", p.Firepower),
			points(p, "SPEED", p.Speed), points(p, "TIMER", p.Timer)), width))
		sgr, doing := m.doing(p, w)
		if by := m.killers(p.Name); by != "" && columns(doing)+columns(w.by)+columns(by) <= width-row.width {
			doing += w.by + printable(by, s.ASCII)
		}
		row.add(sgr, cut(doing, width-row.width))
		rows = append(rows, row)
	}
	return rows
}

// killers are those whose bombs touched the cell on which a player died.
func (m arena) killers(name string) string {
	death := m.death(name)
	if death == nil {
		return ""
	}
	var by []string
	for _, killer := range death.By {
		by = append(by, killer.Name)
	}
	return strings.Join(by, ", ")
}

// points are so many, with a plus if he is about to have one more.
func points(p *bots.Player, study string, n int) string {
	if p.Study == study && p.Busy > 0 {
		return fmt.Sprintf(" %3d+", n)
	}
	return fmt.Sprintf(" %4d", n)
}

// doing is what there is to say of a player at present.
func (m arena) doing(p *bots.Player, w words) (sgr, doing string) {
	switch death := m.death(p.Name); {
	case death != nil:
		return corpse, " " + fmt.Sprintf(w.dead, death.Turn)
	case m.End != nil && len(m.End.Winners) == 1 && m.Players[m.End.Winners[0]] == p.Name:
		return bold, " " + w.winner
	case p.Study != "" && p.Busy > 0:
		return plain, " " + w.studying
	case p.Busy > 0:
		return plain, " " + w.defusing
	}
	return plain, ""
}

func (m arena) lines() []string { return m.Lines }

func (m arena) legend(s Style) (lines []string) {
	for _, line := range s.words().legend {
		if strings.Contains(line, "%s") {
			line = fmt.Sprintf(line, string(m.letters[0]))
		}
		lines = append(lines, line)
	}
	return lines
}

func (m arena) fate(seat int, w words) string {
	name := m.Players[seat]
	death := m.death(name)
	if death == nil {
		return w.alive
	}
	if cause := m.End.Causes[seat]; cause != "blast" {
		return fmt.Sprintf(w.out, death.Turn, cause)
	}
	var by []string
	for _, killer := range death.By {
		by = append(by, killer.Name)
	}
	if len(by) == 1 && by[0] == name {
		return fmt.Sprintf(w.ownBomb, death.Turn)
	}
	return fmt.Sprintf(w.blast, death.Turn, enumerated(by, w.and))
}
