package ircd

import (
	"strconv"
	"strings"
	"time"

	"go.uber.org/zap"
)

// message is a line on its way to one or more clients.
type message struct {
	from *client // nil: the server
	body []byte  // with the source, without CR LF
	tags string  // client-only tags
	id   string  // msgid, of what people say
	at   time.Time

	forms [tagCaps + 1][]byte // the tags, by the recipient's tagCaps, once made
}

// message makes a line with the client as its source, cut to the server's length
// as a whole.
func (s *Server) message(from *client, text string) *message {
	return s.messageFrom(from, from.source, text)
}

func (s *Server) messageFrom(from *client, source, text string) *message {
	m := &message{from: from, at: time.Now()}
	limit := s.cfg.LineLen - 2
	m.body = make([]byte, 0, min(len(source)+len(text)+2, limit+len(source)+2))
	m.body = append(m.body, ':')
	m.body = append(m.body, source...)
	m.body = append(m.body, ' ')
	m.body = append(m.body, text...)
	if len(m.body) > limit {
		m.body = m.body[:limit]
		if s.cfg.RefuseLongLines {
			copy(m.body[limit-5:], "[CUT]")
		}
	}
	return m
}

// send queues the line for the client.
func (s *Server) send(c *client, m *message) {
	want := c.caps & tagCaps
	if want == 0 {
		s.push(c, nil, m.body)
		return
	}
	if m.forms[want] == nil {
		m.forms[want] = m.appendTags(make([]byte, 0, 64), want)
	}
	s.push(c, m.forms[want], m.body)
}

// appendTags writes the tags for who has these capabilities, with @ and the
// space behind, or nothing.
func (m *message) appendTags(dst []byte, want caps) []byte {
	start := len(dst)
	dst = append(dst, '@')
	if want.has(serverTime) {
		dst = append(dst, "time="...)
		dst = appendTime(dst, m.at)
		dst = append(dst, ';')
	}
	if want.has(accountTag) && m.from != nil && m.from.account != "" {
		dst = append(append(append(dst, "account="...), m.from.account...), ';')
	}
	if want.has(messageTags) {
		if m.id != "" {
			dst = append(append(append(dst, "msgid="...), m.id...), ';')
		}
		if m.from != nil && m.from.bot {
			dst = append(dst, "bot;"...)
		}
		if m.tags != "" {
			dst = append(append(dst, m.tags...), ';')
		}
	}
	if len(dst) == start+1 {
		return dst[:start]
	}
	dst[len(dst)-1] = ' ' // instead of the last ;
	return dst
}

// appendTime writes the time as the tag time has it.
func appendTime(dst []byte, at time.Time) []byte {
	return at.UTC().AppendFormat(dst, "2006-01-02T15:04:05.000Z")
}

// push hands a line to the client's writer. A client whose queue is full is
// dropped: it would otherwise hold up everybody, or fill the memory.
func (s *Server) push(c *client, tags, body []byte) {
	if c.label != nil {
		c.label.lines = append(c.label.lines, labelledLine{tags, body})
		return
	}
	if entry := s.log.Check(zap.DebugLevel, "said"); entry != nil {
		entry.Write(zap.String("nick", c.name()), zap.ByteString("line", body))
	}
	if c.out.put(tags, body) || c.isGone() {
		return
	}
	c.out.set(func(o *outbox) { o.buf, o.due, o.closed = nil, nil, true })
	s.doomed = append(s.doomed, c)
}

// say sends the client a line of the server's.
func (s *Server) say(c *client, text string) {
	s.send(c, s.messageFrom(nil, s.cfg.Name, text))
}

// raw sends the client a line without a source or tags.
func (s *Server) raw(c *client, text string) { s.push(c, nil, []byte(text)) }

// reply sends the client a numeric with the rest of its line.
func (s *Server) reply(c *client, code, rest string) {
	s.say(c, code+" "+c.name()+" "+rest)
}

// fail sends the client an error numeric: its parameters, then its text.
func (s *Server) fail(c *client, code string, params ...string) {
	s.reply(c, code, strings.Join(append(params, ":"+texts[code]), " "))
}

// labelled gathers the answer to a labelled command.
type labelled struct{ lines []labelledLine }

type labelledLine struct{ tags, body []byte }

// answerLabel sends what was gathered: nothing as ACK, one line with the label,
// several as a batch.
func (s *Server) answerLabel(c *client, label string) {
	if c.label == nil { // closed meanwhile
		return
	}
	lines := c.label.lines
	c.label = nil
	switch len(lines) {
	case 0:
		s.push(c, []byte("@label="+label+" "), []byte(":"+s.cfg.Name+" ACK"))
	case 1:
		s.push(c, withTag("label="+label, lines[0].tags), lines[0].body)
	default:
		ref := s.nextID()
		s.push(c, []byte("@label="+label+" "), []byte(":"+s.cfg.Name+" BATCH +"+ref+" labeled-response"))
		for _, l := range lines {
			s.push(c, withTag("batch="+ref, l.tags), l.body)
		}
		s.say(c, "BATCH -"+ref)
	}
}

// withTag puts a tag in front of the tags, which are empty or end in a space.
func withTag(tag string, tags []byte) []byte {
	if len(tags) == 0 {
		return []byte("@" + tag + " ")
	}
	return append([]byte("@"+tag+";"), tags[1:]...)
}

// nextID is a new name for a message or a batch.
func (s *Server) nextID() string {
	s.serial++
	return strconv.FormatUint(s.serial, 36)
}
