package storm

import (
	"fmt"
	"strings"
	"time"

	"arbitre/ircd"
)

func (e *evening) splitPlayers() {
	var nicks []string
	for _, b := range e.players {
		if nick := b.current(); nick != "" && e.dice.IntN(2) == 0 {
			nicks = append(nicks, nick)
			e.spoil(b, time.Minute+grace)
		}
	}
	e.server().Split("leaf.test", nicks...)
	e.forAWhile(nil, e.short(), func() { e.server().Rejoin() })
}

func (e *evening) renamePlayer() {
	e.server().Rename(e.victim().current(), fmt.Sprintf("Guest%d", e.dice.IntN(1000)))
}

func (e *evening) kickPlayer() {
	b := e.victim()
	e.spoil(b, time.Minute)
	e.server().Kick(one(e.dice, b.rooms...).channel, b.current(), "oper", "out")
}

func (e *evening) refusePlayer() {
	b := e.victim()
	server, nick := e.server(), b.current()
	if nick == "" {
		return
	}
	e.toldAgain[b] = true // no code tells which line was meant
	server.Refuse("PRIVMSG", nick, one(e.dice, "401", "486", "531", "716", "439"))
	e.forAWhile(b, e.short(), func() { server.Allow("PRIVMSG", nick) })
}

func (e *evening) callerID() {
	b := e.victim()
	letter := one(e.dice, "g", "R")
	b.say("MODE %s +%s", b.current(), letter)
	e.forAWhile(b, e.short(), func() { b.say("MODE %s -%s", b.current(), letter) })
}

func (e *evening) swapNicks() {
	a, b := e.victim(), e.victim()
	one, two := a.current(), b.current()
	if a == b || one == "" || two == "" {
		return
	}
	e.spoil(a, grace)
	e.spoil(b, grace)
	a.say("NICK tmp%d", e.dice.IntN(100))
	e.later(400*time.Millisecond, func() { b.say("NICK %s", one) })
	e.later(800*time.Millisecond, func() { a.say("NICK %s", two) })
	lasts := e.short()
	e.swaps = append(e.swaps, swap{a, b, time.Now(), time.Now().Add(lasts + grace)})
	e.later(lasts, func() {
		b.say("NICK %s", b.name)
		a.say("NICK %s", a.name)
	})
}

func (e *evening) quitPlayer() {
	b := e.victim()
	stay := span(e.dice, time.Second, time.Minute)
	e.spoil(b, stay+time.Minute)
	b.leave(stay, "")
}

func (e *evening) movePlayer() {
	b := e.victim()
	e.moves++
	stay := span(e.dice, time.Second, 20*time.Second)
	e.spoil(b, stay+time.Minute)
	b.leave(stay, fmt.Sprintf("elsewhere-%d.test", e.moves))
}

func (e *evening) losePlayer() {
	b := e.victim()
	e.spoil(b, 2*time.Minute)
	if e.dice.IntN(2) == 0 {
		b.drop()
	} else {
		e.server().Drop(b.current())
	}
}

func (e *evening) changeHost() {
	b := e.victim()
	e.moves++
	// Where neither accounts nor chghost are, somebody comes back who has another
	// host, and only his token proves who he is.
	patience := grace
	if !b.loggedIn {
		patience = 10 * time.Minute
	}
	e.spoil(b, patience)
	e.server().ChangeHost(b.current(), b.user(), fmt.Sprintf("cloak-%d.test", e.moves))
}

func (e *evening) ghostPlayer() {
	b := e.victim()
	e.spoil(b, 10*time.Minute)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.conn != nil {
		b.conn.vanish()
		b.conn.cut()
	}
}

func (e *evening) relogin() {
	b := e.victim()
	server := e.server()
	e.spoil(b, 2*time.Minute)
	b.loggedIn = false
	server.Login(b.current(), one(e.dice, "", b.user()+"-else", b.account))
	e.later(e.short(), func() { server.Login(b.current(), b.account) })
}

func (e *evening) allGone() {
	for _, b := range e.players {
		stay := span(e.dice, 5*time.Second, 2*time.Minute)
		e.spoil(b, stay+time.Minute)
		b.leave(stay, "")
	}
}

