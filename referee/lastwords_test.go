package referee

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// back has the referee's connection lost, and it in the channel again.
func (r *room) back() {
	r.happen(LinkDown{At: time.Now()})
	r.happen(LinkUp{})
	r.happen(Entered{Channel: "#arena"})
	synctest.Wait()
}

// A match is aborted on a line that is dead: that it is over is said again, with its
// last turn, until the server has passed it on.
func TestLinkLostBehindAnAbort(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		time.Sleep(6 * time.Second)
		r.mu.Lock()
		r.pong = -1
		r.mu.Unlock()
		r.says("op", "!abort")
		r.wantsSome("6s END_GAME -")
		for range 2 {
			r.back()
			r.wants("6s (The match is over; its end once more:)", "6s TOUR 1", "6s NOTHING ann", "6s NOTHING bob", "6s END_GAME -",
				"6s (The seed was HEX: with it and the orders anyone can play the match again.)")
		}
		r.mu.Lock()
		r.pong = 0
		r.mu.Unlock()
		r.back()
		r.wantsSome("6s END_GAME -")
		r.back()
		r.wants()
	})
}

// What the server has passed on is not said again, and nothing is that would end the
// match behind it.
func TestAbortIsNotSaidAgain(t *testing.T) {
	for _, heard := range []bool{true, false} {
		inRoom(t, DefaultConfig(), games(9), func(r *room) {
			r.begins("!begin counting", "ann", "bob")
			if !heard {
				r.mu.Lock()
				r.pong = -1
				r.mu.Unlock()
			}
			r.says("op", "!abort")
			if !heard {
				r.says("op", "!begin counting")
			}
			r.heard()
			r.back()
			if said := strings.Join(r.heard(), "\n"); strings.Contains(said, "END_GAME") {
				t.Errorf("heard before: %v; said again:\n%s", heard, said)
			}
		})
	}
}

// A match that has been cut off from its channel waits for a player, and is aborted: the
// turn that the channel may have missed is said before the end.
func TestAbortOfAMatchThatWaits(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		time.Sleep(6 * time.Second)
		r.happen(LinkDown{At: time.Now()})
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.arrive("bob")
		r.happen(Entered{Channel: "#arena"})
		r.says("op", "!abort")
		r.wantsSome("6s (Cut off by the network: ann. The match waits for them, for 2 min at most.)",
			"6s TOUR 1", "6s NOTHING ann", "6s NOTHING bob", "6s END_GAME -")
	})
}
