package ircd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// channel is a channel with at least one member.
type channel struct {
	name    string
	members []*member // in the order in which they came
	made    time.Time

	topic    string
	topicBy  string
	topicAt  time.Time
	key      string
	limit    int
	invited  bool // only the invited may join, +i
	moderate bool // +m
	noOutside,
	opTopic, // +n, +t
	secret bool // +s
	bans []ban
}

// member is a client in a channel.
type member struct {
	*client
	op, voice bool
}

type ban struct {
	mask, by string
	at       time.Time
}

// prefix is what stands before the nick in NAMES and WHO.
func (m *member) prefix(all bool) string {
	switch {
	case m.op && m.voice && all:
		return "@+"
	case m.op:
		return "@"
	case m.voice:
		return "+"
	default:
		return ""
	}
}

// member is the client's membership, nil if it is not in the channel.
func (ch *channel) member(c *client) *member {
	for _, m := range ch.members {
		if m.client == c {
			return m
		}
	}
	return nil
}

// tell sends a line to the members on the client's side, but not to the client.
func (s *Server) tell(ch *channel, c *client, m *message) {
	for _, other := range ch.members {
		if other.client != c && other.side == c.side {
			s.send(other.client, m)
		}
	}
}

// joinAll carries out JOIN.
func (s *Server) joinAll(c *client, l *line) {
	keys := strings.Split(l.param(1), ",")
	for i, name := range strings.Split(l.params[0], ",") {
		key := ""
		if i < len(keys) {
			key = keys[i]
		}
		s.join(c, name, key)
	}
}

// join takes the client into the channel, if it may enter.
func (s *Server) join(c *client, name, key string) {
	if !isChannel(name) {
		s.fail(c, "403", cut(name, maxChannelLen))
		return
	}
	if to, ok := s.forwards[s.fold(name)]; ok {
		s.fail(c, "470", name, to)
		name = to
	}
	ch := s.channels[s.fold(name)]
	if ch != nil && ch.member(c) != nil {
		return
	}
	if len(c.channels) >= s.cfg.MaxChannels {
		s.fail(c, "405", name)
		return
	}
	m := &member{client: c}
	if ch == nil {
		ch = &channel{name: name, made: time.Now(), noOutside: true, opTopic: true}
		s.channels[s.fold(name)] = ch
		m.op = true // who makes a channel is its operator
	} else if code := s.barred(c, ch, key); code != "" {
		s.fail(c, code, ch.name)
		return
	}
	c.invites = slices.DeleteFunc(c.invites, func(folded string) bool { return folded == s.fold(name) })
	ch.members = append(ch.members, m)
	c.channels = append(c.channels, ch)
	s.tellJoin(ch, m, append(s.onSide(ch, c), c))
	if ch.topic != "" {
		s.sendTopic(c, ch)
	}
	s.sendNames(c, ch)
}

// onSide are the other members on the client's side of a netsplit.
func (s *Server) onSide(ch *channel, c *client) []*client {
	var others []*client
	for _, m := range ch.members {
		if m.client != c && m.side == c.side {
			others = append(others, m.client)
		}
	}
	return others
}

// barred is the numeric of what keeps the client out of the channel, "" if
// nothing does.
func (s *Server) barred(c *client, ch *channel, key string) string {
	switch {
	case slices.Contains(c.invites, s.fold(ch.name)):
		return ""
	case ch.invited:
		return "473"
	case ch.key != "" && ch.key != key:
		return "475"
	case ch.limit > 0 && len(ch.members) >= ch.limit:
		return "471"
	case s.banned(c, ch):
		return "474"
	default:
		return ""
	}
}

func (s *Server) banned(c *client, ch *channel) bool {
	if len(ch.bans) == 0 {
		return false
	}
	source := s.fold(c.source)
	return slices.ContainsFunc(ch.bans, func(b ban) bool { return matches(s.fold(b.mask), source) })
}

// tellJoin shows the others, and perhaps the client itself, that it has joined.
func (s *Server) tellJoin(ch *channel, m *member, to []*client) {
	account := m.account
	if account == "" {
		account = "*"
	}
	plain := s.message(m.client, "JOIN "+ch.name)
	extended := s.message(m.client, "JOIN "+ch.name+" "+account+" :"+m.real)
	away := s.message(m.client, "AWAY :"+m.away)
	for _, c := range to {
		if c.caps.has(extendedJoin) {
			s.send(c, extended)
		} else {
			s.send(c, plain)
		}
		if m.away != "" && c != m.client && c.caps.has(awayNotify) {
			s.send(c, away)
		}
	}
}

// partAll carries out PART.
func (s *Server) partAll(c *client, l *line) {
	for name := range strings.SplitSeq(l.params[0], ",") {
		ch := s.channels[s.fold(name)]
		switch {
		case ch == nil:
			s.fail(c, "403", cut(name, maxChannelLen))
		case ch.member(c) == nil:
			s.fail(c, "442", ch.name)
		default:
			s.part(c, ch, l.param(1))
		}
	}
}

func (s *Server) part(c *client, ch *channel, reason string) {
	text := "PART " + ch.name
	if reason != "" {
		text += " :" + cut(reason, maxQuitLen)
	}
	m := s.message(c, text)
	s.send(c, m)
	s.tell(ch, c, m)
	s.leave(c, ch)
}

// leave takes the client out of the channel without a word, and the channel away
// with its last member.
func (s *Server) leave(c *client, ch *channel) {
	ch.members = slices.DeleteFunc(ch.members, func(m *member) bool { return m.client == c })
	c.channels = slices.DeleteFunc(c.channels, func(other *channel) bool { return other == ch })
	if len(ch.members) == 0 {
		delete(s.channels, s.fold(ch.name))
	}
}

