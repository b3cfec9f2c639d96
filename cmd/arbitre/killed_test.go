//go:build servers

package main_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbitre/bomber"
	"arbitre/bots"
	"arbitre/game"
	"arbitre/ircd/servers"
	"arbitre/journal"
	"arbitre/referee"
)

var kills = flag.Int("kills", 8, "how often TestKilled kills the referee")

// TestKilled kills the referee with -9 at random moments of matches on a real
// server, and starts it again each time. Every match ends, its journal is what
// the rules make of its orders, and each of its lines was said in the channel.
func TestKilled(t *testing.T) {
	t.Parallel()
	program := build(t)
	server := servers.Start(t, "ngircd", servers.Fast())
	ctx, cancel := context.WithTimeout(t.Context(), patience+time.Duration(*kills)*5*time.Second)
	defer cancel()
	folder := t.TempDir()
	config := filepath.Join(folder, "config.toml")
	text := fmt.Sprintf("[[network]]\nname = \"test\"\naddress = %q\ntls = false\nnick = %q\nchannels = [%q]\nflood = \"none\"\n",
		server.Addr, refereeNick, arena)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}

	organiser := enter(ctx, t, server.Addr, "organiser", arena)
	victim := &victim{t: t, program: program, config: config}
	victim.start()
	defer victim.stop()
	var playing sync.WaitGroup
	for _, nick := range []string{"ann", "bob"} {
		player := enter(ctx, t, server.Addr, nick, arena)
		playing.Go(func() { wander(player) })
	}
	if err := arrival(organiser, arena); err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for match := 1; victim.kills < *kills; match++ {
		playAndKill(ctx, t, organiser, victim, match, said)
	}
	// A lobby opens only when the journal has closed the match before it.
	if err := organiser.Say(arena, "!begin bomber"); err != nil {
		t.Fatal(err)
	}
	for m, err := organiser.Read(); m.Param(1) != "BEGIN_GAME"; m, err = organiser.Read() {
		if err != nil {
			t.Fatal(err)
		}
		if m.Command == "JOIN" && m.From == refereeNick {
			_ = organiser.Say(arena, "!begin bomber")
		}
	}
	victim.stop()
	checkJournals(t, filepath.Join(folder, "data", "matches"), said)
	cancel()
	organiser.Close()
	t.Logf("killed %d times", victim.kills)
}

// victim is a referee that is killed and started again.
type victim struct {
	t               *testing.T
	program, config string
	cmd             *exec.Cmd
	kills           int
}

func (v *victim) start() {
	v.cmd = exec.Command(v.program, "serve", v.config)
	v.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
}

func (v *victim) killAndStart() {
	if err := v.cmd.Process.Kill(); err != nil {
		v.t.Error(err)
	}
	_ = v.cmd.Wait() // killed, as it says
	v.kills++
	v.start()
}

func (v *victim) stop() {
	if v.cmd == nil {
		return
	}
	if err := v.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		v.t.Error(err)
	}
	if err := v.cmd.Wait(); err != nil {
		v.t.Errorf("the referee ends: %v", err)
	}
	v.cmd = nil
}

// playAndKill plays a match of 12 turns and kills the referee each time a random
// while after a turn has begun: a moment is what this is about, so this is the
// one test that looks at the clock.
func playAndKill(ctx context.Context, t *testing.T, organiser *bots.Client, v *victim, match int, said map[string]bool) {
	t.Helper()
	begin := func() {
		if err := organiser.Say(arena, "!begin bomber max_turns=12 round_length=300ms lobby=1h"); err != nil {
			t.Fatal(err)
		}
	}
	begin()
	begun, joined, prefix := false, 0, fmt.Sprintf("match %d ", match)
	stop := context.AfterFunc(ctx, organiser.Close)
	defer stop()
	for {
		m, err := organiser.Read()
		if err != nil {
			t.Fatalf("match %d, killed %d times: %v", match, v.kills, err)
		}
		if m.Command == "JOIN" && m.From == refereeNick && !begun {
			begin() // it was killed behind the end of the match before
		}
		if m.Command != "PRIVMSG" || m.Param(0) != arena {
			continue
		}
		switch word, rest, _ := strings.Cut(m.Param(1), " "); {
		case m.From != refereeNick:
			if word == "seated" {
				if joined++; joined == 2 {
					_ = organiser.Say(arena, "!go")
				}
			}
		case word == "BEGIN_GAME":
			begun = true
		case word == "END_GAME" && begun:
			return
		case word == "TOUR" && v.kills < *kills:
			said[prefix+m.Param(1)] = true
			if turn, _ := strconv.Atoi(rest); turn%2 == match%2 {
				time.Sleep(rand.N(450 * time.Millisecond))
				v.killAndStart()
			}
		default:
			said[prefix+m.Param(1)] = true
		}
	}
}

// wander plays every match: an order for each turn that depends on nothing but
// the turn, said as often as it is asked for.
func wander(player *bots.Client) {
	orders := []string{"NORTH 1", "EAST 1", "STUDY_SPEED", "SOUTH 1", "WEST 1", "BOMB 9999"}
	turn := 0
	for {
		m, err := player.Read()
		if err != nil {
			return
		}
		text := m.Param(1)
		switch {
		case m.From != refereeNick || m.Command != "PRIVMSG":
		case text == "BEGIN_GAME":
			_ = player.Say(refereeNick, "join_game")
		case text == "JOIN_OK":
			_ = player.Say(arena, "seated")
		case strings.HasPrefix(text, "TOUR "):
			turn, _ = strconv.Atoi(text[len("TOUR "):])
		case text == "SEND_YOUR_ACTION":
			_ = player.Say(refereeNick, fmt.Sprintf("@%d %s", turn, orders[turn%len(orders)]))
		}
	}
}

// checkJournals runs every match again, and looks for each of its lines among
// those that were said.
func checkJournals(t *testing.T, folder string, said map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("journals: %v %v", files, err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.private")); len(left) > 0 {
		t.Errorf("unfinished matches are left: %v", left)
	}
	for i, file := range files { // sorted by their start
		_, last, err := journal.Verify(file, []game.Game{bomber.Game()})
		if err != nil {
			t.Error(err)
			continue
		}
		if last.Turn != 12 || last.Aborted {
			t.Errorf("%s ended: %+v", file, last)
		}
		prefix := fmt.Sprintf("match %d ", i+1)
		err = journal.Play(file, []game.Game{bomber.Game()}, func(p *journal.Replay) error {
			for {
				turn, end, wrong := p.Next()
				if wrong != nil || end != nil {
					return wrong
				}
				missing(t, file, turn, prefix, said)
			}
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func missing(t *testing.T, file string, turn *referee.Turn, prefix string, said map[string]bool) {
	t.Helper()
	for _, line := range append([]string{fmt.Sprintf("TOUR %d", turn.Turn)}, turn.Public...) {
		if !said[prefix+line] {
			t.Errorf("%s: turn %d: never said: %s", filepath.Base(file), turn.Turn, line)
		}
	}
}
