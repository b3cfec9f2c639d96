package referee

import (
	"context"
	"path"
	"slices"
	"strings"

	"go.uber.org/zap"
)

// request is a command that somebody gave, in the channel or in private with
// the channel named.
type request struct {
	from    *Person
	channel *channel // nil if none was named
	words   []string // the command's name and its arguments
}

func (r request) arguments() []string { return r.words[1:] }

// commands is the table of commands. Organisers are operators of the channel,
// and admins.
var commands = []struct {
	name      string
	organiser bool
	channel   bool // needs one
	run       func(*Desk, context.Context, request)
}{
	{"begin", true, true, (*Desk).begin},
	{"go", true, true, (*Desk).goNow},
	{"abort", true, true, (*Desk).abort},
	{"status", false, true, (*Desk).status},
	{"players", false, true, (*Desk).players},
	{"rules", false, false, (*Desk).rules},
	{"help", false, false, (*Desk).help},
}

// command carries out a command. One that is none is answered with silence in a
// channel, where other bots may have the same prefix.
func (d *Desk) command(ctx context.Context, r request) {
	if len(r.words) == 0 {
		return
	}
	for _, c := range commands {
		if !strings.EqualFold(c.name, r.words[0]) {
			continue
		}
		switch {
		case c.channel && r.channel == nil:
			d.answer(r.from, "name-channel", d.config.Prefix+c.name)
		case c.organiser && !d.organiser(r.from, r.channel):
			d.log.Info("command refused", zap.String("command", c.name), zap.String("by", r.from.Nick()),
				zap.String("channel", r.channel.name))
			d.answer(r.from, "organisers-only", d.config.Prefix+c.name)
		default:
			d.log.Info("command", zap.Strings("words", r.words), zap.String("by", r.from.Nick()))
			c.run(d, ctx, r)
		}
		return
	}
}

// privateCommand takes the channel from before the command, from behind it, or
// is the one channel that the person shares with us.
func (d *Desk) privateCommand(ctx context.Context, from *Person, named *channel, words []string) {
	if named == nil && len(words) > 1 {
		if named = d.channels[d.network.Fold(words[1])]; named != nil {
			words = slices.Delete(words, 1, 2)
		}
	}
	if named == nil && len(from.Channels) == 1 {
		for name := range from.Channels {
			named = d.channels[name]
		}
	}
	known := func(word string) bool {
		for _, c := range commands {
			if strings.EqualFold(c.name, word) {
				return true
			}
		}
		return false
	}
	if len(words) == 0 || !known(words[0]) {
		d.answer(from, "hint", d.config.Prefix)
		return
	}
	d.command(ctx, request{from: from, channel: named, words: words})
}

func (d *Desk) organiser(who *Person, ch *channel) bool {
	return who.Operator(d.network.Fold(ch.name)) || d.admin(who)
}

// admin tells whether a person is one of the configuration's admins: by his
// services account, or by a mask nick!user@host.
func (d *Desk) admin(who *Person) bool {
	mask := strings.ToLower(who.Nick() + "!" + who.User + "@" + who.Host)
	for _, admin := range d.config.Admins {
		if !strings.Contains(admin, "!") {
			if who.Account != "" && d.network.Fold(admin) == d.network.Fold(who.Account) {
				return true
			}
			continue
		}
		// A mask is no path: escape what path.Match takes for more than * and ?.
		pattern := strings.NewReplacer(`\`, `\\`, "[", `\[`, "/", "\x00").Replace(strings.ToLower(admin))
		if match, err := path.Match(pattern, strings.ReplaceAll(mask, "/", "\x00")); err == nil && match {
			return true
		}
	}
	return false
}

func (d *Desk) begin(_ context.Context, r request) {
	ch := r.channel
	switch {
	case ch.match != nil:
		d.answer(r.from, "match-running", ch.match.game.Name)
		return
	case ch.lobby != nil:
		d.answer(r.from, "lobby-running", ch.lobby.game.Name)
		return
	case len(r.arguments()) == 0:
		d.answer(r.from, "begin-what", d.gameNames())
		return
	}
	g := d.gameNamed(r.arguments()[0])
	if g == nil {
		d.answer(r.from, "no-such-game", quoted(r.arguments()[0]), d.gameNames())
		return
	}
	options, wrong := parseOptions(r.arguments()[1:])
	if wrong != nil {
		d.answer(r.from, wrong.key, wrong.args...)
		return
	}
	l, err := d.newLobby(*g, options)
	if err != nil {
		d.answer(r.from, "bad-setting", err.Error())
		return
	}
	wait := options.lobby
	if wait == 0 {
		wait = d.config.Lobby
	}
	d.openLobby(ch, l, wait)
}

func (d *Desk) gameNames() string {
	var names []string
	for _, g := range d.games {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

func (d *Desk) goNow(ctx context.Context, r request) {
	if r.channel.lobby == nil {
		d.answer(r.from, "no-lobby")
		return
	}
	d.closeLobby(ctx, r.channel)
}

func (d *Desk) abort(_ context.Context, r request) {
	ch := r.channel
	switch {
	case ch.match != nil:
		ch.match.log.Info("aborted", zap.String("by", r.from.Nick()))
		ch.match.deliver(func(*match) error { return errAborted })
	case ch.lobby != nil:
		ch.lobby = nil
		d.dismiss(ch)
		d.announce(ch, "lobby-aborted")
	default:
		d.answer(r.from, "nothing-to-abort")
	}
}

// status tells how things stand in the channel. In a match the match knows.
func (d *Desk) status(_ context.Context, r request) {
	ch := r.channel
	switch {
	case ch.match != nil:
		from := r.from
		if !from.answers.Allow() {
			return
		}
		ch.match.deliver(func(m *match) error {
			m.network.Send(Post{To: from, Notice: true, Class: Talk, Text: m.status()})
			return nil
		})
	case ch.lobby != nil:
		d.answer(r.from, "status-lobby", ch.lobby.game.Name, len(ch.players), d.words.duration(untilClose(ch.lobby)))
	default:
		d.answer(r.from, "status-idle", d.config.Prefix)
	}
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
	var names []string
	for _, p := range r.channel.players {
		switch {
		case r.channel.match != nil:
			names = append(names, r.channel.match.names[p.seat])
		case p.person != nil:
			names = append(names, p.person.Nick())
		}
	}
	d.answer(r.from, "players", len(names), strings.Join(names, ", "))
}

func (d *Desk) rules(_ context.Context, r request) {
	name := ""
	switch {
	case len(r.arguments()) > 0:
		name = r.arguments()[0]
	case r.channel != nil && r.channel.match != nil:
		name = r.channel.match.game.Name
	case r.channel != nil && r.channel.lobby != nil:
		name = r.channel.lobby.game.Name
	case len(d.games) == 1:
		name = d.games[0].Name
	}
	g := d.gameNamed(name)
	if g == nil {
		d.answer(r.from, "rules-which", d.gameNames())
		return
	}
	if !r.from.answers.Allow() {
		return
	}
	for line := range strings.Lines(g.Words(d.config.Language, "rules")) {
		d.network.Send(Post{To: r.from, Notice: true, Class: Talk, Text: strings.TrimSpace(line)})
	}
}

func (d *Desk) help(_ context.Context, r request) {
	d.answer(r.from, "help", d.config.Prefix)
	d.answer(r.from, "help-organiser", d.config.Prefix)
}
