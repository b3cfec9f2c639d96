package bomber

import (
	"strings"
	"testing"

	"arbitre/chance"
)

func TestSettings(t *testing.T) {
	s, err := parseSettings([]byte(` { "map_factor" : 7, "idle_turns":0,"timer":20 } `))
	want := settings{MapFactor: 7, Firepower: 1, Speed: 1, Timer: 20, MaxTurns: 0, IdleTurns: 0}
	if err != nil || s != want {
		t.Errorf("%+v, %v", s, err)
	}
	usual := settings{MapFactor: 5, Firepower: 1, Speed: 1, Timer: 1, MaxTurns: 0, IdleTurns: 100}
	for _, none := range []string{"", " \n", "{}"} {
		if s, err := parseSettings([]byte(none)); err != nil || s != usual {
			t.Errorf("%q: %+v, %v", none, s, err)
		}
	}
}

// TestSettingsErrors: an error names the key, what was given and what was
// expected.
func TestSettingsErrors(t *testing.T) {
	for given, want := range map[string]string{
		`{"map_factor":21}`:           "map_factor: 21: want a whole number from 1 to 20",
		`{"firepower":0}`:             "firepower: 0: want a whole number from 1 to 20",
		`{"speed":"2"}`:               `speed: "2": want a whole number from 1 to 20`,
		`{"timer":1.5}`:               "timer: 1.5: want a whole number from 1 to 20",
		`{"timer":null}`:              "timer: null: want a whole number from 1 to 20",
		`{"max_turns":-1}`:            "max_turns: -1: want a whole number from 0 to 10000",
		`{"idle_turns":10001}`:        "idle_turns: 10001: want a whole number from 0 to 10000",
		`{"luck":7}`:                  "luck: unknown setting: want one of map_factor, firepower, speed, timer, max_turns, idle_turns",
		`[1]`:                         "want a JSON object",
		`7`:                           "want a JSON object",
		`{"timer":`:                   "unexpected end of JSON input",
		`{"timer":2`:                  "unexpected end of JSON input",
		`{"timer":2} {"timer":3}`:     "invalid character '{' after top-level value",
		`{"timer":2,"Map_factor":20}`: "Map_factor: unknown setting",
	} {
		_, err := parseSettings([]byte(given))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
		if _, err := start([]byte(given), 2, [32]byte{}); err == nil {
			t.Errorf("start takes %s", given)
		}
		if _, _, err := restore([]byte(given), nil); err == nil {
			t.Errorf("restore takes %s", given)
		}
	}
}

func TestNumberOfPlayers(t *testing.T) {
	for seats, fits := range map[int]bool{-1: false, 0: false, 1: false, 2: true, 16: true, 17: false} {
		if _, err := start(nil, seats, [32]byte{}); (err == nil) != fits {
			t.Errorf("%d players: %v", seats, err)
		}
	}
}

// TestStartingCells: distinct always, and apart wherever that is to be had.
func TestStartingCells(t *testing.T) {
	for seats := minSeats; seats <= maxSeats; seats++ {
		for factor := 1; factor <= 20; factor++ {
			cells := startingCells(chance.New([32]byte{byte(seats), byte(factor)}), factor*seats, seats, factor)
			if !apart(cells, factor*seats, 0) {
				t.Errorf("%d players, map_factor %d: %v are not distinct", seats, factor, cells)
			}
			if factor >= 5 && !apart(cells, factor*seats, factor) {
				t.Errorf("%d players, map_factor %d: %v are too close", seats, factor, cells)
			}
		}
	}
}
