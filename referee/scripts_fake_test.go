package referee

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/game"
)

// sensing is the counting game, whose seats can be played by scripts: a seat
// senses the turn.
type sensing struct{ *counting }

func (s sensing) AppendSenses(dst []byte, seat game.Seat) []byte {
	return fmt.Appendf(dst, "seat %d turn %d", seat, s.turn+1)
}

func sensingGame(turns int) game.Game {
	g := countingGame(turns)
	counts := g.New
	g.Name = "sensing"
	g.New = func(settings []byte, seats int, seed [32]byte) (game.Rules, error) {
		rules, err := counts(settings, seats, seed)
		if err != nil {
			return nil, err
		}
		return sensing{rules.(*counting)}, nil
	}
	return g
}

// fakeScripts is the one fake of Scripts. A script's lines are what it does turn by
// turn, the last for ever: "say X" orders X and the number of turns that it
// remembers, "told X" tells its author, "cut" and "out" are cut off, "late" never
// answers, "panic" panics, "none" gives no orders. A line "wrong" is a mistake.
type fakeScripts struct {
	mu      sync.Mutex
	offers  []Script
	started map[string]int
	open    map[*fakeHand]bool
	fails   int // so many starts fail
	played  []string
}

func newFakeScripts(offers ...Script) *fakeScripts {
	return &fakeScripts{offers: offers, started: map[string]int{}, open: map[*fakeHand]bool{}}
}

func (f *fakeScripts) Offered() []Script { return f.offers }

func (f *fakeScripts) Check(ctx context.Context, _, text string) (time.Duration, error) {
	number, took := 0, time.Duration(0)
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(line, "panic check") {
			panic("a broken compiler")
		}
		if strings.HasPrefix(line, "slow check") {
			took = 5 * time.Second
			select {
			case <-time.After(took):
			case <-ctx.Done():
				return took, ctx.Err()
			}
		}
		if strings.HasPrefix(line, "wrong") {
			return 0, fmt.Errorf("%d:1 wrong\x01is \x03no word\n%d:2 and so on", number, number)
		}
	}
	return took, nil
}

func (f *fakeScripts) Start(ctx context.Context, part Part) (Hand, error) {
	if strings.HasPrefix(part.Text, "slow start") {
		select {
		case <-time.After(5 * time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fails > 0 {
		f.fails--
		return nil, errors.New("no more processes")
	}
	f.started[part.Name]++
	hand := &fakeHand{scripts: f, part: part}
	f.open[hand] = true
	return hand, nil
}

// allClosed checks that no script is left, and returns what was played.
func (f *fakeScripts) allClosed(t *testing.T) []string {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.open) > 0 {
		t.Errorf("%d hands are not closed", len(f.open))
	}
	return f.played
}

type fakeHand struct {
	scripts *fakeScripts
	part    Part
	memory  int // turns
}

func (h *fakeHand) Play(ctx context.Context, senses []byte) Reply {
	lines := strings.Split(strings.TrimSpace(h.part.Text), "\n")
	fields := strings.Fields(string(senses))
	turn, _ := strconv.Atoi(fields[3])
	line := lines[min(turn, len(lines))-1]
	word, rest, _ := strings.Cut(line, " ")
	h.scripts.mu.Lock()
	h.scripts.played = append(h.scripts.played, fmt.Sprintf("%s: %s, remembers %d", h.part.Name, senses, h.memory))
	h.scripts.mu.Unlock()
	switch word {
	case "cut":
		h.part.Cut++
		return Reply{Cut: true, Orders: []string{"VOID"}, Out: h.part.Cut == 3}
	case "out":
		return Reply{Cut: true, Out: true}
	case "late":
		<-ctx.Done()
		return Reply{Cut: true}
	case "slow":
		time.Sleep(time.Second)
	case "panic":
		panic("a broken hand")
	}
	h.memory++
	reply := Reply{}
	switch word {
	case "told":
		reply.Told = strings.Split(rest, ";")
	case "say":
		reply.Orders = []string{fmt.Sprintf("%s-%d", rest, h.memory)}
	case "orders":
		reply.Orders = strings.Split(rest, ";")
	}
	return reply
}

func (h *fakeHand) Close() {
	h.scripts.mu.Lock()
	defer h.scripts.mu.Unlock()
	if !h.scripts.open[h] {
		panic("closed twice")
	}
	delete(h.scripts.open, h)
}

// inWorkshop is a room in which scripts can be played.
func inWorkshop(t *testing.T, config Config, scripts *fakeScripts, prepare func(*Desk), test func(*room)) {
	t.Helper()
	inNewRoom(t, config, []game.Game{sensingGame(3), countingGame(3)}, func(d *Desk) {
		if scripts != nil {
			d.UseScripts(scripts)
		}
		if prepare != nil {
			prepare(d)
		}
	}, func(r *room) {
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.happen(Entered{Channel: "#arena"})
		test(r)
	})
	if scripts != nil {
		scripts.allClosed(t)
	}
}

// handsIn lets somebody hand in a script, and forgets what is answered.
func (r *room) handsIn(nick, name string, lines ...string) {
	r.tells(nick, "SCRIPT_BEGIN "+name)
	for _, line := range lines {
		r.tells(nick, "SCRIPT |"+line)
	}
	r.tells(nick, "SCRIPT_END")
	synctest.Wait()
}
