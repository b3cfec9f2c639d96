package referee

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// readings is a meter that writes down what it is told.
type readings struct {
	mu    sync.Mutex
	lines []string
}

func (n *readings) note(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, fmt.Sprintf(format, args...))
}

func (n *readings) Order(game, outcome string)          { n.note("%s order %s", game, outcome) }
func (n *readings) Cut(game string)                     { n.note("%s cut", game) }
func (n *readings) Prompted(took time.Duration)         { n.note("prompted in %v", took) }
func (n *readings) Kept(took time.Duration)             { n.note("kept in %v", took) }
func (n *readings) Published(g string, d time.Duration) { n.note("%s published in %v", g, d) }

// The meter is told of each order what became of it, and of each turn.
func TestMeter(t *testing.T) {
	meter := &readings{}
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		if err := r.desk.call(r.t.Context(), func() { r.desk.Measure(meter) }); err != nil {
			t.Fatal(err)
		}
		r.begins("!begin counting", "ann", "bob")
		r.tells("ann", "GOOD")
		r.tells("ann", "@7 GOOD")
		r.tells("bob", "BAD")
		time.Sleep(5 * time.Second)
		synctest.Wait()
	})
	want := []string{
		"kept in 0s", "prompted in 0s", "counting order counted", "counting order wrong-turn", "counting order bad",
		"kept in 0s", "counting published in 0s", "kept in 0s",
	}
	if diff := cmp.Diff(want, meter.lines); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
