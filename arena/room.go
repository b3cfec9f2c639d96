package arena

import (
	"context"
	"strings"
	"sync"
	"time"

	"arbitre/referee"
)

// channel is the room's only one.
const channel = "#arena"

// room is a network of one channel with an organiser in it, who begins a match.
// What is sent has arrived at once, and nobody hears it.
type room struct {
	ctx       context.Context
	organiser *referee.Person
	refuse    func(reason string) // told why the match can't begin
	lines     chan referee.Line

	mu     sync.Mutex
	events []referee.Event // one for each line that has not been read
	begun  bool
}

var _ referee.Network = (*room)(nil)

// underWay is more than there ever are lines that wait to be read: a match has one
// prompt and one mark at a time.
const underWay = 64

func newRoom(ctx context.Context, begin string, refuse func(string)) *room {
	r := &room{
		ctx: ctx, organiser: referee.NewPerson("organiser", "organiser", "localhost"), refuse: refuse,
		lines: make(chan referee.Line, underWay),
	}
	r.organiser.Channels[channel] = referee.Operator
	r.happen(referee.LinkUp{})
	r.happen(referee.Arrived{Who: r.organiser, Channel: channel})
	r.happen(referee.Entered{Channel: channel})
	r.says(begin)
	return r
}

// happen puts an event behind those that have not been read.
func (r *room) happen(event referee.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, event)
	select {
	case r.lines <- referee.Line{At: time.Now()}:
	case <-r.ctx.Done():
	}
}

func (r *room) says(text string) {
	r.happen(referee.Heard{At: time.Now(), From: r.organiser, Channel: channel, Text: text})
}

func (r *room) Name() string               { return "arena" }
func (r *room) Lines() <-chan referee.Line { return r.lines }

// Read takes the event of the line, which come in the same order.
func (r *room) Read(referee.Line) []referee.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	event := r.events[0]
	r.events = r.events[1:]
	return []referee.Event{event}
}

// Send answers a prompt at once. When the lobby opens, the organiser waits for
// nobody; what is said to him before is why there is no match.
func (r *room) Send(post referee.Post) {
	switch {
	case post.Prompt != 0:
		if post.Open != nil {
			post.Open(time.Now())
		}
		r.happen(referee.Started{At: time.Now(), Token: post.Prompt})
	case r.begun:
	case post.To == r.organiser:
		r.refuse(post.Text)
	case strings.HasPrefix(post.Text, "NEW_GAME "):
		r.begun = true
		r.says("!go")
	}
}

func (r *room) Mark(token uint64)       { r.happen(referee.Marked{Token: token}) }
func (r *room) Join(string)             {}
func (r *room) Part(string, string)     {}
func (r *room) Fold(name string) string { return strings.ToLower(name) }
func (r *room) Account() string         { return "" }
func (r *room) Voiced(string) bool      { return true }
func (r *room) Budget() referee.Budget  { return referee.Budget{} } // none is needed
func (r *room) MaxText(string) int      { return 400 }
