package web_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

// A match in which ann plays by WebSocket and bob by IRC, to its end: one board a
// turn, square, and every answer the order of its turn.
func TestWholeMatch(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 round_turns=10 wait_turns=2", "ann", "bob")
		play, _ := s.addresses("ann")
		ann := s.connect(socketURL(play))
		s.says("op", "!go")
		for turn := 1; s.end() == nil; turn++ {
			board := ann.board()
			if cells := utf8.RuneCountInString(board); cells != 9*9 {
				t.Fatalf("turn %d: %d characters", turn, cells)
			}
			if !strings.ContainsAny(board, "▲▼◄►&☻♥") {
				t.Errorf("turn %d: no head of one's own in %q", turn, board)
			}
			ann.answer("up")
			s.tells("bob", "DOWN")
			time.Sleep(time.Second)
			if got := s.orders(turn, 0); got != "up" {
				t.Errorf("turn %d: ann's orders: %q", turn, got)
			}
		}
		if _, _, err := ann.Read(s.ctx); err == nil {
			t.Error("a frame after the end of the match")
		}
		if n := s.turns(); n < 3 {
			t.Errorf("%d turns", n)
		}
		synctest.Wait()
	})
}
