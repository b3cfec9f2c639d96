package bots

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
)

// Client is as much of an IRC client as a bot needs: it registers, answers PING,
// sends lines and reads messages. One goroutine reads; anyone may send.
type Client struct {
	conn net.Conn
	in   *bufio.Reader
	nick string
	stop func() bool
}

// Message is a line from the server.
type Message struct {
	From    string // nick, or name of a server
	Command string // "PRIVMSG", "001"
	Params  []string
}

// Param is the n-th parameter, "" if there are not so many.
func (m Message) Param(n int) string {
	if n < len(m.Params) {
		return m.Params[n]
	}
	return ""
}

// Register introduces the bot to the server on the connection, under this nick
// or, if it is in use, under one with a digit behind it. The client owns the
// connection and closes it when ctx is done.
func Register(ctx context.Context, conn net.Conn, nick string) (*Client, error) {
	c := &Client{conn: conn, in: bufio.NewReader(conn), nick: nick}
	c.stop = context.AfterFunc(ctx, func() { _ = conn.Close() }) // what Read then says is the error
	if err := c.register(nick); err != nil {
		c.Close()
		return nil, fmt.Errorf("register as %s: %w", nick, err)
	}
	return c, nil
}

func (c *Client) register(nick string) error {
	if err := c.Send("NICK " + nick + "\r\nUSER " + nick + " 0 * :" + nick); err != nil {
		return err
	}
	for try := 2; ; {
		m, err := c.Read()
		if err != nil {
			return err
		}
		switch m.Command {
		case "001":
			c.nick = m.Param(0) // the server may have shortened it
			return nil
		case "433", "436": // in use, collision
			if try > 9 {
				return fmt.Errorf("nick in use: %s", m.Param(1))
			}
			if err := c.Send(fmt.Sprintf("NICK %s%d", nick, try)); err != nil {
				return err
			}
			try++
		case "432", "465", "ERROR": // bad nick, banned, closing
			return fmt.Errorf("the server refuses: %s", strings.Join(m.Params, " "))
		}
	}
}

// Nick is the nick under which the server knows the client.
func (c *Client) Nick() string { return c.nick }

// Send sends a line.
func (c *Client) Send(line string) error {
	_, err := c.conn.Write([]byte(line + "\r\n"))
	return err
}

// Say sends a PRIVMSG to a nick or a channel.
func (c *Client) Say(target, text string) error {
	return c.Send("PRIVMSG " + target + " :" + text)
}

// Join enters a channel and waits until the server has let us in. Messages that
// come before are lost.
func (c *Client) Join(channel string) error {
	if err := c.Send("JOIN " + channel); err != nil {
		return fmt.Errorf("join %s: %w", channel, err)
	}
	for {
		m, err := c.Read()
		switch {
		case err != nil:
			return fmt.Errorf("join %s: %w", channel, err)
		case m.Command == "366": // end of NAMES
			return nil
		case strings.HasPrefix(m.Command, "4") && m.Param(1) == channel:
			return fmt.Errorf("join %s: %s", channel, strings.Join(m.Params, " "))
		}
	}
}

// Read waits for the next message. PING it answers by itself.
func (c *Client) Read() (Message, error) {
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			return Message{}, err
		}
		m := parseMessage(strings.TrimRight(line, "\r\n"))
		switch m.Command {
		case "":
		case "PING":
			if err := c.Send("PONG :" + m.Param(0)); err != nil {
				return Message{}, err
			}
		default:
			return m, nil
		}
	}
}

// Close says goodbye and closes the connection. It may be called twice.
func (c *Client) Close() {
	if c.stop() {
		_ = c.Send("QUIT :bye")
		_ = c.conn.Close()
	}
}

// parseMessage takes a line apart: [@tags] [:prefix] COMMAND params [:last param].
func parseMessage(line string) Message {
	var m Message
	if strings.HasPrefix(line, "@") {
		_, line, _ = strings.Cut(line, " ")
	}
	if strings.HasPrefix(line, ":") {
		var prefix string
		prefix, line, _ = strings.Cut(line[1:], " ")
		m.From, _, _ = strings.Cut(prefix, "!")
	}
	head, last, hasLast := strings.Cut(" "+line, " :")
	fields := strings.Fields(head)
	if len(fields) == 0 {
		return m
	}
	m.Command, m.Params = strings.ToUpper(fields[0]), fields[1:]
	if hasLast {
		m.Params = append(m.Params, last)
	}
	return m
}