func (e *evening) delayPlayer() {
	b := e.victim()
	server, nick := e.server(), b.current()
	server.Delay(nick, span(e.dice, 500*time.Millisecond, 5*time.Second))
	e.forAWhile(b, e.short(), func() { server.Delay(nick, 0) })
}

func (e *evening) garbage() {
	nick := e.referee()
	for range 1 + e.dice.IntN(5) {
		e.server().Raw(nick, one(e.dice,
			"", " ", ":", "::", "@", "@a=b", "@a :x", ":x", "PRIVMSG", "PRIVMSG "+nick, ":ann!u@h PRIVMSG", ":ann!u@h PRIVMSG "+nick, ":ann!u@h NICK",
			":irc.test 353", ":irc.test 352 a b", ":irc.test 005", ":irc.test 433",
			strings.Repeat("x", 3000), ":nobody!u@h PRIVMSG "+nick+" :"+strings.Repeat("NORTH 1 ", 1500), "@"+strings.Repeat("t=1;", 3000)+" PING :x",
			":nobody!u@h PRIVMSG "+nick+" :\xff\xfe\x80", ":\xff!\xff@\xff PRIVMSG "+nick+" :x", ":irc.test 366 "+nick+" #nowhere :End", "\x00\x01\x02",
			":irc.test KICK", ":irc.test MODE #arena +ooooo", ":irc.test 315 "+nick+" #arena", "PONG", "PONG :prompt-18446744073709551615", "PONG irc.test :prompt-1",
			":irc.test 332 "+nick+" #arena :topic", "BATCH +x", "BATCH -x", "CAP * LS", "CAP "+nick+" NEW :sasl", "AUTHENTICATE +", "ERROR",
		))
	}
}

func (e *evening) forge() {
	b, nick := e.victim(), e.referee()
	order := fmt.Sprintf("@%d NORTH %s", 1+e.dice.IntN(9), mark)
	source := one(e.dice, "", ":irc.test ", ":services. ", ":"+b.current()+" ", ":NickServ!NickServ@services. ", ":nobody!no@body.test ")
	e.server().Raw(nick, source+one(e.dice, "PRIVMSG ", "NOTICE ")+nick+" :"+one(e.dice, order, "leave_game", "!abort", "#arena !abort"))
	e.server().Raw(nick, source+"PRIVMSG "+e.channel()+" :!abort")
}

func (e *evening) stranger() { e.bots[len(e.bots)-1].flood(one(e.dice, e.referee(), e.channel())) }

func (e *evening) talk() {
	b := e.victim()
	b.say("PRIVMSG %s :%s", one(e.dice, b.rooms...).channel, one(e.dice, "hello", "\x01ACTION waves\x01", "!help", strings.Repeat("é", 300)))
}

func (e *evening) playback() {
	if e.plan.server.Caps != nil || e.withdrawn > 0 {
		return // nobody could know that it is the past
	}
	past := time.Now().Add(-time.Hour)
	channel := e.channel()
	say := func(b *bot, text string) ircd.Said {
		return ircd.Said{At: past, From: b.name + "!" + b.user() + "@" + b.host, Text: text}
	}
	e.server().Playback(e.referee(), channel,
		say(e.boss.bot, "!abort"), say(e.boss.bot, "!begin bomber"), say(e.victim(), "hello"), say(e.boss.bot, "!leave"))
}

func (e *evening) throttled() {
	b, nick := e.victim(), e.referee()
	e.spoil(b, grace)
	e.toldAgain[b] = true
	e.server().Raw(nick, one(e.dice,
		":irc.test 439 "+nick+" "+b.current()+" :Target change too fast", ":irc.test 707 "+nick+" "+b.current()+" :Targets changing too fast",
		":irc.test 263 "+nick+" PRIVMSG :try again", ":irc.test NOTICE "+nick+" :*** Message to "+b.current()+" throttled due to flooding",
		":irc.test 401 "+nick+" "+b.current()+" :No such nick", ":irc.test 404 "+nick+" "+e.channel()+" :Cannot send to channel",
	))
}
