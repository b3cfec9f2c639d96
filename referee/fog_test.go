package referee

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/game"
	"arbitre/sentiant"
)

// witness is a watcher that keeps what it was shown.
type witness struct {
	mu      sync.Mutex
	records []Record
}

func (w *witness) Watch(r Record) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.records = append(w.records, r)
}

// inNest is a room in which sentiant is played, with who watches and a journal.
func inNest(t *testing.T, config Config, journal Journal, watchers []Watcher, test func(*room)) {
	t.Helper()
	inNewRoom(t, config, []game.Game{sentiant.Game()}, func(d *Desk) {
		d.watchers = watchers
		d.Keep(journal)
	}, func(r *room) {
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.happen(Entered{Channel: "#arena"})
		test(r)
	})
}

// A watcher is shown what the channel hears and no more until the match is over;
// one that is trusted sees all, and the journal has all.
func TestFog(t *testing.T) {
	journal, public, trusted := &memory{}, &witness{}, &witness{}
	inNest(t, DefaultConfig(), journal, []Watcher{public, Trusted{trusted}}, func(r *room) {
		r.begins("!begin sentiant seed=fog max_turns=2", "ann", "bob")
		r.tells("ann", "QUEEN SPAWN")
		r.tells("ann", "1 JUMP")
		r.tells("ann", "7 MOVE UP; DONE")
		time.Sleep(10 * time.Second)
		synctest.Wait()
	})
	if len(public.records) != 4 || len(trusted.records) != 4 || len(journal.turns) != 2 {
		t.Fatalf("%d and %d records, %d turns: want 4, 4, 2", len(public.records), len(trusted.records), len(journal.turns))
	}
	for i, seen := range public.records {
		whole := trusted.records[i]
		if whole.Drawing == "" || whole.Match.Seed == [32]byte{} {
			t.Errorf("record %d: what is trusted does not see all", i)
		}
		want := whole
		if i < 3 {
			o := whole.Match
			want = Record{Network: whole.Network, Channel: whole.Channel, Known: whole.Known, Match: &Opening{
				Game: o.Game, Commitment: o.Commitment, Players: o.Players, Started: o.Started, Public: o.Public,
			}}
			if i == 0 {
				want.Opening = want.Match
			} else {
				want.Turn = &Turn{Turn: i, Public: whole.Turn.Public}
			}
		}
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Errorf("record %d (-want +seen):\n%s", i, diff)
		}
	}
	if diff := cmp.Diff(*trusted.records[1].Turn, journal.turns[0]); diff != "" {
		t.Errorf("the journal (-trusted +journal):\n%s", diff)
	}
	sent := [][]string{{"QUEEN SPAWN", "1 JUMP", "7 MOVE UP; DONE"}, {}}
	if diff := cmp.Diff(sent, journal.turns[0].Orders); diff != "" {
		t.Errorf("the orders in the journal (-sent +kept):\n%s", diff)
	}
}

// What the channel and the other players hear of a turn is the same whatever an
// ant sees: nothing that a view tells is said to anybody else.
func TestViewsArePrivate(t *testing.T) {
	inNest(t, DefaultConfig(), noJournal{}, nil, func(r *room) {
		r.begins("!begin sentiant seed=fog max_turns=3", "ann", "bob")
		r.tells("ann", "QUEEN SPAWN")
		time.Sleep(5 * time.Second)
		r.heard()
		r.tells("ann", "RESEND")
		r.tells("ann", "STATE")
		again := r.heard()
		if len(again) != 2 || again[0] != again[1] ||
			!strings.HasPrefix(again[0], "5s ann< QUEEN turn=2 ants=1 ") || !strings.Contains(again[0], " | ANT 1 hp=2 ") {
			t.Errorf("again: %q", again)
		}
		time.Sleep(10 * time.Second)
		for _, line := range r.heard() {
			if strings.Contains(line, "ANT") && !strings.Contains(line, " ann< QUEEN ") {
				t.Errorf("%q", line)
			}
		}
	})
}

// With early_end a turn waits for every colony's DONE, however many lines its
// orders take; a bad one among them costs that ant its order and nothing more.
func TestEarlyEndWaitsForDone(t *testing.T) {
	config := DefaultConfig()
	config.EarlyEnd = true
	inNest(t, config, noJournal{}, nil, func(r *room) {
		r.begins("!begin sentiant seed=fog max_turns=3", "ann", "bob")
		r.tells("bob", "done")
		r.tells("ann", "QUEEN SPAWN")
		r.tells("ann", "DONE")
		r.wantsSome("0s COLONIES ann:1,1 bob:0,0", "0s TOUR 2")
		r.tells("bob", "QUEEN SPAWN; DONE")
		r.tells("ann", "1 SLEEP")
		time.Sleep(time.Second)
		r.tells("ann", "1 FLY; DONE")
		said := r.heard()
		if !slices.Contains(said, "1s COLONIES ann:1,1 bob:1,1") || !slices.Contains(said, "1s TOUR 3") {
			t.Errorf("the turn has not ended: %q", said)
		}
		r.tells("ann", "1 SLEEP")
		r.tells("bob", "2 SLEEP")
		time.Sleep(5 * time.Second)
		r.wantsSome("6s COLONIES ann:1,1 bob:1,1")
	})
}
