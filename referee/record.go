package referee

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Record is one thing that happened in a match. Everything that leaves a match
// leaves as a Record: first to the watchers in their order (a journal would be
// the first of them), then to the channel. Exactly one of Opening, Turn and End
// is set. It is read-only, and its memory stays good.
type Record struct {
	Network string
	Channel string
	Match   *Opening // whose record it is; always set
	Opening *Opening
	Turn    *Turn
	End     *End
	// Drawing is the position after it, as Rules.AppendDrawing has it.
	Drawing string
	// Known is by what the players are known, by seat, with Opening and End. It
	// is not for everybody's eyes.
	Known []PrivatePlayer
}

// Opening is the head of a match: all that it is a function of, but the orders.
type Opening struct {
	Game       string          `json:"game"`
	Settings   json.RawMessage `json:"settings"`
	Commitment string          `json:"commitment"` // hex of the SHA-256 of the seed
	Seed       [32]byte        `json:"-"`          // secret while the match runs
	Players    []string        `json:"players"`
	FreePlay   bool            `json:"freeplay,omitempty"`
	Scripts    []Scripted      `json:"scripts,omitempty"` // of the seats that scripts play, in their order
	Started    time.Time       `json:"started"`
	Public     []string        `json:"-"` // the lines before TOUR 1
}

// Scripted is a seat that a script plays.
type Scripted struct {
	Seat   int    `json:"seat"`
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`         // of its text, hex
	Text   string `json:"text,omitempty"` // where its author has made it public, or it is offered to all
}

// ID names a match among all matches, also in a file's name. It follows from
// what the journal has of the opening: 20260719T201500-9f3c62a1d05b.
func (o *Opening) ID() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d %q", o.Game, o.Commitment, o.Started.UnixNano(), o.Players))
	return o.Started.UTC().Format("20060102T150405-") + hex.EncodeToString(sum[:6])
}

// Turn is one resolved turn.
type Turn struct {
	Turn   int        `json:"turn"`
	Orders [][]string `json:"orders"` // by seat, the messages that counted, in order
	Void   []int      `json:"void,omitempty"`
	Out    []int      `json:"out,omitempty"`
	Causes []string   `json:"causes,omitempty"` // of Out, in its order
	Millis []*int     `json:"ms"`               // by seat, from the turn's start to the order
	Public []string   `json:"public"`
	Hash   string     `json:"hash"` // hex of the SHA-256 of the state after it
}

// End is how a match ended.
type End struct {
	Turn    int      `json:"turn"`
	Ranking []Rank   `json:"ranking"` // best first; empty: aborted, or nobody left
	Causes  []string `json:"causes"`  // by seat: alive, blast, absent, ...
	Public  []string `json:"-"`       // END_GAME and the RANK lines
	Seed    string   `json:"seed"`    // hex, revealed
	Winners []int    `json:"winners,omitempty"`
	Aborted bool     `json:"aborted,omitempty"`
}

// Rank is a seat's place in the end.
type Rank struct {
	Seat  int `json:"seat"`
	Place int `json:"place"`
	Score int `json:"score"`
}

// Watcher is shown every record of the matches of a desk, one at a time for a
// match, but from several matches at once. Watch must not block: one that can't
// keep up drops records or itself, never the match.
//
// Of a game with fog (game.Game.Fog) it is shown no more than the channel is
// until the match is over: see Record.inFog. Only what is Trusted sees all, and
// everybody does where scripts play all seats, since these can't look.
type Watcher interface {
	Watch(Record)
}

// Trusted is a watcher that sees through the fog. Its eyes are those of whoever
// runs the program, and what it sees must reach nobody else: whoever puts the
// parts together says so, no watcher does of itself.
type Trusted struct{ Watcher }

// inFog is the record without what a player must not learn while the match runs:
// the position and what it follows from, which are the orders, the seed and the
// settings, where a map may be. The end is whole, with the last position.
func (r Record) inFog() Record {
	if r.End != nil {
		return r
	}
	match := *r.Match
	match.Seed, match.Settings = [32]byte{}, nil
	r.Match, r.Drawing = &match, ""
	if r.Opening != nil {
		r.Opening = &match
	}
	if r.Turn != nil {
		r.Turn = &Turn{Turn: r.Turn.Turn, Public: r.Turn.Public}
	}
	return r
}
