package irc

import (
	"strconv"
	"strings"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// writer writes what waits, until the connection ends: lines of the connection's
// own at once, then what the queue lets go.
func (c *conn) writer() {
	timer := time.NewTimer(forever)
	defer timer.Stop()
	look := time.NewTicker(sleepLook)
	defer look.Stop()
	for {
		c.mu.Lock()
		own := c.own
		c.own = nil
		c.mu.Unlock()
		for _, line := range own {
			c.send(line)
		}
		out, kind, wait := c.network.queue.next(time.Now())
		if wait == 0 {
			c.say(&out, kind)
			continue
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-c.wake:
		case <-c.network.queue.wake:
		case <-look.C:
			c.network.hasSlept()
		case <-c.done:
			return
		}
	}
}

// say writes one item of the queue, if there is still reason to.
func (c *conn) say(out *outgoing, kind int) {
	post := &out.post
	if post.Stale != nil && post.Stale() {
		return
	}
	line, also := out.raw, []outgoing(nil)
	if line == "" {
		line, also = c.network.address(c.network.render(post), post, kind)
	}
	if line == "" {
		return
	}
	data := make([]byte, 0, maxLine+64)
	if post.Prompt != 0 {
		data = append(data, c.register.withPrompt(time.Now())...)
	}
	data = append(append(data, line...), "\r\n"...)
	if post.Prompt != 0 {
		data = append(data, "PING :"+promptName(post.Prompt)+"\r\n"...)
	}
	// An error has closed the connection, there is nothing more to do about it.
	_ = c.writeAs(func(at time.Time) []byte {
		c.network.waited(out, kind, at)
		c.network.queue.wrote(kind, append(also, *out))
		if post.Prompt != 0 {
			c.asked(post.Prompt)
		}
		if post.Open != nil {
			post.Open(at)
		}
		return data
	})
}

// address adds to a line the people to whom the next posts say the same, as many
// as the server allows in one line, and returns those posts too: it counts as one
// in the flood budget.
func (n *Network) address(line string, post *referee.Post, kind int) (_ string, also []outgoing) {
	f := n.facts.Load()
	limit := f.privmsgTargets
	if post.Notice {
		limit = f.noticeTargets
	}
	if line == "" || post.To == nil || post.Prompt != 0 || post.Open != nil {
		return line, nil
	}
	head, text, _ := strings.Cut(line, " :")
	fits := func(nick string) bool {
		return validNick(nick) && len(line)+1+len(nick) <= maxLine && len(text) <= n.MaxText(nick)
	}
	for count := 1; count < limit; {
		next, nick, ok := n.queue.follow(kind, post, fits)
		if !ok {
			break
		}
		if nick == "" || next.post.Stale != nil && next.post.Stale() {
			continue
		}
		head += "," + nick
		line = head + " :" + text
		also = append(also, next)
		count++
	}
	return line, also
}

// promptName is how the PING of a prompt names its token.
func promptName(token uint64) string { return "prompt-" + strconv.FormatUint(token, 10) }

// promptToken is the token that a PONG names; false if it answers no prompt.
func promptToken(name string) (uint64, bool) {
	digits, ok := strings.CutPrefix(name, "prompt-")
	if !ok {
		return 0, false
	}
	token, err := strconv.ParseUint(digits, 10, 64)
	return token, err == nil && token != 0
}

// render is the line of a post, "" if it can't be sent: its person is gone, its
// target is none, or nothing is left of its text. What is too long is cut, and
// said in the log: it should have been made shorter where it was made.
func (n *Network) render(post *referee.Post) string {
	target, valid := post.Channel, n.validChannel(post.Channel)
	if post.To != nil {
		target = post.To.Nick()
		if target == "" {
			return ""
		}
		valid = validNick(target)
	}
	if !valid {
		n.log.Error("target is not valid, line dropped", zap.String("target", target))
		return ""
	}
	text := clean(post.Text)
	if limit := n.MaxText(target); len(text) > limit {
		n.log.Error("line too long, cut", zap.String("target", target), zap.String("text", text), zap.Int("limit", limit))
		text = cut(text, limit)
	}
	if text == "" {
		return ""
	}
	command := "PRIVMSG "
	if post.Notice {
		command = "NOTICE "
	}
	return command + target + " :" + text
}

// validChannel tells whether a name is that of a channel, or of its people with a
// status ("@#channel").
func (n *Network) validChannel(name string) bool {
	return validWord(name) && n.facts.Load().channel(name) != ""
}
