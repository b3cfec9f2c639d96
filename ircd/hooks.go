package ircd

import (
	"slices"
	"strings"
	"time"
)

// A hook does to a client, by its nick, what a network does to one. Where it
// tells something it returns false if there is no such client. When a hook
// returns, what it causes is done or queued to be written.

// refusal is a command, in capitals, with its first parameter, folded.
type refusal struct{ command, target string }

// Refuse has the command answered by the numeric, with its usual text, whenever
// the target is (one of) its first parameter, until Allow:
//
//	s.Refuse("NICK", "bot", "433")
//	s.Refuse("JOIN", "#arena", "474")
//	s.Refuse("PRIVMSG", "ann", "531")
//	s.Refuse("AUTHENTICATE", "PLAIN", "904")
func (s *Server) Refuse(command, target, code string) {
	s.do(func() { s.refusals[refusal{command, s.fold(target)}] = code })
}

// Allow ends what Refuse has begun.
func (s *Server) Allow(command, target string) {
	s.do(func() { delete(s.refusals, refusal{command, s.fold(target)}) })
}

// Forward sends who joins the channel to another (470); "" ends it.
func (s *Server) Forward(channel, to string) {
	s.do(func() {
		if to == "" {
			delete(s.forwards, s.fold(channel))
		} else {
			s.forwards[s.fold(channel)] = to
		}
	})
}

// with runs f with the client of this nick; false: there is none.
func (s *Server) with(nick string, f func(*client)) bool {
	found := false
	s.do(func() {
		if c := s.nicks[s.fold(nick)]; c != nil {
			found = true
			f(c)
		}
	})
	return found
}

// Nicks are the nicks of all who are registered, in the order in which they
// came.
func (s *Server) Nicks() []string {
	var nicks []string
	s.do(func() {
		for _, c := range s.conns {
			if c.registered {
				nicks = append(nicks, c.nick)
			}
		}
	})
	return nicks
}

// Kill closes the client as an IRC operator does.
func (s *Server) Kill(nick, by, reason string) bool {
	return s.with(nick, func(c *client) {
		s.send(c, s.messageFrom(nil, by, "KILL "+c.nick+" :"+s.cfg.Name+"!"+by+" ("+reason+")"))
		s.close(c, "Killed ("+by+" ("+reason+"))")
	})
}

// kline is a ban from the server.
type kline struct{ mask, reason string }

// KLine bans all from the server whose user@host matches the mask with * and ?:
// it closes those who are there and refuses those who come (465).
func (s *Server) KLine(mask, reason string) {
	s.do(func() {
		s.bans = append(s.bans, kline{s.fold(mask), reason})
		for _, c := range slices.Clone(s.conns) {
			if s.klined(c) != nil {
				s.fail(c, "465", reason)
				s.close(c, "K-Lined")
			}
		}
	})
}

// UnKLine lifts the ban of a mask.
func (s *Server) UnKLine(mask string) {
	s.do(func() { s.bans = slices.DeleteFunc(s.bans, func(k kline) bool { return k.mask == s.fold(mask) }) })
}

// klined is the ban that the client falls under, nil if none.
func (s *Server) klined(c *client) *kline {
	who := s.fold(c.user + "@" + c.host)
	for i := range s.bans {
		if matches(s.bans[i].mask, who) {
			return &s.bans[i]
		}
	}
	return nil
}

// Drop closes the client's connection without a word.
func (s *Server) Drop(nick string) bool {
	return s.with(nick, func(c *client) {
		c.out.set(func(o *outbox) { o.buf, o.due, o.closed = nil, nil, true })
		s.forget(c, "Connection reset by peer")
	})
}

// Rename gives the client another nick, as services do: Guest123. False also if
// that is taken.
func (s *Server) Rename(nick, to string) bool {
	done := false
	s.with(nick, func(c *client) {
		if s.nicks[s.fold(to)] == nil {
			s.rename(c, to)
			done = true
		}
	})
	return done
}

// Login logs the client in to the account, "" logs it out.
func (s *Server) Login(nick, account string) bool {
	return s.with(nick, func(c *client) { s.logIn(c, account) })
}

// ChangeHost gives the client another user and host. Who has not asked for
// chghost sees it quit and come back.
func (s *Server) ChangeHost(nick, user, host string) bool {
	return s.with(nick, func(c *client) {
		change := s.message(c, "CHGHOST "+user+" "+host)
		quit := s.message(c, "QUIT :Changing host")
		var others []*client
		for _, p := range append(s.peers(c), c) {
			switch {
			case p.caps.has(chghost):
				s.send(p, change)
			case p != c:
				s.send(p, quit)
				others = append(others, p)
			}
		}
		c.user, c.host = user, host
		c.setSource()
		for _, ch := range c.channels {
			to := slices.DeleteFunc(s.onSide(ch, c), func(p *client) bool { return !slices.Contains(others, p) })
			s.comeBack(ch, ch.member(c), to)
		}
	})
}

