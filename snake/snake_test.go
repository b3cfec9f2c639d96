package snake

import "testing"

// TestGame: the row of the table of games is whole.
func TestGame(t *testing.T) {
	g := Game()
	if g.Name != "snake" || g.Round != "1s" || g.MinSeats != 2 || g.MaxSeats != 64 || g.Fog {
		t.Errorf("%+v", g)
	}
	if g.Words("ru", refusedDead) == "" {
		t.Error("no words")
	}
	r, err := g.New(nil, 2, [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	state := r.AppendState(nil, everybody[:2])
	if _, names, err := g.Restore(nil, state); err != nil || len(names) != 2 {
		t.Errorf("%q, %v", names, err)
	}
}
