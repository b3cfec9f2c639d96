//go:build unix

package main

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// A match that scripts alone play, one handed in and one offered, in processes of
// their own: the referee is killed in the middle of it and started again, the match
// goes on, and from its file the scripts play the same again.
func TestScriptsAreServed(t *testing.T) {
	s := newSite(t)
	s.configure("", `channels = ["#arena"]`)
	p := s.serve()
	p.log.await(`"entered"`)
	s.ann.say(
		"PRIVMSG Arbitre :SCRIPT_BEGIN mine",
		"PRIVMSG Arbitre :SCRIPT |def queen(view): return spawn()",
		"PRIVMSG Arbitre :SCRIPT |def ant(view):",
		"PRIVMSG Arbitre :SCRIPT |    view.memory[\"turns\"] = view.memory.get(\"turns\", 0) + 1",
		"PRIVMSG Arbitre :SCRIPT |    return view.wander().phero(view.memory[\"turns\"])",
		"PRIVMSG Arbitre :SCRIPT_END")
	s.ann.await(` PRIVMSG ann :SCRIPT_OK mine 4 `)
	s.ann.say("PRIVMSG Arbitre :SCRIPT_PUBLIC mine")
	s.ann.await(` PRIVMSG ann :SCRIPT_PUBLIC mine`)
	s.owner.say("PRIVMSG #arena :!begin sentiant lobby=1h round_length=200ms width=15 height=15 max_turns=12 with=forager")
	s.ann.await(` PRIVMSG #arena :NEW_GAME sentiant`)
	s.ann.say("PRIVMSG Arbitre :join_game mine")
	s.ann.await(` PRIVMSG ann :JOIN_OK`)
	s.owner.say("PRIVMSG #arena :!go")
	s.owner.await(` PRIVMSG #arena :TOUR 6`)
	p.signal(syscall.SIGKILL)
	_ = p.cmd.Wait() // killed, as it says
	p = s.serve()
	s.owner.await(` PRIVMSG #arena :END_GAME`)
	p.log.await(`"match ended"`)
	p.signal(syscall.SIGTERM)
	p.ends()
	if troubles := regexp.MustCompile(`(?m)^.*"level":"(warn|error)".*script.*$`).FindString(p.log.String()); troubles != "" {
		t.Error(troubles)
	}

	said, err := exec.CommandContext(t.Context(), "arbitre", "verify", "--scripts", fileOfMatch(t, s.folder)).CombinedOutput()
	if err != nil || !strings.Contains(string(said), ": ok, sentiant, 12 turns, ") || !strings.Contains(string(said), ", 2 of 2 scripts played again\n") {
		t.Errorf("%s%v", said, err)
	}
}

// fileOfMatch is that of the one match in a folder.
func fileOfMatch(t *testing.T, folder string) (file string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".jsonl") {
			file = path
		}
		return err
	})
	if err != nil || file == "" {
		t.Fatal("no match", err)
	}
	return file
}
