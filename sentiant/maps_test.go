package sentiant

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"arbitre/chance"

	"arbitre/game"
)

var manyMaps = flag.Int("maps", 200, "how many maps to draw for each number of teams")

// TestMaps draws many maps for each number of teams: all are fair as the rules ask
// and can be played.
func TestMaps(t *testing.T) {
	many := *manyMaps
	if testing.Short() { // make check: make test draws them all
		many = min(many, 40)
	}
	for seats := minSeats; seats <= maxSeats; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			var cookie, loaves []int
			for n := range many {
				p := drawPlan(mapSettings(n), seats, chance.New(seedOf(fmt.Sprint(seats, " ", n))))
				if problem := problemOf(p, seats, mapSettings(n)); problem != "" {
					t.Fatalf("seed %q: %s\n%s", fmt.Sprint(seats, " ", n), problem, rowsOf(p))
				}
				cookie = append(cookie, p.spread.cookie)
				loaves = append(loaves, p.spread.loaves)
			}
			slices.Sort(cookie)
			slices.Sort(loaves)
			t.Logf("%d maps: spread of the ways to the cookie: median %d, 95 %% %d, most %d turns; to the loaves: %d, %d, %d",
				many, cookie[len(cookie)/2], cookie[len(cookie)*95/100], cookie[len(cookie)-1],
				loaves[len(loaves)/2], loaves[len(loaves)*95/100], loaves[len(loaves)-1])
		})
	}
}

// mapSettings are the defaults half of the time, else something rarer.
func mapSettings(n int) settings {
	s := usualSettings()
	switch n % 8 {
	case 1:
		s.Width, s.Height = 15, 15
	case 3:
		s.Width, s.Height = 31, 19
	case 5:
		s.Width, s.Height, s.RockRatio = 41, 41, mostRock
	case 7:
		s.Width, s.Height, s.RockRatio, s.Bread, s.StarterBread = 17, 21, 0, 2000, 8
	}
	return s
}

// problemOf tells what is wrong with a drawn map, "" if nothing is.
func problemOf(p *plan, seats int, s settings) string {
	switch {
	case p.width != s.Width || p.height != s.Height || len(p.queens) != seats:
		return "it is not what was asked for"
	case p.items[p.middle()] != cookie || p.ground[p.middle()] != dirt:
		return "the cookie is not under dirt in the middle"
	case !p.solvable(p.survey()):
		return "it can't be solved"
	}
	for _, check := range []func(*plan, settings) string{queensProblem, nestProblem, loavesProblem, rocksProblem, fairProblem} {
		if problem := check(p, s); problem != "" {
			return problem
		}
	}
	return ""
}

func queensProblem(p *plan, s settings) string {
	taken := map[int]bool{}
	var distances []float64
	for _, queen := range p.queens {
		cells := p.around(queen, queenSteps[:])
		if len(cells) != 4 {
			return "a queen is cut off"
		}
		for _, cell := range cells {
			if taken[cell] || p.items[cell] != nothing {
				return "a queen stands on something"
			}
			taken[cell] = true
		}
		dx := float64(queen%p.width) + 0.5 - float64(p.width/2)
		dy := float64(queen/p.width) + 0.5 - float64(p.height/2)
		distances = append(distances, math.Hypot(dx, dy))
	}
	least, most := slices.Min(distances), slices.Max(distances)
	if most-least > 1e-9 || least < 5 || most > 0.375*float64(min(s.Width, s.Height)) {
		return fmt.Sprint("the queens are so far from the cookie: ", distances)
	}
	return ""
}

func nestProblem(p *plan, _ settings) string {
	for _, queen := range p.queens {
		for _, d := range [][2]int{
			{-1, -1},
			{0, -1},
			{1, -1},
			{2, -1},
			{-1, 0},
			{2, 0},
			{-1, 1},
			{2, 1},
			{-1, 2},
			{0, 2},
			{1, 2},
			{2, 2},
			{0, -2},
			{1, -2},
			{3, 0},
			{3, 1},
			{0, 3},
			{1, 3},
			{-2, 0},
			{-2, 1},
		} {
			if cell := p.at(queen, d[0], d[1]); cell != noCell && p.ground[cell] != free {
				return "a nest is not clear"
			}
		}
	}
	return ""
}

func loavesProblem(p *plan, s settings) string {
	all := 0
	for cell, it := range p.items {
		if it == bread {
			all++
			if p.ground[cell] == rock {
				return "bread under rock"
			}
		}
	}
	starters := 0
	for _, queen := range p.queens {
		own := 0
		for _, cell := range p.around(queen, besideSteps[:]) {
			if p.items[cell] == bread {
				own++
			}
		}
		starters += own
		if nestsOverlap := s.Width < 25 && len(p.queens) > 4; own != s.StarterBread && !nestsOverlap {
			return fmt.Sprintf("%d loaves beside a queen", own)
		}
	}
	pieces := piecesOf(p)
	if most := max(s.Bread, starters); s.Bread < 2000 && (all > most || all <= most-pieces) {
		return fmt.Sprintf("%d loaves of %d", all, most)
	}
	return ""
}

