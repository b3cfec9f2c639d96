//go:build servers

package servers

import (
	"bufio"
	"context"
	"embed"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"text/template"
	"time"
)

// patience is how long a server may take until it answers. They need less than
// a second; it is a last resort on a machine that is busy with other things.
const patience = time.Minute

// Server is a server that runs until its test ends.
type Server struct {
	Name string // as given to Start
	Addr string // host:port, without TLS
	TLS  string // host:port with it, if it was asked for

	process *process
}

// Freeze stops the server as it stands: it takes connections and bytes, as far as
// the system does for it, and answers nothing. Thaw lets it go on.
func (s Server) Freeze(tb testing.TB) { tb.Helper(); s.process.signal(tb, syscall.SIGSTOP) }

// Thaw ends Freeze.
func (s Server) Thaw(tb testing.TB) { tb.Helper(); s.process.signal(tb, syscall.SIGCONT) }

// Names are the names that Start knows.
func Names() []string { return []string{"ngircd", "inspircd", "ircd-hybrid"} }

// An Option changes the server's configuration.
type Option func(*settings)

// Fast lifts the server's limits on how quickly its users may talk, which are
// otherwise what the server has of its own accord.
func Fast() Option { return func(s *settings) { s.Fast = true } }

// TLS has the server speak TLS too, with this certificate and its key in PEM. Those
// of ircd-hybrid have to be of RSA.
func TLS(pem []byte) Option { return func(s *settings) { s.PEM = pem } }

// settings is what the templates of the configurations read.
type settings struct {
	Host     string // the server's name on its network
	Port     int
	Scratch  string // a folder of the server's own
	Home     string // the unpacked package
	Fast     bool
	Services bool
	LinkPort int // for the services
	TLSPort  int
	PEM      []byte // the certificate and the key for it; none: no TLS
	Peer     *peer  // for the server that it is linked to
}

func (s *settings) addr() string { return fmt.Sprintf("127.0.0.1:%d", s.Port) }

//go:embed *.conf
var configurations embed.FS

// Start runs the server and returns when a client can register. The creator of
// a channel becomes its operator on all of them. The test fails at once when
// the server is missing or does not come up; its output is shown when the test
// has failed.
func Start(tb testing.TB, name string, options ...Option) Server {
	tb.Helper()
	root, err := fetched()
	if err != nil {
		tb.Fatal(err)
	}
	var s settings
	for _, option := range options {
		option(&s)
	}
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	// Between our asking for a free port and the server's taking it, somebody
	// else may have it: then the server ends, and the next port is tried.
	for range 3 {
		s.Scratch = tb.TempDir()
		var p *process
		if p, err = start(ctx, name, root, &s); err != nil {
			continue
		}
		endWith(tb, name, p)
		if s.Services {
			if err = startServices(ctx, tb, name, root, s); err != nil {
				continue
			}
		}
		server := Server{Name: name, Addr: s.addr(), process: p}
		if s.PEM != nil {
			server.TLS = fmt.Sprintf("127.0.0.1:%d", s.TLSPort)
		}
		return server
	}
	tb.Fatalf("start %s: %v", name, err)
	return Server{}
}

// endWith ends a process with the test, and shows what it said if the test has
// failed.
func endWith(tb testing.TB, name string, p *process) {
	tb.Helper()
	tb.Cleanup(func() {
		p.kill()
		if tb.Failed() {
			tb.Logf("%s said:\n%s", name, p.output.kept)
		}
	})
}

// start is one attempt; it fills in the ports and all that is named by default.
func start(ctx context.Context, name, root string, s *settings) (p *process, err error) {
	if s.Port == 0 {
		if s.Port, err = freePort(); err != nil {
			return nil, err
		}
		defer func() {
			if err != nil {
				s.Port = 0 // the next attempt takes another
			}
		}()
	}
	if s.LinkPort, err = freePort(); err != nil {
		return nil, err
	}
	if s.TLSPort, err = freePort(); err != nil {
		return nil, err
	}
	if s.Host == "" {
		s.Host = name + ".test"
	}
	return launch(ctx, name, root, s, func(ctx context.Context) error { return register(ctx, s.addr()) })
}

