//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// site is an IRC server with an organiser and two bots in #arena, and a folder
// with the configuration of a referee. All programs are processes of their own.
type site struct {
	t       *testing.T
	address string
	folder  string
	system  *transcript // what systemd hears
	socket  string
	owner   *client
	ann     *client
	bob     *client
}

func newSite(t *testing.T) *site {
	s := &site{t: t, address: startServer(t), folder: t.TempDir(), system: newTranscript(t)}
	for nick, c := range map[string]**client{"owner": &s.owner, "ann": &s.ann, "bob": &s.bob} {
		conn, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		*c = dial(t, conn)
		(*c).say("NICK "+nick, "USER "+nick+" 0 * :"+nick)
		(*c).await(`^:\S+ 001 `)
	}
	s.owner.say("JOIN #arena", "JOIN #second")
	s.owner.await(`^:owner!\S+ JOIN :?#second`)
	for _, c := range []*client{s.ann, s.bob} {
		c.say("JOIN #arena")
		c.await(`^:\S+ 366 `)
	}
	s.listen()
	return s
}

// startServer is a server's process and its address.
func startServer(t *testing.T) string {
	t.Helper()
	command, out := start(t, "ircd", "--port=0")
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait() // killed, as it says
	})
	for out.Scan() {
		if found := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(out.Text()); found != "" {
			return found
		}
	}
	t.Fatal("ircd said no address")
	return ""
}

// listen is systemd's end of sd_notify.
func (s *site) listen() {
	s.socket = filepath.Join(s.folder, "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: s.socket, Net: "unixgram"})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	go func() {
		for buffer := make([]byte, 4<<10); ; {
			n, err := conn.Read(buffer)
			if err != nil {
				return // closed: the test is over
			}
			_, _ = fmt.Fprintf(s.system, "%s\n", buffer[:n])
		}
	}()
}

func (s *site) config() string { return filepath.Join(s.folder, "config.toml") }

// configure writes the configuration: some tables, and the networks' keys.
func (s *site) configure(tables string, network ...string) {
	write(s.t, s.config(), fmt.Sprintf("%s\n[[network]]\nname = \"test\"\naddress = %q\ntls = false\nflood = \"none\"\n%s\n",
		tables, s.address, strings.Join(network, "\n")))
}

// serve starts a referee.
func (s *site) serve() *process {
	p := &process{t: s.t, log: newTranscript(s.t), cmd: exec.CommandContext(s.t.Context(), "arbitre", "serve", s.config())}
	p.cmd.Env = append(os.Environ(), "NOTIFY_SOCKET="+s.socket)
	p.cmd.Stderr = p.log
	if err := p.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	return p
}

// begin starts a match of ann and bob.
func (s *site) begin(options string) {
	s.owner.say("PRIVMSG #arena :!begin bomber lobby=1h round_length=200ms " + options)
	for _, c := range []*client{s.ann, s.bob} {
		c.await(` PRIVMSG #arena :BEGIN_GAME`)
		c.say("PRIVMSG Arbitre :join_game")
		c.await(` PRIVMSG \S+ :JOIN_OK`)
	}
	s.owner.say("PRIVMSG #arena :!go")
}

// process is a referee at work.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	log *transcript
}

func (p *process) signal(sent os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(sent); err != nil {
		p.t.Error(err)
	}
}

// ends waits for the process to end by itself, well.
func (p *process) ends() {
	p.t.Helper()
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("%v; its log:\n%s", err, p.log)
	}
}

// transcript is text that grows, to wait on.
type transcript struct {
	t    *testing.T
	more chan struct{}
	mu   sync.Mutex
	text bytes.Buffer
	read int
}

func newTranscript(t *testing.T) *transcript { return &transcript{t: t, more: make(chan struct{}, 1)} }

func (s *transcript) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.more <- struct{}{}:
	default:
	}
	return s.text.Write(text)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// await waits for something behind what was awaited before, and returns it.
