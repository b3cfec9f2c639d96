package ircd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"time"
)

// client is a connection. The server's goroutine owns all of it but conn, out
// and in.
type client struct {
	conn net.Conn
	out  *outbox
	in   *input
	gone chan struct{} // closed when the server has forgotten the client

	nick, user, host, real string
	account                string // services account, "" if none
	away                   string
	source                 string // nick!user@host
	secure                 bool   // by TLS
	certificates           []string
	registered             bool
	bot                    bool // user mode B
	callerID               bool // g
	invisible              bool // i
	onlyAccounts           bool // R
	accepts                map[string]bool
	monitors               []string // folded, in the order in which they were added
	invites                []string // folded channels
	channels               []*channel
	side                   string // the server behind which it is while there is a netsplit

	caps        caps
	modernCaps  bool // speaks version 302 of CAP
	negotiating bool // registration waits for CAP END
	passed      bool // gave the server's password
	mechanism   string
	response    []byte // what has come of the SASL response

	label *labelled // set while a labelled command is carried out
	seen  uint64    // the last visit of Server.peers that met it

	started time.Time
	heard   time.Time // when it last sent anything
	pinged  bool      // and a PING is out since

	waiting   []byte // lines not carried out yet, each ended by \n
	lines     int    // how many
	deaf      bool   // hook StopReading
	hold      chan struct{}
	clock     time.Time // see Profile
	grace     int
	targets   []*client // whom it has written to lately
	targeting time.Time
}

// name is how the server calls the client in numerics.
func (c *client) name() string {
	if c.nick == "" {
		return "*"
	}
	return c.nick
}

func (c *client) setSource() { c.source = c.nick + "!" + c.user + "@" + c.host }

// read reads lines and has them carried out, until the connection ends; the
// reason is what the others are told.
func (c *client) read(s *Server) (reason string) {
	for {
		chunk, err := c.in.next()
		if errors.Is(err, io.EOF) {
			return "Remote host closed the connection"
		}
		if err != nil {
			return "Read error"
		}
		var hold chan struct{}
		s.do(func() { hold = s.input(c, chunk) })
		if hold == nil {
			continue
		}
		select {
		case <-hold:
		case <-c.gone:
			return "Gone"
		}
	}
}

// write writes what is put into the outbox, until that is closed or ctx ends,
// and then closes the connection.
func (c *client) write(ctx context.Context) {
	defer c.conn.Close()
	var batch []byte
	timer := time.NewTimer(0)
	defer timer.Stop()
	ended := ctx.Done()
	for {
		if cap(batch) > 1<<16 {
			batch = nil // one burst is no reason to keep a big buffer
		}
		var wait time.Duration
		var more bool
		batch, wait, more = c.out.take(batch[:0])
		if len(batch) > 0 {
			if _, err := c.conn.Write(batch); err != nil {
				return
			}
			continue
		}
		if !more {
			return
		}
		var later <-chan time.Time
		if wait > 0 {
			timer.Reset(wait)
			later = timer.C
		}
		select {
		case <-c.out.wake:
		case <-later:
		case <-ended:
			ended = nil
			c.out.put(nil, []byte("ERROR :Closing Link: "+c.conn.RemoteAddr().String()+" (Server shutting down)"))
			c.out.set(func(o *outbox) { o.closed = true })
		}
	}
}

// input takes lines out of a connection's bytes. Whatever comes, it keeps one
// buffer.
type input struct {
	conn     net.Conn
	buf      []byte
	begin    int  // what has not been returned yet
	end      int  // what has been read
	skipping bool // in the rest of a line that was too long
}

func newInput(conn net.Conn) *input {
	return &input{conn: conn, buf: make([]byte, maxTags+4096)}
}

// next returns whole lines, each ended by \n, good until the next call. Of a
// line longer than the buffer the first part is returned, as if it ended there.
func (in *input) next() ([]byte, error) {
	for {
		in.end = copy(in.buf, in.buf[in.begin:in.end])
		in.begin = 0
		n, err := in.conn.Read(in.buf[in.end : len(in.buf)-1])
		in.end += n
		if chunk := in.lines(); len(chunk) > 0 {
			return chunk, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// lines takes the whole lines off the buffer.
func (in *input) lines() []byte {
	if in.skipping {
		i := bytes.IndexByte(in.buf[:in.end], '\n')
		if i < 0 {
			in.end = 0
			return nil
		}
		in.begin, in.skipping = i+1, false
	}
	last := bytes.LastIndexByte(in.buf[in.begin:in.end], '\n')
	if last >= 0 {
		chunk := in.buf[in.begin : in.begin+last+1]
		in.begin += last + 1
		return chunk
	}
	if in.end == len(in.buf)-1 && in.begin == 0 {
		in.buf[in.end] = '\n'
		chunk := in.buf[:in.end+1]
		in.begin, in.end, in.skipping = 0, 0, true
		return chunk
	}
	return nil
}