// launch writes the configuration of a program, runs it in its package's folder
// and returns when it is ready.
func launch(ctx context.Context, name, root string, s *settings, ready func(context.Context) error) (*process, error) {
	as, err := nobody()
	if err != nil {
		return nil, err
	}
	if as != nil {
		if root, err = give(as, root, name, s.Scratch); err != nil {
			return nil, fmt.Errorf("give the files of %s to nobody: %w", name, err)
		}
	}
	s.Home = filepath.Join(root, name)
	config := filepath.Join(s.Scratch, name+".conf")
	if err = configure(config, name, s); err != nil {
		return nil, err
	}
	p, err := run(s.Home, filepath.Join(root, "libraries"), command(name, s, config), as)
	if err != nil {
		return nil, err
	}
	if err := p.await(ctx, ready); err != nil {
		p.kill()
		return nil, fmt.Errorf("%w\n%s", err, p.output.kept)
	}
	return p, nil
}

// command is the server's command line. Paths of the package are relative to
// its folder, where the server runs.
func command(name string, s *settings, config string) []string {
	args := []string{filepath.Join(s.Home, "usr/sbin", name)}
	switch name {
	case "ngircd":
		return append(args, "-n", "-f", config)
	case "inspircd":
		return append(args, "--nofork", "--nolog", "--nopid", "--config", config)
	case "atheme-services", "anope":
		return servicesCommand(name, s, config)
	default: // ircd-hybrid
		args = append(args, "-foreground", "-configfile", config)
		for _, file := range []string{"pid", "log", "kline", "dline", "xline", "resv"} {
			args = append(args, "-"+file+"file", filepath.Join(s.Scratch, file))
		}
		return args
	}
}

// configure writes the server's configuration.
func configure(file, name string, s *settings) error {
	text, err := template.ParseFS(configurations, name+".conf")
	if err != nil {
		return fmt.Errorf("no server of this name: %w", err)
	}
	var b strings.Builder
	if err := text.Execute(&b, s); err != nil {
		return err
	}
	if s.PEM != nil {
		if err := os.WriteFile(filepath.Join(s.Scratch, "tls.pem"), s.PEM, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

// fetched is the folder that fetch.sh fills.
func fetched() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod above the working directory: run this as a test of the module")
		}
		dir = filepath.Dir(dir)
	}
	dir = filepath.Join(dir, ".cache", "servers")
	if _, err := os.Stat(filepath.Join(dir, "complete")); err != nil {
		return "", fmt.Errorf("the real IRC servers are missing in %s; get them with: make servers", dir)
	}
	return dir, nil
}

// freePort is a port of the loopback that nobody listened on a moment ago.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// await returns when the program is ready, and an error when it has ended instead
// or ctx is over.
func (p *process) await(ctx context.Context, ready func(context.Context) error) error {
	for {
		err := ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.ended:
			return fmt.Errorf("it ended with %v before it answered: %w", p.cmd.ProcessState, err)
		case <-ctx.Done():
			return err
		case <-time.After(20 * time.Millisecond): // nothing tells when a port begins to listen
		}
	}
}

// register is a client that comes, sees the end of the greeting, and goes.
func register(ctx context.Context, addr string) error { return visit(ctx, addr, "", "") }

// visit is a client that comes, asks something once it has been greeted, waits
// for a line with the answer, and goes. A numeric that says no is an error.
func visit(ctx context.Context, addr, question, answer string) error {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	defer conn.Close()
	fmt.Fprint(conn, "NICK visitor\r\nUSER visitor 0 * :visitor\r\n")
	lines := bufio.NewScanner(conn)
	last := ""
	for lines.Scan() {
		last = lines.Text()
		switch words := strings.Fields(last); {
		case len(words) == 2 && words[0] == "PING":
			fmt.Fprintf(conn, "PONG %s\r\n", words[1])
		case len(words) < 3:
		case question != "" && (words[1] == "376" || words[1] == "422"):
			fmt.Fprint(conn, question+"\r\n")
		case words[1] == "401" || words[1] == "402":
			return errors.New(last)
		case question != "" && strings.Contains(last, answer),
			question == "" && (words[1] == "376" || words[1] == "422"): // end of the message of the day, or none
			fmt.Fprint(conn, "QUIT\r\n")
			for lines.Scan() { // until the server has closed: then the nick is free again
			}
			return nil
		}
	}
	return fmt.Errorf("%s closed the connection after %q: %w", addr, last, errors.Join(lines.Err(), ctx.Err()))
}