// Mode changes a channel's modes as the server: Mode("#arena", "+v", "ann"). What
// can't be done is left out.
func (s *Server) Mode(channel, letters string, params ...string) {
	s.do(func() {
		ch := s.channels[s.fold(channel)]
		if ch == nil {
			return
		}
		nobody := &client{out: newOutbox(0), gone: make(chan struct{}), source: s.cfg.Name}
		nobody.out.closed = true // hears none of the errors
		if done := s.changeModes(nobody, ch, letters, params); done.letters != "" {
			s.tell(ch, nobody, s.messageFrom(nil, s.cfg.Name, "MODE "+ch.name+" "+done.String()))
		}
	})
}

// Kick takes the client out of the channel, by a nick that need not exist.
func (s *Server) Kick(channel, nick, by, reason string) bool {
	return s.with(nick, func(c *client) {
		if ch := s.channels[s.fold(channel)]; ch != nil && ch.member(c) != nil {
			m := s.messageFrom(nil, by+"!"+by+"@"+s.cfg.Name, "KICK "+ch.name+" "+c.nick+" :"+reason)
			s.tell(ch, c, m)
			s.send(c, m)
			s.leave(c, ch)
		}
	})
}

// Raw writes the bytes to the client as they are, with CR LF behind: blank
// lines, invalid UTF-8, what no server should send.
func (s *Server) Raw(nick, text string) bool {
	return s.with(nick, func(c *client) { s.raw(c, text) })
}

// StopReading leaves unread what the client sends, until Resume.
func (s *Server) StopReading(nick string) bool {
	return s.with(nick, func(c *client) {
		c.deaf = true
		s.checkRecvQ(c)
	})
}

// StopWriting writes nothing more to the client, until Resume; it queues up to
// the limit of Config.SendQ.
func (s *Server) StopWriting(nick string) bool {
	return s.with(nick, func(c *client) { c.out.set(func(o *outbox) { o.stalled = true }) })
}

// Resume ends StopReading and StopWriting.
func (s *Server) Resume(nick string) bool {
	return s.with(nick, func(c *client) {
		c.deaf = false
		s.drain(c)
		s.checkRecvQ(c)
		c.out.set(func(o *outbox) { o.stalled = false })
	})
}

// Delay has each line reach the client that much later; 0 ends it for the lines
// to come.
func (s *Server) Delay(nick string, by time.Duration) bool {
	return s.with(nick, func(c *client) { c.out.set(func(o *outbox) { o.delay = by }) })
}

// Said is a line of a channel's past.
type Said struct {
	At   time.Time
	From string // nick!user@host
	Text string
}

// Playback repeats a channel's past to the client, as bouncers and servers with
// a history do: as a batch if it knows these, and with the times if it knows
// server-time.
func (s *Server) Playback(nick, channel string, past ...Said) bool {
	return s.with(nick, func(c *client) {
		ref := s.nextID()
		if c.caps.has(batch) {
			s.say(c, "BATCH +"+ref+" chathistory "+channel)
		}
		for _, line := range past {
			var tags []string
			if c.caps.has(batch) {
				tags = append(tags, "batch="+ref)
			}
			if c.caps.has(serverTime) {
				tags = append(tags, "time="+string(appendTime(nil, line.At)))
			}
			head := ""
			if len(tags) > 0 {
				head = "@" + strings.Join(tags, ";") + " "
			}
			body := s.messageFrom(nil, line.From, "PRIVMSG "+channel+" :"+line.Text).body
			s.push(c, []byte(head), body)
		}
		if c.caps.has(batch) {
			s.say(c, "BATCH -"+ref)
		}
	})
}

// Withdraw stops offering capabilities and takes them from those who have them
// (CAP DEL).
func (s *Server) Withdraw(names ...string) {
	s.do(func() {
		set := capsNamed(names)
		s.offered &^= set
		for _, c := range s.conns {
			c.caps &^= set
			if c.caps.has(capNotify) {
				s.say(c, "CAP "+c.name()+" DEL :"+set.names(false))
			}
		}
	})
}

// Offer offers capabilities again, or anew (CAP NEW).
func (s *Server) Offer(names ...string) {
	s.do(func() {
		set := capsNamed(names)
		s.offered |= set
		for _, c := range s.conns {
			if c.caps.has(capNotify) {
				s.say(c, "CAP "+c.name()+" NEW :"+set.names(c.modernCaps))
			}
		}
	})
}
