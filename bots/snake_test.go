package bots

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/game"
	"arbitre/snake"
)

// den is a match of the cast for snake by the real rules, without a referee.
type den struct {
	tb     testing.TB
	rules  game.Rules
	names  []string
	brains []Brain
	pit    Pit // what a spectator knows
	turn   int
}

func newDen(tb testing.TB, players, match int, settings string) *den {
	tb.Helper()
	rules, err := snake.Game().New([]byte(settings), players, sha256.Sum256(fmt.Append(nil, match)))
	if err != nil {
		tb.Fatal(err)
	}
	d := &den{tb: tb, rules: rules}
	cast := Cast("snake")
	for seat := range players {
		bot := cast[(seat+match)%len(cast)] // another one first in each match
		d.names = append(d.names, bot.Name)
		d.brains = append(d.brains, bot.New(bot.Name, uint64(match)))
	}
	d.say(rules.Open(nil))
	return d
}

// say tells the events to those whom they are for.
func (d *den) say(events []game.Event) {
	for _, event := range events {
		line := string(event.Fact.AppendLine(nil, d.names))
		if line == "" {
			continue
		}
		if event.To == game.Everyone {
			d.pit.Hear(line)
		}
		for seat, brain := range d.brains {
			if event.To == game.Everyone || event.To == game.Seat(seat) {
				brain.Hear(line)
			}
		}
	}
}

// play plays a turn.
func (d *den) play() (standings []game.Standing, over bool) {
	d.tb.Helper()
	d.turn++
	tour := fmt.Sprintf("TOUR %d", d.turn)
	d.pit.Hear(tour)
	for seat, brain := range d.brains {
		brain.Hear(tour)
		d.say(d.rules.View(game.Seat(seat), nil))
	}
	for seat, brain := range d.brains {
		for _, order := range brain.Hear("SEND_YOUR_ACTION") {
			if refusal := d.rules.Order(game.Seat(seat), order); refusal != nil {
				d.tb.Errorf("turn %d: %s: %q: %s", d.turn, d.names[seat], refusal.Order, refusal.Key)
			}
		}
	}
	d.say(d.rules.Resolve(0, 0, nil))
	return d.rules.Standings(nil)
}

// TestSnakesPlayDecently: they eat, they seldom die at once, and the ones that
// fight are ahead. The seeds are fixed, and so is the result. (Over a hundred
// matches of three rounds: 635 points a match for a viper, 145 for a grazer, 2.0
// and 2.9 deaths, 16 of a hundred in their first ten turns.)
func TestSnakesPlayDecently(t *testing.T) {
	const matches, players = 10, 5
	score, died := map[string]int{}, map[string]int{}
	early := 0
	for match := range matches {
		d := newDen(t, players, match, `{"rounds":1}`)
		var standings []game.Standing
		for over := false; !over; {
			standings, over = d.play()
		}
		for seat, standing := range standings {
			score[kind(d.brains[seat])] += standing.Score
		}
		for _, fall := range d.pit.Falls {
			died[fall.How]++
			if fall.Turn <= 5+10 { // behind the turns of waiting
				early++
			}
		}
	}
	t.Log("points", score, "deaths", died, "early", early)
	if score["viper"] < 3*score["grazer"] || score["grazer"] < 10*matches {
		t.Errorf("points: %v", score)
	}
	if early > matches*players/4 {
		t.Errorf("%d of %d die in their first ten turns", early, matches*players)
	}
	if died[""] > matches*players/10 {
		t.Errorf("nobody knows why: %v", died)
	}
}

func kind(brain Brain) string {
	if _, fights := brain.(*Viper); fights {
		return "viper"
	}
	return "grazer"
}

// The pit that a bot makes of the public lines is the one that the rules have,
// turn after turn.
func TestPitIsTheRulesOwn(t *testing.T) {
	for match, settings := range []string{`{"rounds":2,"round_turns":80}`, `{"map":"valley","rounds":2,"round_turns":80,"stone_cut":1}`, `{"map":"duel","wait_turns":1}`} {
		d := newDen(t, []int{5, 5, 2}[match], match, settings)
		for over := false; !over; {
			_, over = d.play()
			if diff := cmp.Diff(rulesPit(t, d), describePit(&d.pit)); diff != "" {
				t.Fatalf("match %d, turn %d (-rules +pit):\n%s", match, d.turn, diff)
			}
		}
	}
}

// pitState is what a pit and the rules can be compared by.
type pitState struct {
	Snakes    []pitSnake
	Apples    [][2]int
	Stones    [][2]int
	Gold      [][2]int
	FuryPills [][2]int `json:"fury_pills"`
}

type pitSnake struct {
	Name      string
	Alive     bool
	Active    bool
	Direction string
	Cells     [][2]int
	Fury      int
	Stones    int
	Score     int
}

