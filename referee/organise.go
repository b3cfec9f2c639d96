package referee

import (
	"context"
	"slices"
	"strings"
	"time"
)

func (d *Desk) pause(_ context.Context, r request) {
	m := r.channel.match
	if m == nil {
		d.reply(r, "no-match")
		return
	}
	m.deliver(func(m *match) error {
		m.paused = true
		return nil
	})
	d.reply(r, "pausing", d.config.Prefix)
}

func (d *Desk) unpause(_ context.Context, r request) {
	m := r.channel.match
	if m == nil {
		d.reply(r, "no-match")
		return
	}
	from, words := r.from, d.wordsFor(r.channel, r.from)
	m.deliver(func(m *match) error {
		key := "resuming"
		if !m.paused {
			key = "not-paused"
		}
		m.paused = false
		m.network.Send(Post{To: from, Notice: true, Class: Talk, Text: words.say(key)})
		return nil
	})
}

// playerNamed finds a player by his name in the match, or else by his present
// nick: nobody escapes by taking the nick of another.
func (d *Desk) playerNamed(ch *channel, name string) *player {
	name = d.network.Fold(name)
	i := slices.IndexFunc(ch.players, func(p *player) bool {
		return ch.match != nil && d.network.Fold(ch.match.names[p.seat]) == name
	})
	if i < 0 {
		i = slices.IndexFunc(ch.players, func(p *player) bool {
			return d.network.Fold(p.name()) == name
		})
	}
	if i < 0 {
		return nil
	}
	return ch.players[i]
}

// named is the player that the first argument names; without one it tells who
// there is, and returns nil.
func (d *Desk) named(r request) *player {
	names := d.wordsIn(r.channel).list(d.playerNames(r.channel))
	if len(d.playerNames(r.channel)) == 0 {
		d.reply(r, "players-none")
		return nil
	}
	if len(r.arguments()) == 0 {
		d.reply(r, "which-player", names)
		return nil
	}
	p := d.playerNamed(r.channel, r.arguments()[0])
	if p == nil {
		d.reply(r, "no-such-player", quoted(r.arguments()[0]), names)
	}
	return p
}

// removePlayer takes somebody's place in the lobby.
func (d *Desk) removePlayer(_ context.Context, r request) {
	if r.channel.lobby == nil {
		d.reply(r, "no-lobby")
		return
	}
	p := d.named(r)
	if p == nil {
		return
	}
	name := p.name()
	if p.sparring() {
		r.channel.drop(p)
	} else {
		d.leaveLobby(p, "you-are-removed")
	}
	d.reply(r, "removed", name)
}

// disqualify: "Les organisateurs se réservent le droit de disqualifier des
// joueurs". For the turn, or for the match.
func (d *Desk) disqualify(_ context.Context, r request) {
	ch := r.channel
	if ch.match == nil {
		d.reply(r, "no-match")
		return
	}
	p := d.named(r)
	if p == nil {
		return
	}
	forMatch := len(r.arguments()) > 1 && strings.EqualFold(r.arguments()[1], "match")
	from, words, seat := r.from, d.wordsFor(r.channel, r.from), p.seat
	ch.match.deliver(func(m *match) error {
		key := "disqualified"
		if forMatch {
			key = "out"
		}
		m.disqualify(seat, forMatch)
		m.network.Send(Post{To: from, Notice: true, Class: Talk, Text: words.say(key, m.names[seat], m.turn)})
		return nil
	})
}

// leave goes, and does not come back.
func (d *Desk) leave(_ context.Context, r request) {
	ch := r.channel
	if ch.match != nil {
		d.reply(r, "leave-first", d.config.Prefix)
		return
	}
	if ch.lobby != nil {
		d.closeWithoutMatch(ch)
	}
	d.forget(ch, d.words.say("leaving", r.from.Nick()))
}

