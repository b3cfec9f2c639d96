package storm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/archive"
	"arbitre/game"
	"arbitre/journal"
	"arbitre/referee"
	"arbitre/store"
)

// file is a match as its journal has it.
type file struct {
	name    string
	opening referee.Opening
	turns   []referee.Turn
	alive   []game.Seats // before each turn
	end     *referee.End // nil: the match goes on in another program's life
	played  *played
}

// check looks at what an evening left behind.
func (e *evening) check() {
	folders, _ := filepath.Glob(filepath.Join(e.dir, "life-*"))
	if len(folders) != 1 {
		e.fault("folders: %q, want one", folders)
		return
	}
	names, _ := filepath.Glob(filepath.Join(folders[0], archive.Matches, "*.jsonl"))
	var files []*file
	for _, name := range names {
		f, err := readFile(name)
		if err != nil {
			e.fault("a journal: %v", err)
			return
		}
		files = append(files, f)
	}
	for _, m := range e.matches {
		i := slices.IndexFunc(files, func(f *file) bool { return f.opening.ID() == m.id })
		if i < 0 && m.aborted && len(m.resolved) == 0 {
			continue // it waited for a full disk, and never began
		}
		if i < 0 {
			e.fault("match %s was shown and has no journal", m.id)
			return
		}
		files[i].played, m.turns = m, len(files[i].turns)
	}
	e.checkStore(folders[0], files)
	for _, f := range files {
		if f.played != nil {
			e.checkOrders(f)
			e.checkAcks(f)
			e.checkViews(f)
			e.checkEnd(f)
		}
	}
	for _, channel := range e.plan.channels {
		e.checkChannel(channel, files)
	}
}

// readFile runs a match again from its journal.
func readFile(name string) (*file, error) {
	f := &file{name: name}
	err := journal.Play(name, games(), func(p *journal.Replay) error {
		f.opening = p.Opening
		for {
			var alive game.Seats
			standings, _ := p.Rules.Standings(nil)
			for i, s := range standings {
				if s.Alive {
					alive = alive.With(game.Seat(i))
				}
			}
			turn, end, err := p.Next()
			switch {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil && strings.Contains(err.Error(), "the file stops after turn"):
				if _, missing := os.Stat(strings.TrimSuffix(name, ".jsonl") + ".private"); missing != nil {
					return fmt.Errorf("neither ended nor to be resumed: %w", errors.Join(err, missing))
				}
				return nil
			case err != nil:
				return err
			case end != nil:
				f.end = end
			default:
				f.turns = append(f.turns, *turn)
				f.alive = append(f.alive, alive)
			}
		}
	})
	return f, err
}

// checkStore compares the results with the journals.
func (e *evening) checkStore(folder string, files []*file) {
	ctx := context.Background()
	results, err := store.Open(ctx, filepath.Join(folder, archive.Database))
	if err != nil {
		e.fault("%v", err)
		return
	}
	defer results.Close()
	running, err := results.Running(ctx)
	if err != nil {
		e.fault("%v", err)
	}
	for _, f := range files {
		id := f.opening.ID()
		if f.end == nil {
			continue
		}
		if slices.Contains(running, id) {
			e.fault("match %s has ended, and is running in the store", id)
			continue
		}
		if f.end.Aborted || f.played == nil {
			continue
		}
		matches, err := results.Memory(e.plan.network.Name).Matches(ctx, f.played.channel, 1<<20)
		if err != nil {
			e.fault("%v", err)
		}
		i := slices.IndexFunc(matches, func(m referee.Played) bool { return m.ID == id })
		if i < 0 {
			e.fault("match %s has ended, and is not in the store", id)
			continue
		}
		var winners []string
		for _, seat := range f.end.Winners {
			winners = append(winners, f.opening.Players[seat])
		}
		slices.Sort(winners)
		slices.Sort(matches[i].Winners)
		if matches[i].Turns != f.end.Turn || !slices.Equal(winners, matches[i].Winners) {
			e.fault("match %s: the store has %d turns won by %q, the journal %d by %q", id, matches[i].Turns, matches[i].Winners, f.end.Turn, winners)
		}
	}
}

