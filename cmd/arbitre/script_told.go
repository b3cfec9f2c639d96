package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"arbitre/game"
	"arbitre/referee"
)

// told is what the scripts of a run printed and where they were wrong.
type told struct {
	mu       sync.Mutex
	lines    []string
	more     int
	mistakes map[string]bool // that are among the lines
	again    int             // how often they happened again
}

// mostTold is how many lines are kept; who needs more prints less.
const mostTold = 40

// sleeper stands behind a mistake: who made it is not the point if many do.
var sleeper = regexp.MustCompile(` \((ant \d+|queen) sleeps\)$|^and \d+ more sleep because of mistakes$`)

func newTold() *told { return &told{mistakes: map[string]bool{}} }

func (t *told) add(player string, turn int, lines []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, line := range lines {
		if who := sleeper.FindString(line); who != "" {
			mistake := player + strings.TrimSuffix(line, who)
			if mistake == player || t.mistakes[mistake] {
				t.again++
				continue
			}
			t.mistakes[mistake] = true
		}
		if len(t.lines) == mostTold {
			t.more++
			continue
		}
		t.lines = append(t.lines, fmt.Sprintf("%s, turn %d: %s", player, turn, shown(line, false)))
	}
}

func (t *told) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == 0 {
		return ""
	}
	text := strings.Join(t.lines, "\n") + "\n"
	if t.more > 0 {
		text += fmt.Sprintf("... and %s\n", counted(t.more, "more line"))
	}
	if t.again > 0 {
		text += fmt.Sprintf("... and %s of the same mistakes\n", counted(t.again, "more line"))
	}
	return text
}

// listening is scripts whose words to their authors are written down: here the
// author of all is who runs the program.
type listening struct {
	referee.Scripts
	told *told
}

// Start makes a script ready to play.
func (l listening) Start(ctx context.Context, part referee.Part) (referee.Hand, error) {
	hand, err := l.Scripts.Start(ctx, part)
	if err != nil {
		return nil, err
	}
	return &heardHand{Hand: hand, told: l.told, name: part.Name, seat: part.Seat}, nil
}

type heardHand struct {
	referee.Hand
	told *told
	name string
	seat game.Seat
	turn int
}

// Play plays a turn.
func (h *heardHand) Play(ctx context.Context, senses []byte) referee.Reply {
	reply := h.Hand.Play(ctx, senses)
	h.turn++
	lines := reply.Told
	if reply.Cut {
		lines = append(slices.Clip(lines), "the system cut it off")
	}
	h.told.add(fmt.Sprintf("%s (seat %d)", h.name, h.seat+1), h.turn, lines)
	return reply
}
