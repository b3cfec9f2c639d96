package ircd

import (
	"strconv"
	"strings"
	"time"
)

// mode carries out MODE.
func (s *Server) mode(c *client, l *line) {
	if strings.HasPrefix(l.params[0], "#") {
		s.channelMode(c, l)
		return
	}
	switch {
	case s.fold(l.params[0]) == s.fold(c.nick):
		s.userMode(c, l)
	case s.find(c, l.params[0]) == nil:
		s.fail(c, "401", l.params[0])
	default:
		s.fail(c, "502")
	}
}

// userMode shows or changes the client's own modes.
func (s *Server) userMode(c *client, l *line) {
	flags := []struct {
		letter byte
		on     *bool
	}{{'B', &c.bot}, {'R', &c.onlyAccounts}, {'g', &c.callerID}, {'i', &c.invisible}}
	if len(l.params) < 2 {
		modes := []byte("+")
		for _, f := range flags {
			if *f.on {
				modes = append(modes, f.letter)
			}
		}
		s.reply(c, "221", string(modes))
		return
	}
	var done changes
	sign := byte('+')
	for _, letter := range []byte(l.params[1]) {
		if letter == '+' || letter == '-' {
			sign = letter
			continue
		}
		known := false
		for _, f := range flags {
			if f.letter != letter {
				continue
			}
			known = true
			if *f.on != (sign == '+') {
				*f.on = sign == '+'
				done.add(sign, letter, "")
			}
		}
		if !known {
			s.fail(c, "501")
		}
	}
	if done.letters != "" {
		s.send(c, s.message(c, "MODE "+c.nick+" :"+done.letters))
	}
}

// changes are modes that have been changed, to be told.
type changes struct {
	letters string
	params  []string
	sign    byte
	count   int // of those with a parameter
}

func (d *changes) add(sign, letter byte, param string) {
	if sign != d.sign {
		d.letters += string(sign)
		d.sign = sign
	}
	d.letters += string(letter)
	if param != "" {
		d.params = append(d.params, param)
		d.count++
	}
}

// String is the tail of a MODE command.
func (d *changes) String() string {
	return strings.Join(append([]string{d.letters}, d.params...), " ")
}

// channelMode shows or changes a channel's modes.
func (s *Server) channelMode(c *client, l *line) {
	ch := s.channels[s.fold(l.params[0])]
	switch {
	case ch == nil:
		s.fail(c, "403", cut(l.params[0], maxChannelLen))
	case len(l.params) < 2:
		s.reply(c, "324", ch.name+" "+ch.modes(ch.member(c) != nil))
		s.reply(c, "329", ch.name+" "+strconv.FormatInt(ch.made.Unix(), 10))
	case len(l.params) == 2 && strings.Trim(l.params[1], "+") == "b":
		for _, b := range ch.bans {
			s.reply(c, "367", ch.name+" "+b.mask+" "+b.by+" "+strconv.FormatInt(b.at.Unix(), 10))
		}
		s.reply(c, "368", ch.name+" :End of Channel Ban List")
	case s.mayChange(c, ch, l.params[0]):
		if done := s.changeModes(c, ch, l.params[1], l.params[2:]); done.letters != "" {
			m := s.message(c, "MODE "+ch.name+" "+done.String())
			s.send(c, m)
			s.tell(ch, c, m)
		}
	}
}

// modes is the channel's modes, with the key for those who are in it.
func (ch *channel) modes(inside bool) string {
	var d changes
	for _, f := range ch.flags() {
		if *f.on {
			d.add('+', f.letter, "")
		}
	}
	if ch.key != "" {
		key := "*"
		if inside {
			key = ch.key
		}
		d.add('+', 'k', key)
	}
	if ch.limit > 0 {
		d.add('+', 'l', strconv.Itoa(ch.limit))
	}
	if d.letters == "" {
		return "+"
	}
	return d.String()
}

