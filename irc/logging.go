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

// masked is a line without its secrets: what logs us in, and seat tokens.
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
	const token = "resume "
	for i := range max(0, len(line)-len(token)) {
		if strings.EqualFold(line[i:i+len(token)], token) {
			return line[:i+len(token)] + "***"
		}
	}
	return line
}
