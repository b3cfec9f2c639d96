package irc

import (
	"bytes"
	"strings"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// logHeard and logSaid write every line to the log at debug, without what is
// nobody's business.
func (c *conn) logHeard(line string) {
	if entry := c.log.Check(zapcore.DebugLevel, "heard"); entry != nil {
		entry.Write(zap.String("line", c.network.masked(line)))
	}
}

func (c *conn) logSaid(lines []byte) {
	if c.log.Core().Enabled(zapcore.DebugLevel) {
		for line := range bytes.SplitSeq(bytes.TrimSuffix(lines, []byte("\r\n")), []byte("\r\n")) {
			c.log.Debug("said", zap.String("line", c.network.masked(string(line))))
		}
	}
}

// masked is a line without its secrets: what logs us in, seat tokens, and the
// codes of addresses.
func (n *Network) masked(line string) string {
	command, _, _ := strings.Cut(line, " ")
	switch strings.ToUpper(command) {
	case "PASS", "AUTHENTICATE":
		return command + " ***"
	}
	if service := n.cfg.NickServ; service != nil {
		if head := "PRIVMSG " + service.Service + " "; len(line) > len(head) && strings.EqualFold(line[:len(head)], head) {
			return head + "***"
		}
	}
	for i := range line {
		for _, secret := range [...]string{"resume ", "?code="} {
			if end := i + len(secret); end < len(line) && strings.EqualFold(line[i:end], secret) {
				return line[:end] + "***"
			}
		}
	}
	return line
}
