package script

import (
	"fmt"
	"testing"

	"arbitre/game"
	"arbitre/sentiant"
)

// tenLines is an ant of ten lines, as a beginner writes it.
const tenLines = `
def queen(view):
    return spawn()

def ant(view):
    if view.carrying and view.near_queen:
        return drop()
    if view.carrying:
        return view.go(QUEEN) or move(view.random_direction())
    if view.here:
        return pickup()
    d = view.toward(BREAD)
    if d:
        return move(d).phero(3).say("go")
    return view.go(DIRT) or move(view.random_direction())
`

// BenchmarkCall is one call of a ten-line ant with all that belongs to it: its
// senses are read, it looks, and its order is written.
func BenchmarkCall(b *testing.B) {
	tb := newTable(b, `{"starter_bread":8}`, 1, tenLines, tenLines)
	for range 30 {
		tb.play(b)
	}
	c := tb.colonies[0]
	senses := tb.rules.(senser).AppendSenses(nil, 0)
	ants := len(c.senses.Ants)
	if ants < 5 {
		b.Fatalf("only %d ants", ants)
	}
	var frame []byte
	calls := 0
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if frame, err = c.Play(senses, frame[:0]); err != nil {
			b.Fatal(err)
		}
		calls += ants + 1 // the queen's
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
}

// BenchmarkForagers is a turn of four colonies of a hundred ants each, by the
// forager, in this process: senses, calls, orders, and the turn's resolution.
func BenchmarkForagers(b *testing.B) {
	text := Sample("forager")
	tb := crowded(b, text, text, text, text)
	b.ReportAllocs()
	for b.Loop() {
		tb.play(b)
		if standings, over := tb.rules.Standings(nil); over {
			b.Fatal("the match is over: ", standings)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
	var s sentiant.Senses
	ants := 0
	for seat := range tb.colonies {
		if err := s.Read(tb.rules.(senser).AppendSenses(nil, game.Seat(seat))); err != nil {
			b.Fatal(err)
		}
		ants += len(s.Ants)
	}
	b.ReportMetric(float64(ants), "ants")
}

// crowded is a match in which a hundred ants of each colony live from the start:
// they stand on a map that is half dug. There is no cookie, so it goes on.
func crowded(tb testing.TB, texts ...string) *table {
	tb.Helper()
	t := newTable(tb, "", 1, texts...)
	rows := make([][]byte, 41)
	for y := range rows {
		for x := range 41 {
			c := byte('.')
			if (x*7+y*13+x*y)%3 == 0 {
				c = '#'
			}
			rows[y] = append(rows[y], c)
		}
	}
	state := `{"turn":50,"width":41,"height":41,"cells":[`
	queens, ants := "", ""
	for i, at := range [...][2]int{{9, 9}, {30, 9}, {9, 30}, {30, 30}} {
		queens += fmt.Sprintf(`,{"team":"%c","x":%d,"y":%d,"loaves":0}`, 'a'+i, at[0], at[1])
		for k := range 100 {
			x, y := at[0]-9+2*(k%10), at[1]-9+2*(k/10)
			if dx, dy := x-at[0], y-at[1]; dx >= 0 && dx <= 1 && dy >= 0 && dy <= 1 {
				x, y = at[0]-8+2*(k%10), at[1]-9+2*(k/10)+1
			}
			if rows[y][x] == '#' {
				rows[y][x] = '.'
			}
			ants += fmt.Sprintf(`,{"id":%d,"team":"%c","x":%d,"y":%d,"hp":1000000}`, 1+i*100+k, 'a'+i, x, y)
		}
	}
	for y := range rows {
		if y > 0 {
			state += ","
		}
		state += fmt.Sprintf("%q", rows[y])
	}
	bread := ""
	for n := range 41 * 41 / 8 {
		if x, y := n*8%41, n*8/41; rows[y][x] == '#' {
			bread += fmt.Sprintf(",[%d,%d]", x, y)
		}
	}
	state += `],"bread":[` + bread[1:] + `],"cookie":null,"queens":[` + queens[1:] + `],"ants":[` + ants[1:] + `]}`
	rules, _, err := sentiant.Game().Restore([]byte(`{"max_turns":0}`), []byte(state))
	if err != nil {
		tb.Fatal(err)
	}
	t.rules = rules
	return t
}
