package irc

import (
	"strings"
)

// message is a line of the server taken apart. Its strings are parts of the
// line's; clone what is kept. (girc.ParseEvent is not used for it: it parts
// parameters at every Unicode space, also at the one in a channel's name, and
// takes a hundred allocations.)
type message struct {
	tags    string // as they stand, without @
	source  string // nick!user@host, or a server's name, or ""
	command string // in capitals
	params  []string
}

// parse takes a line apart; false if it holds no command.
func parse(line string) (message, bool) {
	var m message
	if rest, ok := strings.CutPrefix(line, "@"); ok {
		m.tags, line, _ = strings.Cut(rest, " ")
		line = strings.TrimLeft(line, " ")
	}
	if rest, ok := strings.CutPrefix(line, ":"); ok {
		m.source, line, _ = strings.Cut(rest, " ")
		line = strings.TrimLeft(line, " ")
	}
	m.command, line, _ = strings.Cut(line, " ")
	m.command = strings.ToUpper(m.command)
	if m.command == "" {
		return message{}, false
	}
	m.params = make([]string, 0, 4)
	for {
		line = strings.TrimLeft(line, " ")
		if line == "" {
			return m, true
		}
		if trailing, ok := strings.CutPrefix(line, ":"); ok {
			m.params = append(m.params, trailing)
			return m, true
		}
		var param string
		param, line, _ = strings.Cut(line, " ")
		m.params = append(m.params, param)
	}
}

// param is the i-th parameter, "" if there are fewer.
func (m *message) param(i int) string {
	if i < len(m.params) {
		return m.params[i]
	}
	return ""
}

// last is the last parameter, "" if there is none.
func (m *message) last() string {
	if len(m.params) == 0 {
		return ""
	}
	return m.params[len(m.params)-1]
}

// tag is the value of a tag as it stands, without unescaping: those that are
// read here (account, batch, time) hold nothing to unescape.
func (m *message) tag(key string) (string, bool) {
	for rest := m.tags; rest != ""; {
		var item string
		item, rest, _ = strings.Cut(rest, ";")
		if name, value, _ := strings.Cut(item, "="); name == key {
			return value, true
		}
	}
	return "", false
}

// sender is the source taken apart; false if it is a server or nobody.
func (m *message) sender() (nick, user, host string, ok bool) {
	nick, rest, ok := strings.Cut(m.source, "!")
	if !ok || nick == "" {
		return "", "", "", false
	}
	user, host, _ = strings.Cut(rest, "@")
	return nick, user, host, true
}

// sourceNick is the nick of the source, whole if it is a server's name: a few
// servers leave out !user@host in what they say of people.
func (m *message) sourceNick() string {
	nick, _, _ := strings.Cut(m.source, "!")
	return nick
}

// reason is the numeric and the last parameter, as a Removed has it.
func (m *message) reason() string { return m.command + " " + m.last() }
