package referee

import (
	"context"
	"maps"
	"slices"
	"strings"

	"arbitre/game"
)

// set makes a value the channel's own: for the language, or for the matches to
// come. Without a value the configuration decides again.
func (d *Desk) set(_ context.Context, r request) {
	key, value := setting(r.arguments())
	ch := r.channel
	switch {
	case key == "":
		d.reply(r, "set-what", d.config.Prefix)
		return
	case !settable(key):
		d.reply(r, "option-unknown", quoted(key))
		return
	case value == "":
		delete(ch.set, key)
		d.reply(r, "unset", key)
	default:
		if bad := d.checkSetting(key, value); bad != nil {
			d.reply(r, bad.key, bad.args...)
			return
		}
		ch.restore(append(ch.saved(), key+"="+value))
		d.reply(r, "set", key, value)
	}
	d.remember(ch)
}

// setting takes "KEY VALUE" and "KEY=VALUE".
func setting(words []string) (key, value string) {
	line := strings.Join(words, " ")
	i := strings.IndexAny(line, " =")
	if i < 0 {
		return strings.ToLower(line), ""
	}
	return strings.ToLower(line[:i]), strings.TrimSpace(line[i+1:])
}

// settable tells whether a key may be set for a channel. A seed may not: it is one
// match's.
func settable(key string) bool {
	if key == "language" || key == "round_length" || key == "lobby" || key == keyMap {
		return true
	}
	return slices.ContainsFunc(ranges[:], func(r numberRange) bool { return r.key == key })
}

func (d *Desk) checkSetting(key, value string) *wrong {
	if key == "language" {
		if !slices.Contains(Languages(), value) {
			return &wrong{"language-what", []any{strings.Join(Languages(), ", "), quoted(value)}}
		}
		return nil
	}
	var o options
	return o.set(key, value)
}

func (d *Desk) settings(_ context.Context, r request) {
	saved := r.channel.saved()
	if len(saved) == 0 {
		d.reply(r, "settings-none")
		return
	}
	d.reply(r, "settings", strings.Join(saved, " "))
}

// saved is what is set for the channel, key=value by key.
func (ch *channel) saved() (pairs []string) {
	for _, key := range slices.Sorted(maps.Keys(ch.set)) {
		pairs = append(pairs, key+"="+ch.set[key])
	}
	return pairs
}

// restore sets what saved has told.
func (ch *channel) restore(pairs []string) {
	if ch.set == nil {
		ch.set = map[string]string{}
	}
	for _, pair := range pairs {
		key, value, _ := strings.Cut(pair, "=")
		ch.set[key] = value
	}
}

// setFor is what is set for the channel and the game knows.
func (d *Desk) setFor(ch *channel, g game.Game) (o options) {
	for key, value := range ch.set {
		alone := options{}
		if alone.set(key, value) != nil {
			continue // the language, or a value of an older version
		}
		if settings, err := merge(nil, d.withMap(g, alone.settings)); err == nil {
			if _, err = g.New(settings, max(2, g.MinSeats), [32]byte{}); err != nil {
				continue // another game's
			}
		}
		o.set(key, value)
	}
	return o
}

// wordsIn is the channel's catalogue.
func (d *Desk) wordsIn(ch *channel) catalogue {
	if language := ch.set["language"]; language != "" {
		return catalogueOf(language)
	}
	return d.words
}

// wordsFor is the catalogue for what has to do with a channel, or with none.
func (d *Desk) wordsFor(ch *channel, who *Person) catalogue {
	if ch != nil {
		return d.wordsIn(ch)
	}
	return d.wordsOf(who)
}

// wordsOf is the catalogue for a person: that of the channels that he shares
// with us, if they have one.
func (d *Desk) wordsOf(who *Person) catalogue {
	language := ""
	for name := range who.Channels {
		ch := d.channels[name]
		if ch == nil {
			continue
		}
		here := d.wordsIn(ch)["language"]
		if language != "" && here != language {
			return d.words
		}
		language = here
	}
	if language == "" {
		return d.words
	}
	return catalogueOf(language)
}
