package sentiant

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"arbitre/strictjson"
)

// settings are the keys of the game's table in the configuration.
type settings struct {
	Width          int      // cells, odd
	Height         int      // cells, odd
	RockRatio      float64  // of all cells
	StarterBread   int      // loaves beside each queen
	Bread          int      // loaves in all, at most
	HP             int      // of an ant at birth
	Vision         int      // cells that an ant sees far
	SayLength      int      // bytes of an ant's string
	FriendlyFire   bool     // an ant can hurt ants of its own team
	PheromoneRange int      // cells that a fresh pheromone is smelt far
	MaxTurns       int      // the match ends after this turn; 0: no limit
	AntsPerLoaf    int      // born of one loaf
	Memory         int      // bytes that an ant played by a script keeps from turn to turn
	Steps          int      // that a call of a script may take
	Map            string   // the name of the map: drawnMap, or that of MapRows
	MapRows        []string // the rows of a map, instead of a drawn one
}

// setting is a key and how its value, written in JSON, is taken; take returns
// what it wants instead, "" if it took it.
type setting struct {
	key  string
	take func(s *settings, value string) (want string)
	rule func(s *settings) string // the value as the line of settings has it; nil for those that only make the map or bound scripts
}

var settingTable = []setting{
	{"width", side(func(s *settings) *int { return &s.Width }), nil},
	{"height", side(func(s *settings) *int { return &s.Height }), nil},
	{"rock_ratio", takeRatio, nil},
	{"starter_bread", number(0, 8, func(s *settings) *int { return &s.StarterBread }), nil},
	{"bread", number(0, 2000, func(s *settings) *int { return &s.Bread }), nil},
	{"hp", number(1, 20, func(s *settings) *int { return &s.HP }), func(s *settings) string { return strconv.Itoa(s.HP) }},
	{"vision", number(1, longestSight, func(s *settings) *int { return &s.Vision }), func(s *settings) string { return strconv.Itoa(s.Vision) }},
	{"say_length", number(0, longestWord, func(s *settings) *int { return &s.SayLength }), func(s *settings) string { return strconv.Itoa(s.SayLength) }},
	{"friendly_fire", takeFriendlyFire, func(s *settings) string { return strconv.FormatBool(s.FriendlyFire) }},
	{"pheromone_range", number(1, longestSmell, func(s *settings) *int { return &s.PheromoneRange }), func(s *settings) string { return strconv.Itoa(s.PheromoneRange) }},
	{"max_turns", number(0, 10000, func(s *settings) *int { return &s.MaxTurns }), func(s *settings) string { return strconv.Itoa(s.MaxTurns) }},
	{"ants_per_loaf", number(1, 8, func(s *settings) *int { return &s.AntsPerLoaf }), func(s *settings) string { return strconv.Itoa(s.AntsPerLoaf) }},
	{"memory", number(0, mostMemory, func(s *settings) *int { return &s.Memory }), nil},
	{"steps", number(1000, mostSteps, func(s *settings) *int { return &s.Steps }), nil},
	{keyMap, takeMap, nil},
	{keyMapRows, takeMapRows, nil},
}

// The keys of the map: its name, and the rows of one that is not drawn from the
// seed, which whoever reads the maps' folder found under that name.
const (
	keyMap     = "map"
	keyMapRows = "map_rows"
	drawnMap   = "drawn"
)

// The bounds that others rest on: a line holds what is seen and said within
// them, and the world's rim is as wide as the larger of the two.
const (
	longestSight = 7
	longestSmell = 20
	longestWord  = 20
	mostMemory   = 65536
	mostSteps    = 10_000_000
)

// usualSettings are the defaults.
func usualSettings() settings {
	return settings{
		Width: 25, Height: 25, RockRatio: 0.06, StarterBread: 3, Bread: 50,
		HP: 2, Vision: 3, SayLength: 5, FriendlyFire: true, PheromoneRange: 5,
		MaxTurns: 960, AntsPerLoaf: 1, Memory: 1024, Steps: 50_000, Map: drawnMap,
	}
}

// number takes a whole number in a range.
func number(least, most int, value func(*settings) *int) func(*settings, string) string {
	return func(s *settings, text string) string {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return fmt.Sprintf("a whole number from %d to %d", least, most)
		}
		*value(s) = n
		return ""
	}
}

// side takes a side of the map, which is odd so that there is a middle cell.
func side(value func(*settings) *int) func(*settings, string) string {
	return func(s *settings, text string) string {
		n, err := strconv.Atoi(text)
		if err != nil || n < 15 || n > 99 || n%2 == 0 {
			return "an odd number from 15 to 99"
		}
		*value(s) = n
		return ""
	}
}

// mostRock leaves maps on which nearly all that is not rock hangs together.
const mostRock = 0.3

func takeRatio(s *settings, text string) string {
	ratio, err := strconv.ParseFloat(text, 64)
	if err != nil || !(0 <= ratio && ratio <= mostRock) {
		return fmt.Sprintf("a number from 0 to %g", mostRock)
	}
	s.RockRatio = ratio
	return ""
}

func takeFriendlyFire(s *settings, text string) string {
	if text != "true" && text != "false" {
		return "true or false"
	}
	s.FriendlyFire = text == "true"
	return ""
}

func takeMap(s *settings, text string) string {
	var name *string
	if err := json.Unmarshal([]byte(text), &name); err != nil || name == nil {
		return "the name of a map"
	}
	s.Map = *name
	return ""
}

func takeMapRows(s *settings, text string) string {
	if err := json.Unmarshal([]byte(text), &s.MapRows); err != nil || len(s.MapRows) == 0 {
		return "a list of rows, each a text"
	}
	return ""
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
			if want := k.take(s, value); want != "" {
				return fmt.Errorf("%s: %s: want %s", key, value, want)
			}
			return nil
		}
		keys = append(keys, k.key)
	}
	return fmt.Errorf("%s: unknown setting: want one of %s", key, strings.Join(keys, ", "))
}

// appendLine writes the line of settings: those that a bot plays by.
func (s *settings) appendLine(dst []byte) []byte {
	dst = append(dst, wordSettings...)
	for _, k := range settingTable {
		if k.rule != nil {
			dst = append(dst, ' ')
			dst = append(dst, k.key...)
			dst = append(dst, '=')
			dst = append(dst, k.rule(s)...)
		}
	}
	return dst
}