// kick carries out KICK.
func (s *Server) kick(c *client, l *line) {
	ch := s.channels[s.fold(l.params[0])]
	if !s.mayChange(c, ch, l.params[0]) {
		return
	}
	target := s.find(c, l.params[1])
	if target == nil {
		s.fail(c, "401", l.params[1])
		return
	}
	if ch.member(target) == nil {
		s.fail(c, "441", target.nick, ch.name)
		return
	}
	reason := c.nick
	if l.param(2) != "" {
		reason = cut(l.param(2), maxKickLen)
	}
	m := s.message(c, "KICK "+ch.name+" "+target.nick+" :"+reason)
	s.send(c, m)
	s.tell(ch, c, m)
	s.leave(target, ch)
}

// mayChange tells whether the client is an operator of the channel, and answers
// it if not.
func (s *Server) mayChange(c *client, ch *channel, name string) bool {
	if ch == nil {
		s.fail(c, "403", cut(name, maxChannelLen))
		return false
	}
	m := ch.member(c)
	switch {
	case m == nil:
		s.fail(c, "442", ch.name)
	case !m.op:
		s.fail(c, "482", ch.name)
	default:
		return true
	}
	return false
}

// topic carries out TOPIC.
func (s *Server) topic(c *client, l *line) {
	ch := s.channels[s.fold(l.params[0])]
	switch {
	case ch == nil:
		s.fail(c, "403", cut(l.params[0], maxChannelLen))
		return
	case len(l.params) < 2 && ch.topic == "":
		s.reply(c, "331", ch.name+" :No topic is set")
		return
	case len(l.params) < 2:
		s.sendTopic(c, ch)
		return
	case ch.member(c) == nil:
		s.fail(c, "442", ch.name)
		return
	case ch.opTopic && !ch.member(c).op:
		s.fail(c, "482", ch.name)
		return
	}
	ch.topic, ch.topicBy, ch.topicAt = cut(l.params[1], maxTopicLen), c.source, time.Now()
	m := s.message(c, "TOPIC "+ch.name+" :"+ch.topic)
	s.send(c, m)
	s.tell(ch, c, m)
}

func (s *Server) sendTopic(c *client, ch *channel) {
	s.reply(c, "332", ch.name+" :"+ch.topic)
	s.reply(c, "333", ch.name+" "+ch.topicBy+" "+strconv.FormatInt(ch.topicAt.Unix(), 10))
}

// invite carries out INVITE.
func (s *Server) invite(c *client, l *line) {
	target, name := s.find(c, l.params[0]), l.params[1]
	ch := s.channels[s.fold(name)]
	if target == nil {
		s.fail(c, "401", l.params[0])
		return
	}
	if ch == nil {
		s.fail(c, "403", cut(name, maxChannelLen))
		return
	}
	m := ch.member(c)
	switch {
	case m == nil:
		s.fail(c, "442", ch.name)
		return
	case ch.member(target) != nil:
		s.fail(c, "443", target.nick, ch.name)
		return
	case ch.invited && !m.op:
		s.fail(c, "482", ch.name)
		return
	}
	if !slices.Contains(target.invites, s.fold(name)) {
		target.invites = append(target.invites, s.fold(name))
		target.invites = target.invites[max(0, len(target.invites)-maxInvites):]
	}
	s.reply(c, "341", target.nick+" "+ch.name)
	note := s.message(c, "INVITE "+target.nick+" :"+ch.name)
	s.send(target, note)
	for _, other := range ch.members {
		if other.op && other.client != c && other.caps.has(inviteNotify) {
			s.send(other.client, note)
		}
	}
}

// names carries out NAMES.
func (s *Server) names(c *client, l *line) {
	for name := range strings.SplitSeq(l.param(0), ",") {
		if ch := s.channels[s.fold(name)]; ch != nil && (!ch.secret || ch.member(c) != nil) {
			s.sendNames(c, ch)
			continue
		}
		if name == "" {
			name = "*"
		}
		s.reply(c, "366", cut(name, maxChannelLen)+" :End of /NAMES list.")
	}
}

func (s *Server) sendNames(c *client, ch *channel) {
	head := "= " + ch.name + " :"
	room := s.cfg.LineLen - 2 - len(":"+s.cfg.Name+" 353 "+c.name()+" "+head)
	var names strings.Builder
	for _, m := range ch.members {
		if m.side != c.side {
			continue
		}
		name := m.prefix(c.caps.has(multiPrefix)) + m.nick
		if c.caps.has(userhostInNames) {
			name = m.prefix(c.caps.has(multiPrefix)) + m.source
		}
		if names.Len() > 0 && names.Len()+1+len(name) > room {
			s.reply(c, "353", head+names.String())
			names.Reset()
		}
		if names.Len() > 0 {
			names.WriteByte(' ')
		}
		names.WriteString(name)
	}
	s.reply(c, "353", head+names.String())
	s.reply(c, "366", ch.name+" :End of /NAMES list.")
}

// list carries out LIST, for all channels.
func (s *Server) list(c *client, _ *line) {
	s.reply(c, "321", "Channel :Users  Name")
	var names []string
	for name := range s.channels {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if ch := s.channels[name]; !ch.secret || ch.member(c) != nil {
			s.reply(c, "322", fmt.Sprintf("%s %d :%s", ch.name, len(ch.members), ch.topic))
		}
	}
	s.reply(c, "323", ":End of /LIST")
}
