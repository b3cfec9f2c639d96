package bomber

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbitre/game"
	"arbitre/game/gametest"
)

// rehearsed is a long match of eight players on a map of 40×40, recorded, so that
// a benchmark plays it again and again and never forms a text.
type rehearsed struct {
	match  *match
	first  match // as it was at the start
	orders [][8]string
	kinds  map[string]int // the lines that it leads to, by word
}

const rehearsedTurns = 400

// rehearse records a match. Each player keeps to rows and columns of his own
// and lays his bombs where he can walk away from them, so that nobody dies and
// the mixture of bombs, chains, moves, studies, defusals and mistakes goes on.
func rehearse(tb testing.TB) *rehearsed {
	tb.Helper()
	r, err := start([]byte(`{"firepower":2,"speed":3,"timer":3}`), 8, [32]byte{})
	if err != nil {
		tb.Fatal(err)
	}
	m := r.(*match)
	for i := range m.players {
		m.players[i].x, m.players[i].y = 5*i, 5*i
	}
	re := &rehearsed{match: m, first: *m, kinds: map[string]int{}}
	re.first.players = slices.Clone(m.players)
	plans := [8][]string{}
	draw := rand.New(rand.NewPCG(1, 2))
	for range rehearsedTurns {
		var turn [8]string
		for seat := range turn {
			if m.players[seat].busy != nothing {
				continue
			}
			if len(plans[seat]) == 0 {
				plans[seat] = plan(draw, m.turn+1)
			}
			turn[seat], plans[seat] = plans[seat][0], plans[seat][1:]
		}
		re.orders = append(re.orders, turn)
		for _, e := range re.play(len(re.orders)-1, nil) {
			re.kinds[e.Fact.(*line).word]++
		}
	}
	return re
}

// plan is what a player does in his next turns, this one first. It ends where it
// began, with no bomb of his left.
func plan(draw *rand.Rand, turn int) []string {
	switch draw.IntN(6) {
	case 0: // two bombs, of which the first sets off the second
		return []string{
			fmt.Sprintf("BOMB %d", turn+3), "EAST 1", fmt.Sprintf("BOMB %d", turn+5), "NORTH 3",
			"SOUTH 3", "WEST 1",
		}
	case 1: // a bomb, and away from it round a corner
		return []string{fmt.Sprintf("BOMB %d", turn+3), "EAST 2", "NORTH 2", "", "SOUTH 2", "WEST 2"}
	case 2: // a bomb and a change of mind
		return []string{fmt.Sprintf("bomb %d", turn+3), "defuse"}
	case 3:
		return []string{"STUDY_SPEED"}
	case 4: // mistakes
		return []string{"NORTH 99", "JUMP", fmt.Sprintf("BOMB %d", turn)}
	default:
		return []string{"north 1", "east 2", "south 1", "west 2"}
	}
}

// play plays the recorded turn.
func (re *rehearsed) play(turn int, events []game.Event) []game.Event {
	for seat, text := range re.orders[turn] {
		if text != "" {
			re.match.Order(game.Seat(seat), text)
		}
	}
	return re.match.Resolve(0, 0, events)
}

// again sets the match back to its start, in the memory that it has.
func (re *rehearsed) again() {
	m := re.match
	m.turn, m.idle = re.first.turn, re.first.idle
	copy(m.players, re.first.players)
	m.bombs = m.bombs[:0]
}

func TestRehearsedMatchIsAFairMixture(t *testing.T) {
	re := rehearse(t)
	for _, word := range []string{"POSITION", "BOMB", "DEFUSE", "STUDY_SPEED", "NO_ACTION"} {
		if re.kinds[word] < rehearsedTurns/4 {
			t.Errorf("%s: only %d in %d turns", word, re.kinds[word], rehearsedTurns)
		}
	}
	if n := re.kinds["DEAD"]; n > 0 {
		t.Errorf("%d deaths", n)
	}
}

// TestNoAllocation: a match in its steady state allocates nothing, its lines and
// its state included.
func TestNoAllocation(t *testing.T) {
	re := rehearse(t)
	names := everybody[:8]
	var events []game.Event
	var text []byte
	var standings []game.Standing
	all := func() {
		re.again()
		for turn := range re.orders {
			events = re.play(turn, events[:0])
			text = gametest.AppendLines(text[:0], events, names)
			text = re.match.AppendState(text[:0], names)
			text = re.match.AppendDrawing(text[:0], names)
			standings, _ = re.match.Standings(standings[:0])
		}
	}
	if n := testing.AllocsPerRun(10, all); n != 0 {
		t.Errorf("%v allocations in %d turns", n, len(re.orders))
	}
}

// BenchmarkResolve is one turn of eight players on a map of 40×40, from the
// texts of the orders to the events.
func BenchmarkResolve(b *testing.B) {
	re := rehearse(b)
	var events []game.Event
	turn := len(re.orders)
	b.ReportAllocs()
	for b.Loop() {
		if turn == len(re.orders) {
			re.again()
			turn = 0
		}
		events = re.play(turn, events[:0])
		turn++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkResolveWithLines also writes every line as it goes out.
func BenchmarkResolveWithLines(b *testing.B) {
	re := rehearse(b)
	names := everybody[:8]
	var events []game.Event
	var text []byte
	turn := len(re.orders)
	b.ReportAllocs()
	for b.Loop() {
		if turn == len(re.orders) {
			re.again()
			turn = 0
		}
		events = re.play(turn, events[:0])
		text = gametest.AppendLines(text[:0], events, names)
		turn++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkState writes the whole state as JSON, as each turn's hash needs it.
func BenchmarkState(b *testing.B) {
	re := rehearse(b)
	names := everybody[:8]
	var text []byte
	b.ReportAllocs()
	for b.Loop() {
		text = re.match.AppendState(text[:0], names)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkRestore takes the state up again.
func BenchmarkRestore(b *testing.B) {
	re := rehearse(b)
	state := re.match.AppendState(nil, everybody[:8])
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := restore(nil, state); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
}
