//go:build servers

package main_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arbitre/bots"
)

// playground is a channel in which matches of one game are played, one after the
// other.
type playground struct {
	game, channel string
	begin         string // what follows !begin
	bots          []bots.Bot
	seated        atomic.Int32 // of this lobby

	open    bool // a lobby or a match is
	begun   bool // and has not ended: an end may be said twice
	playing bool // the first match has begun
	matches int  // that have ended
	asked   time.Time
	heard   []heardLine // of the referee's protocol
	out     *bufio.Writer
}

// heardLine is what the channel heard of the referee.
type heardLine struct {
	at   time.Time
	text string
}

// patrons lead matches in all playgrounds by one connection, and write down what
// they see there.
type patrons struct {
	client  *bots.Client
	grounds []*playground
	lines   chan bots.Message
	begun   chan struct{} // closed when the first match has begun everywhere
}

// newPatrons comes into the channels first, and so is their operator.
func newPatrons(ctx context.Context, t *testing.T, addr, folder string, grounds []*playground) *patrons {
	t.Helper()
	o := &patrons{grounds: grounds, lines: make(chan bots.Message), begun: make(chan struct{})}
	for i, g := range grounds {
		file, err := os.Create(filepath.Join(folder, "channel-"+g.game+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		g.out = bufio.NewWriter(file)
		t.Cleanup(func() {
			_ = g.out.Flush()
			_ = file.Close()
		})
		if i == 0 {
			o.client = enter(ctx, t, addr, "organiser", g.channel)
		} else if err := o.client.Join(g.channel); err != nil {
			t.Fatal(err)
		}
	}
	go func() {
		defer close(o.lines)
		for {
			m, err := o.client.Read()
			if err != nil {
				return
			}
			select {
			case o.lines <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	return o
}

// lead has matches played until the time is up and every match has ended. At
// least one is played in each channel.
func (o *patrons) lead(ctx context.Context, until time.Time) error {
	soon := time.NewTicker(time.Second)
	defer soon.Stop()
	for {
		select {
		case m, open := <-o.lines:
			if !open {
				return fmt.Errorf("the organiser's connection is lost")
			}
			o.hear(m)
		case <-soon.C:
			if o.askForMore(time.Now().Before(until)) {
				return nil
			}
		case <-ctx.Done():
			return fmt.Errorf("matches do not come to an end: %w", ctx.Err())
		}
	}
}

// askForMore opens a lobby wherever none is, and is true when nothing is left to
// do. What was asked in vain, since the referee was away, is asked again.
func (o *patrons) askForMore(more bool) (done bool) {
	done = true
	for _, g := range o.grounds {
		_ = g.out.Flush()
		if !g.open && !more && g.matches > 0 {
			continue
		}
		done = false
		if !g.open && time.Since(g.asked) > 5*time.Second {
			g.asked = time.Now()
			g.seated.Store(0)
			_ = o.client.Say(g.channel, "!begin "+g.game+" "+g.begin)
			g.write("<organiser> !begin " + g.game + " " + g.begin)
		}
	}
	return done
}

// seat is called when a bot has a seat; the lobby closes when all have.
func (o *patrons) seat(g *playground) {
	if int(g.seated.Add(1)) == len(g.bots) {
		_ = o.client.Say(g.channel, "!go")
	}
}

// hear writes a line down where it belongs, and follows what goes on.
func (o *patrons) hear(m bots.Message) {
	for _, g := range o.grounds {
		switch {
		case m.Command == "QUIT" || m.Command == "NICK":
			g.write(fmt.Sprintf("* %s %s %s", m.From, m.Command, m.Param(0)))
		case m.Param(0) != g.channel:
		case m.Command == "PRIVMSG":
			g.write(fmt.Sprintf("<%s> %s", m.From, m.Param(1)))
			if strings.HasPrefix(m.From, refereeNick) {
				o.follow(g, m.Param(1))
			}
		case m.Command == "NOTICE":
			g.write(fmt.Sprintf("-%s- %s", m.From, m.Param(1)))
		default:
			g.write(fmt.Sprintf("* %s %s %s", m.From, m.Command, strings.Join(m.Params[1:], " ")))
		}
	}
	if m.Command == "NOTICE" && m.Param(0) == "organiser" {
		for _, g := range o.grounds {
			g.write(fmt.Sprintf("-%s- (to the organiser) %s", m.From, m.Param(1)))
		}
	}
}

// follow follows what the referee says in a channel.
func (o *patrons) follow(g *playground, text string) {
	g.heard = append(g.heard, heardLine{time.Now(), text})
	switch word, _, _ := strings.Cut(text, " "); word {
	case "BEGIN_GAME", "NEW_GAME":
		g.open, g.begun = true, true
	case "TOUR":
		g.open = true
		if before := o.waiting(); before {
			if g.playing = true; !o.waiting() {
				close(o.begun)
			}
		}
	case "NO_ENOUGH_PLAYERS":
		g.open, g.begun = false, false
	case "END_GAME":
		if g.begun {
			g.matches++
		}
		g.open, g.begun = false, false
	}
}

// waiting tells whether a channel has still to see its first match.
func (o *patrons) waiting() bool {
	return slices.ContainsFunc(o.grounds, func(g *playground) bool { return !g.playing })
}

func (g *playground) write(line string) {
	_, _ = fmt.Fprintf(g.out, "%s %s\n", time.Now().Format(clockTime), line)
}
