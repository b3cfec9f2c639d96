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

// slowly is a network where everything waits: a line in four seconds.
func slowly() irc.Config {
	return irc.Config{Burst: 1, Every: 4 * time.Second, Channels: []string{"#arena"}}
}

const sentiantSlowly = "!begin sentiant seed=1 slow=ok lobby=10m"

// nests opens a lobby that ann and bob join.
func (s *stage) nests(begin string) (op, ann, bob *client) {
	time.Sleep(time.Minute) // the budget is whole
	op, ann, bob = s.join("op", "#arena"), s.join("ann", "#arena"), s.join("bob", "#arena")
	s.server.Mode("#arena", "+o", "op")
	time.Sleep(time.Second)
	op.say("#arena", begin)
	time.Sleep(time.Minute)
	ann.tell("join_game")
	bob.tell("join_game")
	time.Sleep(time.Minute)
	for _, c := range []*client{op, ann, bob} {
		c.took()
	}
	return op, ann, bob
}

// words is what was heard, without the times and targets.
func words(heard []string) string {
	var texts []string
	for _, line := range heard {
		_, text, _ := strings.Cut(line, " :")
		texts = append(texts, text)
	}
	return strings.Join(texts, "\n")
}

// Views and prompt of a match that was aborted are never sent; its end is.
func TestNothingOfAnAbortedMatch(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), slowly(), func(s *stage) {
		op, ann, bob := s.nests(sentiantSlowly)
		op.say("#arena", "!go")
		time.Sleep(26 * time.Second)
		if said := words(op.took()); !strings.Contains(said, "TOUR 1") || strings.Contains(said, "SEND_YOUR_ACTION") {
			t.Fatalf("not between TOUR 1 and its prompt:\n%s", said)
		}
		ann.took()
		bob.took()
		op.say("#arena", "!abort")
		time.Sleep(2 * time.Minute)
		said := words(op.took())
		if strings.Contains(said, "SEND_YOUR_ACTION") || !strings.HasPrefix(said, "END_GAME -\nThe seed was ") {
			t.Errorf("said:\n%s", said)
		}
		if seen := words(ann.took()) + words(bob.took()); strings.Contains(seen, "QUEEN") {
			t.Errorf("views after the end:\n%s", seen)
		}
	})
}

// Views of somebody who is gone are not sent to whoever took his nick, and those
// who leave the lobby hear no JOIN_OK any more.
func TestNothingForWhoHasLeft(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), slowly(), func(s *stage) {
		op, _, bob := s.nests(sentiantSlowly)
		op.say("#arena", "!go")
		time.Sleep(22 * time.Second)
		bob.send("QUIT :bye")
		time.Sleep(time.Second)
		impostor := s.join("mallory", "#arena")
		impostor.send("NICK bob")
		time.Sleep(time.Minute)
		if seen := words(impostor.took()); strings.Contains(seen, "QUEEN") {
			t.Errorf("the impostor sees:\n%s", seen)
		}
	})
	onStage(t, ircd.Config{}, referee.DefaultConfig(), slowly(), func(s *stage) {
		s.nests("!begin bomber lobby=10m")
		eve, carl := s.join("eve", "#arena"), s.join("carl", "#arena")
		carl.tell("join_game")
		eve.tell("join_game")
		eve.tell("leave_game")
		time.Sleep(2 * time.Minute)
		if said := words(eve.took()); said != "You have left the lobby." {
			t.Errorf("eve hears:\n%s", said)
		}
		if said := words(carl.took()); !strings.HasPrefix(said, "JOIN_OK\nYour seat in #arena") {
			t.Errorf("carl hears:\n%s", said)
		}
	})
}

// What waits for the channel when the referee is kicked out of it is not said on
// top of the turn that is said again whole.
func TestSaidOnceAfterAKick(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), slowly(), func(s *stage) {
		op, _, _ := s.nests(sentiantSlowly)
		op.say("#arena", "!go")
		time.Sleep(6 * time.Second) // two of the opening's lines have left
		op.took()
		s.server.Kick("#arena", "Referee", "op", "oops")
		time.Sleep(90 * time.Second)
		said := words(op.took())
		for _, line := range []string{"MAP_SIZE", "JOUEURS", "ROUND_LENGHT", "TOUR 1\n"} {
			if strings.Count(said, line) != 1 {
				t.Errorf("%s is said %d times:\n%s", line, strings.Count(said, line), said)
			}
		}
	})
}

// Where the views fill the network, who is disqualified is told in time all the
// same; what is wrong with an order is told in its turn or the next, or never.
func TestToldInTimeOrNever(t *testing.T) {
	onStage(t, ircd.Config{}, referee.DefaultConfig(), slowly(), func(s *stage) {
		op, ann, bob := s.nests(sentiantSlowly)
		op.say("#arena", "!go")
		turns := 0
		for range 1000 {
			time.Sleep(time.Second)
			for _, line := range op.took() {
				if strings.HasSuffix(line, ":SEND_YOUR_ACTION") {
					turns++
					ann.say("#arena", "hello")
					bob.tell("NONSENSE")
				}
			}
		}
		told := strings.Count(words(ann.took()), "[disqualified]")
		if turns < 6 || told < turns-1 {
			t.Errorf("ann was told %d times in %d turns", told, turns)
		}
		turn := ""
		for _, line := range bob.took() {
			_, text, _ := strings.Cut(line, " :")
			if number, isView := strings.CutPrefix(text, "QUEEN turn="); isView {
				turn, _, _ = strings.Cut(number, " ")
			}
			if strings.HasPrefix(text, "[") && turn == "" {
				t.Errorf("told before a view: %s", line)
			}
		}
	})
}

// Two who join at once are answered in one line.
func TestOneLineForSeveral(t *testing.T) {
	onStage(t, ircd.Config{MaxTargets: 4}, referee.DefaultConfig(), slowly(), func(s *stage) {
		s.nests("!begin bomber lobby=10m")
		first := s.join("first", "#arena")
		eve, carl := s.join("eve", "#arena"), s.join("carl", "#arena")
		for _, c := range []*client{first, eve, carl} {
			c.send("PRIVMSG Referee :join_game")
		}
		synctest.Wait()
		time.Sleep(time.Minute)
		told := func(c *client) string {
			for _, line := range c.took() {
				if strings.HasSuffix(line, " :JOIN_OK") {
					at, _, _ := strings.Cut(line, " ")
					return at
				}
			}
			return "never"
		}
		at, atEve, atCarl := told(first), told(eve), told(carl)
		if at == "never" || atEve == "never" || atEve != atCarl {
			t.Errorf("JOIN_OK at %s, %s, %s", at, atEve, atCarl)
		}
	})
}
