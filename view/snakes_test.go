package view

import (
	"bytes"
	"strings"
	"testing"

	"arbitre/bots"
	"arbitre/referee"
)

// snakeRecords are a short match of three, by hand: ann eats and
// turns, bob runs into a wall, Carol|away gets into fury and catches ann.
func snakeRecords() []referee.Record {
	turn := func(n int, lines ...string) referee.Record {
		return referee.Record{Turn: &referee.Turn{Turn: n, Public: lines}}
	}
	wall := strings.Repeat("☼", 10)
	return []referee.Record{
		{Opening: &referee.Opening{
			Game: "snake", Players: []string{"ann", "bob", "Carol|away"},
			Public: []string{
				"MAP_SIZE 10", "JOUEURS 3", "ROUND_LENGHT 1",
				"MAP 1/1 " + wall + "☼#       ☼" + strings.Repeat("☼        ☼", 3) + "☼#       ☼☼        ☼☼        ☼☼#       ☼" + wall,
				"SETTINGS rounds=1 wait_turns=1", "ROUND 1 WAIT 1", "OBJECTS apple:3,1 stone:5,3 fury_pill:3,7 gold:8,8",
				"START ann 1 1", "START bob 1 5", "START Carol|away 1 8",
			},
		}},
		turn(1, "ROUND 1 PLAY 60"),
		turn(2, "SNAKES ann:2,1,RIGHT,2,0,0 bob:2,5,RIGHT,2,0,0 Carol|away:2,8,RIGHT,2,0,0"),
		turn(3, "SNAKES ann:3,1,RIGHT,3,0,0 bob:2,4,UP,2,0,0 Carol|away:3,8,RIGHT,2,0,0", "EVENTS apple:ann new:apple,6,6", "SCORES ann:1 bob:0 Carol|away:0"),
		turn(4, "SNAKES ann:3,2,DOWN,3,0,0 bob:1,4,LEFT,2,0,0 Carol|away:3,7,UP,2,10,0", "EVENTS fury:Carol|away new:fury_pill,8,1"),
		turn(5, "SNAKES ann:3,3,DOWN,3,0,0 bob:0,4,LEFT,2,0,0 Carol|away:3,6,UP,2,9,0", "DEAD bob"),
		turn(6, "START bob 1 5", "SNAKES ann:4,3,RIGHT,3,0,0 Carol|away:3,5,UP,2,8,0"),
		turn(7, "SNAKES ann:4,4,DOWN,3,0,0 Carol|away:3,4,UP,2,7,0"),
		turn(8, "SNAKES ann:4,5,DOWN,3,0,0 Carol|away:4,4,RIGHT,2,6,0", "EVENTS kill:Carol|away,ann,3", "DEAD ann", "ROUND_WON Carol|away", "SCORES ann:1 bob:0 Carol|away:140"),
		{End: &referee.End{
			Turn: 8, Winners: []int{2}, Causes: []string{"alive", "alive", "alive"},
			Ranking: []referee.Rank{{Seat: 2, Place: 1, Score: 140}, {Seat: 0, Place: 2, Score: 1}, {Seat: 1, Place: 3}},
			Public:  []string{"END_GAME Carol|away", "RANK 1 Carol|away 140", "RANK 2 ann 1", "RANK 3 bob 0"},
		}},
	}
}

func TestSnakeFrames(t *testing.T) {
	for _, test := range []struct {
		name          string
		after         int // records
		columns, rows int
		style         Style
	}{
		{"snakes_wait", 1, 80, 24, Style{}},
		{"snakes", 5, 80, 24, Style{}},
		{"snakes_dead", 6, 80, 24, Style{}},
		{"snakes_back", 8, 80, 24, Style{}},
		{"snakes_colour", 6, 80, 24, Style{Colour: true}},
		{"snakes_ascii", 6, 80, 24, Style{ASCII: true}},
		{"snakes_end", 10, 80, 24, Style{}},
		{"snakes_narrow", 6, 44, 28, Style{}},
		{"snakes_narrow_cells", 6, 18, 24, Style{}},
		{"snakes_french", 6, 80, 24, Style{Language: "fr"}},
		{"snakes_russian", 6, 80, 24, Style{Language: "ru"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := matchOf(snakeRecords()[:test.after])
			goldenFrame(t, test.name, test.columns, test.rows, m.Frame(test.columns, test.rows, false, "note", test.style))
		})
	}
}

func TestSnakeFramesFitAnywhere(t *testing.T) {
	for after := range len(snakeRecords()) + 1 {
		fitsAnywhere(t, matchOf(snakeRecords()[:after]))
	}
}

func TestSnakeReport(t *testing.T) {
	for _, language := range []string{"en", "fr", "ru"} {
		golden(t, "snakes_report_"+language+".txt", strings.Join(matchOf(snakeRecords()).Report(Style{Language: language}), "\n")+"\n")
	}
	bob := &bots.Snake{Name: "bob"}
	for how, want := range map[bots.Fall]string{
		{How: "wall"}: "wall", {How: "stone"}: "stone", {How: "body", By: bob}: "body of bob", {How: "headon", By: bob}: "head on with bob", {}: "by itself",
	} {
		if got := english.fall(how); got != want {
			t.Errorf("%+v: %q", how, got)
		}
	}
}

func TestPlainSnakes(t *testing.T) {
	feed := NewFeed()
	for _, r := range snakeRecords() {
		feed.Watch(r)
	}
	var out bytes.Buffer
	if _, err := Plain(t.Context(), feed, &out, Style{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "snakes_plain.txt", out.String())
}
