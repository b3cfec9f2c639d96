package irc

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
)

// registration is a connection's way from the first line to the end of the MOTD.
// girc leads it; what girc gets wrong is done here instead: nicks that are
// refused (it tries the same one for ever, or renames us when registered),
// capabilities that are refused (it goes on without SASL), and SASL that was not
// there (it goes on without a word).
//
// All fields but the atomic ones are of the goroutine in conn.Read.
type registration struct {
	conn     *conn
	complete atomic.Bool
	prompted atomic.Int64           // when the last prompt was written, in Unix ns; 0: never
	claiming atomic.Bool            // our nick is asked for with the next one
	nick     atomic.Pointer[string] // ours, since 001
	tries    int                    // nicks refused
	renames  int                    // by others, away from our nick
	loggedIn bool
	server   greeting // what the server says of itself

	wanted  atomic.Pointer[string] // the capabilities that girc asked for
	pending []string               // those asked for one by one, without an answer
	agreed  []string               // and those that the server agreed to
}

// concerns tells, without taking the line apart, whether it may be one that
// conn.look needs: nearly all lines of a game are not.
func concerns(line string) bool {
	if strings.HasPrefix(line, "@") {
		_, line, _ = strings.Cut(line, " ")
	}
	if strings.HasPrefix(line, ":") {
		_, line, _ = strings.Cut(line, " ")
	}
	line = strings.TrimLeft(line, " ")
	return !strings.HasPrefix(line, "PRIVMSG ") && !strings.HasPrefix(line, "NOTICE ")
}

// look is shown every line of the server until the registration is complete.
func (r *registration) look(m *message) {
	r.server.hear(m)
	switch m.command {
	case "CAP":
		r.capability(m)
	case "AUTHENTICATE":
		if r.conn.network.cfg.SASL != nil {
			r.conn.toGirc(m.command, m.last())
		}
	case "900", "903", "907":
		r.loggedIn = true
		if m.command != "900" {
			r.conn.toGirc(m.command, "*", m.last())
		}
	case "902", "904", "905", "906", "908":
		if r.conn.network.cfg.SASL != nil {
			r.conn.fail(fmt.Errorf("%w: %s", errSASL, m.reason()))
		}
	case "432", "433", "436", "437":
		r.anotherNick(m)
	case "464":
		r.conn.fail(fmt.Errorf("%w: %s", errPassword, m.reason()))
	case "001":
		r.welcome(m)
	case "376", "422":
		r.complete.Store(true)
		if r.tries > 0 {
			r.regain()
		}
		r.conn.registered()
	}
}

// The reasons to give a registration up that have a pause of their own.
var (
	errSASL     = errors.New("sasl")
	errPassword = errors.New("server password")
	errNick     = errors.New("no nick")
)

// welcome is 001: the server has taken us, under the nick that it names.
func (r *registration) welcome(m *message) {
	nick := strings.Clone(m.param(0))
	r.nick.Store(&nick)
	if r.conn.network.cfg.SASL != nil && !r.loggedIn {
		r.conn.fail(fmt.Errorf("%w: not offered by the server", errSASL))
	}
}

// maxNicks is how many nicks are tried on one connection.
const maxNicks = 30

// anotherNick follows a refusal of our nick with another: the nick cut to what
// every server takes (9 bytes) and a counter. Registered, we keep what we have.
func (r *registration) anotherNick(m *message) {
	if r.nick.Load() != nil {
		return
	}
	r.tries++
	if r.tries > maxNicks {
		r.conn.fail(fmt.Errorf("%w: %s", errNick, m.reason()))
		return
	}
	nick := alternative(r.conn.network.cfg.Nick, r.tries)
	r.conn.log.Warn("nick refused", zap.String("reason", m.reason()), zap.String("next", nick))
	r.conn.later("NICK " + nick)
}

func alternative(nick string, n int) string {
	counter := strconv.Itoa(n)
	return nick[:min(len(nick), 9-len(counter))] + counter
}

// regain tries to get the configured nick once the ghost who has it, or whom
// services put into its place, may be gone.
func (r *registration) regain() {
	for _, wait := range []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute} {
		r.conn.after(wait, r.claim)
	}
}

// longTurn is how long after a prompt its answers may still be on their way.
const longTurn = 5 * time.Minute

