//go:build servers

package main_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"arbitre/bots"
	"arbitre/ircd/servers"
)

// patience is a last resort: nothing here waits for a time.
const patience = 4 * time.Minute

const (
	refereeNick = "Arbitre"
	hall        = "#hall" // where the referee is to begin with
	arena       = "#arena"
)

// The match: on a map of 6 x 6, with a seed that puts ann on 4 4, bob on 5 0
// and carl on 1 2. A turn ends once all have chosen, but for the last: carl says
// nothing in it, and is waited for.
const begin = "!begin bomber map_factor=2 firepower=2 speed=3 timer=3 seed=2010 lobby=1h round_length=15s"

// scripts are what the players say after SEND_YOUR_ACTION, by turn; what starts
// with # goes to the channel. ann's bomb gets bob, who is busy; carl stays on his
// own.
var scripts = []struct {
	name  string
	turns [][]string
}{
	{"ann", [][]string{{"WEST 3"}, {"@2 SOUTH 1"}, {"BOMB 5"}, {"north 1"}, {"WEST 01"}, {"SOUTH 1"}}},
	{"bob", [][]string{{"NORTH 3"}, {"WEST 3"}, {"#hello", "NORTH 1"}, {"NORTH 9", "DEFUSE"}, {}, {}}},
	{"carl", [][]string{{"STUDY_FIREPOWER"}, {}, {}, {"EAST 1"}, {"BOMB 6"}, {}}},
}

// TestMatch plays a match on each of the real servers and on our own, side by
// side, refereed by one process: what the channel hears is the same to the
// letter on all of them.
func TestMatch(t *testing.T) {
	t.Parallel()
	program := build(t)
	networks := []servers.Server{{Name: "ours", Addr: startOurs(t, program)}}
	for _, name := range servers.Names() {
		networks = append(networks, servers.Start(t, name, servers.Fast()))
	}
	results := playEverywhere(t, program, networks, `flood = "none"`)
	const golden = "testdata/servers.txt"
	if rewrite() {
		if err := os.WriteFile(golden, []byte(results[0].transcript), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, results, golden, everything)
}

// TestPacedMatch plays it on the real servers with the limits that they have:
// the referee must neither be thrown out nor lose a line of the protocol. Its
// notices give way to them.
func TestPacedMatch(t *testing.T) {
	t.Parallel()
	program := build(t)
	var networks []servers.Server
	for _, name := range servers.Names() {
		networks = append(networks, servers.Start(t, name))
	}
	results := playEverywhere(t, program, networks, `every = "1200ms"`)
	compare(t, results, "testdata/servers.txt", messages)
}

// everything and messages are lines of a transcript that are of interest.
func everything(string) bool    { return true }
func messages(line string) bool { return line[0] == '<' }

// result is how a match went on a network.
type result struct {
	network    string
	transcript string
	err        error
}

// compare looks at the lines of the transcripts that are of interest.
func compare(t *testing.T, results []result, golden string, interest func(line string) bool) {
	t.Helper()
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		t.Run(r.network, func(t *testing.T) {
			if r.err != nil {
				t.Error(r.err)
			}
			if d := diff.Diff("want", only(string(want), interest), "got", only(r.transcript, interest)); d != nil {
				t.Errorf("%s", d)
			}
			_, match, _ := strings.Cut(r.transcript, " MAP_SIZE ")
			match, _, _ = strings.Cut(match, " END_GAME ")
			if strings.Contains(match, "\n-"+refereeNick+"-") {
				t.Errorf("a NOTICE in the channel between MAP_SIZE and END_GAME:\n%s", r.transcript)
			}
		})
	}
}

// only is the lines of the text that are of interest.
func only(text string, interest func(line string) bool) []byte {
	var b bytes.Buffer
	for line := range strings.Lines(text) {
		if interest(line) {
			b.WriteString(line)
		}
	}
	return b.Bytes()
}

// playEverywhere runs "arbitre serve" on all networks and plays a match on each.
func playEverywhere(t *testing.T, program string, networks []servers.Server, pace string) []result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	organisers := make([]*bots.Client, len(networks))
	for i, network := range networks {
		organisers[i] = enter(ctx, t, network.Addr, "organiser", hall)
	}
	serveOn(t, program, networks, pace)
	results := make([]result, len(networks))
	var playing sync.WaitGroup
	for i, network := range networks {
		playing.Go(func() {
			r := result{network: network.Name}
			r.transcript, r.err = play(ctx, network.Addr, organisers[i])
			results[i] = r
		})
	}
	playing.Wait()
	return results
}

// rewrite is the flag -update of the package's tests.
func rewrite() bool { return flag.Lookup("update").Value.String() == "true" }

// build makes the program as an operator has it, but with the race detector.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "arbitre")
	if out, err := exec.Command("go", "build", "-race", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return program
}

// startOurs runs "arbitre ircd" and returns where it listens.
func startOurs(t *testing.T, program string) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	start(t, w, program, "ircd", "--port=0")
	w.Close()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, addr, _ := strings.Cut(line, " listens at ")
	addr, _, _ = strings.Cut(addr, ",")
	return addr
}

// serveOn runs "arbitre serve" with all the networks.
func serveOn(t *testing.T, program string, networks []servers.Server, pace string) {
	t.Helper()
	config := "[log]\nformat = \"json\"\n[referee]\nearly_end = true\n"
	for _, network := range networks {
		config += fmt.Sprintf("[[network]]\nname = %q\naddress = %q\ntls = false\nnick = %q\nchannels = [%q]\n%s\n",
			network.Name, network.Addr, refereeNick, hall, pace)
	}
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, nil, program, "serve", file)
}