func piecesOf(p *plan) int {
	switch n := len(p.queens); {
	case n == 2:
		return 2
	case n == 4 && p.width == p.height:
		return 4
	}
	return 1
}

func rocksProblem(p *plan, s settings) string {
	rocks := 0
	for _, g := range p.ground {
		if g == rock {
			rocks++
		}
	}
	if want := s.RockRatio * float64(len(p.ground)); math.Abs(float64(rocks)-want) > 4 {
		return fmt.Sprintf("%d rocks, want %.1f", rocks, want)
	}
	return ""
}

// fairProblem: a map of two or four pieces looks the same when it is turned.
func fairProblem(p *plan, _ settings) string {
	pieces := piecesOf(p)
	if turns, ok := p.cookieSpread(); !ok || turns != p.spread.cookie {
		return fmt.Sprintf("the ways back from the cookie differ by %d, those to it by %d", turns, p.spread.cookie)
	}
	if pieces == 1 {
		if p.spread != p.measure(p.survey()) {
			return "its spread is not what was told"
		}
		return ""
	}
	if p.measure(p.survey()) != (spread{}) || p.spread != (spread{}) {
		return "its spread is not nought"
	}
	under := p.underQueens()
	for cell := range p.ground {
		dx, dy := cell%p.width-p.width/2, cell/p.width-p.height/2
		if pieces == 4 {
			dx, dy = -dy, dx
		} else {
			dx, dy = -dx, -dy
		}
		turned := p.at(p.middle(), dx, dy)
		if p.ground[cell] != p.ground[turned] || p.items[cell] != p.items[turned] || under[cell] != under[turned] {
			return "it is not the same when it is turned"
		}
	}
	return ""
}

// rowsOf are the rows of a map as a file has them.
func rowsOf(p *plan) string {
	m := newMatch(usualSettings(), p, chance.New(seedOf("rows")))
	return strings.Join(mapRows(m), "\n")
}

func mapRows(m *match) []string {
	var rows []string
	for y := range m.height {
		var row []byte
		for x := range m.width {
			row = append(row, ' ', m.drawn(m.cell(x, y)))
		}
		rows = append(rows, string(row[1:]))
	}
	return rows
}

// A drawn map, handed in row by row, makes the same match.
func TestMapRowsParseBack(t *testing.T) {
	for seats := minSeats; seats <= maxSeats; seats++ {
		r, err := start(nil, seats, seedOf("rows"))
		if err != nil {
			t.Fatal(err)
		}
		m := r.(*match)
		given := fmt.Sprintf(`{"map_rows":["%s"]}`, strings.Join(mapRows(m), `","`))
		again, err := start([]byte(given), seats, seedOf("other"))
		if err != nil {
			t.Fatal(err)
		}
		other := again.(*match)
		if drawingOf(other) != drawingOf(m) || other.spread != m.spread {
			t.Errorf("%s\nbecame\n%s", drawingOf(m), drawingOf(other))
		}
		if got, want := linesOf(other, other.Open(nil)), linesOf(m, m.Open(nil)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// One seed, one map; other seeds, other maps.
func TestSeedMakesTheMap(t *testing.T) {
	for seats := minSeats; seats <= maxSeats; seats++ {
		drawn := map[string]bool{}
		for n := range 10 {
			var again string
			for range 2 {
				r, err := start(nil, seats, [32]byte{byte(n)})
				if err != nil {
					t.Fatal(err)
				}
				again = drawingOf(r.(*match))
				drawn[again] = true
			}
		}
		if len(drawn) != 10 {
			t.Errorf("%d seats: %d maps of 10 seeds", seats, len(drawn))
		}
	}
}

func TestMapErrors(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{`"..."`, "map_rows: 0 cookies: want one"},
		{`"...","...."`, "map_rows: row 1: 4 cells: want 3 as in row 0"},
		{`"c.x"`, `map_rows: row 0, cell 2: 'x': want one of . # ^ b B c C, or Q to W for the queens`},
		{`"cQQ"`, "map_rows: Q: want a queen of two by two cells"},
		{`"cQQ.","QQ.."`, "map_rows: Q: want a queen of two by two cells"},
		{`"cRR.","cRR."`, "map_rows: R: want the queens to be Q, R and so on"},
		{`"cQQ.","cQQ."`, "map_rows: 2 cookies: want one"},
		{`"cQQ.","bQQ."`, "map_rows: 1 queens for 2 players"},
		{`"cQQ.RR.^b","bQQ.RR.^b"`, "map_rows: want a way from each queen to the cookie and to every loaf"},
		{`""`, "map_rows: 0 by 1 cells: want 1 to 200 each"},
		{``, `map_rows: []: want a list of rows, each a text`},
		{`1`, `map_rows: [1]: want a list of rows, each a text`},
	} {
		_, err := start([]byte(`{"map_rows":[`+c.rows+`]}`), 2, [32]byte{})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.rows, err, c.want)
		}
	}
	if _, err := start(nil, 8, [32]byte{}); err == nil {
		t.Error("eight players: no error")
	}
}

