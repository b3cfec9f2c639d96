//go:build servers

package ircd

import (
	"net"
	"testing"

	"arbitre/ircd/servers"
)

// TestRealServers keeps the suite honest: the real servers must pass it too.
func TestRealServers(t *testing.T) {
	for _, name := range servers.Names() {
		t.Run(name, func(t *testing.T) {
			server := servers.Start(t, name, servers.Fast())
			dial := func() net.Conn {
				conn, err := net.Dial("tcp", server.Addr)
				if err != nil {
					t.Fatal(err)
				}
				return conn
			}
			for i, test := range suite {
				t.Run(test.name, func(t *testing.T) {
					t.Parallel() // InspIRCd takes a second to let a client in
					subject{name, dial}.play(t, i, test.script)
				})
			}
		})
	}
}
