package referee

import (
	"context"
	"strings"

	"arbitre/game"
)

// hear sorts what people say: in a channel commands, and offences against the
// order of a match; in private orders, and the words of the protocol. NOTICE
// and CTCP are never orders or commands, so that two bots can't loop.
func (d *Desk) hear(ctx context.Context, e Heard) {
	d.recognise(e.From)
	if e.Channel == "" {
		if text := Plain(e.Text); e.Kind == Message && !d.hearScript(e.From, e.Text) && !d.hearScript(e.From, text) {
			d.hearPrivate(ctx, e, text)
		}
		return
	}
	ch := d.channels[d.network.Fold(e.Channel)]
	if ch == nil || !ch.entered {
		d.keep(e)
		return
	}
	if p := d.placeIn(e.From, ch.name); p != nil && ch.match != nil {
		seat := p.seat
		ch.match.deliver(func(m *match) error {
			m.offend(seat, e.At, causeSpoke)
			return nil
		})
	}
	if words, command := d.commandIn(Plain(e.Text)); command && e.Kind == Message {
		d.command(ctx, request{from: e.From, channel: ch, words: words})
	}
}

// commandIn is the words of a command, without the prefix. "! go" is none: people
// say such things.
func (d *Desk) commandIn(text string) ([]string, bool) {
	line, found := strings.CutPrefix(text, d.config.Prefix)
	return strings.Fields(line), found && !strings.HasPrefix(line, " ")
}

// channelFor is the channel of a name, nil if a person is not there: what goes on
// in a channel is nobody else's business, but for admins.
func (d *Desk) channelFor(who *Person, name string) *channel {
	name = d.network.Fold(name)
	if _, here := who.Channels[name]; !here && !d.admin(who) {
		return nil
	}
	return d.channels[name]
}

// maxEarly bounds what is kept until a channel's roster is complete.
const maxEarly = 256

// keep puts a line by until we know who is who in its channel: an organiser is
// quicker than the server's list of names.
func (d *Desk) keep(e Heard) {
	if e.Kind == Message && strings.HasPrefix(e.Text, d.config.Prefix) && len(d.early) < maxEarly {
		d.early = append(d.early, e)
	}
}

// hearKept carries out what was kept for a channel.
func (d *Desk) hearKept(ctx context.Context, ch *channel) {
	kept := d.early
	d.early = nil
	for _, e := range kept {
		if d.channels[d.network.Fold(e.Channel)] == ch {
			d.hear(ctx, e)
		} else {
			d.early = append(d.early, e)
		}
	}
}

// hearPrivate brings a private line to the match that it is for. A player of
// several matches at once names the channel first.
func (d *Desk) hearPrivate(ctx context.Context, e Heard, text string) {
	first, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	named := d.channelFor(e.From, first)
	if named != nil {
		text = rest
		first, rest, _ = strings.Cut(text, " ")
	}
	if words, command := d.commandIn(text); command {
		d.privateCommand(ctx, e.From, named, words)
		return
	}
	switch strings.ToUpper(first) {
	case wordJoin:
		d.joinGame(e.From, named, strings.TrimSpace(rest))
	case wordResume:
		d.resume(e.From, strings.TrimSpace(rest))
	case wordWebSocket:
		d.websocket(e.From, named, strings.TrimSpace(rest))
	default:
		if named == nil && namesChannel(first) { // it is no order in another match
			d.answer(e.From, "not-there")
			return
		}
		d.playerLine(e, named, text)
	}
}

// namesChannel tells whether a word is meant as a channel. No order and no word of
// ours begins so.
func namesChannel(word string) bool {
	return strings.HasPrefix(word, "#") || strings.HasPrefix(word, "&")
}

