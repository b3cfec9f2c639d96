package referee

import (
	"encoding/json"
	"time"
)

// Config is what an organiser sets for the matches of a network.
type Config struct {
	Prefix       string                         // of commands: "!"
	Language     string                         // of every NOTICE: en, fr or ru
	Lobby        time.Duration                  // how long a lobby stays open
	Rounds       map[string]time.Duration       // time for answering, by game; without one the game's own
	FirstTurn    time.Duration                  // added to turn 1, since interpreters start slowly
	EarlyEnd     bool                           // a turn ends once every living free player has a valid order
	Disqualify   string                         // "turn" or "match": how long speaking in public costs
	AbsentTurns  int                            // so many turns gone and a player is out; 0: never
	MaxMatch     time.Duration                  // a match that could last longer needs its organiser's slow=ok; 0: any may
	SplitWait    time.Duration                  // how long a match waits for those whom a netsplit took
	Guest        []string                       // nicks that services force on people, as shell patterns
	SeatsPerHost int                            // seats in one match from one host
	Admins       []string                       // organisers everywhere: accounts, or masks nick!user@host
	Organisers   []string                       // who has the organisers' commands: operator, halfop, voice, everyone, accounts, masks
	Rights       map[string][]string            // the same for single commands, by name
	Invite       string                         // "anyone", "admins" or "nobody"
	MaxChannels  int                            // channels on one network
	Settings     map[string]json.RawMessage     // each game's own settings, by game
	Maps         map[string]map[string][]string // maps of the configuration's own, by game and name: their rows
}

// DefaultConfig is the one place of the defaults.
func DefaultConfig() Config {
	return Config{
		Prefix:       "!",
		Language:     "en",
		Lobby:        60 * time.Second,
		Disqualify:   "turn",
		AbsentTurns:  10,
		MaxMatch:     2 * time.Hour,
		SplitWait:    2 * time.Minute,
		Guest:        []string{"Guest*", "Unnamed*", "[0-9]*"},
		SeatsPerHost: 8,
		Organisers:   []string{"operator"},
		Invite:       "anyone",
		MaxChannels:  20,
	}
}
