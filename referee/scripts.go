package referee

import (
	"context"
	"time"

	"arbitre/game"
)

// Scripts is what plays seats by the scripts that their players hand in. Package
// script/worker has the real one. It may be called from any goroutine; Check and Start may
// take a while, since neither the desk nor a match waits for them, and end soon when the
// context does. Check bounds how many run at once.
type Scripts interface {
	// Check compiles a script, and tells how long that took, waiting not counted. Its
	// error is worded "line:column message".
	Check(ctx context.Context, name, text string) (took time.Duration, err error)
	// Start makes a script play a seat of a match. An error is the system's: a script
	// that does not get ready is cut off in the turns that it is to play.
	Start(context.Context, Part) (Hand, error)
	// Offered are the scripts that everybody may play: the samples, and those of
	// the organiser's folder. Their names are as IsScriptName has them, each once.
	Offered() []Script
}

// Script is a script and its name.
type Script struct{ Name, Text string }

// Part is what a script is to play.
type Part struct {
	Script
	Settings []byte    // the match's, JSON, as game.Game.New takes them
	Seat     game.Seat // its own
	Seed     [32]byte  // the match's
	Cut      int       // how often it has been cut off in it already
}

// Hand plays one seat of one match by a script. Its match calls Play once for
// each turn in which the seat is in play, one call at a time, from a goroutine of
// its own, and Close once, when no call runs any more. What the script remembers
// moves on with each Play that is not cut off.
type Hand interface {
	// Play gives the orders of a turn; senses is what Rules.AppendSenses wrote,
	// and good until Play returns. At the turn's end the context ends, and Play
	// returns soon, cut off.
	Play(ctx context.Context, senses []byte) Reply
	Close()
}

// Reply is what a script plays in a turn.
type Reply struct {
	Orders []string // for Rules.Order, at most 350 bytes each
	Told   []string // for its author: what it printed, and at most one mistake with line:column
	Cut    bool     // the system cut it off: the seat's orders of this turn are void
	Out    bool     // the last time that is borne: the seat is out
}

// longestScriptName leaves room in a player's name for a number behind it.
const longestScriptName = 20

// IsScriptName tells whether a word can be the name of a script: a small letter,
// then small letters, digits, - and _, at most 20 in all, so that it holds no word
// of the protocol and can be a player's name.
func IsScriptName(word string) bool {
	return len(word) <= longestScriptName && IsMapName(word) && 'a' <= word[0] && word[0] <= 'z'
}
