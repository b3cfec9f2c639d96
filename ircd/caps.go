package ircd

import (
	"slices"
	"strings"
)

// caps is a set of capabilities.
type caps uint32

// The capabilities. The first three decide which tags a message carries.
const (
	serverTime caps = 1 << iota
	accountTag
	messageTags
	batch
	labeledResponse
	echoMessage
	extendedJoin
	accountNotify
	awayNotify
	inviteNotify
	chghost
	setname
	multiPrefix
	userhostInNames
	capNotify
	sasl

	tagCaps = serverTime | accountTag | messageTags
)

// capNames are the names, in the order of the bits.
var capNames = []string{
	"server-time", "account-tag", "message-tags", "batch", "labeled-response", "echo-message",
	"extended-join", "account-notify", "away-notify", "invite-notify", "chghost", "setname",
	"multi-prefix", "userhost-in-names", "cap-notify", "sasl",
}

func (c caps) has(all caps) bool { return c&all == all }

// capNamed is the set with the one capability, 0 if it is none of ours.
func capNamed(name string) caps {
	if i := slices.Index(capNames, name); i >= 0 {
		return 1 << i
	}
	return 0
}

func capsNamed(names []string) caps {
	var set caps
	for _, name := range names {
		set |= capNamed(name)
	}
	return set
}

// names writes the set down; with values as a client that speaks version 302
// gets them.
func (c caps) names(values bool) string {
	var names []string
	for i, name := range capNames {
		if !c.has(1 << i) {
			continue
		}
		if values && 1<<i == sasl {
			name += "=PLAIN,EXTERNAL"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// capability carries out CAP.
func (s *Server) capability(c *client, l *line) {
	switch strings.ToUpper(l.params[0]) {
	case "LS":
		c.negotiating = c.negotiating || !c.registered
		if v := l.param(1); v >= "302" && len(v) >= 3 {
			c.modernCaps = true
			c.caps |= capNotify & s.offered
		}
		s.say(c, "CAP "+c.name()+" LS :"+s.offered.names(c.modernCaps))
	case "LIST":
		s.say(c, "CAP "+c.name()+" LIST :"+c.caps.names(false))
	case "REQ":
		c.negotiating = c.negotiating || !c.registered
		s.request(c, l.param(1))
	case "END":
		c.negotiating = false
		s.register(c)
	default:
		s.fail(c, "410", l.params[0])
	}
}

// request changes the client's capabilities, all of the list or none.
func (s *Server) request(c *client, list string) {
	set := c.caps
	for name := range strings.FieldsSeq(list) {
		off, isOff := strings.CutPrefix(name, "-")
		bit := capNamed(off)
		switch {
		case bit == 0, !isOff && !s.offered.has(bit):
			s.say(c, "CAP "+c.name()+" NAK :"+list)
			return
		case isOff:
			set &^= bit
		default:
			set |= bit
		}
	}
	c.caps = set
	s.say(c, "CAP "+c.name()+" ACK :"+list)
}
