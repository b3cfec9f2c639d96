package referee

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// status tells how things stand in the channel. In a match the match knows.
func (d *Desk) status(_ context.Context, r request) {
	ch := r.channel
	switch {
	case ch.match != nil:
		if !r.heard() || d.spares(r.from) {
			return
		}
		ch.match.deliver(func(m *match) error {
			m.network.Send(Post{To: r.from, Notice: true, Class: Talk, Text: m.status(), Stale: m.outdated(1)})
			return nil
		})
	case ch.lobby != nil:
		d.reply(r, "status-lobby", ch.lobby.game.Name, len(ch.players), d.words.duration(untilClose(ch.lobby)))
	default:
		d.ask(r, func(ctx context.Context, words catalogue) (string, error) {
			idle := words.say("status-idle", d.config.Prefix)
			last, err := d.memory.Matches(ctx, ch.name, 1)
			if err != nil || len(last) == 0 {
				return idle, err
			}
			if len(last[0].Winners) == 0 {
				return words.say("status-unwon", last[0].Game, last[0].Turns) + " " + idle, nil
			}
			return words.say("status-last", last[0].Game, winners(last[0], 3), last[0].Turns) + " " + idle, nil
		})
	}
}

// winners are the names of those who won a match, "-" for nobody. So many are
// named, and of the others is told how many they are.
func winners(m Played, most int) string {
	switch {
	case len(m.Winners) == 0:
		return "-"
	case len(m.Winners) > most:
		return fmt.Sprintf("%s+%d", strings.Join(m.Winners[:most], "+"), len(m.Winners)-most)
	}
	return strings.Join(m.Winners, "+")
}

// status is one sentence on the match.
func (m *match) status() string {
	alive := 0
	for i := range m.standings {
		if m.standings[i].Alive {
			alive++
		}
	}
	return m.words.say("status-match", m.game.Name, m.turn, alive, len(m.seats))
}

func (d *Desk) players(_ context.Context, r request) {
	names := d.playerNames(r.channel)
	if len(names) == 0 {
		d.reply(r, "players-none")
		return
	}
	d.reply(r, "players", len(names), d.wordsIn(r.channel).list(names))
}

// playerNames are the names of those who have a place: in a match the fixed
// ones.
func (d *Desk) playerNames(ch *channel) (names []string) {
	for _, p := range ch.players {
		switch {
		case ch.match != nil:
			names = append(names, ch.match.names[p.seat])
		case p.name() != "":
			names = append(names, p.name())
		}
	}
	return names
}

func (d *Desk) rules(_ context.Context, r request) {
	name := d.gameMeant(r)
	g := d.gameNamed(name)
	if g == nil {
		d.reply(r, "game-which", d.gameNames())
		return
	}
	if !r.heard() || d.spares(r.from) {
		return
	}
	for line := range strings.Lines(g.Words(d.wordsFor(r.channel, r.from)["language"], "rules")) {
		d.network.Send(Post{To: r.from, Notice: true, Class: Talk, Text: strings.TrimSpace(line)})
	}
	if d.scripts != nil && d.takesScripts(*g) {
		d.notify(r.channel, r.from, Talk, "script-rules", d.wordsFor(r.channel, r.from).list(d.offers()))
	}
}

// gameMeant is the game that a request names, or else the one of the channel's
// match or lobby, or the only one.
func (d *Desk) gameMeant(r request) string {
	switch {
	case len(r.arguments()) > 0:
		return r.arguments()[0]
	case r.channel != nil && r.channel.match != nil:
		return r.channel.match.game.Name
	case r.channel != nil && r.channel.lobby != nil:
		return r.channel.lobby.game.Name
	case len(d.games) == 1:
		return d.games[0].Name
	}
	return ""
}

// help is for who asks: two lines, and the organisers' commands only for those
// who have them.
func (d *Desk) help(_ context.Context, r request) {
	d.reply(r, "help", d.config.Prefix)
	if r.organiser {
		d.reply(r, "help-organiser", d.config.Prefix)
	}
}

// topRows is how many of the best !top tells: one line.
const topRows = 5

func (d *Desk) top(_ context.Context, r request) {
	g := d.gameNamed(d.gameMeant(r))
	if g == nil {
		d.reply(r, "game-which", d.gameNames())
		return
	}
	d.ask(r, func(ctx context.Context, words catalogue) (string, error) {
		rows, err := d.memory.Top(ctx, g.Name, topRows)
		if err != nil || len(rows) == 0 {
			return words.say("top-none", g.Name), err
		}
		var best []string
		for _, row := range rows {
			best = append(best, fmt.Sprintf("%d. %s %d (%d/%d)", row.Place, row.Name, row.Rating, row.Won, row.Played))
		}
		return words.say("top", g.Name, strings.Join(best, ", ")), nil
	})
}

// replayRows is how many of the last matches !replay tells.
const (
	replayRows  = 3
	mostReplays = 100
)

// replay tells the last matches of the channel, or the Nth last alone.
func (d *Desk) replay(_ context.Context, r request) {
	most, from := replayRows, 0
	if words := r.arguments(); len(words) > 0 {
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 || n > mostReplays {
			d.reply(r, "replay-what", mostReplays, quoted(words[0]))
			return
		}
		most, from = n, n-1
	}
	d.ask(r, func(ctx context.Context, words catalogue) (string, error) {
		matches, err := d.memory.Matches(ctx, r.channel.name, most)
		if err != nil || len(matches) <= from {
			return words.say("replays-none"), err
		}
		matches = matches[from:]
		var told []string
		for _, m := range matches {
			told = append(told, fmt.Sprintf("%s (%s, %d, %s)", m.ID, m.Game, m.Turns, winners(m, 1)))
		}
		return words.say("replays", strings.Join(told, ", ")), nil
	})
}

// ask lets the memory answer a request.
func (d *Desk) ask(r request, answer func(context.Context, catalogue) (string, error)) {
	if !r.heard() || d.spares(r.from) {
		return
	}
	from, words := r.from, d.wordsFor(r.channel, r.from)
	d.chore("ask the memory", func(ctx context.Context) error {
		text, err := answer(ctx, words)
		if err != nil {
			text = words.say("memory-away")
		}
		d.network.Send(Post{To: from, Notice: true, Class: Talk, Text: text})
		return err
	})
}
