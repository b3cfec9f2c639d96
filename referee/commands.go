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
	// organiser: he is one here, or has the command by his rights, and hears more
	// of us.
	organiser bool
}

// heard takes an answer off the budget of who asked, and is false if there is none
// left.
func (r request) heard() bool {
	if r.organiser {
		return r.from.orders.Allow()
	}
	return r.from.answers.Allow()
}

func (r request) arguments() []string { return r.words[1:] }

// command is a row of the table of commands.
type command struct {
	name      string
	organiser bool // for organisers, unless the configuration's rights say otherwise
	channel   bool // needs one
	most      int  // how many arguments it takes
	run       func(*Desk, context.Context, request)
}

// many is more arguments than a line holds.
const many = 512

// commands is the table of commands, in the order of docs/protocol.md.
func commands() []command {
	return []command{
		{"begin", true, true, many, (*Desk).begin},
		{"go", true, true, 0, (*Desk).goNow},
		{"abort", true, true, 0, (*Desk).abort},
		{"again", true, true, many, (*Desk).again},
		{"next", true, true, many, (*Desk).next},
		{"pause", true, true, 0, (*Desk).pause},
		{"resume", true, true, 0, (*Desk).unpause},
		{"remove", true, true, 1, (*Desk).removePlayer},
		{"disqualify", true, true, many, (*Desk).disqualify},
		{"set", true, true, many, (*Desk).set},
		{"settings", true, true, 0, (*Desk).settings},
		{"ban", true, true, many, (*Desk).ban},
		{"unban", true, true, 1, (*Desk).unban},
		{"leave", true, true, 0, (*Desk).leave},
		{"status", false, true, 0, (*Desk).status},
		{"players", false, true, 0, (*Desk).players},
		{"top", false, false, 1, (*Desk).top},
		{"replay", false, true, 1, (*Desk).replay},
		{"rules", false, false, 1, (*Desk).rules},
		{"help", false, false, many, (*Desk).help},
	}
}

// CommandNames are the names of all commands, for the configuration's rights.
func CommandNames() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// command carries out a command. One that is none is answered with silence in a
// channel, where other bots may have the same prefix, unless it is nearly one.
func (d *Desk) command(ctx context.Context, r request) {
	if len(r.words) == 0 {
		return
	}
	c := commandNamed(r.words[0])
	r.organiser = d.may(r.from, r.channel, &command{organiser: true})
	switch {
	case c == nil:
		if near := nearCommand(r.words[0]); near != "" {
			d.reply(r, "did-you-mean", quoted(d.config.Prefix+r.words[0]), d.config.Prefix+near)
		}
	case c.channel && r.channel == nil:
		d.reply(r, "name-channel", d.config.Prefix+c.name)
	case !d.may(r.from, r.channel, c):
		d.logCommand("command refused", r)
		d.answerOnce(r.channel, r.from, "organisers-only", d.config.Prefix+c.name)
	case len(r.arguments()) > c.most:
		d.reply(r, "too-many-words", d.config.Prefix+c.name)
	case c.organiser && c.name != "abort" && d.playing(r):
		d.reply(r, "organiser-plays", d.config.Prefix)
	default:
		r.organiser = r.organiser || c.organiser
		d.logCommand("command", r)
		c.run(d, ctx, r)
	}
}

// logCommand writes down who said what, where.
func (d *Desk) logCommand(message string, r request) {
	where := ""
	if r.channel != nil {
		where = r.channel.name
	}
	d.log.Info(message, zap.Strings("words", r.words), zap.String("channel", where), zap.String("by", r.from.Nick()),
		zap.String("user", r.from.User), zap.String("host", r.from.Host), zap.String("account", r.from.Account))
}

func commandNamed(word string) *command {
	for _, c := range commands() {
		if strings.EqualFold(c.name, word) {
			return &c
		}
	}
	return nil
}

// nearCommand is the command that a mistyped word stands for, "" if it is like
// none: one letter wrong, missing, too many, or two of them swapped.
func nearCommand(word string) string {
	word = strings.ToLower(word)
	for _, c := range commands() {
		if len(c.name) > 2 && oneSlip(word, c.name) {
			return c.name
		}
	}
	return ""
}

func oneSlip(a, b string) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	swapped := len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
	return len(a) <= 1 && len(b) <= 1 || swapped
}

// privateCommand takes the channel from before the command, from behind it, or
// is the one channel that the person shares with us.
func (d *Desk) privateCommand(ctx context.Context, from *Person, named *channel, words []string) {
	if named == nil && len(words) > 1 {
		if named = d.channelFor(from, words[1]); named != nil {
			words = slices.Delete(words, 1, 2)
		}
	}
	if named == nil && len(from.Channels) == 1 {
		for name := range from.Channels {
			named = d.channels[name]
		}
	}
	if len(words) == 0 || commandNamed(words[0]) == nil && nearCommand(words[0]) == "" {
		d.answer(from, "hint", d.config.Prefix)
		return
	}
	d.command(ctx, request{from: from, channel: named, words: words})
}

// may tells whether a person may give a command: admins always; for others the
// configuration's rights decide, and without any, operators of the channel have
// the organisers' commands and everybody has the rest.
func (d *Desk) may(who *Person, ch *channel, c *command) bool {
	rights, set := d.config.Rights[c.name]
	if !set && !c.organiser {
		return true
	}
	if !set {
		rights = d.config.Organisers
	}
	return d.admin(who) || slices.ContainsFunc(rights, func(right string) bool { return d.has(who, ch, right) })
}

// has tells whether somebody has a right: "everyone", what he is in the channel
// ("operator", "halfop", "voice", and all above), or an account or mask.
func (d *Desk) has(who *Person, ch *channel, right string) bool {
	var status Status
	if ch != nil {
		status = who.Channels[d.network.Fold(ch.name)]
	}
	switch right {
	case "everyone":
		return true
	case "operator":
		return status&Operator != 0
	case "halfop":
		return status&(Operator|HalfOperator) != 0
	case "voice":
		return status != 0
	}
	return d.is(who, right)
}

// admin tells whether a person is one of the configuration's admins.
func (d *Desk) admin(who *Person) bool {
	return slices.ContainsFunc(d.config.Admins, func(admin string) bool { return d.is(who, admin) })
}

// is tells whether a person is meant by a services account, or by a mask
// nick!user@host. A nick alone means nobody: anybody can take one.
func (d *Desk) is(who *Person, meant string) bool {
	if !strings.Contains(meant, "!") {
		return who.Account != "" && d.network.Fold(meant) == d.network.Fold(who.Account)
	}
	// A mask is no path: escape what path.Match takes for more than * and ?.
	pattern := strings.NewReplacer(`\`, `\\`, "[", `\[`, "/", "\x00").Replace(strings.ToLower(meant))
	mask := strings.ReplaceAll(strings.ToLower(who.Nick()+"!"+who.User+"@"+who.Host), "/", "\x00")
	match, err := path.Match(pattern, mask)
	return err == nil && match
}

// playing tells whether who gives the command is a player of the channel's
// match, from whatever connection.
func (d *Desk) playing(r request) bool {
	if r.channel == nil || r.channel.match == nil {
		return false
	}
	return d.placeIn(r.from, r.channel.name) != nil || d.accountSeated(r.channel, r.from.Account)
}
