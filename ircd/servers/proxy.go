//go:build servers

package servers

import (
	"context"
	"net"
	"slices"
	"sync"
	"testing"
	"time"
)

// Proxy stands between clients and a server, and is to them what a bad line is.
// Until it is told to do something it passes on all that comes. Its methods may be
// called from any goroutine.
type Proxy struct {
	Addr string // for the clients

	server string
	ctx    context.Context
	copies sync.WaitGroup

	mu    sync.Mutex
	lines []*wire
	delay time.Duration // of all that passes
	stall time.Time     // nothing passes before
}

// wire is a client's connection to the server through the proxy.
type wire struct {
	proxy          *Proxy
	client, server net.Conn
	up, down       flow
}

// flow is one direction of a wire.
type flow struct {
	mu      sync.Mutex
	to      net.Conn
	within  bool   // a line, of which the rest has not come
	between []byte // to be put in behind it
	dumb    bool   // what comes goes nowhere
}

// StartProxy passes on to the server, until the test ends.
func StartProxy(tb testing.TB, server string) *Proxy {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(tb.Context()))
	p := &Proxy{Addr: listener.Addr().String(), server: server, ctx: ctx}
	p.copies.Go(func() { p.accept(listener) })
	tb.Cleanup(func() {
		stop()
		_ = listener.Close()
		p.Cut()
		p.copies.Wait()
	})
	return p
}

func (p *Proxy) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := new(net.Dialer).DialContext(p.ctx, "tcp", p.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		w := &wire{proxy: p, client: client, server: server, up: flow{to: server}, down: flow{to: client}}
		p.mu.Lock()
		p.lines = append(p.lines, w)
		p.mu.Unlock()
		if p.ctx.Err() != nil { // Cut was before us
			w.cut()
		}
		var both sync.WaitGroup
		both.Go(func() { w.pass(client, &w.up) })
		both.Go(func() { w.pass(server, &w.down) })
		p.copies.Go(func() {
			both.Wait()
			w.cut()
			p.mu.Lock()
			defer p.mu.Unlock()
			p.lines = slices.DeleteFunc(p.lines, func(other *wire) bool { return other == w })
		})
	}
}

// pass passes on what comes from one side until it ends, and then ends the other,
// unless that is to know nothing of it.
func (w *wire) pass(from net.Conn, f *flow) {
	chunk := make([]byte, 32<<10)
	for {
		n, err := from.Read(chunk)
		w.proxy.hold()
		f.write(chunk[:n])
		if err != nil {
			break
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.dumb {
		_ = f.to.Close()
	}
}

// hold waits for as long as nothing passes.
func (p *Proxy) hold() {
	p.mu.Lock()
	wait := max(p.delay, time.Until(p.stall))
	p.mu.Unlock()
	if wait <= 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-p.ctx.Done():
	}
}

func (f *flow) write(chunk []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(chunk) == 0 || f.dumb {
		return
	}
	end := len(chunk)
	if f.between != nil {
		end = slices.Index(chunk, '\n') + 1 // 0: the line goes on
		if end == 0 {
			end = len(chunk)
		}
	}
	_, _ = f.to.Write(chunk[:end]) // who is gone is seen where it is read from
	f.within = chunk[end-1] != '\n'
	if f.between != nil && !f.within {
		_, _ = f.to.Write(f.between)
		f.between = nil
	}
	_, _ = f.to.Write(chunk[end:])
	f.within = chunk[len(chunk)-1] != '\n'
}

// insert puts bytes in at a line's end.
func (f *flow) insert(text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dumb {
		return
	}
	if f.within {
		f.between = append(f.between, text...)
		return
	}
	_, _ = f.to.Write(text)
}

// Delay makes all that passes from now on come so much later.
func (p *Proxy) Delay(by time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = by
}

// Stall lets nothing pass for so long. All of it comes then.
func (p *Proxy) Stall(last time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stall = time.Now().Add(last)
}

// Cut ends all connections at both ends, as a reset does.
func (p *Proxy) Cut() {
	for _, w := range p.wires() {
		w.cut()
	}
}

func (w *wire) cut() {
	for _, end := range []net.Conn{w.client, w.server} {
		if tcp, ok := end.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = end.Close()
	}
}

// LoseServers ends all connections at the server's end only: for so long the
// clients hear nothing, and what they say goes nowhere.
func (p *Proxy) LoseServers(last time.Duration) {
	for _, w := range p.wires() {
		w.lose(&w.up, &w.down)
		p.cutLater(w, last)
	}
}

// LoseClients ends all connections at the clients' end only: for so long the server
// goes on as if they were there, and keeps their nicks.
func (p *Proxy) LoseClients(last time.Duration) {
	for _, w := range p.wires() {
		w.lose(&w.down, &w.up)
		p.cutLater(w, last)
	}
}

func (p *Proxy) cutLater(w *wire, in time.Duration) {
	p.copies.Go(func() {
		defer w.cut()
		timer := time.NewTimer(in)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-p.ctx.Done():
		}
	})
}

// lose ends the connection at the end to which the one flow goes.
func (w *wire) lose(gone, left *flow) {
	gone.mu.Lock()
	gone.dumb = true
	gone.mu.Unlock()
	left.mu.Lock()
	left.dumb = true
	left.mu.Unlock()
	_ = gone.to.Close()
}

// InsertForClients puts bytes into what clients hear, between two lines. Without a
// line's end they spoil the next line.
func (p *Proxy) InsertForClients(text []byte) {
	for _, w := range p.wires() {
		w.down.insert(text)
	}
}

// InsertForServer puts bytes into what the server hears, between two lines.
func (p *Proxy) InsertForServer(text []byte) {
	for _, w := range p.wires() {
		w.up.insert(text)
	}
}

// Connected tells whether a client is connected at both ends.
func (p *Proxy) Connected() bool {
	return slices.ContainsFunc(p.wires(), func(w *wire) bool {
		w.up.mu.Lock()
		defer w.up.mu.Unlock()
		return !w.up.dumb
	})
}

func (p *Proxy) wires() []*wire {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.lines)
}