func (s *transcript) await(pattern string) string {
	s.t.Helper()
	wanted := regexp.MustCompile(pattern)
	patience, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	for {
		s.mu.Lock()
		at := wanted.FindIndex(s.text.Bytes()[s.read:])
		if at != nil {
			found := string(s.text.Bytes()[s.read+at[0] : s.read+at[1]])
			s.read += at[1]
			s.mu.Unlock()
			return found
		}
		s.mu.Unlock()
		select {
		case <-s.more:
		case <-patience.Done():
			s.t.Fatalf("no %s in:\n%s", pattern, s)
		}
	}
}

// A match runs on while the configuration is read anew, a wrong one and a good
// one; it stands still over a stop, and goes on after the restart.
func TestReloadStopRestart(t *testing.T) {
	s := newSite(t)
	s.configure("[operations]\naddress = \"127.0.0.1:0\"", `channels = ["#arena"]`)
	p := s.serve()
	s.system.await(`READY=1`)
	p.log.await(`"entered"`)
	panel := panelOf(p)
	s.begin("")
	s.owner.await(` PRIVMSG #arena :TOUR 2$`)

	s.configure("[referee]\nlanguage = \"de\"", `channels = ["#arena"]`)
	p.signal(syscall.SIGHUP)
	p.log.await(`not taken over, nothing has changed.*config.toml:2: referee.language: \\"de\\": expected one of`)
	s.system.await(`RELOADING=1\nMONOTONIC_USEC=\d+\n`)
	s.system.await(`READY=1\nSTATUS=configuration not taken over: read config: `)
	if text := get(t, panel, "/metrics"); !strings.Contains(text, "arbitre_config_reload_success 0\n") {
		t.Error(text)
	}

	s.configure("[referee]\nlanguage = \"fr\"\n[log]\nformat = \"json\"\n[bomber]\nspeed = 2\n[operations]\ndrain = \"1ms\"", `channels = ["#arena", "#second"]`)
	p.signal(syscall.SIGHUP)
	p.log.await(`configuration taken over","at once":\["network.\[test\] channels","operations.drain","referee.language"\],` +
		`"in matches to come":\["bomber.speed"\],"by connecting anew":\[\],"after a restart":\["log.format","operations.address"\]`)
	s.system.await(`STATUS=configuration taken over`)
	s.owner.await(`^:Arbitre!\S+ JOIN :?#second`)
	s.owner.await(` PRIVMSG #arena :TOUR `)
	s.owner.say("PRIVMSG #second :!abort")
	s.owner.await(` NOTICE owner :Il n.y a ni inscriptions ni partie ici`)
	if text := get(t, panel, "/readyz"); text != "ok\n" {
		t.Error(text)
	}
	if text := get(t, panel, "/metrics"); !strings.Contains(text, "arbitre_config_reload_success 1\n") {
		t.Error(text)
	}
	said, err := exec.CommandContext(t.Context(), "arbitre", "health", "--ready", panel).CombinedOutput()
	if string(said) != "ok\n" || err != nil {
		t.Errorf("health: %s %v", said, err)
	}

	p.signal(syscall.SIGTERM)
	s.system.await(`STOPPING=1\nSTATUS=stopping\nEXTEND_TIMEOUT_USEC=30001000`)
	s.owner.await(` NOTICE #arena :The referee stops now. This match stands still at turn \d+, `)
	s.owner.await(` NOTICE #second :L'arbitre s'arrête maintenant.$`)
	s.owner.await(`^:Arbitre!\S+ QUIT`)
	p.ends()
	if troubles := regexp.MustCompile(`(?m)^.*"level":"(warn|error)".*$`).FindAllString(p.log.String(), -1); len(troubles) != 1 {
		t.Errorf("in the log, beside the configuration that was wrong: %q", troubles)
	}

	s.configure("[operations]\naddress = \"127.0.0.1:0\"\n[referee]\nlanguage = \"fr\"", `channels = ["#arena"]`)
	p = s.serve()
	s.owner.await(` NOTICE #arena :La partie reprend au tour \d+`)
	s.owner.await(` PRIVMSG #arena :TOUR `)
	// On the same folder, and the same address: it is the folder that it is told of.
	s.configure(fmt.Sprintf("[operations]\naddress = %q", panelOf(p)), `channels = ["#arena"]`)
	refused := s.serve()
	if err := refused.cmd.Wait(); err == nil {
		t.Error("two referees on one folder")
	}
	refused.log.await(fmt.Sprintf(`^.*"arbitre starts".*\narbitre: open journal: \S+ is in use by process %d, arbitre \S+, since \S+: expected a folder of its own for each program\n$`, p.cmd.Process.Pid))
	s.owner.await(` PRIVMSG #arena :TOUR `)
	p.signal(syscall.SIGINT)
	p.ends()
}

