package snake

import (
	"math/rand/v2"
	"testing"

	"arbitre/game"
	"arbitre/game/gametest"
)

// rehearsed is a whole match of five snakes on the field of 30×30, recorded, so
// that a benchmark plays it again and again and never forms a text.
type rehearsed struct {
	match  *match
	first  *match // as it was at the start
	seed   [32]byte
	orders [][5]string
	kinds  map[deed]int // what happened
	deaths int
}

// rehearse records a match of snakes that look one cell ahead.
func rehearse(tb testing.TB) *rehearsed {
	tb.Helper()
	given := []byte(`{"map":"valley"}`)
	re := &rehearsed{seed: [32]byte{7}, kinds: map[deed]int{}}
	re.match, re.first = begin(tb, given, 5, re.seed), begin(tb, given, 5, re.seed)
	draw := rand.New(rand.NewPCG(1, 2))
	for re.match.phase != over {
		var turn [5]string
		for seat := range turn {
			turn[seat] = wander(draw, re.match, seat)
		}
		re.orders = append(re.orders, turn)
		re.play(len(re.orders)-1, nil)
		for _, h := range re.match.happened {
			re.kinds[h.what]++
		}
		for i := range re.match.snakes {
			if re.match.snakes[i].died == re.match.turn {
				re.deaths++
			}
		}
	}
	return re
}

func begin(tb testing.TB, given []byte, seats int, seed [32]byte) *match {
	tb.Helper()
	r, err := start(given, seats, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return r.(*match)
}

// wander is an order that does not kill at once: mostly towards something to
// eat that is in sight, sometimes a stone, a mistake or silence.
func wander(draw *rand.Rand, m *match, seat int) string {
	s := &m.snakes[seat]
	if !s.moves() || m.safety(s, s.direction) > 0 && draw.IntN(12) == 0 {
		return ""
	}
	best, bestWorth := s.direction, -1000
	for d := up; d <= right; d++ {
		worth := draw.IntN(3) + m.safety(s, d)
		for c, near := s.at(0).next(d), 9; near > 0 && m.ground[c] == floor; c, near = c.next(d), near-1 {
			if o := m.objects[c]; o != nothing && (o != stone || s.inFury() || s.length > 5) {
				worth += near
				break
			}
		}
		if worth > bestWorth && d != opposites[s.direction] {
			best, bestWorth = d, worth
		}
	}
	switch word := directionWords[best]; draw.IntN(12) {
	case 0:
		return "act," + word
	case 1:
		return word + ",ACT"
	case 2:
		return word + ",UP"
	default:
		return word
	}
}

// safety is below 0 if a step there may kill the snake, and lower the likelier.
func (m *match) safety(s *snake, d direction) int {
	c := s.at(0).next(d)
	switch {
	case m.ground[c] != floor:
		return -500
	case m.cover[c] > 0 && !s.inFury(), m.objects[c] == stone && s.length < 5:
		return -100
	}
	ways := 0
	for e := up; e <= right; e++ {
		next := c.next(e)
		if m.ground[next] == floor && m.cover[next] == 0 {
			ways++
		}
		for i := range m.snakes {
			if other := &m.snakes[i]; other != s && other.moves() && other.at(0) == next && !s.inFury() {
				return -50
			}
		}
	}
	return ways
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
	m.field, m.turn, m.round, m.phase, m.left = re.first.field, re.first.turn, re.first.round, re.first.phase, re.first.left
	for i := range m.snakes {
		cells := m.snakes[i].body
		cells.copyOf(&re.first.snakes[i].body)
		m.snakes[i] = re.first.snakes[i]
		m.snakes[i].body = cells
	}
	for c := range cell(allCells) {
		m.shown[c] = m.bareCode(c)
	}
	for y := range m.bare {
		m.bare[y].valid = false
	}
	m.stale()
	m.processFrom(m.round)
	*m.chance = *re.first.chance
}

func TestRehearsedMatchIsAFairMixture(t *testing.T) {
	re := rehearse(t)
	turns := len(re.orders)
	if turns < 300 || re.deaths > turns/20 || re.deaths < 4 || re.kinds[ate] < turns/2 || re.kinds[laidStone] < turns/50 || re.kinds[bit] < 2 {
		t.Errorf("%d turns, %d deaths, %v", turns, re.deaths, re.kinds)
	}
}

var fiveNames = everybody[:5]

// TestNoAllocation: a match in its steady state allocates nothing, its lines, its
// boards and its state included. (The generator's own state costs an allocation
// after a draw, but under the race detector only.)
func TestNoAllocation(t *testing.T) {
	re := rehearse(t)
	var events []game.Event
	var text []byte
	var standings []game.Standing
	all := func() {
		re.again()
		for turn := range re.orders {
			events = re.play(turn, events[:0])
			text = gametest.AppendLines(text[:0], events, fiveNames)
			for seat := range game.Seat(5) {
				events = re.match.View(seat, events[:0])
				text = gametest.AppendLines(text[:0], events, fiveNames)
			}
			text = re.match.AppendDrawing(text[:0], fiveNames)
			standings, _ = re.match.Standings(standings[:0])
		}
	}
	if n := testing.AllocsPerRun(5, all); n != 0 {
		t.Errorf("%v allocations in %d turns", n, len(re.orders))
	}
	if n := testing.AllocsPerRun(5, func() { text = re.match.AppendState(text[:0], fiveNames) }); n != 0 {
		t.Errorf("%v allocations in a state", n)
	}
}

// turns plays one turn after the other, for ever.
func (re *rehearsed) turns() func([]game.Event) []game.Event {
	turn := len(re.orders)
	return func(events []game.Event) []game.Event {
		if turn == len(re.orders) {
			re.again()
			turn = 0
		}
		turn++
		return re.play(turn-1, events)
	}
}

// BenchmarkResolve is one turn of five snakes on 30×30, from the texts of the
// orders to the events.
func BenchmarkResolve(b *testing.B) {
	play := rehearse(b).turns()
	var events []game.Event
	b.ReportAllocs()
	for b.Loop() {
		events = play(events[:0])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkResolveWithBoards also draws the five boards.
func BenchmarkResolveWithBoards(b *testing.B) {
	re := rehearse(b)
	play := re.turns()
	var events []game.Event
	var text []byte
	b.ReportAllocs()
	for b.Loop() {
		events = play(events[:0])
		for seat := range game.Seat(5) {
			text = re.match.AppendBoard(text[:0], seat)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkResolveWithLines also writes every public line as it goes out.
func BenchmarkResolveWithLines(b *testing.B) {
	play := rehearse(b).turns()
	var events []game.Event
	var text []byte
	b.ReportAllocs()
	for b.Loop() {
		events = play(events[:0])
		text = gametest.AppendLines(text[:0], events, fiveNames)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkState writes the whole state as JSON, as each turn's hash needs it.
func BenchmarkState(b *testing.B) {
	re := rehearse(b)
	var text []byte
	b.ReportAllocs()
	for b.Loop() {
		text = re.match.AppendState(text[:0], fiveNames)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkRestore takes the state up again.
func BenchmarkRestore(b *testing.B) {
	state := rehearse(b).match.AppendState(nil, fiveNames)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := restore(nil, state); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
}
