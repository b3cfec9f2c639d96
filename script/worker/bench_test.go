package worker

import (
	"encoding/json"
	"sync"
	"testing"

	"arbitre/game"
	"arbitre/referee"
	"arbitre/script"
	"arbitre/sentiant"
)

// BenchmarkForagers is a turn of four colonies of a hundred ants each, each played
// by the forager in a process of its own: senses, calls, orders, and the turn's
// resolution. To have all five processes on one core, build the test and run it
// under taskset -c 0.
func BenchmarkForagers(b *testing.B) {
	rules := crowded(b)
	var hands [4]*hand
	for seat := range hands {
		hands[seat] = startHand(b, script.Sample("forager"), game.Seat(seat), [32]byte{})
	}
	var senses [4][]byte
	var replies [4]referee.Reply
	for b.Loop() {
		var turn sync.WaitGroup
		for seat, hand := range hands {
			senses[seat] = rules.AppendSenses(senses[seat][:0], game.Seat(seat))
			turn.Go(func() { replies[seat] = hand.Play(b.Context(), senses[seat]) })
		}
		turn.Wait()
		for seat, reply := range replies {
			if reply.Cut {
				b.Fatal(reply.Told)
			}
			for _, line := range reply.Orders {
				if refusal := rules.Order(game.Seat(seat), line); refusal != nil {
					b.Fatalf("%q refused: %s", line, refusal.Key)
				}
			}
		}
		rules.Resolve(0, 0, nil)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
	ants := 0
	for seat := range senses {
		var read sentiant.Senses
		if err := read.Read(senses[seat]); err != nil {
			b.Fatal(err)
		}
		ants += len(read.Ants)
	}
	b.ReportMetric(float64(ants), "ants")
}

type (
	queenState struct {
		Team string `json:"team"`
		X    int    `json:"x"`
		Y    int    `json:"y"`
	}
	antState struct {
		ID   int    `json:"id"`
		Team string `json:"team"`
		X    int    `json:"x"`
		Y    int    `json:"y"`
		HP   int    `json:"hp"`
	}
	state struct {
		Turn   int          `json:"turn"`
		Width  int          `json:"width"`
		Height int          `json:"height"`
		Cells  []string     `json:"cells"`
		Bread  [][2]int     `json:"bread"`
		Queens []queenState `json:"queens"`
		Ants   []antState   `json:"ants"`
	}
)

// crowded is a match without an end: a third of the map is dirt, with bread in it,
// and around each queen stand a hundred ants that can take much.
func crowded(tb testing.TB) senser {
	tb.Helper()
	const side = 41
	s := state{Turn: 50, Width: side, Height: side}
	taken := map[[2]int]bool{}
	for i, at := range [...][2]int{{9, 9}, {30, 9}, {9, 30}, {30, 30}} {
		team := string(rune('a' + i))
		s.Queens = append(s.Queens, queenState{team, at[0], at[1]})
		for cell := range 4 {
			taken[[2]int{at[0] + cell%2, at[1] + cell/2}] = true
		}
		for k := range 100 {
			x, y := at[0]-9+k%10*2, at[1]-9+k/10*2
			for taken[[2]int{x, y}] {
				x++
			}
			taken[[2]int{x, y}] = true
			s.Ants = append(s.Ants, antState{len(s.Ants) + 1, team, x, y, 1_000_000})
		}
	}
	for y := range side {
		row := make([]byte, side)
		for x := range row {
			row[x] = '.'
			if (x*7+y*13+x*y)%3 == 0 && !taken[[2]int{x, y}] {
				row[x] = '#'
				if (x+y)%3 == 0 {
					s.Bread = append(s.Bread, [2]int{x, y})
				}
			}
		}
		s.Cells = append(s.Cells, string(row))
	}
	text, err := json.Marshal(&s)
	if err != nil {
		tb.Fatal(err)
	}
	rules, _, err := sentiant.Game().Restore([]byte(`{"max_turns":0}`), text)
	if err != nil {
		tb.Fatal(err)
	}
	return rules.(senser)
}