// panelOf is the address of a referee's panel.
func panelOf(p *process) string {
	p.t.Helper()
	return regexp.MustCompile(`metrics and health","address":"([0-9.:]+)"`).FindStringSubmatch(p.log.String())[1]
}

// get reads a page of the panel.
func get(t *testing.T, address, path string) string {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get("http://" + address + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A network that is to be connected otherwise, one that is gone and one that is
// new: each at its time, and a match that runs is played to its end.
func TestReloadNetworks(t *testing.T) {
	s := newSite(t)
	other := startServer(t)
	network := func(name string) string {
		return fmt.Sprintf("[[network]]\nname = %q\naddress = %q\ntls = false\n", name, other)
	}
	s.configure(network("gone"), `channels = ["#arena"]`)
	p := s.serve()
	p.log.await(`"entered"`)
	s.begin("max_turns=4")
	s.owner.await(` PRIVMSG #arena :TOUR 1$`)
	s.configure(network("new"), `channels = ["#arena"]`, `nick = "Judge"`)
	p.signal(syscall.SIGHUP)
	p.log.await(`"at once":\["network.\[gone\]","network.\[new\]"\].*"by connecting anew":\["network.\[test\] nick"\]`)
	s.owner.await(` NOTICE #arena :The referee is about to connect anew. It plays this match to its end`)
	s.owner.say("PRIVMSG #arena :!next bomber")
	s.owner.await(` NOTICE owner :The referee is about to connect anew, once the matches that run have ended`)
	s.owner.await(` PRIVMSG #arena :END_GAME`)
	s.owner.await(` NOTICE #arena :The referee connects anew and is back in a moment.`)
	s.owner.await(`^:Arbitre!\S+ QUIT`)
	s.owner.await(`^:Judge!\S+ JOIN :?#arena`)
	p.signal(syscall.SIGTERM)
	p.ends()
}

// A second signal ends the program at once, whatever it was told to wait for; the
// match goes on all the same.
func TestStopAtOnce(t *testing.T) {
	s := newSite(t)
	s.configure("[operations]\ndrain = \"1h\"", `channels = ["#arena"]`)
	p := s.serve()
	p.log.await(`"entered"`)
	s.begin("")
	s.owner.await(` PRIVMSG #arena :TOUR 2$`)
	p.signal(syscall.SIGTERM)
	s.owner.await(` NOTICE #arena :The referee is about to stop and begins nothing new. This match may play on for 1 h;`)
	s.owner.await(` PRIVMSG #arena :TOUR `)
	p.signal(syscall.SIGTERM)
	err := p.cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("ended by %v", err)
	}
	p = s.serve()
	s.owner.await(` NOTICE #arena :The match goes on at turn \d+`)
	p.signal(syscall.SIGKILL)
	_ = p.cmd.Wait() // killed, as it says
}

// systemd hears a sign of life as long as the desks answer.
func TestWatchdog(t *testing.T) {
	s := newSite(t)
	s.configure("", `channels = ["#arena"]`)
	t.Setenv("WATCHDOG_USEC", "300000")
	p := s.serve()
	s.system.await(`STATUS=1 of 1 networks connected, 1 channels, 0 matches`)
	s.system.await(`WATCHDOG=1`)
	s.system.await(`WATCHDOG=1`)
	p.signal(syscall.SIGTERM)
	p.ends()
}
