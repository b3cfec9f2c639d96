package irc

import (
	"strconv"
	"strings"

	"arbitre/referee"
)

// isupport is what a server says of itself in 005, as far as it matters here. It
// is read-only once published.
type isupport struct {
	caseMapping string
	chanTypes   string
	statusMsg   string
	modes       string // the letters of PREFIX, highest first
	prefixes    string // the signs of PREFIX, in the same order
	// The CHANMODES whose letters always have a parameter (A, B), and those that
	// have one only when set (C).
	paramAlways, paramSet string

	userLen, hostLen int
	// How many people one PRIVMSG or NOTICE may go to; 1 if the server says
	// nothing.
	privmsgTargets, noticeTargets int

	bot  string // the mode that marks a bot, "" if there is none
	whox bool
}

// What RFC 1459 and 2812 say of a server that says nothing.
func defaultISupport() *isupport {
	return &isupport{
		caseMapping: "rfc1459",
		chanTypes:   "#&+!",
		modes:       "ov",
		prefixes:    "@+",
		paramAlways: "beIk",
		paramSet:    "l",
		userLen:     11, // ten and the ~ of an unknown one
		hostLen:     63,

		privmsgTargets: 1,
		noticeTargets:  1,
	}
}

// set reads one token of 005: KEY, KEY=value or -KEY.
func (s *isupport) set(token string) {
	key, value, _ := strings.Cut(token, "=")
	switch key {
	case "CASEMAPPING":
		s.caseMapping = strings.Clone(value)
	case "CHANTYPES":
		s.chanTypes = strings.Clone(value)
	case "STATUSMSG":
		s.statusMsg = strings.Clone(value)
	case "PREFIX":
		modes, prefixes, ok := strings.Cut(strings.TrimPrefix(value, "("), ")")
		if ok && len(modes) == len(prefixes) && len(modes) <= maxPrefixes {
			s.modes, s.prefixes = strings.Clone(modes), strings.Clone(prefixes)
		}
	case "CHANMODES":
		if kinds := strings.Split(value, ","); len(kinds) >= 4 {
			s.paramAlways, s.paramSet = kinds[0]+kinds[1], strings.Clone(kinds[2])
		}
	case "USERLEN":
		s.userLen = length(value, s.userLen)
	case "HOSTLEN":
		s.hostLen = length(value, s.hostLen)
	case "BOT":
		if len(value) == 1 {
			s.bot = strings.Clone(value)
		}
	case "MAXTARGETS":
		s.privmsgTargets = targets(value)
		s.noticeTargets = s.privmsgTargets
	case "TARGMAX": // NAMES:1,PRIVMSG:4,NOTICE:
		for item := range strings.SplitSeq(value, ",") {
			switch command, limit, _ := strings.Cut(item, ":"); command {
			case "PRIVMSG":
				s.privmsgTargets = targets(limit)
			case "NOTICE":
				s.noticeTargets = targets(limit)
			}
		}
	case "WHOX":
		s.whox = true
	}
}

// length is a length between 1 and 255, or what it was.
func length(value string, was int) int {
	if n, err := strconv.Atoi(value); err == nil && n > 0 && n < 256 {
		return n
	}
	return was
}

// targets is a limit of targets, between 1 and maxTargets; no number is no limit.
func targets(value string) int {
	if value == "" {
		return maxTargets
	}
	n, _ := strconv.Atoi(value)
	return min(max(n, 1), maxTargets)
}

// maxTargets is how many people one line of ours goes to at most: the highest
// limit that is known of a server.
const maxTargets = 20

// fold is the name with its capitals made small, as CASEMAPPING has it: only A to
// Z in ascii; in rfc1459 [ ] \ ^ are the capitals of { } | ~ too, but for the
// last in strict-rfc1459. In one that is not known nobody is taken for another.
func (s *isupport) fold(name string) string {
	last := byte('Z')
	switch s.caseMapping {
	case "rfc1459":
		last = '^'
	case "strict-rfc1459", "rfc1459-strict":
		last = ']'
	}
	for i := range len(name) {
		if name[i] >= 'A' && name[i] <= last {
			return foldFrom(name, i, last)
		}
	}
	return name
}

func foldFrom(name string, start int, last byte) string {
	folded := []byte(name)
	for i := start; i < len(folded); i++ {
		if folded[i] >= 'A' && folded[i] <= last {
			folded[i] += 'a' - 'A'
		}
	}
	return string(folded)
}

func (s *isupport) isChannel(name string) bool {
	return name != "" && strings.IndexByte(s.chanTypes, name[0]) >= 0
}

// channel is the channel of a message's target, without the @ or + of a message
// to some of its people; "" if it is none.
func (s *isupport) channel(target string) string {
	if s.isChannel(target) {
		return target
	}
	name := strings.TrimLeft(target, s.statusMsg)
	if name != target && s.isChannel(name) {
		return name
	}
	return ""
}

// maxPrefixes is how many letters PREFIX may have, so that a set of them fits
// ranks.
const maxPrefixes = 16

// ranks is a set of the letters of PREFIX: bit i is the i-th of them.
type ranks uint16

// with is the set with a letter set or taken out.
func (r ranks) with(rank ranks, set bool) ranks {
	if set {
		return r | rank
	}
	return r &^ rank
}

// status is what these letters mean to the referee.
func (s *isupport) status(r ranks) referee.Status {
	var status referee.Status
	operator := strings.IndexByte(s.modes, 'o')
	for i := range len(s.modes) {
		switch {
		case r&(1<<i) == 0:
		case i <= operator:
			status |= referee.Operator
		case s.modes[i] == 'h':
			status |= referee.HalfOperator
		case s.modes[i] == 'v':
			status |= referee.Voice
		}
	}
	return status
}

// split parts the signs of PREFIX from a nick, as in "@+ann".
func (s *isupport) split(name string) (ranks, string) {
	var r ranks
	for name != "" {
		i := strings.IndexByte(s.prefixes, name[0])
		if i < 0 {
			break
		}
		r |= 1 << i
		name = name[1:]
	}
	return r, name
}
