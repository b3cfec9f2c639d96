package ircd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// goAway carries out AWAY.
func (s *Server) goAway(c *client, l *line) {
	c.away = cut(l.param(0), maxAwayLen)
	if c.away == "" {
		s.reply(c, "305", ":You are no longer marked as being away")
	} else {
		s.reply(c, "306", ":You have been marked as being away")
	}
	text := "AWAY"
	if c.away != "" {
		text += " :" + c.away
	}
	m := s.message(c, text)
	for _, p := range s.peers(c) {
		if p.caps.has(awayNotify) {
			s.send(p, m)
		}
	}
}

// setName carries out SETNAME.
func (s *Server) setName(c *client, l *line) {
	c.real = cut(l.params[0], maxRealLen)
	m := s.message(c, "SETNAME :"+c.real)
	for _, p := range append(s.peers(c), c) {
		if p.caps.has(setname) {
			s.send(p, m)
		}
	}
}

// accept carries out ACCEPT: whose messages come through +g.
func (s *Server) accept(c *client, l *line) {
	for nick := range strings.SplitSeq(l.params[0], ",") {
		off, isOff := strings.CutPrefix(nick, "-")
		folded := s.fold(off)
		switch {
		case nick == "*":
			s.listAccepts(c)
		case isOff && !c.accepts[folded]:
			s.fail(c, "458", off)
		case isOff:
			delete(c.accepts, folded)
		case s.find(c, nick) == nil:
			s.fail(c, "401", nick)
		case c.accepts[folded]:
			s.fail(c, "457", nick)
		case len(c.accepts) >= maxAccepts:
			s.fail(c, "456")
		default:
			c.accepts[folded] = true
		}
	}
}

func (s *Server) listAccepts(c *client) {
	var nicks []string
	for nick := range c.accepts {
		nicks = append(nicks, nick)
	}
	slices.Sort(nicks)
	for _, nick := range nicks {
		s.reply(c, "281", nick)
	}
	s.reply(c, "282", ":End of /ACCEPT list")
}

// ison carries out ISON.
func (s *Server) ison(c *client, l *line) {
	var here []string
	for nick := range strings.FieldsSeq(strings.Join(l.params, " ")) {
		if other := s.find(c, nick); other != nil {
			here = append(here, other.nick)
		}
	}
	s.reply(c, "303", ":"+strings.Join(here, " "))
}

// userhost carries out USERHOST.
func (s *Server) userhost(c *client, l *line) {
	var found []string
	for _, nick := range l.params[:min(5, len(l.params))] {
		if other := s.find(c, nick); other != nil {
			found = append(found, other.nick+"="+other.hereOrGone("+", "-")+other.user+"@"+other.host)
		}
	}
	s.reply(c, "302", ":"+strings.Join(found, " "))
}

func (c *client) hereOrGone(here, gone string) string {
	if c.away != "" {
		return gone
	}
	return here
}

// who carries out WHO and, with %fields, WHOX.
func (s *Server) who(c *client, l *line) {
	mask := l.param(0)
	_, fields, extended := strings.Cut(l.param(1), "%")
	fields, token, _ := strings.Cut(fields, ",")
	show := func(ch *channel, m *member) {
		if extended {
			s.reply(c, "354", m.whox(s.cfg.Name, ch, fields, cut(token, 3)))
			return
		}
		s.reply(c, "352", fmt.Sprintf("%s %s %s %s %s %s :0 %s", chName(ch), m.user, m.host, s.cfg.Name, m.nick, m.flags(), m.real))
	}
	if ch := s.channels[s.fold(mask)]; ch != nil {
		for _, m := range ch.members {
			if m.side == c.side && (!ch.secret || ch.member(c) != nil) {
				show(ch, m)
			}
		}
	} else if !strings.HasPrefix(mask, "#") {
		for _, other := range s.conns {
			if other.registered && other.side == c.side && mask != "" && matches(s.fold(mask), s.fold(other.nick)) {
				show(nil, &member{client: other})
			}
		}
	}
	if mask == "" {
		mask = "*"
	}
	s.reply(c, "315", cut(mask, maxChannelLen)+" :End of /WHO list.")
}

// chName is the channel's name in WHO, * for none.
func chName(ch *channel) string {
	if ch == nil {
		return "*"
	}
	return ch.name
}

// flags are H or G, B of a bot, and the status in the channel.
func (m *member) flags() string {
	flags := m.hereOrGone("H", "G")
	if m.bot {
		flags += "B"
	}
	return flags + m.prefix(true)
}