// start runs the program until the end of the test, when it must stop within
// reason and without a complaint; the race detector's is one.
func start(t *testing.T, stdout *os.File, program string, args ...string) {
	t.Helper()
	var said bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stderr = &said
	if stdout != nil {
		cmd.Stdout = stdout
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		hanging := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		if err := cmd.Wait(); err != nil {
			t.Errorf("arbitre %s: %v", args[0], err)
		}
		hanging.Stop()
		if t.Failed() {
			t.Logf("arbitre %s said:\n%s", args[0], said.Bytes())
		}
	})
}

// enter is a client in a channel, for the length of the test.
func enter(ctx context.Context, t *testing.T, addr, nick, channel string) *bots.Client {
	t.Helper()
	c, err := connect(ctx, addr, nick, channel)
	if err != nil {
		t.Fatalf("%s: %v", addr, err)
	}
	t.Cleanup(c.Close)
	return c
}

func connect(ctx context.Context, addr, nick, channel string) (*bots.Client, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	c, err := bots.Register(ctx, conn, nick)
	if err != nil {
		return nil, err
	}
	return c, c.Join(channel)
}

// play organises the match and plays it, and returns all that was said in the
// channel from BEGIN_GAME to the seed: "<nick> message", "-nick- notice".
func play(ctx context.Context, addr string, organiser *bots.Client) (transcript string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err = call(organiser); err != nil {
		return "", err
	}
	players := make([]*bots.Client, len(scripts))
	for i, script := range scripts {
		if players[i], err = connect(ctx, addr, script.name, arena); err != nil {
			return "", err
		}
		defer players[i].Close()
	}
	if err = organiser.Say(arena, begin); err != nil {
		return "", err
	}
	for _, player := range players { // one after the other: seats are in join order
		if err = join(player); err != nil {
			return "", fmt.Errorf("%s joins: %w", player.Nick(), err)
		}
	}
	if err := organiser.Say(arena, "!go"); err != nil {
		return "", err
	}
	errs := make([]error, len(scripts))
	var playing sync.WaitGroup
	for i, script := range scripts {
		playing.Go(func() {
			if errs[i] = follow(players[i], script.turns); errs[i] != nil {
				errs[i] = fmt.Errorf("%s plays: %w", script.name, errs[i])
				cancel()
			}
		})
	}
	transcript, err = listen(ctx, organiser)
	playing.Wait()
	return transcript, errors.Join(append(slices.Clone(errs), err)...)
}

// call makes the channel, waits for the referee in the hall, and invites it.
func call(organiser *bots.Client) error {
	if err := arrival(organiser, hall); err != nil {
		return err
	}
	if err := organiser.Join(arena); err != nil {
		return err
	}
	if err := organiser.Send("INVITE " + refereeNick + " " + arena); err != nil {
		return err
	}
	return arrival(organiser, arena)
}

// arrival waits until the referee comes into the channel.
func arrival(c *bots.Client, channel string) error {
	for {
		m, err := c.Read()
		if err != nil {
			return fmt.Errorf("the referee does not come to %s: %w", channel, err)
		}
		if m.Command == "JOIN" && m.From == refereeNick && m.Param(0) == channel {
			return nil
		}
	}
}

// join waits for BEGIN_GAME and takes a seat.
func join(player *bots.Client) error {
	for {
		m, err := player.Read()
		if err != nil {
			return err
		}
		if m.From != refereeNick || m.Command != "PRIVMSG" {
			continue
		}
		switch m.Param(1) {
		case "BEGIN_GAME":
			if err := player.Say(refereeNick, "join_game"); err != nil {
				return err
			}
		case "JOIN_OK":
			return nil
		}
	}
}

// follow says the script's lines, each in its turn, up to the end of the match.
func follow(player *bots.Client, turns [][]string) error {
	turn := 0
	for {
		m, err := player.Read()
		if err != nil {
			return fmt.Errorf("turn %d: %w", turn, err)
		}
		if m.From != refereeNick || m.Command != "PRIVMSG" {
			continue
		}
		text := m.Param(1)
		switch {
		case strings.HasPrefix(text, "TOUR "):
			turn++
		case strings.HasPrefix(text, "END_GAME"):
			return nil
		case text == "SEND_YOUR_ACTION" && turn <= len(turns):
			for _, line := range turns[turn-1] {
				to := refereeNick
				if strings.HasPrefix(line, "#") {
					to = arena
				}
				if err := player.Say(to, strings.TrimPrefix(line, "#")); err != nil {
					return err
				}
			}
		}
	}
}

// listen writes down what is said in the channel.
func listen(ctx context.Context, organiser *bots.Client) (string, error) {
	defer context.AfterFunc(ctx, organiser.Close)() // a player's failure ends it
	var b strings.Builder
	for {
		m, err := organiser.Read()
		if err != nil {
			return b.String(), fmt.Errorf("listen in %s: %w", arena, err)
		}
		if m.Param(0) != arena {
			continue
		}
		switch m.Command {
		case "PRIVMSG":
			fmt.Fprintf(&b, "<%s> %s\n", m.From, m.Param(1))
		case "NOTICE":
			fmt.Fprintf(&b, "-%s- %s\n", m.From, m.Param(1))
			if strings.Contains(m.Param(1), "seed was") && strings.Contains(b.String(), "END_GAME") {
				return b.String(), nil
			}
		}
	}
}
