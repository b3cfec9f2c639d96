package ircd

import (
	"slices"
	"strings"
	"time"
)

// messageAll carries out PRIVMSG, NOTICE and TAGMSG.
func (s *Server) messageAll(c *client, l *line) {
	switch {
	case l.param(0) == "":
		s.fail(c, "411")
		return
	case l.command == "TAGMSG" && !c.caps.has(messageTags):
		s.fail(c, "421", l.command)
		return
	case l.command != "TAGMSG" && l.param(1) == "":
		s.fail(c, "412")
		return
	}
	if c.grace > 0 {
		c.grace = 0
		c.clock = c.clock.Add(s.cfg.Profile.Line)
	}
	for i, target := range strings.Split(l.params[0], ",") {
		if i == s.cfg.MaxTargets {
			s.fail(c, "407", target)
			return
		}
		if strings.HasPrefix(strings.TrimLeft(target, "@+"), "#") {
			s.messageChannel(c, l, target)
		} else {
			s.messageClient(c, l, target)
		}
	}
}

// complain answers a message that can't be delivered; a NOTICE is never answered.
func (s *Server) complain(c *client, l *line, code string, params ...string) {
	if l.command != "NOTICE" {
		s.fail(c, code, params...)
	}
}

// compose makes the line that the target gets.
func (s *Server) compose(c *client, l *line, target string) *message {
	text := l.command + " " + target
	if l.command != "TAGMSG" {
		text += " :" + l.params[1]
	}
	m := s.message(c, text)
	m.tags, m.id = l.tags, s.nextID()
	return m
}

// messageChannel sends to a channel, or, with @ or + before its name, to those
// in it who are at least that.
func (s *Server) messageChannel(c *client, l *line, target string) {
	name := strings.TrimLeft(target, "@+")
	status := target[:len(target)-len(name)]
	ch := s.channels[s.fold(name)]
	if ch == nil {
		s.complain(c, l, "403", cut(name, maxChannelLen))
		return
	}
	m := ch.member(c)
	if !s.maySpeak(c, ch, m) {
		s.complain(c, l, "404", ch.name)
		return
	}
	note := s.compose(c, l, status+ch.name)
	for _, other := range ch.members {
		switch {
		case other.client == c || other.side != c.side:
		case strings.Contains(status, "+") && !other.op && !other.voice:
		case status == "@" && !other.op:
		default:
			s.relay(other.client, l, note)
		}
	}
	s.echo(c, l, note)
}

// maySpeak tells whether the client, m its membership or nil, may send to the
// channel.
func (s *Server) maySpeak(c *client, ch *channel, m *member) bool {
	switch {
	case m == nil:
		return !ch.noOutside && !ch.moderate && !s.banned(c, ch)
	case m.op || m.voice:
		return true
	default:
		return !ch.moderate && !s.banned(c, ch)
	}
}

// messageClient sends to one person.
func (s *Server) messageClient(c *client, l *line, nick string) {
	target := s.find(c, nick)
	if target == nil {
		s.complain(c, l, "401", cut(nick, maxChannelLen))
		return
	}
	if !s.mayTarget(c, target) {
		s.fail(c, s.cfg.Profile.TargetCode, target.nick)
		return
	}
	if target.onlyAccounts && c.account == "" && target != c {
		s.complain(c, l, "531", target.nick)
		return
	}
	if target.callerID && target != c && !target.accepts[s.fold(c.nick)] {
		s.complain(c, l, "716", target.nick)
		s.complain(c, l, "717", target.nick)
		s.reply(target, "718", c.nick+" "+c.user+"@"+c.host+" :is messaging you, and you are +g")
		return
	}
	note := s.compose(c, l, target.nick)
	s.relay(target, l, note)
	if target.away != "" && l.command == "PRIVMSG" {
		s.reply(c, "301", target.nick+" :"+target.away)
	}
	s.echo(c, l, note)
}

// relay sends the message; a TAGMSG only to who knows what it is.
func (s *Server) relay(to *client, l *line, note *message) {
	if l.command != "TAGMSG" || to.caps.has(messageTags) {
		s.send(to, note)
	}
}

// echo sends the message back to its sender, if that wants it.
func (s *Server) echo(c *client, l *line, note *message) {
	if c.caps.has(echoMessage) {
		s.relay(c, l, note)
	}
}

// mayTarget counts the different people to whom a client writes, as the profile
// has it. Who changes his nick stays the same one: real servers go by his id.
func (s *Server) mayTarget(c, target *client) bool {
	p := &s.cfg.Profile
	if p.Targets == 0 || c == target || slices.Contains(c.targets, target) || c.ranksBeside(target) {
		return true
	}
	if c.targeting.IsZero() {
		c.targeting = time.Now()
	}
	if forget := int(time.Since(c.targeting) / p.TargetEvery); forget > 0 {
		c.targets = c.targets[min(forget, len(c.targets)):]
		c.targeting = c.targeting.Add(time.Duration(forget) * p.TargetEvery)
	}
	if len(c.targets) >= p.Targets {
		return false
	}
	c.targets = append(c.targets, target)
	return true
}

// ranksBeside tells whether the client has op or voice in a channel in which the
// other is too.
func (c *client) ranksBeside(other *client) bool {
	return slices.ContainsFunc(c.channels, func(ch *channel) bool {
		m := ch.member(c)
		return (m.op || m.voice) && ch.member(other) != nil
	})
}
