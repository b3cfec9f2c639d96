package ircd

import (
	"bytes"
	"strings"
	"time"

	"go.uber.org/zap"
)

// input carries out a chunk of lines of the client, or has them wait, as the
// profile says. If the client is not to be read from for now, the channel
// returned tells when again.
func (s *Server) input(c *client, chunk []byte) chan struct{} {
	c.heard, c.pinged = time.Now(), false
	direct := !s.cfg.Profile.throttles() && !c.deaf && c.lines == 0
	for len(chunk) > 0 && !c.isGone() {
		end := bytes.IndexByte(chunk, '\n')
		text := bytes.TrimRight(chunk[:end], "\r")
		chunk = chunk[end+1:]
		switch {
		case len(text) == 0:
		case direct:
			s.execute(c, text)
		default:
			c.waiting = append(append(c.waiting, text...), '\n')
			c.lines++
		}
	}
	s.drain(c)
	s.checkRecvQ(c)
	return c.hold
}

// isGone tells whether the server has forgotten the client.
func (c *client) isGone() bool {
	select {
	case <-c.gone:
		return true
	default:
		return false
	}
}

// checkRecvQ ends, or stops reading, a client for which too much waits.
func (s *Server) checkRecvQ(c *client) {
	p := &s.cfg.Profile
	tooMuch := p.throttles() && (len(c.waiting) > p.RecvQ || p.MaxLines > 0 && c.lines > p.MaxLines)
	switch {
	case c.isGone():
	case tooMuch && p.Reason != "":
		s.close(c, p.Reason)
	case (tooMuch || c.deaf) && c.hold == nil:
		c.hold = make(chan struct{})
	case !tooMuch && !c.deaf && c.hold != nil:
		close(c.hold)
		c.hold = nil
	}
}

// drain carries out what of the waiting lines the client's credit allows, and
// returns how long until it allows the next, 0 if none waits.
func (s *Server) drain(c *client) time.Duration {
	p := &s.cfg.Profile
	for c.lines > 0 && !c.deaf && !c.isGone() {
		now := time.Now()
		if c.clock.Before(now) {
			c.clock = now
		}
		if ahead := c.clock.Sub(now); p.throttles() && ahead >= p.Credit {
			return ahead - p.Credit + 1
		}
		end := bytes.IndexByte(c.waiting, '\n')
		text := append([]byte(nil), c.waiting[:end]...)
		c.waiting = append(c.waiting[:0], c.waiting[end+1:]...)
		c.lines--
		switch {
		case !c.registered:
		case c.grace > 0:
			c.grace--
		default:
			c.clock = c.clock.Add(p.cost(len(text) + 2))
		}
		s.execute(c, text)
	}
	return 0
}

// drainAll does it for everybody, and returns how long until there is more to do.
func (s *Server) drainAll() time.Duration {
	var next time.Duration
	for i := 0; i < len(s.conns); i++ {
		c := s.conns[i]
		if c.lines == 0 {
			continue
		}
		wait := s.drain(c)
		s.checkRecvQ(c)
		if c.isGone() {
			i-- // others have moved up
		} else if wait > 0 && (next == 0 || wait < next) {
			next = wait
		}
	}
	return next
}

// execute carries out one line.
func (s *Server) execute(c *client, text []byte) {
	for i, b := range text {
		if b == 0 || b == '\r' || b == '\n' {
			text[i] = ' '
		}
	}
	tags, body := splitTags(text)
	switch {
	case len(tags) > maxTags:
		s.fail(c, "417")
		return
	case len(body) > s.cfg.LineLen-2 && s.cfg.RefuseLongLines:
		s.close(c, "Request too long")
		return
	case len(body) > s.cfg.LineLen-2:
		text = text[:len(tags)+s.cfg.LineLen-2]
	}
	l := &s.line
	if !l.parse(string(text)) {
		return
	}
	if entry := s.log.Check(zap.DebugLevel, "heard"); entry != nil && l.command != "PASS" && l.command != "AUTHENTICATE" {
		entry.Write(zap.String("nick", c.name()), zap.ByteString("line", text))
	}
	if l.label != "" && c.caps.has(labeledResponse|batch) {
		c.label = &labelled{}
		s.dispatch(c, l)
		s.answerLabel(c, l.label)
		return
	}
	s.dispatch(c, l)
}

// splitTags parts a line's tags, with the space behind them, from its body.
func splitTags(text []byte) (tags, body []byte) {
	if text[0] != '@' {
		return nil, text
	}
	end := bytes.IndexByte(text, ' ')
	if end < 0 {
		return text, nil
	}
	return text[:end+1], text[end+1:]
}

// command is a row of the table of commands.
type command struct {
	run    func(*Server, *client, *line)
	params int  // at least, otherwise 461
	early  bool // also before registration, otherwise 451
}

// dispatch runs the line's command.
func (s *Server) dispatch(c *client, l *line) {
	cmd, ok := commands[l.command]
	switch {
	case !ok && !c.registered:
		s.fail(c, "451")
	case !ok:
		s.fail(c, "421", cut(l.command, 32))
	case !c.registered && !cmd.early:
		s.fail(c, "451")
	case len(l.params) < cmd.params:
		s.fail(c, "461", l.command)
	case !s.refuse(c, l):
		cmd.run(s, c, l)
	}
}

// refuse answers what a hook has refused, and takes it off the line; true:
// nothing is left.
func (s *Server) refuse(c *client, l *line) bool {
	if len(s.refusals) == 0 || len(l.params) == 0 {
		return false
	}
	var left []string
	for target := range strings.SplitSeq(l.params[0], ",") {
		code, ok := s.refusals[refusal{l.command, s.fold(target)}]
		if !ok {
			left = append(left, target)
			continue
		}
		s.log.Debug("refused", zap.String("nick", c.nick), zap.String("command", l.command), zap.String("code", code))
		s.fail(c, code, target)
	}
	l.params[0] = strings.Join(left, ",")
	return len(left) == 0
}
