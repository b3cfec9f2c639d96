package referee

import (
	"testing"
	"time"

	"arbitre/game"
)

// slow is a game of counting in which an order stalls the referee.
type slow struct{ *counting }

func (s slow) Order(seat game.Seat, text string) *game.Refusal {
	if text == "SLOW" {
		time.Sleep(7 * time.Second)
	}
	return s.counting.Order(seat, text)
}

// 33: the referee itself stalls over the end of a turn. Everybody gets the time back,
// once. (The table has it said in the channel; the protocol keeps NOTICEs out of a
// match that does not pause, so it is in the log.)
func TestFault33Stalled(t *testing.T) {
	stalling := countingGame(9)
	stalling.New = func(_ []byte, seats int, _ [32]byte) (game.Rules, error) {
		rules, err := countingGame(9).New([]byte("{}"), seats, [32]byte{})
		if err != nil {
			return nil, err
		}
		return slow{rules.(*counting)}, nil
	}
	inRoom(t, DefaultConfig(), []game.Game{stalling}, func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.tells("ann", "SLOW") // until 7 s
		time.Sleep(8 * time.Second)
		r.wants()
		r.tells("bob", "GOOD")
		time.Sleep(time.Second)
		r.wantsSome("9s SLOW ann", "9s GOOD bob", "9s TOUR 2")
		time.Sleep(5 * time.Second)
		r.wantsSome("14s TOUR 3")
	})
}

// 37: names are shown everywhere; what can't be seen may not be in one.
func TestHiddenNickMayNotJoin(t *testing.T) {
	for _, nick := range []string{"a\u202enn", "ann\u200b", "a\u00adnn"} {
		inRoom(t, DefaultConfig(), games(1), func(r *room) {
			r.says("op", "!begin counting")
			r.arrive(nick)
			r.heard()
			r.tells(nick, "join_game")
			r.wants("0s " + nick + "< (Your nick has characters that can't be seen: take another one, then join.)")
		})
	}
}
