package bomber

import (
	"testing"

	"arbitre/game"
)

// TestGame: the row of the table of games is whole.
func TestGame(t *testing.T) {
	g := Game()
	if g.Name != "bomber" || g.Round != "5s" || g.MinSeats != 2 || g.MaxSeats != 16 || g.Fog {
		t.Errorf("%+v", g)
	}
	if g.Words("fr", refusedDead) == "" {
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

// TestNothingIsSecret: there are no views.
func TestNothingIsSecret(t *testing.T) {
	m, _ := twoPlayers(t)
	for _, seat := range []game.Seat{0, 1, game.Everyone} {
		if events := m.View(seat, nil); len(events) != 0 {
			t.Errorf("seat %d: %v", seat, events)
		}
	}
}
