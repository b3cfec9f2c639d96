package referee

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"

	"arbitre/game"
)

// network is the one fake of this package's one seam: what is sent is written
// down with its virtual time, what is heard is put in by the test. The server
// that it stands for answers at once unless the test says otherwise.
type network struct {
	start time.Time
	lines chan Line
	ended <-chan struct{}

	mu     sync.Mutex
	events []Event
	said   []string
	every  time.Duration // of the flood budget
	pong   time.Duration // how long the answer to a prompt takes; negative: never
	hold   bool          // what is sent stays in the queue, as if paced
	queue  []Post
	// beforeMark is what has been read, but not looked at, when a mark is put.
	beforeMark []Event
}

func newNetwork(ctx context.Context) *network {
	return &network{start: time.Now(), lines: make(chan Line, 64), ended: ctx.Done()}
}

func (n *network) Name() string            { return "test" }
func (n *network) Lines() <-chan Line      { return n.lines }
func (n *network) Fold(name string) string { return strings.ToLower(name) }
func (n *network) MaxText(string) int      { return 400 }
func (n *network) Budget() Budget          { return Budget{Line: n.every, Credit: 5 * n.every} }
func (n *network) Voiced(string) bool      { return true }
func (n *network) Account() string         { return "" }

func (n *network) Mark(token uint64) {
	n.mu.Lock()
	before := n.beforeMark
	n.beforeMark = nil
	n.mu.Unlock()
	for _, event := range append(before, Marked{Token: token}) {
		n.happen(event)
	}
}

func (n *network) Join(channel string)         { n.note("join " + channel) }
func (n *network) Part(channel, reason string) { n.note("part " + channel + " " + reason) }

func (n *network) Read(line Line) []Event {
	n.mu.Lock()
	defer n.mu.Unlock()
	i, _ := strconv.Atoi(line.Text)
	return n.events[i : i+1]
}

// happen puts an event into the stream.
func (n *network) happen(event Event) {
	n.mu.Lock()
	n.events = append(n.events, event)
	line := Line{At: time.Now(), Text: strconv.Itoa(len(n.events) - 1)}
	n.mu.Unlock()
	select {
	case n.lines <- line:
	case <-n.ended:
	}
}

func (n *network) Send(post Post) {
	n.mu.Lock()
	if n.hold {
		n.queue = append(n.queue, post)
		n.mu.Unlock()
		return
	}
	n.mu.Unlock()
	n.leave(post)
}

// answersAfter sets how long the answer to a prompt takes from now on; negative:
// for ever.
func (n *network) answersAfter(pong time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.pong = pong
}

// release lets what was held leave.
func (n *network) release() {
	n.mu.Lock()
	n.hold = false
	queue := n.queue
	n.queue = nil
	n.mu.Unlock()
	for _, post := range queue {
		n.leave(post)
	}
}

func (n *network) leave(post Post) {
	if post.Stale != nil && post.Stale() {
		return
	}
	text := post.Text
	if post.Notice {
		text = "(" + text + ")"
	}
	if post.To != nil {
		text = post.To.Nick() + "< " + text
	}
	n.note(text)
	if post.Open != nil {
		post.Open(time.Now())
	}
	if post.Prompt == 0 {
		return
	}
	n.mu.Lock()
	pong := n.pong
	n.mu.Unlock()
	switch {
	case pong == 0:
		go n.happen(Started{At: time.Now(), Token: post.Prompt})
	case pong > 0:
		time.AfterFunc(pong, func() { n.happen(Started{At: time.Now(), Token: post.Prompt}) })
	}
}

func (n *network) note(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.said = append(n.said, fmt.Sprintf("%v %s", time.Since(n.start).Round(time.Millisecond), text))
}

// room is a channel of the fake network with a desk at work in it.
type room struct {
	t *testing.T
	*network
	desk   *Desk
	people map[string]*Person
}

