package sentiant

import (
	"testing"

	"arbitre/game"
)

// A colony is free to choose until it says DONE, however many orders it has
// sent; in the next turn it is free again.
func TestDone(t *testing.T) {
	r, err := start(nil, 2, seedOf("done"))
	if err != nil {
		t.Fatal(err)
	}
	free := func(seat game.Seat) bool {
		standings, _ := r.Standings(nil)
		return standings[seat].Free
	}
	for _, test := range []struct {
		text, refusal string
		free          bool
	}{
		{"QUEEN SPAWN N1", "", true},
		{"DONE N1", refusedExtra, true},
		{"1 JUMP; done ", refusedAnt, false},
		{"QUEEN SPAWN", "", false}, // counts, but takes nothing back
	} {
		key := ""
		if refusal := r.Order(0, test.text); refusal != nil {
			key = refusal.Key
		}
		if key != test.refusal || free(0) != test.free {
			t.Errorf("%q: refused by %q, free: %v; want %q, %v", test.text, key, free(0), test.refusal, test.free)
		}
	}
	if !free(1) {
		t.Error("one colony is done, and so is the other")
	}
	r.Resolve(0, 0, nil)
	if !free(0) {
		t.Error("in the next turn it is not free again")
	}
	if ants := r.(*match).antsOf(); ants[0] != 1 {
		t.Errorf("%d ants, want the one that was born", ants[0])
	}
}
