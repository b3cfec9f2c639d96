package irc

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/lrstanley/girc"
	"go.uber.org/zap"

	"arbitre/referee"
)

// The limits of making a connection.
const (
	dialLimit      = 15 * time.Second
	handshakeLimit = 15 * time.Second
)

// Run connects to the network, and again whenever the connection is lost, until
// ctx ends; then it says QUIT, closes Lines and returns nil. It returns an error
// at once if the configuration can't work, and when an operator of the network
// has killed us a second time (ErrKilled): we are not wanted there.
func (n *Network) Run(ctx context.Context) error {
	stop := make(chan struct{})
	var pump sync.WaitGroup
	pump.Go(func() { n.stream.pump(stop) })
	defer pump.Wait()
	defer close(stop)

	if err := n.cfg.check(); err != nil {
		return fmt.Errorf("network %s: %w", n.cfg.Name, err)
	}
	pauses := pause{jitter: n.cfg.Jitter}
	for try := 0; ; try++ {
		began := time.Now()
		end := n.connect(ctx, n.cfg.server(try))
		if ctx.Err() != nil {
			return nil
		}
		end.kind = n.queue.suspect(end, time.Now())
		n.note(end)
		wait, err := pauses.after(end, time.Since(began), time.Now())
		if err != nil {
			return fmt.Errorf("network %s: %w: %s", n.cfg.Name, err, end.last)
		}
		if end.kind == flooded {
			n.strained("thrown out", end.last, thrownOut)
		}
		n.log.Warn("connection ended", zap.Error(end.err), zap.String("last", end.last),
			zap.Bool("registered", end.up), zap.Duration("retry", wait))
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil
		}
	}
}

// note keeps for Health why a connection ended.
func (n *Network) note(end ending) {
	var said error
	if end.last != "" {
		said = errors.New(end.last)
	}
	trouble := strings.ReplaceAll(fmt.Sprint(errors.Join(end.err, said)), "\n", ": ")
	n.trouble.Store(&trouble)
}

// connect is one connection from the dialling to its end, by which all that it
// started has ended.
func (n *Network) connect(ctx context.Context, address string) ending {
	socket, err := n.dial(ctx, address)
	if err != nil {
		return newEnding(err, "", false)
	}
	c := newConn(n, socket)
	n.asleep.slept() // before it is nothing to this connection
	n.present.Store(c)
	var writer, quit sync.WaitGroup
	writer.Go(c.writer)
	quit.Add(1)
	stop := context.AfterFunc(ctx, func() {
		defer quit.Done()
		c.quit(clean(n.cfg.QuitMessage))
	})

	// A new client for each connection: one that is used again sends what was
	// left in its queue, even before it registers.
	err = n.client().MockConnect(c)
	c.fail(err)
	if stop() {
		quit.Done()
	}
	quit.Wait()
	writer.Wait()
	c.reading.Lock() // the last Read has returned: nothing comes after Down
	defer c.reading.Unlock()
	up := c.register.complete.Load()
	if up {
		n.queue.close()
		n.stream.put(referee.Line{Link: referee.Down})
	}
	last := c.lastSaid()
	c.mu.Lock()
	defer c.mu.Unlock()
	return newEnding(c.cause, last, up)
}

// client is a girc for one connection, with all that we do ourselves turned off.
func (n *Network) client() *girc.Client {
	host, _, _ := net.SplitHostPort(n.cfg.Address)
	return girc.New(girc.Config{
		Server:     host,
		ServerPass: n.cfg.Password,
		Nick:       n.cfg.Nick,
		User:       n.cfg.User,
		Name:       n.cfg.RealName,
		SASL:       n.cfg.mechanism(),
		// TLS is spoken below girc. It would also ask for the capability sts,
		// which the specification forbids and some servers answer by refusing all.
		DisableSTS: true,
		AllowFlood: true, // its limiter sleeps in the reader; what it sends here is short
		PingDelay:  -1,
		RecoverFunc: func(_ *girc.Client, err *girc.HandlerError) {
			n.log.Error("girc panicked", zap.Error(err))
		},
		HandleNickCollide: func(string) string { return "" },
	})
}

// dial opens the connection, with TLS if it is configured.
func (n *Network) dial(ctx context.Context, address string) (net.Conn, error) {
	dialling, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	dial := n.cfg.Dial
	if dial == nil {
		dial = func(ctx context.Context) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", address)
		}
	}
	socket, err := dial(dialling)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	if n.cfg.TLS == nil {
		return socket, nil
	}
	cfg := n.cfg.TLS.Clone()
	if cfg.ServerName == "" && !cfg.InsecureSkipVerify {
		if cfg.ServerName, _, err = net.SplitHostPort(address); err != nil {
			cfg.ServerName = address
		}
	}
	secure := tls.Client(socket, cfg)
	shaking, stop := context.WithTimeout(ctx, handshakeLimit)
	defer stop()
	if err := secure.HandshakeContext(shaking); err != nil {
		return nil, fmt.Errorf("%w: %w", errTLS, errors.Join(err, socket.Close()))
	}
	return secure, nil
}

var errTLS = errors.New("tls handshake")
