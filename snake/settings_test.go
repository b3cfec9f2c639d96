package snake

import (
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	s, err := parseSettings([]byte(` { "rounds" : 7, "max_length":9,"apples":0,"map":"court","map_rows":["☼"] } `))
	if err != nil || s.Rounds != 7 || s.MaxLength != 9 || s.Apples != 0 || s.Stones != byArea || s.Map != "court" || len(s.MapRows) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	for _, none := range []string{"", " \n", "{}"} {
		s, err := parseSettings([]byte(none))
		if err != nil || s.Rounds != 3 || s.RoundTurns != 300 || s.WaitTurns != 5 || s.WinPoints != 110 || s.Map != "" || s.MapRows != nil {
			t.Errorf("%q: %+v, %v", none, s, err)
		}
	}
}

// TestObjectsByArea: one apple for every 20 free cells, one of each of the others
// for every 60, at least one of each.
func TestObjectsByArea(t *testing.T) {
	s := usualSettings()
	for free, want := range map[int][objectKinds]int{
		7:   {apple: 1, stone: 1, gold: 1, furyPill: 1},
		59:  {apple: 2, stone: 1, gold: 1, furyPill: 1},
		180: {apple: 9, stone: 3, gold: 3, furyPill: 3},
	} {
		if got := s.objects(free); got != want {
			t.Errorf("%d free cells: %v, want %v", free, got, want)
		}
	}
	s.Apples, s.Gold = 0, 40
	if got := s.objects(180); got != [objectKinds]int{apple: 0, stone: 3, gold: 40, furyPill: 3} {
		t.Errorf("%v", got)
	}
}

// TestSettingsErrors: an error names the key, what was given and what was
// expected.
func TestSettingsErrors(t *testing.T) {
	for given, want := range map[string]string{
		`{"rounds":21}`:                "rounds: 21: want a whole number from 1 to 20",
		`{"round_turns":9}`:            "round_turns: 9: want a whole number from 10 to 3000",
		`{"wait_turns":0}`:             "wait_turns: 0: want a whole number from 1 to 60",
		`{"max_length":-1}`:            "max_length: -1: want a whole number from 0 to 3600",
		`{"apples":"2"}`:               `apples: "2": want a whole number from 0 to 3600`,
		`{"gold":1.5}`:                 "gold: 1.5: want a whole number from 0 to 3600",
		`{"stones":null}`:              "stones: null: want a whole number from 0 to 3600",
		`{"luck":7}`:                   "luck: unknown setting: want one of rounds, round_turns, wait_turns, max_length, stone_cut,",
		`{"map":7}`:                    "map: 7: want the name of a map",
		`{"map":null}`:                 "map: null: want the name of a map",
		`{"map":"nowhere"}`:            `map: "nowhere": want one of duel, court, garden, valley, steppe`,
		`{"map_rows":"☼"}`:             "map_rows: want a list of rows",
		`{"map_rows":null}`:            "map_rows: want a list of rows",
		`{"map_rows":[]}`:              "map_rows: 0 start cells: want 2 at least",
		`{"map_rows":["☼"]}`:           "map_rows: 0 start cells: want 2 at least",
		`{"map":"duel","map_rows":[]}`: "map_rows: 0 start cells: want 2 at least",
		`[1]`:                          "want a JSON object",
		`7`:                            "want a JSON object",
		`{"rounds":`:                   "unexpected end of JSON input",
		`{"rounds":2`:                  "unexpected end of JSON input",
		`{"rounds":2} {"rounds":3}`:    "invalid character '{' after top-level value",
		`{"rounds":2,"Rounds":20}`:     "Rounds: unknown setting",
	} {
		_, err := start([]byte(given), 2, [32]byte{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
		state := begin(t, nil, 2, [32]byte{}).AppendState(nil, everybody[:2])
		if _, _, err := restore([]byte(given), state); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("restore with %s: %v, want %s", given, err, want)
		}
	}
}

func TestNumberOfPlayers(t *testing.T) {
	for seats, fits := range map[int]bool{-1: false, 0: false, 1: false, 2: true, 16: true, 64: true, 65: false} {
		if _, err := start(nil, seats, [32]byte{}); (err == nil) != fits {
			t.Errorf("%d players: %v", seats, err)
		}
	}
	_, err := start([]byte(`{"map":"court"}`), 6, [32]byte{})
	if err == nil || err.Error() != "map: 5 start cells for 6 players" {
		t.Error(err)
	}
}
