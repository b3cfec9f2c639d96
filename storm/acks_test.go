package storm

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"arbitre/referee"
)

// ack is the referee's word that an order counts.
type ack struct {
	at      time.Time
	channel string
	turn    int
	text    string // quoted
	bot     *bot
}

// swap is a time in which two may get what is on its way to the other.
type swap struct {
	a, b     *bot
	from, to time.Time
}

// checkAcks: what was acknowledged counted, unless the referee crashed before the
// end of the turn, which then was played again.
func (e *evening) checkAcks(f *file) {
	type counted struct {
		turn int
		text string
	}
	for seat, name := range f.opening.Players {
		acked := map[counted]int{}
		for _, a := range e.acks {
			resolved, was := f.played.resolved[a.turn]
			crashed := slices.ContainsFunc(e.crashes, func(at time.Time) bool { return at.After(a.at.Add(-time.Minute)) && !at.After(resolved) })
			if a.bot != e.owner(f, seat) || !was || crashed || !a.mayBeOf(f.played) || e.mayBeOfAnother(&a, f.played) || e.wentAstray(&a, f) {
				continue
			}
			if c := (counted{a.turn, a.text}); acked[c] == 0 || !e.toldAgain[a.bot] {
				acked[c]++
			}
		}
		for _, turn := range f.turns {
			for _, text := range turn.Orders[seat] {
				acked[counted{turn.Turn, acknowledged(text)}]--
			}
		}
		for c, more := range acked {
			if more > 0 {
				e.fault("match %s, turn %d: %s has had the word that %s counts, and it did not", f.opening.ID(), c.turn, name, c.text)
			}
		}
	}
}

// acknowledged is an order as the referee's word has it.
func acknowledged(order string) string { return strconv.Quote(strings.ToLower(order)) }

// mayBeOf tells whether an acknowledgement may be of a match, by where and when it
// came. An aborted match took orders for one turn more than its journal has, and
// one that a crash interrupted resolved a turn that nobody watched.
func (a *ack) mayBeOf(m *played) bool {
	last, until := m.turns, m.over()
	if m.aborted || m.ended.IsZero() {
		last++
	}
	if resolved, was := m.resolved[a.turn]; was {
		until = resolved.Add(grace)
	}
	return a.channel == m.channel && a.turn <= last && !a.at.Before(m.began) && !a.at.After(until)
}

func (e *evening) mayBeOfAnother(a *ack, m *played) bool {
	return slices.ContainsFunc(e.matches, func(other *played) bool { return other != m && a.mayBeOf(other) })
}

// wentAstray tells whether an acknowledgement was for somebody else, whose nick
// its hearer has taken while it was on its way.
func (e *evening) wentAstray(a *ack, f *file) bool {
	return slices.ContainsFunc(e.swaps, func(s swap) bool {
		if a.at.Before(s.from) || a.at.After(s.to) {
			return false
		}
		return s.a == a.bot && e.counted(f, s.b, a) || s.b == a.bot && e.counted(f, s.a, a)
	})
}

// counted tells whether the journal has what was acknowledged as an order of the
// bot's.
func (e *evening) counted(f *file, b *bot, a *ack) bool {
	i := slices.IndexFunc(f.turns, func(t referee.Turn) bool { return t.Turn == a.turn })
	if i < 0 {
		return false
	}
	for seat := range f.opening.Players {
		if e.owner(f, seat) == b {
			return slices.ContainsFunc(f.turns[i].Orders[seat], func(text string) bool { return acknowledged(text) == a.text })
		}
	}
	return false
}