// inRoom runs a test on virtual time in #arena, with operator op present.
func inRoom(t *testing.T, config Config, games []game.Game, test func(*room)) {
	t.Helper()
	inNewRoom(t, config, games, func(*Desk) {}, func(r *room) {
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.happen(Entered{Channel: "#arena"})
		test(r)
	})
}

// inNewRoom is a desk at work that is in no channel yet.
func inNewRoom(t *testing.T, config Config, games []game.Game, prepare func(*Desk), test func(*room)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		r := &room{t: t, network: newNetwork(ctx), people: map[string]*Person{}}
		r.desk = NewDesk(r.network, games, config, zaptest.NewLogger(t, zaptest.Level(zap.ErrorLevel+1)))
		prepare(r.desk)
		done := make(chan struct{})
		go func() {
			defer close(done)
			if err := r.desk.Run(ctx); err != nil {
				t.Error(err)
			}
		}()
		test(r)
		stop()
		<-done
	})
}

func (r *room) arrive(nick string) *Person {
	p := NewPerson(nick, nick, nick+".example")
	return r.arriveAs(p)
}

func (r *room) arriveAs(p *Person) *Person {
	p.Channels["#arena"] = 0
	r.people[p.Nick()] = p
	r.happen(Arrived{Who: p, Channel: "#arena"})
	synctest.Wait()
	return p
}

// says lets somebody speak in the channel, tells lets him send a private line.
func (r *room) says(nick, text string) {
	r.happen(Heard{At: time.Now(), From: r.people[nick], Channel: "#arena", Text: text})
	synctest.Wait()
}

func (r *room) tells(nick, text string) {
	r.happen(Heard{At: time.Now(), From: r.people[nick], Text: text})
	synctest.Wait()
}

func (r *room) departs(nick string, how Departure) {
	p := r.people[nick]
	delete(p.Channels, "#arena")
	r.happen(Departed{At: time.Now(), Who: p, Channel: "#arena", Cause: how})
	synctest.Wait()
}

func (r *room) renames(nick, to string) {
	p := r.people[nick]
	p.SetNick(to)
	r.people[to] = p
	r.happen(Renamed{At: time.Now(), Who: p, Old: nick})
	synctest.Wait()
}

// begins opens a lobby, lets the players join and starts the match.
func (r *room) begins(line string, players ...string) {
	r.says("op", line)
	for _, nick := range players {
		if r.people[nick] == nil {
			r.arrive(nick)
		}
		r.tells(nick, "join_game")
	}
	synctest.Wait()
	r.heard()
	r.says("op", "!go")
}

// heard takes what was said since it was asked last, tokens and seeds masked.
func (r *room) heard() []string {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	said := r.said
	r.said = nil
	for i, line := range said {
		said[i] = hexadecimal.ReplaceAllString(line, "HEX")
	}
	return said
}

// wants compares what was said since then.
func (r *room) wants(lines ...string) {
	r.t.Helper()
	if diff := cmp.Diff(lines, r.heard()); diff != "" {
		r.t.Errorf("said (-want +got):\n%s", diff)
	}
}

// wantsSome checks that each of the lines was said since then, in this order.
func (r *room) wantsSome(lines ...string) {
	r.t.Helper()
	said := r.heard()
	rest := said
	for _, line := range lines {
		i := slices.Index(rest, line)
		if i < 0 {
			r.t.Errorf("not said: %q in\n%s", line, strings.Join(said, "\n"))
			return
		}
		rest = rest[i+1:]
	}
}

// counting is a game without rules: it publishes each seat's order as it
// counted, one SECRET a turn to each seat, and ends after so many turns. An
// order "BAD" is refused; "DIE" kills; the survivors share the first place.
type counting struct {
	turns, turn int
	orders      []string
	alive, out  []bool
	refusal     game.Refusal
}

var hexadecimal = regexp.MustCompile(`[0-9a-f]{32,}`)

type word string

func (w word) AppendLine(dst []byte, names []string) []byte {
	text := string(w)
	for seat, name := range names {
		text = strings.ReplaceAll(text, "{"+strconv.Itoa(seat)+"}", name)
	}
	return append(dst, text...)
}

