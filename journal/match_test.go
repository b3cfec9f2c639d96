package journal_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/referee"
	"arbitre/sentiant"
	"arbitre/snake"
)

// played is a game with what somebody without a clue sends in it.
type played struct {
	game.Game
	settings string
	orders   func(chance *rand.Rand, turn int) string
}

// games is every game that there is: a game is a line here.
func games() []played {
	return []played{
		{bomber.Game(), `{"map_factor":2,"max_turns":40}`, bomberOrder},
		{sentiant.Game(), `{"width":15,"height":15,"max_turns":25}`, sentiantOrder},
		{snake.Game(), `{"rounds":2,"round_turns":20}`, snakeOrder},
	}
}

func gameTable() (table []game.Game) {
	for _, g := range games() {
		table = append(table, g.Game)
	}
	return table
}

func bomberOrder(chance *rand.Rand, turn int) string {
	switch chance.IntN(8) {
	case 0:
		return fmt.Sprintf("BOMB %d", turn+1+chance.IntN(2))
	case 1:
		return pick(chance, "STUDY_SPEED", "STUDY_TIMER", "STUDY_FIREPOWER", "defuse")
	default:
		return fmt.Sprintf("%s %d", pick(chance, "NORTH", "SOUTH", "EAST", "WEST"), 1+chance.IntN(2))
	}
}

func sentiantOrder(chance *rand.Rand, _ int) string {
	var orders []string
	for ant := range 12 {
		orders = append(orders, fmt.Sprintf("%d %s %s%s", ant,
			pick(chance, "MOVE", "MOVE", "DIG", "ATTACK", "WAIT"), pick(chance, "UP", "DOWN", "LEFT", "RIGHT"),
			pick(chance, "", " PHERO 3", " ERASE", " SAY é\u2028\"")))
	}
	return strings.Join(append(orders, "QUEEN SPAWN"+pick(chance, "", " N1", " W2")), ";")
}

func snakeOrder(chance *rand.Rand, _ int) string {
	return pick(chance, "", "", "act,", "ACT(0)", "") + pick(chance, "up", "down", "left", "right")
}

func pick(chance *rand.Rand, words ...string) string { return words[chance.IntN(len(words))] }

// oddities are orders that no game takes and that are hard to write down.
var oddities = []string{"", " ", "\\", `"quoted"`, "\x00\x07\x1f\x7f", "é\u2028\u2029\U0001F41C", "\uFFFD", "</script>&", "@12 NORTH 1"}

// script is a whole match as the referee would hand it to a journal.
type script struct {
	opening referee.Opening
	private referee.Private
	turns   []referee.Turn
	end     referee.End
}

// playScript plays a match by chance, at most so many turns of it, as the
// referee would: this is not the code under test.
func playScript(g played, chance *rand.Rand, players, most int) script {
	s := script{opening: referee.Opening{
		Game: g.Name, Settings: []byte(g.settings), FreePlay: chance.IntN(4) == 0,
		Started: time.Date(2026, 7, 19, 20, 15, 0, chance.IntN(1e9), time.UTC),
	}}
	for i := range s.opening.Seed {
		s.opening.Seed[i] = byte(chance.Uint32())
	}
	sum := sha256.Sum256(s.opening.Seed[:])
	s.opening.Commitment = hex.EncodeToString(sum[:])
	for i := range players {
		s.opening.Players = append(s.opening.Players, []string{"ann", "bob\\[", "cé\"c"}[i%3]+fmt.Sprint(i))
	}
	s.private = referee.Private{Network: "net", Channel: "#Arena/../é", Round: "5s", Seed: hex.EncodeToString(s.opening.Seed[:])}
	for _, name := range s.opening.Players {
		s.private.Identity = append(s.private.Identity, referee.PrivatePlayer{Nick: name, UserHost: "u@h", Token: "t"})
	}
	if g.Name == "sentiant" {
		s.opening.Scripts, s.private.Scripts = scripts()
	}
	rules, err := g.New(s.opening.Settings, players, s.opening.Seed)
	if err != nil {
		panic(err)
	}
	causes := make([]string, players)
	standings, over := rules.Standings(nil)
	for len(s.turns) < most && !over {
		turn := anyTurn(g, rules, chance, len(s.turns)+1, causes, s.opening.Players)
		s.turns = append(s.turns, turn)
		standings, over = rules.Standings(standings[:0])
	}
	s.end = endOf(s, standings, causes, over)
	return s
}

// scripts are those of the first two seats, one of which everybody may read.
func scripts() (scripts []referee.Scripted, texts []string) {
	texts = []string{"def ant(view):\n\treturn move(UP)\n", "# \"é\" <&>\u2028\n"}
	for seat, text := range texts {
		sum := sha256.Sum256([]byte(text))
		scripts = append(scripts, referee.Scripted{Seat: seat, Name: "mine", SHA256: hex.EncodeToString(sum[:])})
	}
	scripts[1].Text = texts[1]
	return scripts, texts
}

func anyTurn(g played, rules game.Rules, chance *rand.Rand, number int, causes, names []string) referee.Turn {
	turn := referee.Turn{Turn: number}
	for seat := range causes {
		orders := []string{}
		for range []int{0, 1, 1, 1, 2, 3}[chance.IntN(6)] {
			order := g.orders(chance, number)
			if chance.IntN(12) == 0 {
				order = pick(chance, oddities...)
			}
			rules.Order(game.Seat(seat), order)
			orders = append(orders, order)
		}
		turn.Orders = append(turn.Orders, orders)
		var ms *int
		if len(orders) > 0 {
			ms = new(int)
			*ms = chance.IntN(5000)
		}
		turn.Millis = append(turn.Millis, ms)
	}
	var void, out game.Seats
	for seat := range causes {
		if chance.IntN(15) == 0 {
			void = void.With(game.Seat(seat))
			turn.Void = append(turn.Void, seat)
		}
		if causes[seat] == "" && chance.IntN(60) == 0 {
			causes[seat] = pick(chance, "absent", "quit", "spoke")
			out = out.With(game.Seat(seat))
			turn.Out, turn.Causes = append(turn.Out, seat), append(turn.Causes, causes[seat])
		}
	}
	turn.Public = []string{}
	for _, event := range rules.Resolve(void, out, nil) {
		if line := string(event.Fact.AppendLine(nil, names)); event.To == game.Everyone && line != "" {
			turn.Public = append(turn.Public, line)
		}
	}
	sum := sha256.Sum256(rules.AppendState(nil, names))
	turn.Hash = hex.EncodeToString(sum[:])
	return turn
}

func endOf(s script, standings []game.Standing, causes []string, over bool) referee.End {
	end := referee.End{Turn: len(s.turns), Causes: make([]string, len(causes)), Seed: s.private.Seed, Aborted: !over}
	for seat, standing := range standings {
		end.Causes[seat] = cmp.Or(causes[seat], standing.Cause, "alive")
		if over {
			end.Ranking = append(end.Ranking, referee.Rank{Seat: seat, Place: standing.Place, Score: standing.Score})
		}
	}
	slices.SortStableFunc(end.Ranking, func(a, b referee.Rank) int { return cmp.Compare(a.Place, b.Place) })
	for _, rank := range end.Ranking {
		if rank.Place == 1 && causes[rank.Seat] == "" {
			end.Winners = append(end.Winners, rank.Seat)
		}
	}
	if end.Winners == nil {
		end.Ranking = nil
	}
	return end
}
