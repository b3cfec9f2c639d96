//go:build servers

package servers

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
)

// Services adds a network's services, linked to the server: Atheme to InspIRCd,
// Anope to ircd-hybrid. There is a NickServ to register accounts with (REGISTER
// password address) and to log in to (IDENTIFY account password); on InspIRCd
// there is SASL too. Enforce has somebody renamed.
func Services() Option { return func(s *settings) { s.Services = true } }

// Enforce is what the owner of a registered nick says to NickServ, so that who
// uses it is renamed to Guest and a number.
func (s Server) Enforce(nick string) string {
	if servicesOf[s.Name] == "anope" {
		return "RECOVER " + nick
	}
	return "RELEASE " + nick
}

// servicesOf names the services that know a server's protocol.
var servicesOf = map[string]string{"inspircd": "atheme-services", "ircd-hybrid": "anope"}

// startServices runs the services of a server that runs, until the test ends.
func startServices(ctx context.Context, tb testing.TB, server, root string, s settings) error {
	tb.Helper()
	name := servicesOf[server]
	if name == "" {
		return fmt.Errorf("there are no services for %s", server)
	}
	s.Scratch = tb.TempDir()
	p, err := launch(ctx, name, root, &s, func(ctx context.Context) error {
		return visit(ctx, s.addr(), "WHOIS NickServ", " 311 ")
	})
	if err != nil {
		return err
	}
	endWith(tb, name, p)
	return nil
}

// servicesCommand is their command line.
func servicesCommand(name string, s *settings, config string) []string {
	if name == "anope" {
		return []string{
			filepath.Join(s.Home, "usr/sbin/anope"), "--nofork", "--nothird",
			"--confdir=" + filepath.Dir(config), "--config=" + filepath.Base(config),
			"--dbdir=" + s.Scratch, "--logdir=" + s.Scratch, "--localedir=" + s.Scratch,
			"--modulesdir=" + filepath.Join(s.Home, "usr/lib/anope"),
		}
	}
	return []string{
		filepath.Join(s.Home, "usr/bin/atheme-services"), "-n", "-c", config,
		"-D", s.Scratch, "-l", filepath.Join(s.Scratch, "log"), "-p", filepath.Join(s.Scratch, "pid"),
	}
}

// Modules are the paths of modules of Atheme; its template reads them.
func (s *settings) Modules(names ...string) (paths []string, err error) {
	folders, err := filepath.Glob(filepath.Join(s.Home, "usr/lib/*/atheme/modules"))
	if err != nil || len(folders) != 1 {
		return nil, fmt.Errorf("modules of Atheme: %v, %w", folders, err)
	}
	for _, name := range names {
		paths = append(paths, filepath.Join(folders[0], name))
	}
	return paths, nil
}
