package storm

import (
	"strings"
	"time"
)

// boss is the organiser: he begins matches until as many have been played as are
// planned, and wants to know why not.
type boss struct {
	*bot
	left  map[string]int
	state map[string]*stage
}

// stage is what he knows of a channel.
type stage struct {
	busy   bool // a lobby or a match
	heard  time.Time
	failed int
	paused bool
	aborts []time.Time
}

// hearAll reads every line.
func (b *boss) hearAll(l *line) {
	if l.host != refereeHost || l.command != "PRIVMSG" {
		return
	}
	r := b.room(l.param(0))
	if r == nil {
		return
	}
	s := b.state[r.channel]
	s.heard = time.Now()
	switch word, _, _ := strings.Cut(l.param(1), " "); word {
	case "BEGIN_GAME", "NEW_GAME", "TOUR":
		s.busy = true
	case "END_GAME":
		s.busy, s.paused = false, false
		b.left[r.channel]--
	case "NO_ENOUGH_PLAYERS":
		s.busy = false
		if s.failed++; s.failed > b.e.plan.failures {
			b.left[r.channel] = 0
		}
	}
}

// lead does what an organiser does at this moment.
func (b *boss) lead() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.nick == "" {
		return
	}
	for _, r := range b.rooms {
		s := b.state[r.channel]
		silent := time.Since(s.heard)
		switch {
		case b.e.calm:
			b.left[r.channel] = 0
			if s.paused || silent > time.Minute {
				b.order(r, "!resume")
			}
			if silent > 10*time.Minute {
				s.busy = false
			}
		case !s.busy && b.left[r.channel] > 0:
			if silent > 30*time.Second {
				b.sendf("INVITE %s %s", b.e.referee(), r.channel)
			}
			b.order(r, "!begin "+b.e.plan.newMatch(b.dice))
		case s.paused:
			s.paused = false
			b.order(r, "!resume")
		case b.chance(3):
			s.paused = true
			b.order(r, "!pause")
		case b.chance(1):
			s.aborts = append(s.aborts, time.Now())
			b.order(r, "!abort")
		case b.chance(5):
			b.order(r, one(b.dice, "!status", "!players", "!top bomber", "!replay", "!help", "!next", "!rules", "!settings", "!go"))
		case silent > 40*time.Second: // whatever was, he tries again
			s.busy = false
		}
	}
}

func (b *boss) order(r *room, words string) { b.sendf("PRIVMSG %s :%s", r.channel, words) }

// done tells whether all has been played that was planned.
func (b *boss) done() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, left := range b.left {
		if left > 0 {
			return false
		}
	}
	return true
}

// busy tells whether anything is being played as far as he knows.
func (b *boss) busy() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.state {
		if s.busy {
			return true
		}
	}
	return false
}
