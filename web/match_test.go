package web_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"arbitre/referee"
	"arbitre/web"
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

// The first frame after a board is the answer to it, whatever it says; what comes
// then is dropped in silence until the next board. The forms are those that the
// published clients send.
func TestOneAnswerABoard(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 wait_turns=60", "ann", "bob")
		play, _ := s.addresses("ann")
		ann := s.connect(socketURL(play))
		s.says("op", "!go")
		turn := 0
		for _, forms := range [][]string{
			{"RIGHT"},
			{"right", "LEFT"},
			{"Down"},
			{"ACT,LEFT"},
			{"LEFT,ACT", "", ""},
			{"act, down"},
			{"STOP"},
			{""},
			{" UP\r\n"},
			{"@1 LEFT"},
			{"leave_game"},
			{"STATE", "UP"},
			{"\xff\xfe"},
			{strings.Repeat("a", 4096)},
		} {
			turn++
			ann.board()
			for _, form := range forms {
				ann.answer(form)
			}
			time.Sleep(time.Second)
			want := strings.TrimSpace(strings.ToValidUTF8(forms[0], "\uFFFD"))
			if len(want) > 300 {
				want = want[:300] + "..."
			}
			if got := s.orders(turn, 0); got != want {
				t.Errorf("turn %d: orders %q of %q", turn, got, forms)
			}
		}
		if told := s.notices("ann"); len(told) > 0 {
			t.Errorf("what comes by a socket is answered on IRC: %q", told)
		}
	})
}

// A socket that has not answered gets no new board until it has, and that late
// answer is void.
func TestSlowProgram(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 wait_turns=1", "ann", "bob")
		play, _ := s.addresses("ann")
		ann := s.connect(socketURL(play))
		s.says("op", "!go")
		first := ann.board()
		time.Sleep(2500 * time.Millisecond) // in turn 3
		ann.answer("UP")
		if next := ann.board(); next == first {
			t.Error("turn 4 shows the board of turn 1")
		}
		ann.answer("LEFT")
		time.Sleep(time.Second)
		for turn, want := range map[int]string{1: "", 2: "", 3: "", 4: "LEFT"} {
			if got := s.orders(turn, 0); got != want {
				t.Errorf("turn %d: %q, want %q", turn, got, want)
			}
		}
	})
}

// A seat is heard both ways at once, and by several sockets: the order is
// whichever came last.
func TestLastOrderCounts(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 wait_turns=60", "ann", "bob")
		play, _ := s.addresses("ann")
		one, two := s.connect(socketURL(play)), s.connect(socketURL(play))
		s.says("op", "!go")
		step := func(by func()) {
			time.Sleep(100 * time.Millisecond)
			by()
		}
		for range 2 {
			one.board()
			two.board()
			step(func() { one.answer("UP") })
			step(func() { s.tells("ann", "DOWN") })
			step(func() { two.answer("LEFT") })
			time.Sleep(700 * time.Millisecond)
		}
		for turn := range 2 {
			if got := s.orders(turn+1, 0); got != "UP|DOWN|LEFT" {
				t.Errorf("turn %d: %q", turn+1, got)
			}
		}
	})
}

// A dead socket is an absent player only if IRC is gone as well.
func TestAbsence(t *testing.T) {
	rules := referee.DefaultConfig()
	rules.AbsentTurns = 3
	config := web.DefaultConfig()
	config.Base = base
	for name, test := range map[string]struct {
		irc, socket bool // stay
		out         bool
	}{
		"socket stays": {socket: true},
		"IRC stays":    {irc: true},
		"nothing":      {out: true},
	} {
		t.Run(name, func(t *testing.T) {
			onStageWith(t, config, rules, func(s *stage) {
				s.gathers("seed=1 rounds=1 wait_turns=60", "ann", "bob", "cid")
				play, _ := s.addresses("ann")
				ann := s.connect(socketURL(play))
				s.says("op", "!go")
				ann.board()
				if !test.socket {
					_ = ann.CloseNow()
				}
				if !test.irc {
					s.people["ann"].Close()
				}
				if !test.socket {
					time.Sleep(6 * time.Second)
				}
				for range 6 {
					if test.socket {
						ann.answer("STOP")
						ann.board()
					}
				}
				if out := s.isOut(0); out != test.out {
					t.Errorf("out: %v", out)
				}
			})
		})
	}
}

// In a turn that may end early a program by WebSocket is waited for, and ends it.
func TestEarlyEnd(t *testing.T) {
	config, rules := web.DefaultConfig(), referee.DefaultConfig()
	config.Base, rules.EarlyEnd = base, true
	onStageWith(t, config, rules, func(s *stage) {
		s.gathers("seed=1 rounds=20 wait_turns=1 round_length=1m slow=ok", "ann", "bob")
		play, _ := s.addresses("ann")
		other, _ := s.addresses("bob")
		ann, bob := s.connect(socketURL(play)), s.connect(socketURL(other))
		s.says("op", "!go")
		began := time.Now()
		for range 5 {
			ann.board()
			bob.board()
			ann.answer("UP")
			bob.answer("UP")
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("five turns took %v", took)
		}
	})
}
