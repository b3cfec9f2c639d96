package ircd

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap/zaptest"
)

func TestPlain(t *testing.T) {
	long := strings.Repeat("p", 600)
	for _, test := range []struct {
		name, response string
		lines          []string
		want           string
	}{
		{"right", "\x00ann\x00secret", nil, "903"},
		{"right, with authzid", "ann\x00ann\x00secret", nil, "903"},
		{"right, in three pieces", "\x00long\x00" + long, nil, "903"},
		{"wrong password", "\x00ann\x00guess", nil, "904"},
		{"no such account", "\x00bob\x00secret", nil, "904"},
		{"for another", "bob\x00ann\x00secret", nil, "904"},
		{"not base64", "", []string{"AUTHENTICATE PLAIN", "AUTHENTICATE !!"}, "904"},
		{"aborted", "", []string{"AUTHENTICATE PLAIN", "AUTHENTICATE *"}, "906"},
		{"too long", "", []string{"AUTHENTICATE PLAIN", "AUTHENTICATE " + strings.Repeat("A", 401)}, "905"},
		{"other mechanism", "", []string{"AUTHENTICATE SCRAM-SHA-256"}, "908"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := New(Config{Accounts: map[string]string{"ann": "secret", "long": long}}, zaptest.NewLogger(t))
				ann := visit(t, dialer(t, s)(), "ann")
				ann.send("CAP LS 302", "CAP REQ sasl", "NICK ann", "USER ann 0 * :Ann")
				ann.want("* CAP * ACK sasl")
				if test.lines == nil {
					test.lines = plainLines(test.response)
				}
				ann.send(test.lines...)
				ann.want("* " + test.want + " ann *")
				ann.send("CAP END")
				ann.want("* 001 ann *")
				ann.send("WHOIS ann")
				for line := ann.next(); !glob("* 318 *", line); line = ann.next() {
					if glob("* 330 *", line) != (test.want == "903" && glob("* 330 *", line)) {
						t.Errorf("logged in: %s", line)
					}
				}
			})
		})
	}
}

// plainLines are the lines of a PLAIN response, in pieces of 400 bytes.
func plainLines(response string) []string {
	lines := []string{"AUTHENTICATE PLAIN"}
	text := base64.StdEncoding.EncodeToString([]byte(response))
	for len(text) >= saslChunk {
		lines = append(lines, "AUTHENTICATE "+text[:saslChunk])
		text = text[saslChunk:]
	}
	if text == "" {
		text = "+"
	}
	return append(lines, "AUTHENTICATE "+text)
}

// TestExternal logs in by a TLS client certificate, over a real socket.
func TestExternal(t *testing.T) {
	serverCert, clientCert := certificate(t, "irc.test"), certificate(t, "ann")
	sum := sha256.Sum256(clientCert.Certificate[0])
	trusted := x509.NewCertPool()
	trusted.AddCert(clientCert.Leaf)
	for _, test := range []struct {
		name string
		key  string
		auth tls.ClientAuthType
		want string
	}{
		{"fingerprint", hex.EncodeToString(sum[:]), tls.RequestClientCert, "903"},
		{"common name, verified", "ann", tls.VerifyClientCertIfGiven, "903"},
		{"common name, not verified", "ann", tls.RequestClientCert, "904"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := New(Config{Certificates: map[string]string{test.key: "annie"}}, zaptest.NewLogger(t))
			l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
				Certificates: []tls.Certificate{serverCert}, ClientAuth: test.auth, ClientCAs: trusted,
			})
			if err != nil {
				t.Fatal(err)
			}
			serve(t, s, l)
			roots := x509.NewCertPool()
			roots.AddCert(serverCert.Leaf)
			conn, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{
				ServerName: "irc.test", RootCAs: roots, Certificates: []tls.Certificate{clientCert},
			})
			if err != nil {
				t.Fatal(err)
			}
			ann := visit(t, conn, "ann")
			ann.send("CAP REQ sasl", "NICK ann", "USER ann 0 * :Ann", "AUTHENTICATE EXTERNAL")
			ann.want("- AUTHENTICATE +")
			ann.send("AUTHENTICATE +")
			ann.want("* " + test.want + " ann *")
			ann.send("CAP END", "WHOIS ann")
			ann.want("* 671 ann ann *")
		})
	}
}

// certificate makes a self-signed one.
func certificate(t *testing.T, name string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

// serve runs the server at the listener until the test ends.
func serve(tb testing.TB, s *Server, l net.Listener) {
	tb.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l) }()
	tb.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			tb.Error(err)
		}
	})
}
