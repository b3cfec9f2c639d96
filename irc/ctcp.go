package irc

import (
	"strings"
	"time"

	"arbitre/referee"
)

// The budget for answers to CTCP, whoever asks.
const (
	ctcpReplies = 3
	ctcpTime    = 10 * time.Second
)

// ctcp reads what stood between the marks, and answers the harmless questions
// that came by private message: the answer waits behind all that matters, and is
// left out when there were too many.
func (r *roster) ctcp(said *referee.Heard, text string) {
	kind := said.Kind
	said.Kind, said.Text = referee.CTCP, text
	command, rest, _ := strings.Cut(text, " ")
	command = strings.ToUpper(command)
	if command == "ACTION" && kind == referee.Message {
		said.Kind, said.Text = referee.Action, rest
		return
	}
	reply := r.reply(command, rest)
	if kind != referee.Message || said.Channel != "" || reply == "" || r.spares(said.From) || !r.mayReply(said.At) {
		return
	}
	nick := said.From.Nick()
	r.network.queue.put(classes+int(referee.Talk), outgoing{
		raw: "NOTICE " + nick + " :\x01" + command + " " + cut(reply, 200) + "\x01",
	})
}

// reply is the answer to a CTCP, "" if there is none.
func (r *roster) reply(command, rest string) string {
	switch command {
	case "VERSION":
		return r.network.cfg.Version
	case "SOURCE":
		return r.network.cfg.Source
	case "PING":
		return cut(clean(rest), 64)
	case "CLIENTINFO":
		return "ACTION CLIENTINFO PING SOURCE VERSION"
	}
	return ""
}

// spares tells whether a stranger is answered nothing, since we may write to few
// people on this network.
func (r *roster) spares(p *referee.Person) bool {
	return len(p.Channels) == 0 && r.network.Budget().Targets > 0
}

func (r *roster) mayReply(at time.Time) bool {
	for len(r.replies) > 0 && at.Sub(r.replies[0]) >= ctcpTime {
		r.replies = r.replies[1:]
	}
	if len(r.replies) >= ctcpReplies {
		return false
	}
	r.replies = append(r.replies, at)
	return true
}
