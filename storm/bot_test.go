package storm

import (
	"bufio"
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"
)

// bot is somebody on the server: one goroutine reads and answers at once; who is
// slow has a long way to the server. The storm makes him do things, too.
type bot struct {
	e        *evening
	name     string // the nick that he wants
	account  string
	loggedIn bool // all the time, and the referee can see it
	kind     kind
	watch    func(*line) // is shown each line, with the bot's lock held
	phase    time.Duration
	least    time.Duration // on his way to the server, and at most
	most     time.Duration

	mu    sync.Mutex
	dice  *rand.Rand
	host  string
	nick  string // "" while he is not registered
	conn  *end
	stay  time.Duration // how long he stays away once he is gone
	rooms []*room
	heard []heardLine    // of the referee
	links map[string]int // the referee's connections, by nick
	came  int            // how many there have been
}

// heardLine is a line of the referee's.
type heardLine struct {
	at      time.Time
	channel string // "" if private
	notice  bool
	text    string
	link    int // by which it came
}

type interval struct{ from, to time.Time }

// kind is how somebody behaves, in hundredths of the chances that he has.
type kind struct {
	name     string
	joins    int // a lobby
	orders   int // gives an order when asked
	double   int // gives a second one
	tags     int // names the turn
	acks     int // wants each order confirmed
	talks    int // in the channel, in a turn
	renames  int // in a turn
	leaves   int // in a turn
	slow     bool
	hostile  bool
	organise bool
}

// kinds are those who play.
// room is a channel that the bot is in, and what he knows of it.
type room struct {
	channel string
	in      bool
	absent  []interval // the last one, while he is not in, has no end
	game    string
	joined  bool
	turn    int
	token   string
	seated  bool       // he has had the token since he or the referee came
	unknown []interval // to the referee, as far as he can tell
	acking  bool
}

// order is one that a bot has sent.
func (b *bot) chance(percent int) bool { return b.dice.IntN(100) < percent }

// run is the bot's life: he connects, and again when he has lost the connection.
func (b *bot) run() {
	b.mu.Lock()
	b.stay = span(b.dice, time.Millisecond, time.Second)
	b.mu.Unlock()
	for {
		b.mu.Lock()
		_, back := momentOf(time.Now().Add(b.stay), b.phase, 0)
		b.mu.Unlock()
		time.Sleep(time.Until(back))
		if b.e.ctx.Err() != nil {
			return
		}
		b.mu.Lock()
		b.stay = span(b.dice, 2*time.Second, 15*time.Second)
		host := b.host
		b.mu.Unlock()
		conn, err := b.e.dial(host, b.least, b.most)
		if err != nil {
			continue
		}
		b.mu.Lock()
		b.conn = conn
		b.sendf("NICK %s", b.name)
		b.sendf("USER %s 0 * :%s", b.user(), b.name)
		b.mu.Unlock()
		lines := bufio.NewReader(conn)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				break
			}
			b.hear(strings.TrimRight(line, "\r\n"))
		}
		conn.Close()
		b.mu.Lock()
		b.conn, b.nick = nil, ""
		for _, r := range b.rooms {
			b.outside(r)
		}
		b.mu.Unlock()
	}
}

// outside notes that he can't hear a channel.
func (b *bot) outside(r *room) {
	if r.in {
		r.in = false
		r.rise()
		r.absent = append(r.absent, interval{from: time.Now()})
	}
}

// user is what tells him from all others, whatever his nick and host are.
func (b *bot) user() string { return fmt.Sprintf("user%d", b.phase) }

func (b *bot) sendf(format string, args ...any) {
	if b.conn != nil {
		line := fmt.Sprintf(format, args...)
		_, _ = b.conn.Write([]byte(line + "\r\n")) // who is cut off learns it by reading
		b.e.note(b.name+" >", line)
	}
}

// line is a line of the server, taken apart.
func (b *bot) hear(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.e.note(b.name, text)
	l := parseLine(text)
	if l.host == refereeHost && b.kind.name == "witness" {
		if l.command == "JOIN" {
			b.e.back()
		}
		b.e.setReferee(cmp.Or(map[string]string{"NICK": l.param(0)}[l.command], l.nick))
	}
	if b.watch != nil {
		b.watch(&l)
	}
	if l.host == refereeHost {
		b.follow(&l)
	}
	switch l.command {
	case "PING":
		b.sendf("PONG :%s", l.param(0))
	case "001":
		b.nick, b.links = l.param(0), map[string]int{}
		if b.account != "" {
			b.e.server().Login(b.nick, b.account)
		}
		for _, r := range b.rooms {
			b.sendf("JOIN %s", r.channel)
		}
	case "433", "432", "437":
		if b.nick == "" {
			b.sendf("NICK %s%d", b.name, b.dice.IntN(100))
		}
	case "NICK":
		if l.nick == b.nick {
			b.nick = l.param(0)
		}
	case "JOIN":
		r := b.room(l.param(0))
		switch {
		case r == nil:
		case l.nick == b.nick:
			b.enter(r)
		case l.host == refereeHost: // by a new connection, while its ghost is still there
			r.rise()
		}
	case "QUIT":
		if l.host == refereeHost {
			for _, r := range b.rooms {
				r.rise()
			}
		}
	case "KICK":
		if r := b.room(l.param(0)); r != nil && l.param(1) == b.nick {
			b.outside(r)
		} else if r != nil && l.param(1) == b.e.referee() {
			r.rise()
		}
	case "PART":
		if r := b.room(l.param(0)); r != nil && l.nick == b.nick {
			b.outside(r)
		}
	case "PRIVMSG", "NOTICE":
		if l.host == refereeHost {
			b.hearReferee(&l)
		}
	}
}

// follow tells the connections of the referee from each other by the nick under which
// it first heard each: what an old one has said may arrive between the lines of the next.
func (b *bot) follow(l *line) {
	if _, known := b.links[l.nick]; !known {
		b.came++
		b.links[l.nick] = b.came
	}
	if l.command == "NICK" {
		b.links[l.param(0)] = b.links[l.nick]
		delete(b.links, l.nick)
	}
}

func (b *bot) room(channel string) *room {
	for _, r := range b.rooms {
		if strings.EqualFold(r.channel, channel) {
			return r
		}
	}
	return nil
}

func (b *bot) enter(r *room) {
	r.in = true
	r.absent[len(r.absent)-1].to = time.Now()
	if b.kind.organise {
		b.e.server().Mode(r.channel, "+o", b.nick)
	} else { // who finds a channel empty is its operator
		b.e.server().Mode(r.channel, "-o", b.nick)
	}
}

// rise notes that the referee may not know him, sit that it does.
func (b *bot) tell(text string) { b.sendf("PRIVMSG %s :%s", b.e.referee(), text) }

// behave is what he does in a turn besides playing.
// prefix is how a line starts of who plays in several channels.
// tick is called now and then: who is not in a channel tries to enter.
// current is his nick, "" while he is not on the server.
func (b *bot) current() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.nick
}

// say has him send a line.
func (b *bot) say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sendf(format, args...)
}

// drop breaks his connection.
func (b *bot) drop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.conn != nil {
		b.conn.cut()
	}
}

// leave has him quit, stay away for so long, and come back from a host, if one is
// named.
func (b *bot) leave(stay time.Duration, host string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if host != "" {
		b.host = host
	}
	b.quit(stay)
}
