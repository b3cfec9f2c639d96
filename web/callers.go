package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// So many wrong codes from one address, and then one in so long a time; and of so
// many addresses that is remembered.
const (
	wrongBurst   = 10
	wrongEvery   = time.Minute / wrongBurst
	maxAddresses = 10_000
)

// callers is what is known of the addresses that calls come from.
type callers struct {
	most int // connections of one

	mu        sync.Mutex
	byAddress map[string]*caller
}

type caller struct {
	open   int
	wrongs *rate.Limiter
}

// mayTry tells whether the address has not been wrong too often.
func (c *callers) mayTry(address string, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.byAddress[address]
	return known == nil || known.wrongs.TokensAt(now) >= 1
}

func (c *callers) wrong(address string, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.named(address).wrongs.AllowN(now, 1)
}

// enter counts a connection of the address, unless it has too many.
func (c *callers) enter(address string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.named(address)
	if known.open >= c.most {
		return false
	}
	known.open++
	return true
}

func (c *callers) leave(address string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.named(address).open--
}

// named is what is known of an address. When too many are known, those who have
// nothing open are forgotten.
func (c *callers) named(address string) *caller {
	known := c.byAddress[address]
	if known != nil {
		return known
	}
	if len(c.byAddress) >= maxAddresses {
		for other, of := range c.byAddress {
			if of.open == 0 {
				delete(c.byAddress, other)
			}
		}
	}
	known = &caller{wrongs: rate.NewLimiter(rate.Every(wrongEvery), wrongBurst)}
	c.byAddress[address] = known
	return known
}

// addressOf is where a request comes from; of IPv6 the 64 bits of the network,
// since one machine has all the rest.
func (s *Server) addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.config.BehindProxy {
		through := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		host = strings.TrimSpace(through[strings.LastIndexByte(through, ',')+1:])
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return "" // they share what one address may
	}
	if address = address.Unmap(); address.Is6() {
		network, _ := address.WithZone("").Prefix(64) // never fails: there are 128 bits
		return network.String()
	}
	return address.String()
}
