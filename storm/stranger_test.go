package storm

import (
	"fmt"
	"strings"
)

// mark is in every order of a stranger, and in nobody else's.
const mark = "STRANGER"

// disturb is how a stranger reads: to every prompt he has something to say.
func (b *bot) disturb(l *line) {
	if l.host != refereeHost || l.command != "PRIVMSG" || !b.chance(40) {
		return
	}
	channel, to := l.param(0), l.nick
	private := func(text string) { b.sendf("PRIVMSG %s :%s", to, text) }
	b.kind.orders++
	switch text := l.param(1); {
	case text == "SEND_YOUR_ACTION":
		marked := fmt.Sprintf("NORTH %s%d", mark, b.kind.orders)
		private(one(b.dice, marked, "@1 "+marked, channel+" "+marked, "RESUME "+strings.Repeat("0a", 16), "leave_game", "STATE", "ACK on"))
	case strings.HasPrefix(text, "TOUR"):
		switch b.dice.IntN(6) {
		case 0:
			b.sendf("PRIVMSG %s :%s", channel, one(b.dice, "SEND_YOUR_ACTION", "END_GAME mallory", "TOUR 1", "!abort", "!go", "!leave"))
		case 1:
			b.sendf("NICK %s", one(b.dice, b.e.players...).name)
		case 2:
			b.sendf("NICK %s", b.name)
		case 3:
			private(one(b.dice, "!abort", channel+" !abort", "!leave "+channel, "\x01VERSION\x01", "\x01PING 1\x01", "\xff\xfe\x02\x03", "join_game"))
		case 4:
			b.sendf("NOTICE %s :%s", to, "NORTH "+mark)
		default:
			b.sendf("INVITE %s #den%d", to, b.dice.IntN(9))
		}
	}
}

// flood has a stranger send much at once.
func (b *bot) flood(to string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.nick == "" {
		return
	}
	line := one(b.dice,
		"PRIVMSG "+to+" :\x01VERSION\x01", "NOTICE "+to+" :NORTH "+mark, "PRIVMSG "+to+" :\x01DCC SEND x 1 2 3\x01",
		"PRIVMSG "+to+" :!help", "PRIVMSG "+to+" :NORTH "+mark, "INVITE "+to+" #den", "TAGMSG "+to,
	)
	for range 10 + b.dice.IntN(40) {
		b.sendf("%s", line)
	}
}
