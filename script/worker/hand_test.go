package worker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"arbitre/game"
	"arbitre/script/confine"
)

const queen = "def queen(view):\n    return spawn()\n"

// A process that died is replaced, and its ants remember what they knew after the
// last turn that went well. With the third time the colony is out.
func TestStrikes(t *testing.T) {
	text := queen + `
def ant(view):
    n = view.memory.get("n", 0) + 1
    view.memory["n"] = n
    print(n)
    if view.turn % 3 == 1:
        n = "x" * 1000000000
    return sleep()
`
	rules, seed := newRules(t, "", 2)
	h := startHand(t, text, 0, seed)
	var got []string
	for range 10 {
		reply := h.Play(t.Context(), rules.AppendSenses(nil, 0))
		line := strings.Join(reply.Orders, ";")
		if len(reply.Told) > 0 {
			line += " " + reply.Told[0]
		}
		got = append(got, fmt.Sprintf("%s cut=%v out=%v", line, reply.Cut, reply.Out))
		for _, order := range reply.Orders {
			rules.Order(0, order)
		}
		rules.Resolve(0, 0, nil)
	}
	cut := " the script was cut off: out of memory, probably: it has 64 MB."
	want := []string{ // the first ant is born with turn 1
		"QUEEN SPAWN cut=false out=false",
		"QUEEN SPAWN; 1 SLEEP ant 1: 1 cut=false out=false",
		"QUEEN SPAWN; 1 SLEEP; 2 SLEEP ant 1: 2 cut=false out=false",
		cut + " Its ants sleep this turn (1 of 3 times) cut=true out=false",
		"QUEEN SPAWN; 1 SLEEP; 2 SLEEP; 3 SLEEP ant 1: 3 cut=false out=false",
		"QUEEN SPAWN; 1 SLEEP; 2 SLEEP; 3 SLEEP ant 1: 4 cut=false out=false",
		cut + " Its ants sleep this turn (2 of 3 times) cut=true out=false",
		"QUEEN SPAWN; 1 SLEEP; 2 SLEEP; 3 SLEEP ant 1: 5 cut=false out=false",
		"QUEEN SPAWN; 1 SLEEP; 2 SLEEP; 3 SLEEP ant 1: 6 cut=false out=false",
		cut + " That was 3 times: the colony is out cut=true out=true",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("turn %d:\ngot  %q\nwant %q", i+1, got[i], want[i])
		}
	}
}

// A script that does not get ready, though it was taken once, does not keep its match
// from beginning: it is cut off in the turns that it is to play.
func TestNotReady(t *testing.T) {
	rules, seed := newRules(t, "", 2)
	h := startHand(t, harmless+"x = fail('not today')\n", 0, seed)
	for n := range strikes {
		reply := h.Play(t.Context(), rules.AppendSenses(nil, 0))
		if !reply.Cut || reply.Out != (n == strikes-1) || !strings.Contains(reply.Told[0], "not today") {
			t.Errorf("turn %d: %+v", n+1, reply)
		}
	}
}

// A turn that ends while a script thinks cuts it off.
func TestTurnEnds(t *testing.T) {
	rules, seed := newRules(t, "", 2)
	h := startHand(t, harmless, 0, seed)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	reply := h.Play(ctx, rules.AppendSenses(nil, 0))
	if !reply.Cut || reply.Out || len(reply.Orders) > 0 || !strings.Contains(reply.Told[0], "no answer in time") {
		t.Errorf("at the end of the turn: %+v", reply)
	}
}

func TestCheck(t *testing.T) {
	scripts := newScripts()
	for _, sample := range scripts.Offered() {
		if _, err := scripts.Check(t.Context(), sample.Name, sample.Text); err != nil {
			t.Errorf("%s: %v", sample.Name, err)
		}
	}
	_, err := scripts.Check(t.Context(), "wrong", queen+"def ant(view):\n    return mov(UP)\n")
	if err == nil || !strings.HasPrefix(err.Error(), "4:12 undefined: mov") {
		t.Errorf("a script with a mistake: %v", err)
	}
}

func TestNoWorker(t *testing.T) {
	h := &hand{log: newScripts().config.Log, command: confine.Command{Path: "no such program"}}
	rules, _ := newRules(t, "", 2)
	for n := range strikes {
		if reply := h.Play(t.Context(), rules.AppendSenses(nil, game.Seat(0))); !reply.Cut || reply.Out != (n == strikes-1) {
			t.Errorf("without a program: %+v", reply)
		}
	}
}
