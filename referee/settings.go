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
		d.answer(r.from, "set-what", d.config.Prefix)
		return
	case value == "":
		delete(ch.set, key)
		d.answer(r.from, "unset", key)
	default:
		if bad := d.checkSetting(key, value); bad != nil {
			d.answer(r.from, bad.key, bad.args...)
			return
		}
		ch.restore(append(ch.saved(), key+"="+value))
		d.answer(r.from, "set", key, value)
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

func (d *Desk) checkSetting(key, value string) *wrong {
	if key == "language" {
		if !slices.Contains(Languages(), value) {
			return &wrong{"language-what", []any{strings.Join(Languages(), ", "), quoted(value)}}
		}
		return nil
	}
	if key == "seed" {
		return &wrong{"option-unknown", []any{quoted(key)}}
	}
	var o options
	return o.set(key, value)
}

func (d *Desk) settings(_ context.Context, r request) {
	saved := r.channel.saved()
	if len(saved) == 0 {
		d.answer(r.from, "settings-none")
		return
	}
	d.answer(r.from, "settings", strings.Join(saved, " "))
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

// options are what is set for the channel and the game knows.
func (ch *channel) options(g game.Game) (o options) {
	for key, value := range ch.set {
		alone := options{}
		if alone.set(key, value) != nil {
			continue // the language, or a value of an older version
		}
		if settings, err := merge(nil, alone.settings); err == nil {
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