// playerLine is a private line that is no command: of a player in a match it is
// the match's to judge, of a player in a lobby it can only be leave_game.
func (d *Desk) playerLine(e Heard, named *channel, text string) {
	d.takeOver(e.From)
	var places, lobbies, scripts []*player
	for _, p := range d.seated[e.From] {
		switch {
		case named != nil && p.channel != named:
		case p.channel.match != nil && p.part != nil:
			scripts = append(scripts, p)
		case p.channel.match != nil:
			places = append(places, p)
		default:
			lobbies = append(lobbies, p)
		}
	}
	if len(places)+len(lobbies) == 0 {
		places = scripts // he may leave; his orders are the others' if there are any
	}
	leaving := strings.EqualFold(text, wordLeave)
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case len(places) == 1 && (!leaving || len(lobbies) == 0):
		seat := places[0].seat
		places[0].channel.match.deliver(func(m *match) error {
			m.hear(seat, e.At, text)
			return nil
		})
	case len(places) > 1:
		d.answer(e.From, "which-channel", places[0].channel.name)
	case leaving && len(lobbies) > 0:
		d.leaveLobby(lobbies[len(lobbies)-1], "left-lobby")
	case strings.EqualFold(word, wordBoard) && len(lobbies) > 0:
		d.boardInLobby(lobbies[len(lobbies)-1], strings.TrimSpace(rest))
	case len(places)+len(lobbies) == 0:
		d.answer(e.From, "hint", d.config.Prefix)
	default:
		d.answerIn(lobbies[0].channel, e.From, "not-started", lobbies[0].channel.name)
	}
}

// joinGame seats a person, to play himself or by the script named.
func (d *Desk) joinGame(who *Person, in *channel, script string) {
	if script != "" {
		d.joinByScript(who, in, script)
		return
	}
	open := d.lobbyFor(who, in)
	if open == nil {
		d.answer(who, "no-lobby")
		return
	}
	d.join(who, open)
}

// lobbyFor is the lobby of the channel named, or the one opened last of those in
// whose channels a person is; nil if there is none.
func (d *Desk) lobbyFor(who *Person, named *channel) (open *channel) {
	for name := range who.Channels {
		ch := d.channels[name]
		if ch == nil || ch.lobby == nil || named != nil && ch != named {
			continue
		}
		if open == nil || ch.lobby.number > open.lobby.number {
			open = ch
		}
	}
	return open
}

// answer tells a person something, if he has not been told too much already.
func (d *Desk) answer(to *Person, key string, args ...any) { d.answerIn(nil, to, key, args...) }

// answerIn is an answer that has to do with a channel, and so is in its language.
func (d *Desk) answerIn(ch *channel, to *Person, key string, args ...any) {
	if to.answers.Allow() {
		d.notify(ch, to, Talk, key, args...)
	}
}

// reply answers a command in the language of the channel that it is for.
func (d *Desk) reply(r request, key string, args ...any) {
	if r.heard() {
		d.notify(r.channel, r.from, Talk, key, args...)
	}
}

// answerOnce is for who does what he may not: he is told once, politely; then
// he meets silence.
func (d *Desk) answerOnce(ch *channel, to *Person, key string, args ...any) {
	if !to.refused {
		to.refused = true
		d.notify(ch, to, Talk, key, args...) // however much he has been told
	}
}

func (d *Desk) notify(ch *channel, to *Person, class Class, key string, args ...any) {
	if d.spares(to) {
		return
	}
	d.network.Send(Post{To: to, Notice: true, Class: class, Text: d.wordsFor(ch, to).say(key, args...)})
}

// spares tells whether somebody is answered nothing for now: a stranger, who neither
// plays nor organises, where the network limits to how many people we may write and
// a lobby or match in which we have no voice needs them all.
func (d *Desk) spares(who *Person) bool {
	if d.network.Budget().Targets == 0 || len(d.seated[who]) > 0 {
		return false
	}
	needed := false
	for _, ch := range d.channels {
		if d.may(who, ch, &command{organiser: true}) {
			return false
		}
		needed = needed || !ch.idle() && !d.network.Voiced(ch.name)
	}
	return needed
}

// announce says something to the people of a channel, before the next lobby
// there closes or never: bots read the channel then, and no NOTICE comes between
// MAP_SIZE and END_GAME.
func (d *Desk) announce(ch *channel, key string, args ...any) {
	now := ch.closed.Load()
	d.network.Send(Post{
		Channel: ch.name, Notice: true, Class: Talk, Text: d.wordsIn(ch).say(key, args...),
		Stale: func() bool { return ch.closed.Load() != now },
	})
}

// gameNamed is a game of the table, nil if there is none of that name.
func (d *Desk) gameNamed(name string) *game.Game {
	for i := range d.games {
		if strings.EqualFold(d.games[i].Name, name) {
			return &d.games[i]
		}
	}
	return nil
}
