// Package game holds the few words that the referee and the games share. It
// has no logic of its own and imports nothing: a game is a pure function of
// (settings, seats, seed, orders), and everything else is arranged around it.
package game

// Seat is a player's place in a match: 0, 1, ... in join order. Names, nicks
// and accounts belong to the referee.
type Seat int

// Everyone stands for all seats and all spectators.
const Everyone Seat = -1

// MaxSeats is the number of seats that Seats can hold.
const MaxSeats = 64

// Seats is a set of seats, seat n at bit n.
type Seats uint64

// Has tells whether the seat is in the set.
func (s Seats) Has(seat Seat) bool { return s>>uint(seat)&1 != 0 }

// With is the set with the seat added.
func (s Seats) With(seat Seat) Seats { return s | 1<<uint(seat) }

// Fact is one line of the protocol, at most 350 bytes long. Its memory is the
// match's own: it is good until the next call of a method of Rules. A fact that
// writes nothing is no line and is not said: how many lines a list fills hangs on
// the names, which only AppendLine knows.
type Fact interface {
	// AppendLine writes the line; names holds the player's name of each seat.
	AppendLine(dst []byte, names []string) []byte
}

// Event is a line on its way to one seat or to Everyone.
type Event struct {
	To   Seat
	Fact Fact
}

// Refusal is what Order says no with. The referee words it in the channel's
// language by Game.Words, replacing {0}, {1} and {2} by Args.
type Refusal struct {
	Key   string // stable, part of the protocol: "not-on-map"
	Order string // the order refused, as it was sent
	Args  [3]int
}

// Standing is how a seat stands.
type Standing struct {
	Alive bool
	Free  bool   // has an order to choose this turn
	Place int    // 1 is best; equal places leave out the next
	Score int    // points
	Cause string // why it is not in play, of the list in docs/protocol.md; "" while it is
}

// Rules is a match in play. One goroutine owns it. No method reads a clock,
// blocks or fails: orders are checked when they come, everything else is the
// match's own.
type Rules interface {
	// Open appends the lines before TOUR 1; the first is MAP_SIZE, after which
	// the referee says JOUEURS and ROUND_LENGHT.
	Open(dst []Event) []Event
	// View appends what the seat may know before it chooses; of Everyone, all
	// of it.
	View(seat Seat, dst []Event) []Event
	// Catchup appends what a newcomer in this seat needs to play on.
	Catchup(seat Seat, dst []Event) []Event
	// Order notes a seat's order for this turn, its good parts too, and returns
	// the first refusal of the line. A later order replaces an earlier one as
	// far as the game's rules say so. The refusal is good until the next call.
	Order(seat Seat, text string) *Refusal
	// Resolve closes the turn: the orders of void seats do not count, out seats
	// never play again. It appends the lines to publish.
	Resolve(void, out Seats, dst []Event) []Event
	// Standings appends one Standing a seat and tells whether the match is over.
	Standings(dst []Standing) ([]Standing, bool)
	// AppendState writes the whole state as JSON on one line; its SHA-256 is the
	// turn's hash, and Restore takes it.
	AppendState(dst []byte, names []string) []byte
	// AppendDrawing writes the position as a person reads it: scenarios, logs
	// and the terminal show it.
	AppendDrawing(dst []byte, names []string) []byte
}

// Named is an optional power of Rules: told the players' names before the match,
// it packs more into a line than where each may be of any length.
type Named interface{ Name(names []string) }

// Sensed is an optional power of Rules: its seats can be played by scripts. It
// appends all that the seat may know before it chooses, in a form of the game's
// own, which its scripts read.
type Sensed interface {
	AppendSenses(dst []byte, seat Seat) []byte
}

// Game is a row of the table of games.
type Game struct {
	Name     string
	Round    string // the default length of a turn: "5s"
	MinSeats int
	MaxSeats int
	// Fog: views are secret; watchers of a match see public lines only until it
	// is over.
	Fog bool
	// Done: a seat's orders of a turn come in any number of messages, and it is
	// Free until it has said that these are all. Without it one valid order is an
	// answer.
	Done bool
	// Words are the game's sentences in a language ("en", "fr", "ru"): a refusal
	// by its Key, and "rules" for !rules. An unknown key gives "".
	Words func(language, key string) string
	// New starts a match. Settings is a JSON object of the keys of the game's
	// TOML table, or empty; an error names the key and what was expected.
	New func(settings []byte, seats int, seed [32]byte) (Rules, error)
	// Restore takes up a state that AppendState wrote, or a hand-made one, and
	// returns the players' names with it.
	Restore func(settings, state []byte) (Rules, []string, error)
}