// owner is the bot that had a seat.
func (e *evening) owner(f *file, seat int) *bot {
	if seat >= len(f.played.known) {
		return nil
	}
	user, _, _ := strings.Cut(f.played.known[seat].UserHost, "@")
	for _, b := range e.players {
		if b.user() == user {
			return b
		}
	}
	return nil
}

// over is when the last line of a match can have come.
func (m *played) over() time.Time {
	if m.ended.IsZero() {
		return time.Now().Add(1000 * time.Hour)
	}
	return m.ended.Add(grace)
}

// checkOrders: only a seat's own bot gives it orders, for the turn that it names,
// and each counts once.
func (e *evening) checkOrders(f *file) {
	for seat, name := range f.opening.Players {
		owner := e.owner(f, seat)
		if owner == nil {
			continue
		}
		var sent []order
		for _, o := range e.orders[owner] {
			if o.channel == f.played.channel && !o.at.Before(f.played.began) && o.at.Before(f.played.over()) {
				sent = append(sent, o)
			}
		}
		for _, turn := range f.turns {
			for _, text := range turn.Orders[seat] {
				i := slices.IndexFunc(sent, func(o order) bool {
					return (o.tag == 0 || o.tag == turn.Turn) && strings.TrimSpace(referee.Plain(o.text)) == text
				})
				if i < 0 {
					e.fault("match %s, turn %d: %s did not send the order %q, or it counted twice", f.opening.ID(), turn.Turn, name, text)
					continue
				}
				sent = slices.Delete(sent, i, i+1)
			}
		}
	}
}

// undisturbed tells whether nothing kept a bot from hearing in a time.
func (e *evening) undisturbed(b *bot, channel string, from, to time.Time) bool {
	within := func(begin, end time.Time) bool {
		return begin.Before(to.Add(grace)) && (end.IsZero() || end.After(from.Add(-grace)))
	}
	for _, s := range e.spoiled {
		if (s.who == nil || s.who == b) && within(s.from, s.to) {
			return false
		}
	}
	overlaps := func(i interval) bool { return within(i.from, i.to) }
	r := b.room(channel)
	// Who has no account, and has lost his nick or his token, can't prove who he is.
	known := b.loggedIn || !slices.ContainsFunc(r.unknown, overlaps)
	return known && !slices.ContainsFunc(r.absent, overlaps)
}

// checkViews: a living player who is there hears of each turn, and what he may
// know of it.
func (e *evening) checkViews(f *file) {
	m := f.played
	before := m.began
	for i, turn := range f.turns {
		resolved, was := m.resolved[turn.Turn]
		if !was {
			return // the crash came between
		}
		for seat, name := range f.opening.Players {
			b := e.owner(f, seat)
			if b == nil || !f.alive[i].Has(game.Seat(seat)) || !e.undisturbed(b, m.channel, before, resolved) {
				continue
			}
			heard := func(channel, text string) bool {
				return slices.ContainsFunc(b.heard, func(h heardLine) bool {
					return h.channel == channel && !h.at.Before(before) && !h.at.After(resolved.Add(grace)) && strings.Contains(h.text, text)
				})
			}
			if !heard(m.channel, fmt.Sprintf("TOUR %d", turn.Turn)) || !heard(m.channel, "SEND_YOUR_ACTION") {
				e.fault("match %s, turn %d: %s (%s) did not hear of it", m.id, turn.Turn, name, b.name)
			}
			if f.opening.Game == "sentiant" && !heard("", fmt.Sprintf("QUEEN turn=%d", turn.Turn)) {
				e.fault("match %s, turn %d: %s (%s) was not told his view", m.id, turn.Turn, name, b.name)
			}
		}
		before = resolved
	}
}

