package referee

import (
	"context"
	"strings"
)

// Reload puts a configuration in the place of the desk's, enters channels
// ("#channel" or "#channel key") and leaves others once nothing is played there.
// What a lobby or a match has begun with it keeps.
func (d *Desk) Reload(ctx context.Context, config Config, enter, leave []string) error {
	return d.call(ctx, func() {
		d.config, d.words = config, catalogueOf(config.Language)
		for _, channel := range enter {
			name, _, _ := strings.Cut(channel, " ")
			if ch := d.channels[d.network.Fold(name)]; ch != nil {
				ch.abandoned = false
			}
			d.network.Join(channel)
		}
		for _, channel := range leave {
			name, _, _ := strings.Cut(channel, " ")
			d.abandon(name)
		}
	})
}

// abandon leaves a channel, if anything is played there after its end.
func (d *Desk) abandon(name string) {
	ch := d.channels[d.network.Fold(name)]
	if ch == nil {
		d.network.Part(name, abandoned)
		return
	}
	ch.abandoned, ch.plan = true, nil
	if ch.idle() {
		d.forget(ch, abandoned)
	}
}

const abandoned = "no longer in the configuration"
