//go:build servers

package servers_test

import (
	"bufio"
	"fmt"
	"net"
	"testing"
	"time"

	"arbitre/ircd/servers"
)

// onProxy gives a test both ends of a connection through a proxy, each with its
// lines.
func onProxy(t *testing.T, test func(p *servers.Proxy, client, server net.Conn, heard, served *bufio.Reader)) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	p := servers.StartProxy(t, listener.Addr().String())
	client, err := net.Dial("tcp", p.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	heard, served := bufio.NewReader(client), bufio.NewReader(server)
	fmt.Fprint(client, "hello\n")
	wantLine(t, served, "hello\n") // so the proxy has both ends
	test(p, client, server, heard, served)
}

func wantLine(t *testing.T, from *bufio.Reader, want string) {
	t.Helper()
	if got, err := from.ReadString('\n'); got != want || err != nil {
		t.Fatalf("got %q, %v, want %q", got, err, want)
	}
}

func wantEnd(t *testing.T, from *bufio.Reader) {
	t.Helper()
	if got, err := from.ReadString('\n'); err == nil {
		t.Fatalf("got %q, want the end of the connection", got)
	}
}

func TestProxyPassesOn(t *testing.T) {
	onProxy(t, func(p *servers.Proxy, client, server net.Conn, heard, served *bufio.Reader) {
		p.Delay(time.Millisecond)
		p.Stall(time.Millisecond)
		fmt.Fprint(client, "up\n")
		wantLine(t, served, "up\n")
		fmt.Fprint(server, "down\n")
		wantLine(t, heard, "down\n")
		client.Close()
		wantEnd(t, served)
	})
}

func TestProxyInsertsBetweenLines(t *testing.T) {
	onProxy(t, func(p *servers.Proxy, client, server net.Conn, heard, served *bufio.Reader) {
		fmt.Fprint(server, "one\ntwo")
		wantLine(t, heard, "one\n")
		for b := range []byte("two") { // the proxy is within the line
			if got, err := heard.ReadByte(); got != "two"[b] || err != nil {
				t.Fatal(got, err)
			}
		}
		p.InsertForClients([]byte("bad\n"))
		fmt.Fprint(server, " three\nfour\n")
		wantLine(t, heard, " three\n")
		wantLine(t, heard, "bad\n")
		wantLine(t, heard, "four\n")
		p.InsertForServer([]byte("worse "))
		fmt.Fprint(client, "up\n")
		wantLine(t, served, "worse up\n")
	})
}

func TestProxyCuts(t *testing.T) {
	onProxy(t, func(p *servers.Proxy, _, _ net.Conn, heard, served *bufio.Reader) {
		p.Cut()
		wantEnd(t, heard)
		wantEnd(t, served)
	})
}

// A half-open connection has ended at one end; the other learns nothing of it for
// as long as was said.
func TestProxyHalfOpen(t *testing.T) {
	onProxy(t, func(p *servers.Proxy, client, _ net.Conn, heard, served *bufio.Reader) {
		p.LoseServers(50 * time.Millisecond)
		wantEnd(t, served)
		if _, err := fmt.Fprint(client, "is anybody there?\n"); err != nil || p.Connected() {
			t.Errorf("said with %v, connected: %v", err, p.Connected())
		}
		wantEnd(t, heard)
	})
	onProxy(t, func(p *servers.Proxy, _, server net.Conn, heard, served *bufio.Reader) {
		p.LoseClients(50 * time.Millisecond)
		wantEnd(t, heard)
		if _, err := fmt.Fprint(server, "is anybody there?\n"); err != nil || p.Connected() {
			t.Errorf("said with %v, connected: %v", err, p.Connected())
		}
		wantEnd(t, served)
	})
}