// claim asks for our nick. Who answers a prompt answers the nick that it came
// from, so in a turn that waits for the next prompt.
func (r *registration) claim() {
	if prompted := r.prompted.Load(); prompted == 0 || time.Since(time.Unix(0, prompted)) > longTurn {
		r.claimNow()
		return
	}
	r.claiming.Store(true)
	r.conn.after(longTurn, func() {
		if r.claiming.Swap(false) {
			r.claimNow()
		}
	})
}

func (r *registration) claimNow() {
	if wanted := r.conn.network.cfg.Nick; *r.nick.Load() != wanted {
		r.conn.later("NICK " + wanted)
	}
}

// withPrompt is what is written before a prompt: the claim, if one waits.
func (r *registration) withPrompt(at time.Time) string {
	r.prompted.Store(at.UnixNano())
	if wanted := r.conn.network.cfg.Nick; r.claiming.Swap(false) && *r.nick.Load() != wanted {
		return "NICK " + wanted + "\r\n"
	}
	return ""
}

// gaveUp follows a nick that somebody no longer has: ours is taken back, for its
// ghost may outlive all that regain tries.
func (r *registration) gaveUp(nick string) {
	own, wanted := r.nick.Load(), r.conn.network.cfg.Nick
	if own != nil && *own != wanted && strings.EqualFold(nick, wanted) {
		r.claim()
	}
}

// renamed follows our own NICK. Where we can identify to services that took our
// nick away, we take it back afterwards.
func (r *registration) renamed(m *message) {
	own, cfg := r.nick.Load(), &r.conn.network.cfg
	if own == nil || *own != m.sourceNick() {
		return
	}
	nick := strings.Clone(m.param(0))
	r.nick.Store(&nick)
	if nick != cfg.Nick && cfg.NickServ != nil && r.renames < maxIdentified {
		r.renames++
		r.regain()
	}
}

// capability is an answer to CAP. If the server refuses what girc asked for, as
// a whole, the capabilities are asked for one by one, and girc hears of those
// that were agreed to only; girc itself would do without any.
func (r *registration) capability(m *message) {
	names := strings.Fields(m.last())
	switch m.param(1) {
	case "LS":
		r.conn.toGirc(append([]string{"CAP"}, m.params...)...)
	case "NAK":
		if len(r.pending) == 0 && r.wanted.Load() != nil {
			r.pending = strings.Fields(*r.wanted.Load())
			for _, name := range r.pending {
				r.conn.later("CAP REQ :" + name)
			}
			return
		}
		r.answer(names, false)
	case "ACK":
		if len(r.pending) == 0 {
			r.conn.toGirc("CAP", "*", "ACK", m.last())
			return
		}
		r.answer(names, true)
	}
}

// answer notes the answer to a capability that was asked for alone.
func (r *registration) answer(names []string, agreed bool) {
	for _, name := range names {
		for i, pending := range r.pending {
			if pending != name {
				continue
			}
			r.pending = append(r.pending[:i], r.pending[i+1:]...)
			if agreed {
				r.agreed = append(r.agreed, name)
			}
			break
		}
	}
	switch {
	case len(r.pending) > 0:
	case len(r.agreed) > 0:
		r.conn.toGirc("CAP", "*", "ACK", strings.Join(r.agreed, " "))
	default:
		r.conn.toGirc("CAP", "*", "NAK", "")
	}
}

// offered asks, once registered, for capabilities that come back (a server that
// was upgraded, services that return), but for sasl: we are logged in, and a
// failure then would end a good connection.
func (r *registration) offered(m *message) {
	if m.param(1) != "NEW" || r.wanted.Load() == nil {
		return
	}
	for offer := range strings.FieldsSeq(m.last()) {
		name, _, _ := strings.Cut(offer, "=")
		for wanted := range strings.FieldsSeq(*r.wanted.Load()) {
			if name == wanted && name != "sasl" {
				r.conn.later("CAP REQ :" + name)
			}
		}
	}
}

// lets tells whether a line of girc may go to the server: what registers us,
// and the answer to a PING. It runs in girc's sender.
func (r *registration) lets(line []byte) bool {
	command, rest, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(" "))
	switch string(command) {
	case "PONG":
		return true
	case "CAP":
		if names, ok := bytes.CutPrefix(rest, []byte("REQ ")); ok {
			wanted := strings.TrimPrefix(string(names), ":")
			r.wanted.Store(&wanted)
		}
		return !r.complete.Load()
	case "PASS", "NICK", "USER", "AUTHENTICATE":
		return !r.complete.Load()
	}
	return false
}
