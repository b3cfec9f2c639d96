package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"

	"arbitre/ircd"
)

// TestServe connects over TLS with a server's password and an account, opens a
// lobby, and stops. No password is in the log, however much it tells.
func TestServe(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	listener := listenTLS(t, dir)
	server := ircd.New(ircd.Config{Password: "hush-server", Accounts: map[string]string{"referee": "hush-account"}}, zap.NewNop())
	ctx, stop := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(ctx, listener); err != nil {
			t.Error(err)
		}
	})
	defer serving.Wait()
	defer stop()

	owner := dial(t, tlsClient(t, dir, listener.Addr()))
	owner.say("PASS hush-server", "NICK owner", "USER owner 0 * :owner", "JOIN #arena")
	owner.await(`^:owner!\S+ JOIN :?#arena`)

	file := filepath.Join(dir, "config.toml")
	write(t, file, fmt.Sprintf(`
		log.level = "debug"
		[[network]]
		address = %q
		ca_file = "ca.pem"
		password_file = "password"
		login = "plain"
		account = "referee"
		account_password = "hush-account"
		channels = ["#arena"]
		flood = "none"
	`, listener.Addr()))
	write(t, filepath.Join(dir, "password"), "hush-server\n")
	log := newLogLines()
	ctx, stopServe := context.WithCancel(ctx)
	defer stopServe()
	ended := make(chan error, 1)
	signals := make(chan os.Signal, 1)
	go func() { ended <- serve(ctx, func() (*config, error) { return loadConfig(file) }, signals, log) }()
	log.await(t, `"entered"`)
	owner.say("PRIVMSG #arena :!begin bomber")
	owner.await(`^:Arbitre!\S+ PRIVMSG #arena :BEGIN_GAME`)
	signals <- os.Interrupt
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	owner.await(`^:Arbitre!\S+ QUIT`)
	text := log.await(t, `"arbitre has stopped"`)
	if strings.Contains(text, "hush") || strings.Contains(text, base64Plain("referee", "hush-account")) {
		t.Error("a password is in the log:\n", text)
	}
}

// TestProcesses: a person tries the referee on one machine, and stops both
// programs by a signal.
func TestProcesses(t *testing.T) {
	ircdProcess, ircdOut := start(t, "ircd", "--port=0")
	address := ""
	for address == "" {
		if !ircdOut.Scan() {
			t.Fatal("ircd said no address")
		}
		if found := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(ircdOut.Text()); found != "" {
			address = found
		}
	}
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	owner := dial(t, conn)
	owner.say("NICK owner", "USER owner 0 * :owner", "JOIN #arena")
	owner.await(`^:owner!\S+ JOIN :?#arena`)

	file := filepath.Join(t.TempDir(), "config.toml")
	write(t, file, fmt.Sprintf("[[network]]\naddress = %q\ntls = false\nflood = \"none\"\nchannels = [\"#arena\"]\n", address))
	serveProcess, _ := start(t, "serve", file)
	owner.await(`^:Arbitre!\S+ JOIN :?#arena`)
	stopProcess(t, serveProcess)
	owner.await(`^:Arbitre!\S+ QUIT`)
	stopProcess(t, ircdProcess)
}

func start(t *testing.T, args ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "arbitre", args...)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command, bufio.NewScanner(out)
}

func stopProcess(t *testing.T, command *exec.Cmd) {
	t.Helper()
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err != nil {
		t.Errorf("%v: %v", command.Args, err)
	}
}

// logLines is a log to wait on.
type logLines struct {
	text  []byte
	lines chan []byte
}

func newLogLines() *logLines { return &logLines{lines: make(chan []byte, 1000)} }

func (l *logLines) Write(line []byte) (int, error) {
	l.lines <- bytes.Clone(line)
	return len(line), nil
}

// await reads until a line that has the words, and returns all lines so far.
func (l *logLines) await(t *testing.T, words string) string {
	t.Helper()
	for {
		select {
		case line := <-l.lines:
			l.text = append(l.text, line...)
			if bytes.Contains(line, []byte(words)) {
				return string(l.text)
			}
		case <-t.Context().Done():
			t.Fatalf("no %s in the log:\n%s", words, l.text)
		}
	}
}

// client is a person's IRC client.
type client struct {
	t     *testing.T
	conn  net.Conn
	lines *bufio.Scanner
}

func dial(t *testing.T, conn net.Conn) *client {
	t.Helper()
	t.Cleanup(func() { _ = conn.Close() })
	return &client{t, conn, bufio.NewScanner(conn)}
}

func (c *client) say(lines ...string) {
	c.t.Helper()
	if _, err := fmt.Fprint(c.conn, strings.Join(lines, "\r\n"), "\r\n"); err != nil {
		c.t.Fatal(err)
	}
}

// await reads until a line that matches.
func (c *client) await(pattern string) {
	c.t.Helper()
	wanted := regexp.MustCompile(pattern)
	for c.lines.Scan() {
		if wanted.MatchString(c.lines.Text()) {
			return
		}
	}
	c.t.Fatalf("the connection ended before %s: %v", pattern, c.lines.Err())
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// listenTLS listens with a new certificate, which is its own authority in
// ca.pem.
func listenTLS(t *testing.T, dir string) net.Listener {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "ca.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

func tlsClient(t *testing.T, dir string, address net.Addr) net.Conn {
	t.Helper()
	authority, err := os.ReadFile(filepath.Join(dir, "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(authority)
	conn, err := tls.Dial("tcp", address.String(), &tls.Config{RootCAs: pool})
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// base64Plain is how SASL PLAIN sends a password.
func base64Plain(account, password string) string {
	return base64.StdEncoding.EncodeToString([]byte(account + "\x00" + account + "\x00" + password))
}
