package referee

import (
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Network is one connection to an IRC network, as the referee needs it. Package
// irc has the real one; it reconnects by itself for as long as it runs.
//
// One goroutine, the desk's, calls Lines, Read and Voiced and so owns the roster
// (every Person, but for his nick). All other methods may be called from any goroutine
// and never block.
type Network interface {
	// Name is the network's name in the configuration.
	Name() string
	// Lines is what came from the server, in the order in which it came, and
	// between the lines the marks and the changes of the link. It is closed when
	// the network has stopped for good.
	Lines() <-chan Line
	// Read brings the roster up to date with a line and returns what the line
	// means to the referee, nil for most.
	Read(Line) []Event
	// Voiced tells whether we have voice in a channel, or more.
	Voiced(channel string) bool
	// Send queues a line. What is queued when the link goes down is dropped; what
	// the server refuses because it was too much is said again.
	Send(Post)
	// Mark puts a mark behind everything that has been read from the socket so
	// far; it comes back as Marked.
	Mark(token uint64)
	// Join and Part enter and leave a channel; Join is kept over reconnections
	// until Part, a kick or a refusal.
	Join(channel string)
	Part(channel, reason string)
	// Fold is the name in the form in which two equal names of this network
	// (by its CASEMAPPING) are the same string.
	Fold(name string) string
	// Account is the services account that we are logged in to, "" if none or
	// unknown.
	Account() string
	// Budget is what the server lets us send, as far as that is known at this
	// moment.
	Budget() Budget
	// MaxText is how many bytes of text the server relays whole of a PRIVMSG of
	// ours to the target.
	MaxText(target string) int
}

// Line is one item of a network's ordered stream: a line of the server, a mark,
// or a change of the link. Exactly one of Text, Mark and Link is set.
type Line struct {
	At   time.Time // when its bytes were read from the socket (monotonic)
	Text string    // without CR LF
	Mark uint64
	Link Link
}

// Link is a change of a network's connection.
type Link int

// The changes of a link.
const (
	Unchanged Link = iota
	Up             // registered: joins have been sent
	Down           // lost; the network is trying again
)

// Person is somebody on a network, followed through changes of nick for as long
// as he shares a channel with us or his private messages come in. Two visits of
// one human being are two Persons. All fields belong to the desk's goroutine;
// methods are safe anywhere.
type Person struct {
	User, Host string
	Account    string // services account, "" if none or unknown
	// AccountUnknown: nothing tells his account, since the network does not, or
	// has ceased to.
	AccountUnknown bool
	Channels       map[string]Status // by folded name, those that he shares with us

	nick atomic.Pointer[string]
	// playing is in how many matches at once he plays; more than one, and his
	// private lines and orders name the channel.
	playing atomic.Int32
	answers *rate.Limiter // of what we answer him outside a match
	orders  *rate.Limiter // the same for an organiser's commands
	entries *rate.Limiter // of his tries to get a seat, by join_game or a token
	refused bool          // he has been told that he may not command
	scripts *rate.Limiter // bytes of the scripts that he hands in
	telling atomic.Uint32 // of what is told him line by line; a new one ends the old
}

// Status is what somebody is in a channel, a set of bits.
type Status uint8

// What somebody can be in a channel.
const (
	Voice Status = 1 << iota
	HalfOperator
	Operator // and all above: admin, owner
)

// Two bots never talk each other to death: after a burst, somebody gets one
// answer in so long a time.
const (
	answerBurst = 5
	answerEvery = 10 * time.Second
	orderBurst  = 20
	orderEvery  = 2 * time.Second
)

// NewPerson makes a person with this nick.
func NewPerson(nick, user, host string) *Person {
	p := &Person{
		User: user, Host: host, Channels: map[string]Status{},
		answers: rate.NewLimiter(rate.Every(answerEvery), answerBurst),
		orders:  rate.NewLimiter(rate.Every(orderEvery), orderBurst),
		entries: rate.NewLimiter(rate.Every(answerEvery), answerBurst),
		scripts: newScriptBudget(),
	}
	p.SetNick(nick)
	return p
}

// Nick is the present nick, "" once the person is gone and can't be reached.
func (p *Person) Nick() string { return *p.nick.Load() }

// SetNick follows a change of nick; "" marks the person as gone.
func (p *Person) SetNick(nick string) { p.nick.Store(&nick) }

// Operator tells whether the person is an operator of the channel (folded).
func (p *Person) Operator(channel string) bool { return p.Channels[channel]&Operator != 0 }

// Event is what a line means to the referee: one of the types below. Channel
// fields hold the name as the server wrote it, unfolded.
type Event any

type (
	// Heard is a PRIVMSG, NOTICE or CTCP from a person (never from a server or
	// from ourselves, never a replayed line of a bouncer).
	Heard struct {
		At      time.Time
		From    *Person
		Channel string // "" if private; the channel also of @#chan and +#chan
		Kind    Kind
		Text    string // as it came, formatting codes and all; of Action and CTCP what is between the marks
	}
	// Arrived is a person entering a channel, also one found there when we enter.
	Arrived struct {
		Who     *Person
		Channel string
	}
	// Departed is a person leaving a channel: one event for each channel that he
	// shared with us, also at a QUIT.
	Departed struct {
		At      time.Time
		Who     *Person
		Channel string
		Cause   Departure
	}
	// Renamed is a change of nick. Who.Nick() is the new one already.
	Renamed struct {
		At  time.Time
		Who *Person
		Old string
	}
	// Invited is an INVITE of us to a channel.
	Invited struct {
		By      *Person
		Channel string
	}
	// Entered tells that we are in a channel and its roster is complete.
	Entered struct{ Channel string }
	// Removed tells that we are no longer in a channel against our will (KICK),
	// or could not enter it.
	Removed struct {
		Channel string
		By      string // nick of who kicked us, "" for a refusal
		Code    string // the numeric of a refusal, "" if we were inside
		Reason  string // as the server put it, with the numeric of a refusal
	}
	// Undelivered is a server's word that what we sent to a nick or channel did
	// not arrive (401, 404, 486, 531, 716 and their like).
	Undelivered struct {
		Target string
		Code   string // the numeric
		Reason string
	}
	// Started is the answer to the PING of a prompt: the prompt has been
	// processed by the server.
	Started struct {
		At    time.Time
		Token uint64
	}
	// Marked is a Mark coming back.
	Marked struct{ Token uint64 }
	// LinkUp tells that we are registered.
	LinkUp struct {
		Alias string // our nick, if it is not that of the configuration
	}
	// LinkDown tells that the connection is lost; nobody is in the roster any
	// more (no Departed is sent).
	LinkDown struct{ At time.Time }
)

// Kind is the kind of a message.
type Kind int

// The kinds of a message.
const (
	Message Kind = iota
	Notice
	Action
	CTCP
)

// Departure is how a person left a channel.
type Departure int

// The ways to leave.
const (
	Parted Departure = iota
	Kicked
	Quit
	Split // a QUIT whose reason names two servers, as at a netsplit
)

// Post is a line on its way to the network. Text is never split: it fits
// MaxText(target) or is cut on a rune's border with an error in the log.
type Post struct {
	Channel string  // where to, or
	To      *Person // to whom; dropped if he is gone when its turn comes
	Notice  bool    // a NOTICE instead of a PRIVMSG
	Class   Class
	Text    string

	// Stale, if set, is asked just before the line leaves: true drops it. It
	// must be safe anywhere and not block.
	Stale func() bool
	// Prompt, if not 0, is the token of the PING written right behind the line,
	// whose answer is the event Started; Open is told the moment just before the
	// line's bytes are written, and must not block.
	Prompt uint64
	Open   func(at time.Time)
}

// Size is how many bytes the line is for the server, its end included.
func (p *Post) Size() int {
	target := p.Channel
	if p.To != nil {
		target = p.To.Nick()
	}
	command := "PRIVMSG"
	if p.Notice {
		command = "NOTICE"
	}
	return len(command) + len(target) + len(p.Text) + len("  :\r\n")
}

// Class orders what waits for the flood budget: all of a lower class leaves
// before any of a higher one, and within a class first in, first out. A prompt
// goes by Views, behind the views that it closes.
type Class int

// The classes, most urgent first.
const (
	Protocol Class = iota // lines of the protocol in a channel
	Views                 // private lines that a player needs for his turn
	Talk                  // notices to people
)
