package bomber

import (
	"fmt"
	"strconv"
	"strings"

	"arbitre/strictjson"
)

// settings are the keys of the game's table in the configuration.
type settings struct {
	MapFactor int // the map's side is so many cells a player
	Firepower int // points at the start
	Speed     int // points at the start
	Timer     int // points at the start
	MaxTurns  int // the match ends after this turn; 0: no limit
	IdleTurns int // the match ends after so many idle turns in a row; 0: never
}

// setting is a key: its range, its default, and where its value is kept.
type setting struct {
	key         string
	least, most int
	usual       int
	fixedBySeed bool // the contest had it fixed, so a line tells another value
	value       func(*settings) *int
}

var settingTable = []setting{
	{"map_factor", 1, 20, 5, true, func(s *settings) *int { return &s.MapFactor }},
	{"firepower", 1, 20, 1, true, func(s *settings) *int { return &s.Firepower }},
	{"speed", 1, 20, 1, true, func(s *settings) *int { return &s.Speed }},
	{"timer", 1, 20, 1, true, func(s *settings) *int { return &s.Timer }},
	{"max_turns", 0, 10000, 0, false, func(s *settings) *int { return &s.MaxTurns }},
	{"idle_turns", 0, 10000, 100, false, func(s *settings) *int { return &s.IdleTurns }},
}

// usualSettings are the defaults.
func usualSettings() settings {
	var s settings
	for _, k := range settingTable {
		*k.value(&s) = k.usual
	}
	return s
}

// asInTheContest tells whether map and points are what the contest had fixed.
func (s *settings) asInTheContest() bool {
	for _, k := range settingTable {
		if k.fixedBySeed && *k.value(s) != k.usual {
			return false
		}
	}
	return true
}

// parseSettings reads a JSON object of settings; none, or an empty text, means
// the defaults. An error names the key, what was given and what was expected.
func parseSettings(given []byte) (settings, error) {
	s := usualSettings()
	err := strictjson.Members(given, func(key string, value []byte) error { return s.set(key, string(value)) })
	return s, err
}

// set gives a key the value written in JSON.
func (s *settings) set(key, value string) error {
	keys := make([]string, 0, len(settingTable))
	for _, k := range settingTable {
		if k.key == key {
			n, err := strconv.Atoi(value)
			if err != nil || n < k.least || n > k.most {
				return fmt.Errorf("%s: %s: want a whole number from %d to %d", key, value, k.least, k.most)
			}
			*k.value(s) = n
			return nil
		}
		keys = append(keys, k.key)
	}
	return fmt.Errorf("%s: unknown setting: want one of %s", key, strings.Join(keys, ", "))
}
