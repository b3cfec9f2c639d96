package storm

import (
	"fmt"
	"time"
)

// strokes are what the storm can do, and how often it does which.
var strokes = []struct {
	name   string
	weight int
	do     func(*evening)
}{
	{"netsplit of players", 6, (*evening).splitPlayers},
	{"netsplit of the referee", 3, (*evening).splitReferee},
	{"connection lost", 5, (*evening).dropReferee},
	{"half-open connection", 3, (*evening).vanishReferee},
	{"ghost of the referee", 3, (*evening).ghostReferee},
	{"stalled socket", 3, (*evening).stallReferee},
	{"server does not read", 2, (*evening).deafServer},
	{"KILL", 1, (*evening).killReferee},
	{"K-line", 1, (*evening).klineReferee},
	{"Excess Flood", 2, (*evening).floodedReferee},
	{"restart of the server", 2, (*evening).restartServer},
	{"nick not to be had", 2, (*evening).refuseNick},
	{"nick stolen", 2, (*evening).stealNick},
	{"renamed by services", 3, (*evening).renameReferee},
	{"player renamed by services", 3, (*evening).renamePlayer},
	{"SASL down", 2, (*evening).saslDown},
	{"CAP DEL", 2, (*evening).withdraw},
	{"JOIN refused", 2, (*evening).refuseJoin},
	{"forward", 2, (*evening).forward},
	{"kick of the referee", 3, (*evening).kickReferee},
	{"ban of the referee", 1, (*evening).banReferee},
	{"kick of a player", 4, (*evening).kickPlayer},
	{"moderated", 3, (*evening).moderate},
	{"referee has no voice", 2, (*evening).devoice},
	{"player not to be reached", 4, (*evening).refusePlayer},
	{"player with +g or +R", 3, (*evening).callerID},
	{"our own +g", 2, (*evening).ownMode},
	{"swap of nicks", 4, (*evening).swapNicks},
	{"player gone", 6, (*evening).quitPlayer},
	{"player back from elsewhere", 5, (*evening).movePlayer},
	{"player lost", 5, (*evening).losePlayer},
	{"host changed", 3, (*evening).changeHost},
	{"ghost of a player", 4, (*evening).ghostPlayer},
	{"account changed", 3, (*evening).relogin},
	{"everybody gone", 2, (*evening).allGone},
	{"slow server", 5, (*evening).delayReferee},
	{"slow for a player", 3, (*evening).delayPlayer},
	{"garbage", 6, (*evening).garbage},
	{"forged", 5, (*evening).forge},
	{"flood", 5, (*evening).stranger},
	{"talk of a player", 3, (*evening).talk},
	{"playback", 4, (*evening).playback},
	{"dropped PM", 3, (*evening).throttled},
	{"disk full", 3, (*evening).fillDisk},
	{"disk slow", 3, (*evening).slowDisk},
	{"crash", 5, (*evening).crashSometime},
	{"crash before a write", 3, func(e *evening) { e.arm(crashBefore) }},
	{"crash behind a write", 4, func(e *evening) { e.arm(crashBehind) }},
	{"restart of the referee", 2, (*evening).restartProgram},
	{"a second referee", 2, (*evening).secondProgram},
}

// grace is how long after the end of something its consequences last.
const grace = 20 * time.Second

// forAWhile spoils the evening for somebody until undo has been done, and then
// for a while.
func (e *evening) forAWhile(who *bot, lasts time.Duration, undo func()) {
	e.spoil(who, lasts+grace)
	e.later(lasts, undo)
}

func (e *evening) victim() *bot { return one(e.dice, e.players...) }

func (e *evening) channel() string { return one(e.dice, e.plan.channels...) }

func (e *evening) short() time.Duration { return span(e.dice, time.Second, 30*time.Second) }

// away is what a loss of the referee's connection costs at the most.
const away = 15 * time.Minute

// lose spoils the evening until the referee is back.
func (e *evening) lose() { e.spoilUntilBack(away) }

func (e *evening) splitReferee() {
	e.server().Split("leaf.test", e.referee())
	e.silence("", 30*time.Second)
	e.forAWhile(nil, e.short(), func() { e.server().Rejoin() })
}

func (e *evening) dropReferee() {
	e.lose()
	e.server().Drop(e.referee())
}

// link does something to the referee's connection, if he has one.
func (e *evening) link(do func(*end)) {
	e.lose()
	if e.program != nil {
		if socket := e.program.socket(); socket != nil {
			do(socket)
		}
	}
}

func (e *evening) vanishReferee() { e.link((*end).vanish) }

// ghostReferee breaks the connection for the referee only: the server keeps his
// ghost until it answers no PING.
func (e *evening) ghostReferee() {
	e.link(func(s *end) {
		s.vanish()
		s.cut()
	})
}

func (e *evening) stallReferee() {
	e.link(func(s *end) {
		s.stick(true)
		e.later(span(e.dice, time.Second, 50*time.Second), func() { s.stick(false) })
	})
}

func (e *evening) deafServer() {
	nick, server := e.referee(), e.server()
	e.lose()
	if e.dice.IntN(2) == 0 {
		server.StopReading(nick)
	} else {
		server.StopWriting(nick)
	}
	e.later(span(e.dice, time.Second, 100*time.Second), func() { server.Resume(e.referee()) })
}

