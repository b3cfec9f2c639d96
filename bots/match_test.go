package bots

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/bomber"
	"arbitre/game"
)

// headless plays a match between characters by the real rules, saying what the
// referee would say. It calls after, if set, at the end of every turn, and
// returns the number of turns and how the seats stand.
func headless(tb testing.TB, cast []Character, settings string, seed uint64, after func(turn int, rules game.Rules, brains []*Bomber)) (int, []game.Standing) {
	tb.Helper()
	rules, err := bomber.Game().New([]byte(settings), len(cast), sha256.Sum256(fmt.Append(nil, seed)))
	if err != nil {
		tb.Fatal(err)
	}
	names := make([]string, len(cast))
	brains := make([]*Bomber, len(cast))
	for seat, character := range cast {
		names[seat] = character.Name
		brains[seat] = NewBomber(character, character.Name, seed)
	}
	publish := func(events []game.Event) {
		for _, event := range events {
			hearAll(brains, string(event.Fact.AppendLine(nil, names)))
		}
	}
	publish(rules.Open(nil))
	for turn := 1; ; turn++ {
		hearAll(brains, fmt.Sprintf("TOUR %d", turn))
		for seat, brain := range brains {
			for _, order := range brain.Hear("SEND_YOUR_ACTION") {
				if refusal := rules.Order(game.Seat(seat), order); refusal != nil {
					tb.Fatalf("seed %d, turn %d: %s says %q: %s", seed, turn, names[seat], order, refusal.Key)
				}
			}
		}
		publish(rules.Resolve(0, 0, nil))
		for _, brain := range brains {
			brain.board.CloseTurn()
		}
		if after != nil {
			after(turn, rules, brains)
		}
		if standings, over := rules.Standings(nil); over {
			return turn, standings
		}
	}
}

func hearAll(brains []*Bomber, line string) {
	for _, brain := range brains {
		brain.Hear(line)
	}
}

// cast is the characters, another one first in each match: what they do should
// not hang on who joins first.
func cast(match int) []Character {
	all := Characters()
	return slices.Concat(all[match%len(all):], all[:match%len(all)])
}

// A match between the four ends: no dance for ever, and nobody is there to lose
// or wins everything. The seeds are fixed, and so is the result.
func TestMatchesEnd(t *testing.T) {
	const matches = 24
	var lengths []int
	wins := map[string]int{}
	for match := range matches {
		players := cast(match)
		turns, standings := headless(t, players, `{"max_turns":200}`, uint64(match), nil)
		lengths = append(lengths, turns)
		wins[winner(players, standings)]++
	}
	slices.Sort(lengths)
	t.Logf("turns: %d to %d, half of them %d to %d, median %d; wins: %v", lengths[0], lengths[matches-1],
		lengths[matches/4], lengths[matches*3/4], lengths[matches/2], wins)
	if median := lengths[matches/2]; median < 15 || median > 80 {
		t.Errorf("median length %d turns, want 15 to 80", median)
	}
	if long := lengths[matches*9/10]; long > 150 {
		t.Errorf("one match in ten takes %d turns or more, want 150 at most", long)
	}
	for _, character := range Characters() {
		if n := wins[character.Name]; n == 0 || n > matches/2 {
			t.Errorf("%s wins %d of %d", character.Name, n, matches)
		}
	}
}

// winner is the one who is left, "" in a draw.
func winner(players []Character, standings []game.Standing) (name string) {
	for seat, standing := range standings {
		switch {
		case standing.Place != 1:
		case name != "":
			return ""
		default:
			name = players[seat].Name
		}
	}
	return name
}

// The board that a bot makes of the lines is the one that the rules have, turn
// after turn.
func TestBoardIsTheRulesOwn(t *testing.T) {
	for match := range severalMatches() {
		settings := `{"max_turns":200}`
		if match%2 == 1 {
			settings = `{"max_turns":200,"firepower":3,"speed":2,"timer":4,"map_factor":3}`
		}
		headless(t, cast(match), settings, uint64(match), func(turn int, rules game.Rules, brains []*Bomber) {
			board := &brains[0].board
			names := make([]string, len(brains))
			for seat, brain := range brains {
				names[seat] = brain.name
			}
			want := stateOf(t, rules, names)
			if diff := cmp.Diff(want, describe(board)); diff != "" {
				t.Fatalf("match %d, turn %d (-rules +board):\n%s", match, turn, diff)
			}
		})
	}
}