// A map in a file is the rows of its text.
func TestReadMap(t *testing.T) {
	rows, err := ReadMap("QQ.RR\r\nQQcRR\r\n")
	if err != nil || strings.Join(rows, "/") != "QQ.RR/QQcRR" {
		t.Errorf("%q, %v", rows, err)
	}
	for text, want := range map[string]string{
		"QQ.RR\nQQcR\n":      "row 1: 4 cells: want 5 as in row 0",
		"QQ.RR\nQQ.RR\n":     "0 cookies: want one",
		"QQ.#\nQQc#":         "1 queens for 2 players",
		"QQ.R\nQQcR":         "R: want a queen of two by two cells",
		"QQcRR^SS\nQQ.RR^SS": "want a way from each queen to the cookie and to every loaf",
	} {
		if _, err := ReadMap(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A map is good for fewer players than it has queens.
func TestMapForFewerPlayers(t *testing.T) {
	rows := `"b.b.b.b.b","QQ.RR.SS.","QQ.RR.SS.","....c...."`
	for seats := 2; seats <= 3; seats++ {
		r, err := start([]byte(`{"map_rows":[`+rows+`]}`), seats, [32]byte{})
		if err != nil {
			t.Fatal(err)
		}
		m := r.(*match)
		if len(m.queens) != seats || (m.occupants[m.cell(6, 1)] == 0) != (seats == 2) || m.ground[m.cell(6, 1)] != free {
			t.Errorf("%d players: %s", seats, drawingOf(m))
		}
	}
}

func TestSettingsErrors(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{`{"width":24}`, "width: 24: want an odd number from 15 to 99"},
		{`{"height":13}`, "height: 13: want an odd number from 15 to 99"},
		{`{"rock_ratio":0.31}`, "rock_ratio: 0.31: want a number from 0 to 0.3"},
		{`{"rock_ratio":"x"}`, `rock_ratio: "x": want a number from 0 to 0.3`},
		{`{"hp":0}`, "hp: 0: want a whole number from 1 to 20"},
		{`{"vision":8}`, "vision: 8: want a whole number from 1 to 7"},
		{`{"friendly_fire":1}`, "friendly_fire: 1: want true or false"},
		{`{"map":1}`, "map: 1: want the name of a map"},
		{`{"map":"pen"}`, `map: "pen": want one of drawn`},
		{`{"hpp":1}`, "hpp: unknown setting: want one of width, height, rock_ratio, starter_bread, bread, hp, vision, say_length, friendly_fire, pheromone_range, max_turns, ants_per_loaf, memory, steps, map, map_rows"},
		{`[]`, "want a JSON object"},
		{`{} {}`, "invalid character '{' after top-level value"},
		{`{"hp":}`, "invalid character '}' looking for beginning of value"},
	} {
		_, err := start([]byte(c.settings), 2, [32]byte{})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.settings, err, c.want)
		}
	}
}

// A match on a drawn map of 180 degrees stays the same when it is turned, as long
// as both colonies give the turned orders.
func TestTurnedStart(t *testing.T) {
	r, err := start(nil, 2, seedOf("turned"))
	if err != nil {
		t.Fatal(err)
	}
	m := r.(*match)
	seats := []string{"ann", "bob"}
	for turn, k := range []int{0, 1, 2, 3, 4, 5, 6, 7} {
		for seat, text := range []string{besideWords[k], besideWords[turnedBeside[k]]} {
			if refusal := m.Order(game.Seat(seat), "QUEEN SPAWN "+text); refusal != nil {
				t.Fatal(refusal.Key)
			}
		}
		if err := m.Spawn([]byte("[]"), 0, 0); err != nil {
			t.Fatal(err)
		}
		m.Resolve(0, 0, nil)
		if a, b := anonymous(m, seats), anonymous(turnedWorld(m), seats); a != b {
			t.Fatalf("turn %d: %s", turn, drawingOf(m))
		}
	}
	if m.antsOf()[0] != 3 {
		t.Errorf("%d ants of 3 loaves", m.antsOf()[0])
	}
}