// checkEnd: a match is aborted for a reason: by the organiser, or because we were
// thrown out and not let in again.
func (e *evening) checkEnd(f *file) {
	if f.end == nil || !f.end.Aborted {
		return
	}
	if len(e.boss.state[f.played.channel].aborts) == 0 && len(e.kicks) == 0 {
		e.fault("match %s was aborted by nobody", f.played.id)
	}
}

// checkChannel: the channel hears the lines of the journals and no others, and of
// each turn all, in their order.
func (e *evening) checkChannel(channel string, files []*file) {
	witness := e.bots[1]
	var heard []heardLine
	for _, h := range witness.heard {
		if h.channel == channel && !h.notice {
			heard = append(heard, h)
		}
	}
	allowed := map[string]bool{
		"BEGIN_GAME": true, "NEW_GAME sentiant": true, "NEW_GAME snake": true, "NO_ENOUGH_PLAYERS": true, "SEND_YOUR_ACTION": true,
		"END_GAME -": !e.full.IsZero(),
	} // of a match that never began
	for _, f := range files {
		if f.played != nil && f.played.channel != channel {
			continue
		}
		for _, line := range f.opening.Public {
			allowed[line] = true
		}
		allowed[fmt.Sprintf("JOUEURS %d", len(f.opening.Players))] = true
		for _, n := range []int{1, 2, 3, 5} {
			allowed[fmt.Sprintf("ROUND_LENGHT %d", n)] = true
		}
		allowed[fmt.Sprintf("TOUR %d", len(f.turns)+1)] = true
		for _, turn := range f.turns {
			allowed[fmt.Sprintf("TOUR %d", turn.Turn)] = true
			for _, line := range turn.Public {
				allowed[line] = true
			}
			if f.played != nil { // a crash can come before anybody is shown a match
				e.checkSaid(f, &turn, witness, heard)
			}
		}
		if f.end != nil {
			for _, line := range f.end.Public {
				allowed[line] = true
			}
		}
	}
	for _, h := range heard {
		if !allowed[h.text] {
			e.fault("%s heard %q, which is in no journal", channel, h.text)
		}
	}
}

// checkSaid looks for a turn, whole.
func (e *evening) checkSaid(f *file, turn *referee.Turn, witness *bot, heard []heardLine) {
	m := f.played
	resolved, was := m.resolved[turn.Turn]
	last := f.end != nil && turn.Turn == f.end.Turn
	if !was || last && (len(e.kicks) > 0 || f.end.Aborted && e.crashedUnheard(m, heard)) { // there was no coming back to say it
		return
	}
	// It may be said again until the next turn is resolved.
	until, more := m.resolved[turn.Turn+1]
	if !more {
		until = m.over()
	}
	within := func(from, to time.Time) bool {
		return from.Before(until.Add(grace)) && (to.IsZero() || to.After(resolved.Add(-grace)))
	}
	for _, s := range e.silences {
		if (s.channel == "" || s.channel == m.channel) && within(s.from, s.to) {
			return
		}
	}
	if slices.ContainsFunc(witness.room(m.channel).absent, func(i interval) bool { return within(i.from, i.to) }) {
		return
	}
	want := fmt.Sprintf("TOUR %d", turn.Turn)
	for i, h := range heard {
		if h.text != want || h.at.Before(m.began) {
			continue
		}
		var rest []string
		for _, next := range heard[i+1:] {
			if next.link == h.link {
				rest = append(rest, next.text)
			}
		}
		if len(rest) > 0 && rest[0] == "SEND_YOUR_ACTION" {
			rest = rest[1:]
		}
		if len(rest) >= len(turn.Public) && slices.Equal(rest[:len(turn.Public)], turn.Public) {
			return
		}
	}
	e.fault("match %s: %s never heard turn %d whole: %q", m.id, m.channel, turn.Turn, turn.Public)
}