// severalMatches is a dozen, and of the short tests two.
func severalMatches() int {
	if testing.Short() {
		return 2
	}
	return 12
}

// state is what board and rules can be compared by.
type state struct {
	Side    int           `json:"side"`
	Players []playerState `json:"players"`
	Bombs   []bombState   `json:"bombs"`
}

type playerState struct {
	Name      string `json:"name"`
	X         int    `json:"x"`
	Y         int    `json:"y"`
	Firepower int    `json:"firepower"`
	Speed     int    `json:"speed"`
	Timer     int    `json:"timer"`
	BusyTurns int    `json:"busy_turns"`
	Died      int    `json:"died"`
}

type bombState struct {
	Owner string `json:"owner"`
	X     int    `json:"x"`
	Y     int    `json:"y"`
	Due   int    `json:"due"`
}

func stateOf(t *testing.T, rules game.Rules, names []string) state {
	t.Helper()
	var s state
	if err := json.Unmarshal(rules.AppendState(nil, names), &s); err != nil {
		t.Fatal(err)
	}
	for i := range s.Players {
		if s.Players[i].Died > 0 { // what the dead were about to do is nobody's business
			s.Players[i].BusyTurns = 0
		}
	}
	return s
}

func describe(b *Board) state {
	s := state{Side: b.Side, Bombs: []bombState{}}
	for _, p := range b.Players {
		died := 0
		for _, death := range b.Deaths {
			if death.Player == p {
				died = death.Turn
			}
		}
		s.Players = append(s.Players, playerState{p.Name, p.At.X, p.At.Y, p.Firepower, p.Speed, p.Timer, p.Busy, died})
	}
	for _, bomb := range b.Bombs {
		s.Bombs = append(s.Bombs, bombState{bomb.Owner.Name, bomb.At.X, bomb.At.Y, bomb.Due})
	}
	return s
}

// Every death is some bomb's, and the board knows whose.
func TestDeathsHaveTheirBombs(t *testing.T) {
	deaths := 0
	for match := range severalMatches() {
		var board *Board
		headless(t, cast(match), `{"max_turns":200}`, uint64(match), func(_ int, _ game.Rules, brains []*Bomber) {
			board = &brains[0].board
		})
		for _, death := range board.Deaths {
			deaths++
			if len(death.By) == 0 {
				t.Errorf("match %d: nobody's bomb killed %s", match, death.Player.Name)
			}
		}
	}
	if deaths == 0 {
		t.Error("nobody died")
	}
}

func TestSameSeedSameOrders(t *testing.T) {
	play := func() string {
		var lines strings.Builder
		headless(t, cast(0), `{"max_turns":60}`, 5, func(_ int, rules game.Rules, _ []*Bomber) {
			lines.Write(rules.AppendState(nil, []string{"a", "b", "c", "d"}))
		})
		return lines.String()
	}
	if first := play(); first != play() {
		t.Error("two matches of one seed differ")
	}
}

// FuzzHear says anything at all to a brain: it must survive, whoever speaks.
func FuzzHear(f *testing.F) {
	f.Add("MAP_SIZE 10\nPOSITION hunter 1 1\nPOSITION b 5 5\nTOUR 1\nSEND_YOUR_ACTION\nBOMB b 1\nDEAD b\nTOUR 2\nSEND_YOUR_ACTION")
	f.Add("POSITION hunter 9 9\nTOUR 1\nSEND_YOUR_ACTION")
	f.Add("MAP_SIZE 5\nPOSITION hunter -3 99\nTOUR 1\nBOMB hunter -1\nSETTINGS speed=x firepower=3\nSEND_YOUR_ACTION\nEND_GAME")
	f.Fuzz(func(_ *testing.T, lines string) {
		brain := NewBomber(Characters()[0], "hunter", 1)
		for line := range strings.Lines(lines) {
			brain.Hear(line)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	turns := 0
	for match := 0; b.Loop(); match++ {
		n, _ := headless(b, cast(match), `{"max_turns":150}`, uint64(match), nil)
		turns += n
	}
	b.ReportMetric(float64(turns)/float64(b.N), "turns/match")
}
