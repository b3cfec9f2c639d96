package storm

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

var kinds = []kind{
	{name: "honest", joins: 95, orders: 95, tags: 90, acks: 100},
	{name: "careless", joins: 90, orders: 80, double: 50, tags: 30, acks: 60},
	{name: "slow", joins: 95, orders: 95, tags: 50, acks: 80, slow: true},
	{name: "restless", joins: 90, orders: 90, tags: 70, acks: 90, leaves: 15},
	{name: "renamer", joins: 90, orders: 90, tags: 70, acks: 90, renames: 20},
	{name: "talker", joins: 90, orders: 90, tags: 50, talks: 25, acks: 50},
}

type order struct {
	at      time.Time
	channel string
	tag     int // the turn that it names, 0 for none
	text    string
}

type line struct {
	nick, user, host string
	command          string
	params           []string
}

func (l *line) param(n int) string {
	if n < len(l.params) {
		return l.params[n]
	}
	return ""
}

func parseLine(text string) (l line) {
	if strings.HasPrefix(text, "@") {
		_, text, _ = strings.Cut(text, " ")
	}
	if strings.HasPrefix(text, ":") {
		var source string
		source, text, _ = strings.Cut(text[1:], " ")
		var address string
		l.nick, address, _ = strings.Cut(source, "!")
		l.user, l.host, _ = strings.Cut(address, "@")
	}
	for text != "" {
		if strings.HasPrefix(text, ":") {
			l.params = append(l.params, text[1:])
			break
		}
		var word string
		word, text, _ = strings.Cut(text, " ")
		l.params = append(l.params, word)
	}
	if len(l.params) > 0 {
		l.command, l.params = l.params[0], l.params[1:]
	}
	return l
}

func (r *room) rise() {
	r.seated = false
	if n := len(r.unknown); n == 0 || !r.unknown[n-1].to.IsZero() {
		r.unknown = append(r.unknown, interval{from: time.Now()})
	}
}

func (r *room) sit() {
	r.seated = true
	if n := len(r.unknown); n > 0 && r.unknown[n-1].to.IsZero() {
		r.unknown[n-1].to = time.Now()
	}
}

func (b *bot) hearReferee(l *line) {
	notice := l.command == "NOTICE"
	r, text := b.room(l.param(0)), l.param(1)
	h := heardLine{at: time.Now(), notice: notice, text: text, link: b.links[l.nick]}
	if r != nil {
		h.channel = r.channel
	}
	b.heard = append(b.heard, h)
	switch {
	case r != nil && !notice:
		b.hearProtocol(r, text)
	case notice && r == nil:
		b.hearNotice(text)
	case notice:
	}
}

func (b *bot) hearNotice(text string) {
	if seat, token, found := strings.Cut(text, "come back with: resume "); found {
		if _, channel, ok := strings.Cut(seat, "Your seat in "); ok {
			channel, _, _ = strings.Cut(channel, ":")
			if r := b.room(channel); r != nil {
				r.token, r.joined = token, true
				r.sit()
			}
		}
		return
	}
	// "[ack] turn 12: "north 1" counts."
	if rest, found := strings.CutPrefix(text, "[ack] turn "); found {
		number, quoted, _ := strings.Cut(rest, ": ")
		turn, _ := strconv.Atoi(number)
		quoted = strings.TrimSuffix(quoted, " counts.")
		for _, r := range b.rooms {
			if r.joined && r.acking {
				b.e.acked(ack{time.Now(), r.channel, turn, quoted, b})
			}
		}
	}
}

func (b *bot) hearProtocol(r *room, text string) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "BEGIN_GAME", "NEW_GAME":
		r.game, r.joined, r.turn, r.acking = rest, false, 0, false
		if word == "BEGIN_GAME" {
			r.game = "bomber"
		}
		if b.chance(b.kind.joins) {
			b.tell(r.channel + " join_game")
			if b.chance(10) {
				b.tell("join_game")
			}
		}
	case "TOUR":
		r.turn, _ = strconv.Atoi(rest)
		b.behave(r)
	case "SEND_YOUR_ACTION":
		b.answer(r)
	case "END_GAME", "NO_ENOUGH_PLAYERS":
		r.joined, r.turn, r.game = false, 0, ""
	}
}

func (b *bot) behave(r *room) {
	if !r.joined {
		return
	}
	if !r.seated && r.token != "" {
		r.seated = true // he asks once
		b.tell("RESUME " + r.token)
	}
	if !r.acking && b.chance(b.kind.acks) {
		r.acking = true
		b.tell(b.prefix(r) + "ACK on")
	}
	if b.chance(b.kind.talks) {
		b.sendf("PRIVMSG %s :%s", r.channel, one(b.dice, "hello", "!status", "\x01ACTION waits\x01", "!abort", "TOUR 99"))
	}
	if b.chance(b.kind.renames) {
		b.e.spoil(b, grace) // what is on its way to the old nick is lost
		b.sendf("NICK %s%d", b.name, b.dice.IntN(1000))
	}
	if b.chance(b.kind.leaves) {
		if b.chance(30) {
			b.sendf("PART %s :back soon", r.channel)
		} else {
			b.quit(span(b.dice, time.Second, 20*time.Second))
		}
	}
}

func (b *bot) quit(stay time.Duration) {
	b.stay = stay
	b.sendf("QUIT :back soon")
}

func (b *bot) prefix(r *room) string {
	if len(b.rooms) > 1 {
		return r.channel + " "
	}
	return ""
}

func (b *bot) answer(r *room) {
	if !r.joined {
		return
	}
	for range 3 {
		if !b.chance(b.kind.orders) {
			return
		}
		o := order{time.Now(), r.channel, 0, orderFor(b.dice, r.game, r.turn)}
		tag := ""
		if b.chance(b.kind.tags) {
			o.tag = r.turn
			if b.chance(3) {
				o.tag++
			}
			tag = fmt.Sprintf("@%d ", o.tag)
		}
		b.e.ordered(b, o)
		b.tell(b.prefix(r) + tag + o.text)
		if b.chance(3) {
			b.tell(b.prefix(r) + one(b.dice, "STATE", "RESEND", "board on", "board off", "join_game"))
		}
		if !b.chance(b.kind.double) {
			return
		}
	}
}

func (b *bot) tick() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.nick == "" {
		return
	}
	for _, r := range b.rooms {
		if !r.in {
			b.sendf("JOIN %s", r.channel)
		}
	}
}
