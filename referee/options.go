package referee

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbitre/game"
)

// options are what !begin says beside the game.
type options struct {
	freePlay bool
	slow     bool          // it may be longer than max_match
	round    time.Duration // 0: as configured
	lobby    time.Duration
	seed     string
	settings map[string]any // the game's own
	with     []string       // scripts, for seats that belong to nobody
}

// wrong is what is wrong with an option, as a sentence of the catalogue.
type wrong struct {
	key  string
	args []any
}

type numberRange struct {
	key         string
	least, most int
}

// ranges are the games' own keys that may be set from a channel; paths,
// budgets, limits, fog and rights are the file's only. What a game does not
// know, it refuses itself.
var ranges = [...]numberRange{
	{"map_factor", 1, 20},
	{"firepower", 1, 20},
	{"speed", 1, 20},
	{"timer", 1, 20},
	{"rounds", 1, 20},
	{"round_turns", 10, 3000},
	{"wait_turns", 1, 60},
	{"width", 15, 99},
	{"height", 15, 99},
	{"bread", 0, 2000},
	{"max_turns", 0, 10000},
	{"vision", 1, 7},
	{"say_length", 0, 20},
	{"hp", 1, 20},
}

// parse sets what the words say.
func (o *options) parse(words []string) *wrong {
	for _, word := range words {
		if strings.EqualFold(word, "freeplay") {
			o.freePlay = true
			continue
		}
		key, value, pair := strings.Cut(word, "=")
		if !pair {
			return &wrong{"option-what", []any{quoted(word)}}
		}
		if bad := o.set(strings.ToLower(key), value); bad != nil {
			return bad
		}
	}
	return nil
}

// longestValue is how long a number or a time may be written: it is said again.
const longestValue = 12

func (o *options) set(key, value string) *wrong {
	switch key {
	case "round_length":
		return setDuration(&o.round, key, value, 200*time.Millisecond, 10*time.Minute)
	case "lobby":
		return setDuration(&o.lobby, key, value, 5*time.Second, time.Hour)
	case "seed":
		o.seed = value
		return nil
	case "with":
		o.with = sparringNames(value)
		return nil
	case "slow":
		o.slow = strings.EqualFold(value, "ok")
		if !o.slow {
			return &wrong{"option-slow", []any{quoted(value)}}
		}
		return nil
	case keyMap:
		if value = strings.ToLower(value); !IsMapName(value) {
			return &wrong{"option-name", []any{key, quoted(value)}}
		}
		o.put(key, value)
		return nil
	}
	for _, r := range ranges {
		if r.key != key {
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < r.least || n > r.most || len(value) > longestValue {
			return &wrong{"option-number", []any{key, r.least, r.most, quoted(value)}}
		}
		o.put(key, n)
		return nil
	}
	return &wrong{"option-unknown", []any{quoted(key)}}
}

func (o *options) put(key string, value any) {
	if o.settings == nil {
		o.settings = map[string]any{}
	}
	o.settings[key] = value
}

// The keys of a map: its name, and, of one that the game does not know, its rows.
const (
	keyMap     = "map"
	keyMapRows = "map_rows"
)

// IsMapName tells whether a word can be the name of a map: 1 to 30 small letters,
// digits, - and _, so that it holds no word of the protocol.
func IsMapName(word string) bool {
	return 0 < len(word) && len(word) <= 30 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

func setDuration(to *time.Duration, key, value string, least, most time.Duration) *wrong {
	d, err := time.ParseDuration(value)
	if err != nil || d < least || d > most || len(value) > longestValue {
		return &wrong{"option-duration", []any{key, least, most, quoted(value)}}
	}
	*to = d
	return nil
}

// newLobby puts the options over the configuration and lets the game look at
// its settings, so that what is wrong with them is said now.
func (d *Desk) newLobby(g game.Game, o options) (*lobby, error) {
	l := &lobby{game: g, round: o.round, freePlay: o.freePlay, seedPublic: o.seed != ""}
	if l.round == 0 {
		l.round = d.config.Rounds[g.Name]
	}
	if l.round == 0 {
		round, err := time.ParseDuration(g.Round)
		if err != nil {
			return nil, fmt.Errorf("round of %s: %w", g.Name, err)
		}
		l.round = round
	}
	var err error
	if l.settings, err = merge(d.config.Settings[g.Name], d.withMap(g, o.settings)); err != nil {
		return nil, fmt.Errorf("settings of %s: %w", g.Name, err)
	}
	if l.seedPublic {
		l.seed = Seed(o.seed)
	} else {
		rand.Read(l.seed[:]) // never fails
	}
	if l.small, err = g.New(l.settings, l.fewest(), l.seed); err != nil {
		return nil, d.wrongMap(g, o.settings, err)
	}
	for l.game.MaxSeats > g.MinSeats {
		if l.full, err = g.New(l.settings, l.game.MaxSeats, l.seed); err == nil {
			break
		}
		l.game.MaxSeats-- // a map may have fewer places than the game
	}
	return l, nil
}

// withMap puts its rows beside the name of a map of the configuration's own: so
// the settings of a match are all that it takes to play it again.
func (d *Desk) withMap(g game.Game, settings map[string]any) map[string]any {
	name, named := settings[keyMap].(string)
	if !named {
		return settings
	}
	settings = maps.Clone(settings)
	settings[keyMapRows] = nil // those of the map that is configured
	if rows, own := d.config.Maps[g.Name][name]; own {
		settings[keyMapRows] = rows
	}
	return settings
}

// wrongMap adds to what a game says of a map's name the names of the
// configuration's own.
func (d *Desk) wrongMap(g game.Game, settings map[string]any, err error) error {
	own := d.config.Maps[g.Name]
	name, named := settings[keyMap].(string)
	if _, known := own[name]; !named || known || len(own) == 0 {
		return err
	}
	return fmt.Errorf("%w, %s", err, strings.Join(slices.Sorted(maps.Keys(own)), ", "))
}

// merge is the settings with some of them set anew, and without those set to nil.
func merge(settings json.RawMessage, over map[string]any) (json.RawMessage, error) {
	merged := map[string]any{}
	if len(settings) > 0 {
		if err := json.Unmarshal(settings, &merged); err != nil {
			return nil, err
		}
	}
	maps.Copy(merged, over)
	maps.DeleteFunc(merged, func(_ string, value any) bool { return value == nil })
	return json.Marshal(merged) // keys sorted
}

// Seed is the seed that a text names: 64 hex digits are its 32 bytes, of any
// other text it is the SHA-256.
func Seed(text string) [32]byte {
	if raw, err := hex.DecodeString(text); err == nil && len(raw) == 32 {
		return [32]byte(raw)
	}
	return sha256.Sum256([]byte(text))
}

func untilClose(l *lobby) time.Duration {
	return max(0, time.Until(l.closes)).Round(time.Second)
}
