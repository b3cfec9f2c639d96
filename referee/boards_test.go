package referee_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// lobby opens a lobby that ann and bob join.
func (s *stage) lobby(begin string) (op, ann, bob *client) {
	op = s.join("op", "#arena")
	op.send("INVITE Referee #arena")
	synctest.Wait()
	time.Sleep(time.Second)
	op.say("#arena", begin)
	ann, bob = s.join("ann", "#arena"), s.join("bob", "#arena")
	ann.tell("join_game")
	bob.tell("join_game")
	time.Sleep(30 * time.Second) // the flood budget is whole again
	for _, c := range []*client{op, ann, bob} {
		c.took()
	}
	return op, ann, bob
}

// private is what the client has heard since it was asked last that was for him
// alone; of a board only which piece it is.
func (c *client) private() string {
	var heard []string
	for _, line := range c.took() {
		_, text, private := strings.Cut(line, " "+c.nick+" :")
		if !private {
			continue
		}
		if cells := strings.IndexRune(text, '☼'); cells >= 0 {
			text = text[:cells-1]
		}
		heard = append(heard, text)
	}
	return strings.Join(heard, ", ")
}

func (c *client) wantsPrivately(want string) {
	c.stage.t.Helper()
	if got := c.private(); got != want {
		c.stage.t.Errorf("%s hears %q, want %q", c.nick, got, want)
	}
}

const (
	smallSnake = "!begin snake seed=1 map=court wait_turns=1 round_turns=30 rounds=1"
	boardIsOn  = "Your board comes before each turn."
	boardIsOff = "Your board no longer comes before each turn; resend brings it once."
)

// On a server of one's own everybody gets his board before each turn, but who
// does not want it; he gets it once by resend.
func TestBoards(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		op, ann, bob := s.lobby(smallSnake + " round_length=1s")
		bob.tell("board Off")
		bob.wantsPrivately(boardIsOff)
		op.say("#arena", "!go")
		ann.wantsPrivately("BOARD 1 1/2, BOARD 1 2/2")
		bob.wantsPrivately("")
		bob.tell("RESEND")
		bob.wantsPrivately("BOARD 1 1/2, BOARD 1 2/2")
		bob.tell("board on")
		ann.tell("BOARD off")
		ann.tell("board")
		time.Sleep(time.Second)
		ann.wantsPrivately(boardIsOff + ", [board] say: board on, or: board off")
		bob.wantsPrivately(boardIsOn + ", BOARD 2 1/2, BOARD 2 2/2")
	})
}

// A match is a second a turn, with five players and their boards.
func TestBoardsOfFiveInASecond(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		op, _, _ := s.lobby("!begin snake seed=1 map=valley")
		for _, nick := range []string{"carl", "dora", "eve"} {
			s.join(nick, "#arena").tell("join_game")
		}
		op.say("#arena", "!go")
		time.Sleep(20 * time.Second)
		if heard := strings.Join(op.took(), "\n"); !strings.Contains(heard, "52s PRIVMSG #arena :TOUR 21") {
			t.Errorf("no twentieth turn within twenty seconds:\n%s", heard)
		}
		for nick, c := range s.people {
			if heard := c.private(); nick != "op" && !strings.Contains(heard, "BOARD 20 1/4, ") {
				t.Errorf("%s has no board: %s", nick, heard)
			}
		}
	})
}

// On a paced network whose players' boards would take longer than a turn is, they
// are off, which is said before the match; who wants his gets it.
func TestBoardsOnAPacedNetwork(t *testing.T) {
	hybrid, _ := ircd.ProfileNamed("hybrid")
	onStage(t, ircd.Config{Profile: hybrid}, referee.DefaultConfig(), irc.Config{Burst: 5, Every: 2 * time.Second}, func(s *stage) {
		op, ann, bob := s.lobby(smallSnake + " round_length=3s")
		op.say("#arena", "!go")
		time.Sleep(time.Second)
		op.wants(
			"32s NOTICE #arena :Here the boards of a turn would take 8 s, longer than the turn itself, so they are off. "+
				"Who wants his nevertheless tells me privately: board on",
			"32s NOTICE #arena :A turn takes about 10 s here, a full one about 12 s. The match can last about 6 min.",
			"32s PRIVMSG #arena :MAP_SIZE 15", "32s PRIVMSG #arena :JOUEURS 2",
		)
		ann.tell("board on")
		time.Sleep(32 * time.Second)
		ann.wantsPrivately(boardIsOn + ", BOARD 2 1/2, BOARD 2 2/2")
		bob.wantsPrivately("")
	})
}

// Where the boards fit into a turn they are sent, paced or not.
func TestBoardsThatFit(t *testing.T) {
	hybrid, _ := ircd.ProfileNamed("hybrid")
	onStage(t, ircd.Config{Profile: hybrid}, referee.DefaultConfig(), irc.Config{Burst: 5, Every: 2 * time.Second}, func(s *stage) {
		op, ann, bob := s.lobby(smallSnake + " round_length=8s")
		op.say("#arena", "!go")
		time.Sleep(30 * time.Second)
		if heard := strings.Join(op.took(), "\n"); strings.Contains(heard, "so they are off") {
			t.Error(heard)
		}
		ann.wantsPrivately("BOARD 1 1/2, BOARD 1 2/2")
		bob.wantsPrivately("BOARD 1 1/2, BOARD 1 2/2")
	})
}

// A game without boards has none to turn off.
func TestNoBoards(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
		op, ann, _ := s.lobby("!begin bomber")
		ann.tell("board off")
		op.say("#arena", "!go")
		ann.tell("board off")
		ann.wantsPrivately("[board] there are no boards in this game., [board] there are no boards in this game.")
	})
}
