package referee

import (
	"encoding/json"
	"strings"
	"testing"

	"arbitre/game"
	"arbitre/snake"
)

// pen is a map of nobody's game, for two.
var pen = []string{
	"☼☼☼☼☼☼",
	"☼    ☼",
	"☼    ☼",
	"☼#   ☼",
	"☼#   ☼",
	"☼☼☼☼☼☼",
}

func mapConfig() Config {
	config := DefaultConfig()
	config.Maps = map[string]map[string][]string{"snake": {"pen": pen}}
	config.Settings = map[string]json.RawMessage{"snake": json.RawMessage(`{"map":"court","rounds":1}`)}
	return config
}

// A lobby is for as many as the map has places, and is full with them.
func TestMapLimitsTheLobby(t *testing.T) {
	inRoom(t, mapConfig(), []game.Game{snake.Game()}, func(r *room) {
		for _, c := range []struct {
			line, places string
			last         bool
		}{
			{"!begin snake", "for 2 to 5 players", false}, // of the map that is configured
			{"!begin snake map=STEPPE", "for 2 to 64 players", false},
			{"!begin snake map=pen", "for 2 players", false},
			{"!begin snake map=duel", "for 2 players", true},
		} {
			r.says("op", c.line)
			if heard := strings.Join(r.heard(), "\n"); !strings.Contains(heard, c.places) {
				t.Errorf("%s: %s\nwant %s", c.line, heard, c.places)
			}
			if c.last {
				break
			}
			r.says("op", "!abort")
		}
		for _, nick := range []string{"ann", "bob", "carl"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		r.wantsSome(
			"0s (The lobby is full and closes in 10 s.)",
			"0s carl< (The lobby is full: 2 players.)",
		)
	})
}

// The settings of a match on a map of the configuration's own have its rows, so
// that they are all that it takes to play the match again; one of the game's own
// is then played without them.
func TestMapOfTheConfiguration(t *testing.T) {
	g := snake.Game()
	d := NewDesk(nil, []game.Game{g}, mapConfig(), nil)
	for name, want := range map[string]int{"pen": 6, "duel": 9} {
		d.config.Settings["snake"], _ = json.Marshal(map[string]any{"map": "pen", "map_rows": pen})
		l, err := d.newLobby(g, options{settings: map[string]any{"map": name}})
		if err != nil {
			t.Fatal(err)
		}
		rules, err := g.New(l.settings, 2, [32]byte{})
		if err != nil {
			t.Fatal(err)
		}
		var state struct{ Size int }
		if err := json.Unmarshal(rules.AppendState(nil, []string{"a", "b"}), &state); err != nil || state.Size != want {
			t.Errorf("%s: %d cells a side, want %d: %s", name, state.Size, want, l.settings)
		}
	}
}

// A name that is none is refused with those that there are; what is set for a
// channel is a name, and for the game that knows it.
func TestMapNames(t *testing.T) {
	inRoom(t, mapConfig(), []game.Game{snake.Game(), countingGame(3)}, func(r *room) {
		r.says("op", "!begin snake map=END_GAME!")
		r.says("op", "!begin snake map=nowhere")
		r.says("op", "!set map pen")
		r.wants(
			`0s op< (map is a name of small letters, digits, - and _, not "end_game!".)`,
			`0s op< (That can't be set: map: "nowhere": want one of duel, court, garden, valley, steppe, pen)`,
			"0s op< (From the next match on: map=pen)",
		)
		r.says("op", "!begin snake")
		r.wantsSome("0s (A lobby for snake is open for 60 s, for 2 players. To play, send me privately: join_game)")
	})
}