// whox is the reply with the fields asked for, in WHOX's own order.
func (m *member) whox(server string, ch *channel, fields, token string) string {
	account := m.account
	if account == "" {
		account = "0"
	}
	all := []struct {
		letter byte
		value  string
	}{
		{'t', token},
		{'c', chName(ch)},
		{'u', m.user},
		{'i', m.host},
		{'h', m.host},
		{'s', server},
		{'n', m.nick},
		{'f', m.flags()},
		{'d', "0"},
		{'l', "0"},
		{'a', account},
		{'o', "n/a"},
		{'r', ":" + m.real},
	}
	var out []string
	for _, f := range all {
		if strings.IndexByte(fields, f.letter) >= 0 && f.value != "" {
			out = append(out, f.value)
		}
	}
	return strings.Join(out, " ")
}

// whois carries out WHOIS.
func (s *Server) whois(c *client, l *line) {
	nick := l.params[len(l.params)-1] // after the server's name, if that is given
	other := s.find(c, nick)
	if other == nil {
		s.fail(c, "401", cut(nick, maxChannelLen))
		s.reply(c, "318", cut(nick, maxChannelLen)+" :End of /WHOIS list.")
		return
	}
	s.reply(c, "311", other.nick+" "+other.user+" "+other.host+" * :"+other.real)
	var names []string
	for _, ch := range other.channels {
		if !ch.secret || ch.member(c) != nil {
			names = append(names, ch.member(other).prefix(true)+ch.name)
		}
	}
	if len(names) > 0 {
		s.reply(c, "319", other.nick+" :"+strings.Join(names, " "))
	}
	s.reply(c, "312", other.nick+" "+s.cfg.Name+" :"+s.cfg.Network)
	if other.away != "" {
		s.reply(c, "301", other.nick+" :"+other.away)
	}
	if other.bot {
		s.reply(c, "335", other.nick+" :is a bot")
	}
	if other.account != "" {
		s.reply(c, "330", other.nick+" "+other.account+" :is logged in as")
	}
	if other.secure {
		s.reply(c, "671", other.nick+" :is using a secure connection")
	}
	idle := int(time.Since(other.heard).Seconds())
	s.reply(c, "317", fmt.Sprintf("%s %d %d :seconds idle, signon time", other.nick, idle, other.started.Unix()))
	s.reply(c, "318", other.nick+" :End of /WHOIS list.")
}

// monitor carries out MONITOR.
func (s *Server) monitor(c *client, l *line) {
	switch l.params[0] {
	case "+":
		s.addMonitors(c, l.param(1))
	case "-":
		for nick := range strings.SplitSeq(l.param(1), ",") {
			s.unwatch(c, s.fold(nick))
			c.monitors = slices.DeleteFunc(c.monitors, func(m string) bool { return m == s.fold(nick) })
		}
	case "C", "c":
		for _, nick := range c.monitors {
			s.unwatch(c, nick)
		}
		c.monitors = nil
	case "L", "l":
		for _, nick := range c.monitors {
			s.reply(c, "732", ":"+nick)
		}
		s.reply(c, "733", ":End of MONITOR list")
	case "S", "s":
		for _, nick := range c.monitors {
			s.sendMonitored(c, nick)
		}
	}
}

func (s *Server) addMonitors(c *client, nicks string) {
	for nick := range strings.SplitSeq(nicks, ",") {
		folded := s.fold(nick)
		switch {
		case !isNick(nick) || slices.Contains(c.monitors, folded):
		case len(c.monitors) >= maxMonitors:
			s.fail(c, "734", strconv.Itoa(maxMonitors), nick)
			return
		default:
			c.monitors = append(c.monitors, folded)
			s.watchers[folded] = append(s.watchers[folded], c)
			s.sendMonitored(c, nick)
		}
	}
}

// sendMonitored says whether the nick is there.
func (s *Server) sendMonitored(c *client, nick string) {
	if other := s.find(c, nick); other != nil {
		s.reply(c, "730", ":"+other.source)
	} else {
		s.reply(c, "731", ":"+nick)
	}
}

func (s *Server) unwatch(c *client, folded string) {
	left := slices.DeleteFunc(s.watchers[folded], func(w *client) bool { return w == c })
	if len(left) == 0 {
		delete(s.watchers, folded)
	} else {
		s.watchers[folded] = left
	}
}

// tellWatchers tells who monitors the client's nick that it is there now, or no
// longer.
func (s *Server) tellWatchers(c *client, here bool) {
	for _, w := range s.watchers[s.fold(c.nick)] {
		if here {
			s.reply(w, "730", ":"+c.source)
		} else {
			s.reply(w, "731", ":"+c.nick)
		}
	}
}