func countingGame(turns int) game.Game {
	return game.Game{
		Name: "counting", Round: "5s", MinSeats: 2, MaxSeats: 4,
		Words: func(_, key string) string {
			return map[string]string{"bad": "{0} is expected", "dead": "you are dead", "rules": "Count.\nWell."}[key]
		},
		New: func(settings []byte, seats int, _ [32]byte) (game.Rules, error) {
			var set struct {
				Turns *int `json:"max_turns"`
			}
			if err := json.Unmarshal(settings, &set); err != nil {
				return nil, err
			}
			if set.Turns != nil {
				turns = *set.Turns
			}
			c := &counting{turns: turns, orders: make([]string, seats), alive: make([]bool, seats), out: make([]bool, seats)}
			for i := range c.alive {
				c.alive[i] = true
			}
			return c, nil
		},
	}
}

func (c *counting) Open(dst []game.Event) []game.Event {
	return append(dst, game.Event{To: game.Everyone, Fact: word("MAP_SIZE 1")}, game.Event{To: game.Everyone, Fact: word("HELLO {0}")})
}

func (c *counting) View(seat game.Seat, dst []game.Event) []game.Event {
	return append(dst, game.Event{To: seat, Fact: word("SECRET " + strconv.Itoa(c.turn+1))})
}

func (c *counting) Catchup(seat game.Seat, dst []game.Event) []game.Event {
	return append(dst, game.Event{To: seat, Fact: word("ALL " + strconv.Itoa(c.turn))})
}

func (c *counting) Order(seat game.Seat, text string) *game.Refusal {
	switch {
	case !c.alive[seat]:
		c.refusal = game.Refusal{Key: "dead", Order: text}
		return &c.refusal
	case text == "BAD":
		c.orders[seat] = ""
		c.refusal = game.Refusal{Key: "bad", Order: text, Args: [3]int{7}}
		return &c.refusal
	}
	c.orders[seat] = text
	return nil
}

func (c *counting) Resolve(void, out game.Seats, dst []game.Event) []game.Event {
	c.turn++
	for i := range c.orders {
		seat := game.Seat(i)
		if !c.alive[i] {
			continue
		}
		order := c.orders[i]
		if void.Has(seat) || out.Has(seat) || order == "" {
			order = "NOTHING"
		}
		dst = append(dst, game.Event{To: game.Everyone, Fact: word(order + " {" + strconv.Itoa(i) + "}")})
		c.alive[i] = order != "DIE" && !out.Has(seat)
		c.out[i] = out.Has(seat)
		c.orders[i] = ""
	}
	return dst
}

func (c *counting) Standings(dst []game.Standing) ([]game.Standing, bool) {
	living := 0
	for i, alive := range c.alive {
		s := game.Standing{Alive: alive, Free: true, Place: 1}
		if !alive {
			s.Place, s.Cause = len(c.alive), "blast"
			if c.out[i] {
				s.Cause = "quit"
			}
		} else {
			living++
		}
		dst = append(dst, s)
	}
	if living == 0 {
		for i := range dst {
			dst[i].Place = 1
		}
	}
	return dst, c.turn >= c.turns || living < 2
}

func (c *counting) AppendState(dst []byte, _ []string) []byte {
	return strconv.AppendInt(dst, int64(c.turn), 10)
}
func (c *counting) AppendDrawing(dst []byte, _ []string) []byte { return append(dst, '.') }

// open adds a channel with the same operator.
func (r *room) open(channel string) {
	r.people["op"].Channels[channel] = Operator
	r.happen(Arrived{Who: r.people["op"], Channel: channel})
	r.happen(Entered{Channel: channel})
	synctest.Wait()
}

func (r *room) saysIn(channel, nick, text string) {
	r.happen(Heard{At: time.Now(), From: r.people[nick], Channel: channel, Text: text})
	synctest.Wait()
}