// ban keeps somebody out of the matches of the channel: a player by his account
// or else his host, or whoever an account or a mask means.
func (d *Desk) ban(_ context.Context, r request) {
	words := r.arguments()
	if len(words) == 0 || len(words[0]) > longestBan || !isPlain(words[0]) {
		d.reply(r, "ban-who")
		return
	}
	b := Ban{Channel: r.channel.name, Who: strings.ToLower(d.banned(r.channel, words[0])), By: r.from.Nick()}
	howLong := d.wordsFor(r.channel, r.from).say("ban-forever")
	words = words[1:]
	if len(words) > 0 {
		if wait, err := time.ParseDuration(words[0]); err == nil && wait > 0 {
			b.Until = time.Now().Add(wait)
			howLong = d.wordsFor(r.channel, r.from).say("ban-for", d.words.duration(wait))
			words = words[1:]
		}
	}
	b.Reason = strings.Join(words, " ")
	d.lift(b.Channel, b.Who)
	d.bans = append(d.bans, b)
	d.chore("ban", func(ctx context.Context) error { return d.memory.Ban(ctx, b) })
	if p := d.playerNamed(r.channel, r.arguments()[0]); p != nil && r.channel.lobby != nil && p.person != nil {
		d.leaveLobby(p, "you-are-banned", r.channel.name)
	}
	d.reply(r, "banned", b.Who, howLong, d.config.Prefix, b.Who)
}

// longestBan is how long a mask may be: a nick, a user and a host.
const longestBan = 110

// banned is whom a word means: a mask as it is; a player, or somebody else
// present, by his account, or without one by his host; anything else is taken for
// an account.
func (d *Desk) banned(ch *channel, word string) string {
	if strings.Contains(word, "!") {
		return word
	}
	if p := d.playerNamed(ch, word); p != nil && !p.sparring() {
		if p.proof.Account != "" {
			return p.proof.Account
		}
		_, host, _ := strings.Cut(p.proof.UserHost, "@")
		return "*!*@" + host
	}
	for who := range d.present {
		if _, here := who.Channels[d.network.Fold(ch.name)]; here && d.network.Fold(who.Nick()) == d.network.Fold(word) {
			if who.Account != "" {
				return who.Account
			}
			return "*!*@" + who.Host
		}
	}
	return word
}

func (d *Desk) unban(_ context.Context, r request) {
	var all []string
	for _, b := range d.bans {
		if d.network.Fold(b.Channel) == d.network.Fold(r.channel.name) {
			all = append(all, b.Who)
		}
	}
	list := d.wordsIn(r.channel).list(all)
	switch {
	case len(all) == 0:
		d.reply(r, "bans-none")
		return
	case len(r.arguments()) == 0:
		d.reply(r, "bans", list, d.config.Prefix)
		return
	}
	who := strings.ToLower(r.arguments()[0])
	if !d.lift(r.channel.name, who) {
		d.reply(r, "not-banned", quoted(who), list)
		return
	}
	d.chore("unban", func(ctx context.Context) error { return d.memory.Unban(ctx, r.channel.name, who) })
	d.reply(r, "unbanned", who)
}

// lift takes a ban off the list and tells whether there was one.
func (d *Desk) lift(channel, who string) bool {
	before := len(d.bans)
	d.bans = slices.DeleteFunc(d.bans, func(b Ban) bool {
		return d.network.Fold(b.Channel) == d.network.Fold(channel) && strings.EqualFold(b.Who, who)
	})
	return len(d.bans) < before
}

// isBanned tells whether a ban of the channel means a person.
func (d *Desk) isBanned(who *Person, ch *channel) bool {
	now := time.Now()
	return slices.ContainsFunc(d.bans, func(b Ban) bool {
		here := b.Channel == "" || d.network.Fold(b.Channel) == d.network.Fold(ch.name)
		return here && (b.Until.IsZero() || b.Until.After(now)) && d.is(who, b.Who)
	})
}
