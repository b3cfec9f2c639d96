package ircd

import (
	"cmp"
	"crypto/subtle"
	"fmt"
	"strings"

	"go.uber.org/zap"
)

// pass carries out PASS.
func (s *Server) pass(c *client, l *line) {
	if c.registered {
		s.fail(c, "462")
		return
	}
	c.passed = equalSecrets(l.params[0], s.cfg.Password)
}

func equalSecrets(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// userCommand carries out USER.
func (s *Server) userCommand(c *client, l *line) {
	if c.registered {
		s.fail(c, "462")
		return
	}
	c.user = strings.Map(func(r rune) rune {
		if r <= ' ' || r == '!' || r == '@' || r == ':' || r == '*' || r == '?' || r >= 0x7f {
			return -1
		}
		return r
	}, l.params[0])
	c.user = cut(c.user, maxUserLen)
	if c.user == "" {
		c.user = "user"
	}
	c.real = cut(l.params[3], maxRealLen)
	s.register(c)
}

// changeNick carries out NICK.
func (s *Server) changeNick(c *client, l *line) {
	nick := l.param(0)
	if s.cfg.CutNicks {
		nick = cut(nick, s.cfg.NickLen)
	}
	switch holder := s.nicks[s.fold(nick)]; {
	case nick == "":
		s.fail(c, "431")
	case !isNick(nick) || len(nick) > s.cfg.NickLen:
		s.fail(c, "432", nick)
	case holder != nil && holder != c:
		s.fail(c, "433", nick)
	case nick == c.nick:
	default:
		s.rename(c, nick)
		s.register(c)
	}
}

// rename gives the client a nick that is free.
func (s *Server) rename(c *client, nick string) {
	if s.nicks[s.fold(c.nick)] == c {
		delete(s.nicks, s.fold(c.nick))
	}
	s.nicks[s.fold(nick)] = c
	folded := s.fold(nick) == s.fold(c.nick)
	if c.registered {
		if !folded {
			s.tellWatchers(c, false)
		}
		m := s.message(c, "NICK :"+nick)
		s.send(c, m)
		for _, p := range s.peers(c) {
			s.send(p, m)
		}
	}
	c.nick = nick
	c.setSource()
	if c.registered && !folded {
		s.tellWatchers(c, true)
	}
}

// register ends the registration once all that it needs is there.
func (s *Server) register(c *client) {
	if c.registered || c.negotiating || c.nick == "" || c.user == "" {
		return
	}
	if s.cfg.Password != "" && !c.passed {
		s.fail(c, "464")
		s.close(c, "Bad Password")
		return
	}
	c.setSource()
	if k := s.klined(c); k != nil {
		s.fail(c, "465", k.reason)
		s.close(c, "K-Lined")
		return
	}
	c.registered = true
	c.grace = s.cfg.Profile.Grace
	s.log.Debug("registered", zap.String("nick", c.nick), zap.String("host", c.host), zap.String("account", c.account))
	version := cmp.Or(s.cfg.Profile.Version, "arbitre")
	s.reply(c, "001", ":Welcome to the "+s.cfg.Network+" IRC Network "+c.source)
	s.reply(c, "002", ":Your host is "+s.cfg.Name+", running version "+version)
	s.reply(c, "003", ":This server was created "+s.started.UTC().Format("Mon Jan 2 2006 at 15:04:05 UTC"))
	s.reply(c, "004", s.cfg.Name+" "+version+" BRgi biklmnostv bklov")
	for _, tokens := range s.isupport() {
		s.reply(c, "005", tokens+" :are supported by this server")
	}
	s.lusers(c, nil)
	s.motd(c, nil)
	s.tellWatchers(c, true)
}

// isupport is what 005 says, a line each.
func (s *Server) isupport() []string {
	lines := []string{
		fmt.Sprintf("CASEMAPPING=%s CHANLIMIT=#:%d CHANMODES=b,k,l,imnst CHANNELLEN=%d CHANTYPES=# PREFIX=(ov)@+ STATUSMSG=@+ "+
			"NICKLEN=%d USERLEN=%d HOSTLEN=%d TOPICLEN=%d KICKLEN=%d AWAYLEN=%d",
			s.cfg.CaseMapping, s.cfg.MaxChannels, maxChannelLen, s.cfg.NickLen, maxUserLen, maxHostLen, maxTopicLen, maxKickLen, maxAwayLen),
		fmt.Sprintf("LINELEN=%d MAXTARGETS=%d TARGMAX=NAMES:1,KICK:1,WHOIS:1,PRIVMSG:%[2]d,NOTICE:%[2]d,TAGMSG:%[2]d,JOIN:,PART:,MONITOR: "+
			"MAXLIST=b:%d MODES=%d MONITOR=%d ACCEPT=%d CALLERID=g BOT=B WHOX NETWORK=%s",
			s.cfg.LineLen, s.cfg.MaxTargets, maxBans, maxModes, maxMonitors, maxAccepts, strings.ReplaceAll(s.cfg.Network, " ", "_")),
	}
	if !s.cfg.Profile.throttles() {
		lines[1] += " SAFERATE"
	}
	return lines
}

// lusers carries out LUSERS.
func (s *Server) lusers(c *client, _ *line) {
	s.reply(c, "251", fmt.Sprintf(":There are %d users and 0 invisible on 1 servers", len(s.nicks)))
	s.reply(c, "254", fmt.Sprintf("%d :channels formed", len(s.channels)))
	s.reply(c, "255", fmt.Sprintf(":I have %d clients and 0 servers", len(s.conns)))
}

// motd carries out MOTD.
func (s *Server) motd(c *client, _ *line) {
	if s.cfg.MOTD == "" {
		s.fail(c, "422")
		return
	}
	s.reply(c, "375", ":- "+s.cfg.Name+" Message of the day - ")
	for text := range strings.SplitSeq(strings.TrimRight(s.cfg.MOTD, "\n"), "\n") {
		s.reply(c, "372", ":- "+text)
	}
	s.reply(c, "376", ":End of MOTD command")
}

// ping carries out PING.
func (s *Server) ping(c *client, l *line) {
	s.say(c, "PONG "+s.cfg.Name+" :"+l.params[0])
}

// pong carries out PONG: that the client has spoken is noted already.
func (s *Server) pong(*client, *line) {}

// quitServer carries out QUIT.
func (s *Server) quitServer(c *client, l *line) {
	reason := "Client Quit"
	if text := l.param(0); text != "" {
		// With its prefix no client can fake a netsplit.
		reason = "Quit: " + cut(text, maxQuitLen)
	}
	s.close(c, reason)
}
