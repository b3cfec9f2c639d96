//go:build servers

package main_test

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
