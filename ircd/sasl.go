package ircd

import (
	"encoding/base64"
	"strings"
)

// saslChunk is the length of the pieces in which a SASL response comes; a
// shorter one, or a +, ends it.
const saslChunk = 400

// authenticate carries out AUTHENTICATE.
func (s *Server) authenticate(c *client, l *line) {
	word := l.params[0]
	switch {
	case !c.caps.has(sasl):
		s.fail(c, "904")
	case word == "*":
		c.mechanism, c.response = "", nil
		s.fail(c, "906")
	case c.mechanism == "" && c.account != "":
		s.fail(c, "907")
	case c.mechanism == "":
		s.beginSASL(c, strings.ToUpper(word))
	case len(word) > saslChunk || len(c.response)+len(word) > maxSASL:
		c.mechanism, c.response = "", nil
		s.fail(c, "905")
	default:
		if word != "+" {
			c.response = append(c.response, word...)
		}
		if len(word) < saslChunk {
			s.endSASL(c)
		}
	}
}

func (s *Server) beginSASL(c *client, mechanism string) {
	if mechanism != "PLAIN" && mechanism != "EXTERNAL" {
		s.reply(c, "908", "PLAIN,EXTERNAL :are available SASL mechanisms")
		s.fail(c, "904")
		return
	}
	c.mechanism = mechanism
	s.raw(c, "AUTHENTICATE +")
}

func (s *Server) endSASL(c *client) {
	response, err := base64.StdEncoding.DecodeString(string(c.response))
	mechanism := c.mechanism
	c.mechanism, c.response = "", nil
	account := ""
	switch {
	case err != nil:
	case mechanism == "PLAIN":
		account = s.plain(string(response))
	default:
		account = s.external(c, string(response))
	}
	if account == "" {
		s.fail(c, "904")
		return
	}
	s.logIn(c, account)
	s.reply(c, "903", ":SASL authentication successful")
}

// plain is the account of a PLAIN response, "" if it is wrong.
func (s *Server) plain(response string) string {
	parts := strings.Split(response, "\x00")
	if len(parts) != 3 {
		return ""
	}
	account := parts[1]
	password, ok := s.cfg.Accounts[account]
	if !ok || !equalSecrets(password, parts[2]) || parts[0] != "" && parts[0] != account {
		return ""
	}
	return account
}

// external is the account of the client's TLS certificate, "" if there is none,
// or if the response asks for another.
func (s *Server) external(c *client, wanted string) string {
	for _, name := range c.certificates {
		account := s.cfg.Certificates[name]
		if account != "" && (wanted == "" || wanted == account) {
			return account
		}
	}
	return ""
}

// logIn notes the client's account, "" for a logout, and tells all who want to
// know.
func (s *Server) logIn(c *client, account string) {
	c.account = account
	source := c.source
	if !c.registered {
		source = c.name() + "!*@" + c.host
	}
	if account == "" {
		s.reply(c, "901", source+" :You are now logged out")
		account = "*"
	} else {
		s.reply(c, "900", source+" "+account+" :You are now logged in as "+account)
	}
	if !c.registered {
		return
	}
	m := s.message(c, "ACCOUNT "+account)
	for _, p := range append(s.peers(c), c) {
		if p.caps.has(accountNotify) {
			s.send(p, m)
		}
	}
}
