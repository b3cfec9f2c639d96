//go:build servers

package servers

import (
	"context"
	"testing"
	"time"
)

// peer is the other server of a network of two.
type peer struct {
	Host string
	Port int
}

// Linked is a network of two servers.
type Linked struct {
	Hub, Leaf Server
}

// StartLinked runs two ngIRCds and links them.
func StartLinked(tb testing.TB, options ...Option) *Linked {
	tb.Helper()
	hub, leaf := peer{Host: "hub.test"}, peer{Host: "leaf.test"}
	var err error
	if hub.Port, err = freePort(); err != nil {
		tb.Fatal(err)
	}
	if leaf.Port, err = freePort(); err != nil {
		tb.Fatal(err)
	}
	as := func(own, other peer) Option {
		return func(s *settings) { s.Host, s.Port, s.Peer = own.Host, own.Port, &other }
	}
	n := &Linked{
		Hub:  Start(tb, "ngircd", append(options, as(hub, leaf))...),
		Leaf: Start(tb, "ngircd", append(options, as(leaf, hub))...),
	}
	n.Mend(tb)
	return n
}

// Cut is a netsplit: an operator cuts the link.
func (n *Linked) Cut(tb testing.TB) {
	tb.Helper()
	n.operate(tb, "SQUIT leaf.test :cut")
}

// Mend links the servers again, and returns when each knows the other's users.
func (n *Linked) Mend(tb testing.TB) {
	tb.Helper()
	n.operate(tb, "CONNECT leaf.test")
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	for {
		// A question that is asked while they link may stay without an answer.
		soon, stop := context.WithTimeout(ctx, time.Second)
		err := visit(soon, n.Hub.Addr, "VERSION leaf.test", " 351 ")
		stop()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			tb.Fatalf("the servers do not link: %v", err)
		case <-time.After(20 * time.Millisecond): // nothing tells when they do
		}
	}
}

func (n *Linked) operate(tb testing.TB, line string) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	if err := visit(ctx, n.Hub.Addr, "OPER oper operpass\r\n"+line+"\r\nPING done", "PONG"); err != nil {
		tb.Fatalf("%s: %v", line, err)
	}
}
