package bots

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"arbitre/game"
	"arbitre/sentiant"
)

// nest is a match of foragers by the real rules, without a referee.
type nest struct {
	tb       testing.TB
	rules    game.Rules
	names    []string
	foragers []*Forager
	turn     int
	viewed   bool // what there is to know in this turn has been told
}

func newNest(tb testing.TB, players int, settings string, seed uint64) *nest {
	tb.Helper()
	rules, err := sentiant.Game().New([]byte(settings), players, sha256.Sum256(fmt.Append(nil, seed)))
	if err != nil {
		tb.Fatal(err)
	}
	n := &nest{tb: tb, rules: rules}
	for seat := range players {
		n.names = append(n.names, fmt.Sprintf("forager%d", seat))
		n.foragers = append(n.foragers, NewForager(n.names[seat], seed+uint64(seat)))
	}
	n.say(rules.Open(nil))
	return n
}

// say tells the events to those whom they are for.
func (n *nest) say(events []game.Event) {
	for _, event := range events {
		line := string(event.Fact.AppendLine(nil, n.names))
		for seat, forager := range n.foragers {
			if event.To == game.Everyone || event.To == game.Seat(seat) {
				forager.Hear(line)
			}
		}
	}
}

// view begins a turn: everybody is told what he may know.
func (n *nest) view() {
	n.turn++
	for seat, forager := range n.foragers {
		forager.Hear(fmt.Sprintf("TOUR %d", n.turn))
		n.say(n.rules.View(game.Seat(seat), nil))
	}
	n.viewed = true
}

// play plays a turn in which the orders of some are void.
func (n *nest) play(void game.Seats) (standings []game.Standing, over bool) {
	n.tb.Helper()
	if !n.viewed {
		n.view()
	}
	n.viewed = false
	for seat, forager := range n.foragers {
		for _, order := range forager.Hear("SEND_YOUR_ACTION") {
			if len(order) > 350 {
				n.tb.Errorf("turn %d: an order of %d bytes", n.turn, len(order))
			}
			if refusal := n.rules.Order(game.Seat(seat), order); refusal != nil {
				n.tb.Errorf("turn %d: %s: %q: %s", n.turn, n.names[seat], refusal.Order, refusal.Key)
			}
		}
	}
	n.say(n.rules.Resolve(void, 0, nil))
	return n.rules.Standings(nil)
}

// A match of four ends with the cookie at home, more often than not and before
// anybody gets bored. The seeds are fixed, and so is the result.
func TestForagersBringTheCookieHome(t *testing.T) {
	const matches = 20
	var lengths []int
	home := 0
	for match := range matches {
		n := newNest(t, 4, "", uint64(match))
		var standings []game.Standing
		for over := false; !over; {
			standings, over = n.play(0)
		}
		lengths = append(lengths, n.turn)
		for _, standing := range standings {
			if standing.Score >= 100 {
				home++
			}
		}
	}
	slices.Sort(lengths)
	t.Logf("the cookie is home in %d of %d; turns: %d to %d, half of them %d to %d, median %d", home, matches,
		lengths[0], lengths[matches-1], lengths[matches/4], lengths[matches*3/4], lengths[matches/2])
	if home < matches*3/4 {
		t.Errorf("the cookie is home in %d of %d", home, matches)
	}
	if median := lengths[matches/2]; median < 30 || median > 200 {
		t.Errorf("median length %d turns, want 30 to 200", median)
	}
}

// "A colony of 20 ants on an ordinary map is at most 12 lines a turn", also one
// that marks as much as these do.
func TestTwentyAntsTakeTwelveLines(t *testing.T) {
	matches := 60
	if testing.Short() {
		matches = 12
	}
	turns := map[int]int{} // by the lines that a colony took
	for match := range matches {
		n := newNest(t, 2+match%3, "", uint64(match))
		for over := false; !over; {
			n.view()
			for seat, forager := range n.foragers {
				if len(forager.colony.Ants) == 20 {
					turns[len(n.rules.View(game.Seat(seat), nil))]++
				}
			}
			_, over = n.play(0)
		}
	}
	t.Log("turns by lines:", turns)
	if most := slices.Max(slices.Collect(maps.Keys(turns))); most > 12 {
		t.Errorf("%d lines in %d turns", most, turns[most])
	}
}