func (e *evening) killReferee() {
	e.lose()
	e.server().Kill(e.referee(), "oper", "no bots here")
}

func (e *evening) klineReferee() {
	server := e.server()
	server.KLine("*@"+refereeHost, "go away")
	e.spoilUntilBack(40 * time.Minute)
	e.later(span(e.dice, time.Second, 5*time.Minute), func() { server.UnKLine("*@" + refereeHost) })
}

func (e *evening) floodedReferee() {
	e.lose()
	e.server().Raw(e.referee(), "ERROR :Closing Link: referee.test (Excess Flood)")
	e.later(time.Second, func() { e.server().Drop(e.referee()) })
}

func (e *evening) restartServer() {
	e.lose()
	e.lowerServer()
	e.later(e.short(), e.raiseServer)
}

func (e *evening) refuseNick() {
	server := e.server()
	server.Refuse("NICK", refereeNick, one(e.dice, "433", "437", "432"))
	e.dropReferee()
	e.later(e.short(), func() { server.Allow("NICK", refereeNick) })
}

func (e *evening) stealNick() {
	e.dropReferee()
	thief := e.bots[len(e.bots)-1]
	thief.say("NICK %s", refereeNick)
	e.later(e.short(), func() { thief.say("NICK %s", thief.name) })
}

func (e *evening) renameReferee() {
	e.spoil(nil, grace)
	e.server().Rename(e.referee(), fmt.Sprintf("Guest%d", e.dice.IntN(1000)))
}

func (e *evening) saslDown() {
	server := e.server()
	server.Refuse("AUTHENTICATE", "PLAIN", "904")
	e.dropReferee()
	e.later(e.short(), func() { server.Allow("AUTHENTICATE", "PLAIN") })
}

func (e *evening) withdraw() {
	name := one(e.dice, "account-tag", "account-notify", "extended-join", "server-time", "message-tags", "sasl", "multi-prefix")
	server := e.server()
	server.Withdraw(name)
	e.withdrawn++
	e.later(e.short(), func() { server.Offer(name); e.withdrawn-- })
}

func (e *evening) refuseJoin() {
	server, channel := e.server(), e.channel()
	server.Refuse("JOIN", channel, one(e.dice, "471", "473", "474", "475", "477", "405"))
	e.lose()
	if e.dice.IntN(2) == 0 {
		e.kicked(channel)
	} else {
		server.Drop(e.referee())
	}
	e.later(span(e.dice, time.Second, 2*time.Minute), func() { server.Allow("JOIN", channel) })
}

func (e *evening) forward() {
	server, channel := e.server(), e.channel()
	server.Forward(channel, "#overflow")
	e.dropReferee()
	e.later(span(e.dice, time.Second, 2*time.Minute), func() { server.Forward(channel, "") })
}

func (e *evening) kickReferee() {
	e.lose()
	e.kicked(e.channel())
}

func (e *evening) kicked(channel string) {
	if e.server().Kick(channel, e.referee(), "oper", "out") {
		e.kicks = append(e.kicks, time.Now())
	}
}

func (e *evening) banReferee() {
	channel := e.channel()
	server := e.server()
	e.lose()
	server.Mode(channel, "+b", "*!*@"+refereeHost)
	e.kicked(channel)
	e.later(span(e.dice, time.Second, 2*time.Minute), func() { server.Mode(channel, "-b", "*!*@"+refereeHost) })
}

func (e *evening) moderate() {
	server, channel := e.server(), e.channel()
	server.Mode(channel, "+m")
	e.silence(channel, 30*time.Second)
	e.forAWhile(nil, e.short(), func() { server.Mode(channel, "-m") })
}

func (e *evening) devoice() {
	channel := e.channel()
	e.server().Mode(channel, "-v", e.referee())
	e.server().Mode(channel, "-o", e.referee())
}

func (e *evening) ownMode() {
	e.server().Raw(e.referee(), fmt.Sprintf(":irc.test MODE %s +%s", e.referee(), one(e.dice, "g", "R", "gR")))
}

// swapNicks has two exchange their nicks: a, b, a.
// ghostPlayer breaks the connection for a player only: his ghost stays while he
// comes back beside it.
func (e *evening) delayReferee() {
	by := span(e.dice, 500*time.Millisecond, 12*time.Second)
	e.link(func(s *end) {
		s.delay(by)
		e.later(e.short(), func() { s.delay(0) })
	})
}

// garbage is what no server should send.
// forge is orders and commands in the name of somebody who did not give them.
// playback is the channel's past, with all that it must not do again.
// throttled is a server that drops a private message.
func (e *evening) fillDisk() {
	lasts := e.short()
	e.spoil(nil, lasts+grace)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.full = time.Now().Add(lasts)
}

func (e *evening) slowDisk() { e.arm(diskSlow) }

func (e *evening) arm(f fate) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.fate = f
}

func (e *evening) crashSometime() { e.crashNow(0) }

func (e *evening) restartProgram() {
	if e.program == nil {
		return
	}
	e.program.stop()
	folder := e.program.folder
	e.program = nil
	e.crashed()
	e.startLater(folder, e.short())
}

// secondProgram is somebody who starts another one on the same folder.
func (e *evening) secondProgram() {
	if e.program == nil {
		return
	}
	if program, err := e.start(e.program.folder); err == nil {
		e.fault("a second program started on the folder of the first")
		program.stop()
	}
}