func rulesPit(t *testing.T, d *den) (s pitState) {
	t.Helper()
	if err := json.Unmarshal(d.rules.AppendState(nil, d.names), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func describePit(p *Pit) pitState {
	s := pitState{Apples: p.lying("apple"), Stones: p.lying("stone"), Gold: p.lying("gold"), FuryPills: p.lying("fury_pill")}
	for _, snake := range p.Snakes {
		one := pitSnake{
			snake.Name, snake.Alive, snake.Active, snake.Direction, [][2]int{}, snake.Fury, snake.Stones, snake.Score,
		}
		for _, c := range snake.Cells {
			one.Cells = append(one.Cells, [2]int{c.X, c.Y})
		}
		s.Snakes = append(s.Snakes, one)
	}
	return s
}

// lying is where objects of a kind lie, row by row.
func (p *Pit) lying(what string) [][2]int {
	cells := [][2]int{}
	for y := range p.Side {
		for x := range p.Side {
			if p.Objects[Cell{x, y}] == what {
				cells = append(cells, [2]int{x, y})
			}
		}
	}
	return cells
}

// A grazer goes by the board alone, however its pieces are cut, and says nothing
// without one that is whole and of this turn.
func TestGrazer(t *testing.T) {
	for _, test := range []struct{ pieces, want string }{
		{"BOARD 7 1/1 ☼☼☼☼☼☼ ○ ☼☼╘► ☼☼   ☼☼☼☼☼☼", "[UP]"},
		{"BOARD 7 1/2 ☼☼☼☼☼☼ ○ ☼|BOARD 7 2/2 ☼╘► ☼☼   ☼☼☼☼☼☼", "[UP]"},
		{"BOARD 7 1/1 ☼☼☼☼☼☼ ● ☼☼╘►$☼☼   ☼☼☼☼☼☼", "[RIGHT]"},
		{"BOARD 7 1/1 ☼☼☼☼☼☼ ● ☼☼╘►●☼☼ ˄ ☼☼☼☼☼☼", "[STOP]"},
		{"BOARD 7 1/1 ☼☼☼☼☼☼ ● ☼☼╘► ☼☼˄  ☼☼☼☼☼☼", "[RIGHT]"},
		{"BOARD 7 1/1 ☼☼☼☼☼☼   ☼~&  ☼☼ ○ ☼☼☼☼☼☼", "[]"}, // waits
		{"BOARD 6 1/1 ☼☼☼☼☼☼ ○ ☼☼╘► ☼☼   ☼☼☼☼☼☼", "[]"},
		{"BOARD 7 2/2 ☼╘► ☼☼   ☼☼☼☼☼☼", "[]"},
		{"", "[]"},
	} {
		g := NewGrazer()
		g.Hear("MAP_SIZE 5")
		g.Hear("TOUR 7")
		for piece := range strings.SplitSeq(test.pieces, "|") {
			g.Hear(piece)
		}
		if got := fmt.Sprint(g.Hear("SEND_YOUR_ACTION")); got != test.want {
			t.Errorf("%s: %s, want %s", test.pieces, got, test.want)
		}
	}
}

// TestViper: what it does with stones and in fury.
func TestViper(t *testing.T) {
	for _, test := range []struct{ name, lines, want string }{
		{"food", "OBJECTS apple:4,1 gold:3,3", "[DOWN]"},
		{"no stone for a short one", "OBJECTS stone:4,2 gold:6,2", "[UP]"},
		{"bites in fury", "SNAKES viper:3,2,RIGHT,2,9,0 ann:4,3,UP,3,0,0", "[DOWN]"},
		{"a stone before the head that follows", "SNAKES viper:3,2,RIGHT,2,0,1 ann:1,2,RIGHT,2,0,0", "[ACT,UP]"},
	} {
		v := NewViper("viper")
		lines := "MAP_SIZE 8\nMAP 1/1 " + strings.Repeat("☼", 8) + strings.Repeat("☼      ☼", 6) + strings.Repeat("☼", 8) +
			"\nROUND 1 WAIT 1\nSTART viper 3 2\nSTART ann 4 4\nTOUR 1\nROUND 1 PLAY 300\n" + test.lines + "\nTOUR 2"
		for line := range strings.SplitSeq(lines, "\n") {
			v.Hear(line)
		}
		if got := fmt.Sprint(v.Hear("SEND_YOUR_ACTION")); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// FuzzSnakes says anything at all to the bots for snake: they must survive,
// whoever speaks.
func FuzzSnakes(f *testing.F) {
	f.Add("MAP_SIZE 3\nMAP 1/1 ☼☼☼☼ ☼☼☼☼\nSTART viper 1 1\nROUND 1 PLAY 3\nSNAKES viper:1,1,UP,0,0,1 viper:9,9,UP,1,1,1\nSEND_YOUR_ACTION")
	f.Add("START viper 1 1\nDEAD viper\nEVENTS kill:viper,viper,3 new:x laid:viper stone:viper\nROUND 1 PLAY 3\nTOUR 1\nDEAD viper\nSEND_YOUR_ACTION")
	f.Add("MAP_SIZE 2\nTOUR 1\nBOARD 1 1/1 ►♥☼ \nSEND_YOUR_ACTION\nBOARD 1 2/1 \nOBJECTS apple:1,1 x\nSCORES viper:9 :\nROUND_WON viper")
	f.Fuzz(func(_ *testing.T, lines string) {
		v, g := NewViper("viper"), NewGrazer()
		for line := range strings.Lines(lines) {
			v.Hear(strings.TrimSuffix(line, "\n"))
			g.Hear(strings.TrimSuffix(line, "\n"))
		}
	})
}

func BenchmarkSnakes(b *testing.B) {
	turns := 0
	for match := 0; b.Loop(); match++ {
		d := newDen(b, 5, match, `{"rounds":1}`)
		for over := false; !over; turns++ {
			_, over = d.play()
		}
	}
	b.ReportMetric(float64(turns)/float64(b.N), "turns/match")
}