// Where the rules have an ant is where its forager thinks that it is, from its
// birth on and through turns whose orders are void.
func TestForagersKnowWhereTheirAntsAre(t *testing.T) {
	for match, settings := range []string{"", `{"ants_per_loaf":3,"vision":2}`, `{"width":31,"height":15,"rock_ratio":0.2}`} {
		n := newNest(t, 2+match, settings, uint64(match))
		ants := 0
		for over := false; !over && n.turn < 150; {
			n.view()
			ants = max(ants, n.checkPlaces())
			var void game.Seats
			if n.turn%7 == 0 {
				void = void.With(0)
			}
			_, over = n.play(void)
		}
		if ants < 10 {
			t.Errorf("%s: %d ants at most", settings, ants)
		}
	}
}

// checkPlaces compares all ants and returns how many there are.
func (n *nest) checkPlaces() int {
	n.tb.Helper()
	var state struct {
		Queens []struct{ X, Y int }
		Ants   []struct {
			ID   int
			Team string
			X, Y int
		}
	}
	if err := json.Unmarshal(n.rules.AppendState(nil, n.names), &state); err != nil {
		n.tb.Fatal(err)
	}
	for _, forager := range n.foragers {
		forager.colony.Hear("SEND_YOUR_ACTION")
	}
	for _, ant := range state.Ants {
		seat := slices.Index(n.names, ant.Team)
		want := Place{ant.X - state.Queens[seat].X, ant.Y - state.Queens[seat].Y}
		if got := n.foragers[seat].colony.ants[ant.ID].At; got != want {
			n.tb.Fatalf("turn %d, ant %d of %s: at %v, its forager thinks %v", n.turn, ant.ID, ant.Team, want, got)
		}
	}
	return len(state.Ants)
}

func TestForagersSameSeedSameOrders(t *testing.T) {
	play := func() string {
		n := newNest(t, 3, "", 5)
		for range 40 {
			n.play(0)
		}
		return string(n.rules.AppendState(nil, n.names))
	}
	if first := play(); first != play() {
		t.Error("two matches of one seed differ")
	}
}

// FuzzForager says anything at all to it: it must survive, whoever speaks.
func FuzzForager(f *testing.F) {
	f.Add("MAP_SIZE 5 5\nTOUR 1\nQUEEN turn=1 ants=1 N1=b N2=.\nANT 1 hp=2 carry= say= age=0 last= solid=#.a.Q floor=.b?c. ants=0,1,x,cookie,,2 phero=0,0,2,5 | ANT 2\nSEND_YOUR_ACTION")
	f.Add("ANT 1\nTOUR 1\nQUEEN\nANT+ 1 ants=1;2 phero=,\nSEND_YOUR_ACTION")
	f.Add("MAP_SIZE\nTOUR x\nQUEEN N1= N2\nANT x solid= floor=? ants= phero=\nSEND_YOUR_ACTION")
	f.Fuzz(func(_ *testing.T, lines string) {
		forager := NewForager("ann", 1)
		for line := range strings.Lines(lines) {
			forager.Hear(strings.TrimSuffix(line, "\n"))
		}
	})
}

func BenchmarkForagers(b *testing.B) {
	turns := 0
	for match := 0; b.Loop(); match++ {
		n := newNest(b, 4, "", uint64(match))
		for over := false; !over; {
			_, over = n.play(0)
		}
		turns += n.turn
	}
	b.ReportMetric(float64(turns)/float64(b.N), "turns/match")
}
