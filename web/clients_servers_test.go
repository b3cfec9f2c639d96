//go:build servers

package web_test

import (
	"bytes"
	"os/exec"
	"testing"
)

// Clients in the manner of those that people have, in three languages, play a
// whole match as they are: real programs, which get the page's address.
func TestClientsOfOtherLanguages(t *testing.T) {
	a := newArena(t)
	programs := [][]string{
		{"python3", "testdata/clients/client.py"},
		{"node", "--experimental-websocket", "--no-warnings", "testdata/clients/client.mjs"},
		{"java", "testdata/clients/Client.java"},
	}
	running := make([]*exec.Cmd, len(programs))
	said := make([]bytes.Buffer, len(programs))
	for i, program := range programs {
		play, _ := a.seat(program[0])
		command := exec.CommandContext(a.ctx, program[0], append(program[1:], play)...) // of the table above
		command.Stdout, command.Stderr = &said[i], &said[i]
		if err := command.Start(); err != nil {
			t.Fatalf("%v (this test needs python3, node of 20.10 or newer, and java of 17 or newer)", err)
		}
		running[i] = command
	}
	a.begin(len(programs))
	for i, command := range running {
		if err := command.Wait(); err != nil {
			t.Errorf("%s: %v\n%s", programs[i][0], err, said[i].String())
		}
	}
	end := <-a.ended
	t.Logf("%d turns, causes %v", end.Turn, end.Causes)
	answered := make([]int, len(programs))
	for len(a.turns) > 0 {
		turn := <-a.turns
		for seat, orders := range turn.Orders {
			answered[seat] += len(orders)
		}
	}
	for seat, n := range answered {
		if n == 0 {
			t.Errorf("%s: no order of its counted", programs[seat][0])
		}
	}
	t.Logf("orders that counted: %v", answered)
}