// channelFlag is a mode that is on or off.
type channelFlag struct {
	letter byte
	on     *bool
}

func (ch *channel) flags() []channelFlag {
	return []channelFlag{
		{'i', &ch.invited},
		{'m', &ch.moderate},
		{'n', &ch.noOutside},
		{'s', &ch.secret},
		{'t', &ch.opTopic},
	}
}

// changeModes changes what it can of the modes, for the client, and answers it
// what it can't.
func (s *Server) changeModes(c *client, ch *channel, letters string, params []string) changes {
	var done changes
	sign := byte('+')
	for _, letter := range []byte(letters) {
		if letter == '+' || letter == '-' {
			sign = letter
			continue
		}
		param := ""
		if takesParam(sign, letter) {
			if len(params) == 0 || done.count >= maxModes {
				continue
			}
			param, params = params[0], params[1:]
		}
		s.changeMode(c, ch, &done, sign, letter, param)
	}
	return done
}

func takesParam(sign, letter byte) bool {
	return strings.IndexByte("ovbk", letter) >= 0 || letter == 'l' && sign == '+'
}

// changeMode changes one mode.
func (s *Server) changeMode(c *client, ch *channel, done *changes, sign, letter byte, param string) {
	on := sign == '+'
	switch letter {
	case 'o', 'v':
		s.changeStatus(c, ch, done, sign, letter, param)
	case 'b':
		s.changeBan(c, ch, done, sign, param)
	case 'k':
		if param = cut(param, maxKeyLen); on == (ch.key == "") && strings.Trim(param, ",: ") == param && param != "" {
			ch.key = ""
			if on {
				ch.key = param
			}
			done.add(sign, letter, param)
		}
	case 'l':
		n, err := strconv.Atoi(param)
		if on && (err != nil || n <= 0) || !on && ch.limit == 0 {
			return
		}
		ch.limit = n
		done.add(sign, letter, param)
	default:
		for _, f := range ch.flags() {
			if f.letter != letter {
				continue
			}
			if *f.on != on {
				*f.on = on
				done.add(sign, letter, "")
			}
			return
		}
		s.fail(c, "472", string(rune(letter)))
	}
}

// changeStatus makes somebody an operator or voiced, or no longer.
func (s *Server) changeStatus(c *client, ch *channel, done *changes, sign, letter byte, nick string) {
	target := s.find(c, nick)
	if target == nil {
		s.fail(c, "401", nick)
		return
	}
	m := ch.member(target)
	if m == nil {
		s.fail(c, "441", target.nick, ch.name)
		return
	}
	has := &m.op
	if letter == 'v' {
		has = &m.voice
	}
	if *has != (sign == '+') {
		*has = sign == '+'
		done.add(sign, letter, target.nick)
	}
}

// changeBan adds or takes away a ban.
func (s *Server) changeBan(c *client, ch *channel, done *changes, sign byte, mask string) {
	mask = fullMask(mask)
	for i, b := range ch.bans {
		if s.fold(b.mask) != s.fold(mask) {
			continue
		}
		if sign == '-' {
			ch.bans = append(ch.bans[:i], ch.bans[i+1:]...)
			done.add(sign, 'b', b.mask)
		}
		return
	}
	switch {
	case sign == '-':
	case len(ch.bans) >= maxBans:
		s.fail(c, "478", ch.name, mask)
	default:
		ch.bans = append(ch.bans, ban{mask, c.source, time.Now()})
		done.add(sign, 'b', mask)
	}
}

// fullMask makes nick!user@host of what may be a part of it.
func fullMask(mask string) string {
	switch {
	case mask == "":
		return "*!*@*"
	case strings.Contains(mask, "!") && strings.Contains(mask, "@"):
		return mask
	case strings.Contains(mask, "!"):
		return mask + "@*"
	case strings.Contains(mask, "@"):
		return "*!" + mask
	default:
		return mask + "!*@*"
	}
}
