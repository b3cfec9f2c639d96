package snake

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"arbitre/strictjson"
)

// settings are the keys of the game's table in the configuration, in the order
// of docs/rules-snake.md. Turns and cells are counted, points are points.
type settings struct {
	Rounds     int
	RoundTurns int // a round has at most so many turns after its waiting
	WaitTurns  int
	MaxLength  int // a snake so long ends the round; 0: none does

	StoneCut  int // cells that a stone costs
	FuryTurns int // turns that a fury pill gives

	// At a round's start, where the map draws no objects; byArea until the map is
	// known.
	Apples, Stones, Gold, FuryPills int

	GoldPoints  int
	ApplePoints int
	StonePoints int
	KillPoints  int // a cell of the snake killed
	BitePoints  int // a cell bitten or cut off
	WinPoints   int
	DeathPoints int // taken off

	Map     string   // the name of a map; "": one of ours
	MapRows []string // the rows of a map that is none of ours
}

// byArea is the number of objects that hangs on how many cells are free.
const byArea = -1

// setting is a key: its range, its default, and where its value is kept.
type setting struct {
	key         string
	least, most int
	usual       int
	value       func(*settings) *int
}

var settingTable = []setting{
	{"rounds", 1, 20, 3, func(s *settings) *int { return &s.Rounds }},
	{"round_turns", 10, 3000, 300, func(s *settings) *int { return &s.RoundTurns }},
	{"wait_turns", 1, 60, 5, func(s *settings) *int { return &s.WaitTurns }},
	{"max_length", 0, mostCells, 0, func(s *settings) *int { return &s.MaxLength }},
	{"stone_cut", 0, mostCells, 3, func(s *settings) *int { return &s.StoneCut }},
	{"fury_turns", 0, 1000, 10, func(s *settings) *int { return &s.FuryTurns }},
	{"apples", 0, mostCells, byArea, func(s *settings) *int { return &s.Apples }},
	{"stones", 0, mostCells, byArea, func(s *settings) *int { return &s.Stones }},
	{"gold", 0, mostCells, byArea, func(s *settings) *int { return &s.Gold }},
	{"fury_pills", 0, mostCells, byArea, func(s *settings) *int { return &s.FuryPills }},
	{"gold_points", 0, 1000, 10, func(s *settings) *int { return &s.GoldPoints }},
	{"apple_points", 0, 1000, 1, func(s *settings) *int { return &s.ApplePoints }},
	{"stone_points", 0, 1000, 5, func(s *settings) *int { return &s.StonePoints }},
	{"kill_points", 0, 1000, 10, func(s *settings) *int { return &s.KillPoints }},
	{"bite_points", 0, 1000, 10, func(s *settings) *int { return &s.BitePoints }},
	{"win_points", 0, 1000, 110, func(s *settings) *int { return &s.WinPoints }},
	{"death_points", 0, 1000, 0, func(s *settings) *int { return &s.DeathPoints }},
}

// mostCells is how many cells the largest field has.
const mostCells = mostSide * mostSide

// The keys that hold no number: the name of a map, and the rows of a map that
// whoever reads the maps' folder found under that name.
const (
	keyMap     = "map"
	keyMapRows = "map_rows"
)

// usualSettings are the defaults.
func usualSettings() settings {
	var s settings
	for _, k := range settingTable {
		*k.value(&s) = k.usual
	}
	return s
}

// objects is how many objects of each kind a round begins with on so many free
// cells: "one apple for every 20 free cells, one of each of the others for every
// 60, at least one of each".
func (s *settings) objects(free int) [objectKinds]int {
	number := func(given, area int) int {
		if given == byArea {
			return max(free/area, 1)
		}
		return given
	}
	return [objectKinds]int{
		apple:    number(s.Apples, 20),
		stone:    number(s.Stones, 60),
		gold:     number(s.Gold, 60),
		furyPill: number(s.FuryPills, 60),
	}
}

// plan is the map that the settings choose for so many players.
func (s *settings) plan(seats int) (plan, error) {
	p, err := s.chosen(seats)
	if err != nil {
		return plan{}, err
	}
	if n := p.starts(); n < seats {
		return plan{}, fmt.Errorf("map: %d start cells for %d players", n, seats)
	}
	return p, nil
}

func (s *settings) chosen(seats int) (plan, error) {
	switch {
	case s.MapRows != nil:
		p, err := readPlan(s.MapRows)
		if err != nil {
			return plan{}, fmt.Errorf("%s: %w", keyMapRows, err)
		}
		return p, nil
	case s.Map != "":
		return namedPlan(s.Map)
	default:
		return planFor(seats)
	}
}

// parseSettings reads a JSON object of settings; none, or an empty text, means
// the defaults. An error names the key, what was given and what was expected.
func parseSettings(given []byte) (settings, error) {
	s := usualSettings()
	err := strictjson.Members(given, s.set)
	return s, err
}

// set gives a key the value written in JSON.
func (s *settings) set(key string, value []byte) error {
	switch key {
	case keyMap:
		var name *string
		if err := json.Unmarshal(value, &name); err != nil || name == nil {
			return fmt.Errorf("%s: %s: want the name of a map", key, value)
		}
		s.Map = *name
		return nil
	case keyMapRows:
		if err := json.Unmarshal(value, &s.MapRows); err != nil || s.MapRows == nil {
			return fmt.Errorf("%s: want a list of rows", key)
		}
		return nil
	}
	keys := make([]string, 0, len(settingTable)+2)
	for _, k := range settingTable {
		if k.key == key {
			n, err := strconv.Atoi(string(value))
			if err != nil || n < k.least || n > k.most {
				return fmt.Errorf("%s: %s: want a whole number from %d to %d", key, value, k.least, k.most)
			}
			*k.value(s) = n
			return nil
		}
		keys = append(keys, k.key)
	}
	keys = append(keys, keyMap, keyMapRows)
	return fmt.Errorf("%s: unknown setting: want one of %s", key, strings.Join(keys, ", "))
}
