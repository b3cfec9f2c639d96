package referee_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/bots"
	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// contest is a match to be played on every kind of server.
type contest struct {
	game    string
	players int
	begin   string
	// The mean of the turns is at least so many times what was announced as a
	// usual turn, and at most so many times a full one.
	least, most float64
}

func contests() []contest {
	if testing.Short() {
		return []contest{
			{"bomber", 5, "max_turns=6", 0.95, 1.05},
			{"sentiant", 3, "max_turns=10 width=15 height=15 bread=16", 0.7, 1.05},
			{"snake", 5, "rounds=1 round_turns=10 wait_turns=1", 0.75, 1.1},
		}
	}
	return []contest{
		{"bomber", 8, "max_turns=14", 0.95, 1.05},
		{"sentiant", 4, "max_turns=24 width=15 height=15 bread=16", 0.9, 1.05},
		{"snake", 6, "rounds=1 round_turns=20 wait_turns=3", 0.8, 1.1},
	}
}

// A full turn of sentiant, one with as many ants as there are loaves, takes what
// was announced of one.
func TestFullTurn(t *testing.T) {
	profile, _ := ircd.ProfileNamed("hybrid")
	c := contest{game: "sentiant", players: 7, begin: "max_turns=34"}
	onStage(t, ircd.Config{Profile: profile}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
		op := s.enter(c)
		op.say("#arena", "!go")
		heard := op.untilEnd()
		_, full := announced(strings.Join(heard, "\n"))
		var before, sum time.Duration
		turns, ants := 0, 0
		for _, line := range heard {
			if found := tour.FindStringSubmatch(line); found != nil {
				at, _ := time.ParseDuration(found[1])
				if 45 <= ants && ants <= 55 {
					sum, turns = sum+at-before, turns+1
				}
				before = at
			}
			if strings.Contains(line, ":COLONIES ") {
				ants = 0
				for _, colony := range regexp.MustCompile(`:(\d+),`).FindAllStringSubmatch(line, -1) {
					n, _ := strconv.Atoi(colony[1])
					ants += n
				}
			}
		}
		if turns == 0 {
			t.Fatalf("never so many ants:\n%s", strings.Join(heard, "\n"))
		}
		mean := sum / time.Duration(turns)
		t.Logf("%d turns of %v, announced %v", turns, mean, full)
		if ratio := float64(mean) / float64(full); ratio < 0.8 || ratio > 1.2 {
			t.Errorf("%d turns took %v each, announced were %v", turns, mean, full)
		}
	})
}

// On every kind of server a match of each game is played to its end: nobody is
// thrown out for flooding, no turn is left out, no player misses what is for him
// alone, and a turn takes what was announced.
func TestMatchOnEveryServer(t *testing.T) {
	usual := []string{"hybrid", "ircu"} // by lines, and by bytes
	for _, profile := range ircd.Profiles() {
		for _, c := range contests() {
			if testing.Short() && c.game != "bomber" && !slices.Contains(usual, profile.Name) {
				continue
			}
			t.Run(profile.Name+"/"+c.game, func(t *testing.T) {
				onStage(t, ircd.Config{Profile: profile}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
					s.watch(c)
				})
			})
		}
	}
}

// A server that throws the referee out, since it was told of no limit, hears it
// come back slower; and the match is played to its end, each turn whole.
func TestFault09MatchAfterExcessFlood(t *testing.T) {
	profile, _ := ircd.ProfileNamed("hybrid")
	c := contest{"snake", 6, "rounds=1 round_turns=20 wait_turns=3", 0, 1000}
	onStage(t, ircd.Config{Profile: profile}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		op := s.enter(c)
		op.say("#arena", "!go")
		heard := op.untilEnd()
		all := strings.Join(heard, "\n")
		if !strings.Contains(all, "QUIT :Excess Flood") {
			t.Error("it was not thrown out")
		}
		if strings.Count(all, "QUIT") > 3 {
			t.Errorf("thrown out again and again:\n%s", all)
		}
		last := 0
		for _, line := range heard {
			if found := tour.FindStringSubmatch(line); found != nil {
				turn, _ := strconv.Atoi(found[2])
				if turn != last && turn != last+1 {
					t.Errorf("TOUR %d after TOUR %d", turn, last)
				}
				last = turn
			}
		}
	})
}

// watch plays a contest with sample bots and looks at what all of them hear.
func (s *stage) watch(c contest) {
	s.t.Helper()
	op := s.enter(c)
	op.say("#arena", "!go")
	heard := op.untilEnd()
	s.checkTurns(c, heard)
	for nick, player := range s.people {
		if nick != "op" {
			player.checkViews(c, heard)
		}
	}
}

// enter opens the lobby of a contest, and the players join it.
func (s *stage) enter(c contest) (op *client) {
	op = s.join("op", "#arena")
	op.send("INVITE Referee #arena")
	synctest.Wait()
	time.Sleep(time.Minute)
	op.say("#arena", "!begin "+c.game+" seed=1 slow=ok lobby=5m "+c.begin)
	for i, bot := range s.cast(c) {
		player := s.join(fmt.Sprint("bot", i), "#arena")
		player.plays(bot.New(player.nick, uint64(i)))
		player.tell("join_game")
		time.Sleep(10 * time.Second)
	}
	time.Sleep(time.Minute)
	return op
}

// untilEnd is what the client hears until the match is over.
func (c *client) untilEnd() (heard []string) {
	for range 24 * 60 {
		time.Sleep(time.Minute)
		heard = append(heard, c.took()...)
		if strings.Contains(strings.Join(heard[max(0, len(heard)-100):], "\n"), ":END_GAME ") {
			return heard
		}
	}
	c.stage.t.Fatalf("no end within a day:\n%s", strings.Join(heard, "\n"))
	return nil
}

// cast is so many bots as the contest has players.
func (s *stage) cast(c contest) (cast []bots.Bot) {
	all := bots.Cast(c.game)
	for i := range c.players {
		cast = append(cast, all[i%len(all)])
	}
	return cast
}

// plays lets the client answer as a bot does, each answer a second after the last:
// on a slow server whoever answers faster is thrown out himself.
func (c *client) plays(brain bots.Brain) {
	answers := make(chan string, 1000)
	c.stage.parts.Go(func() {
		for {
			select {
			case answer := <-answers:
				c.send("PRIVMSG Referee :" + answer)
			case <-c.stage.ctx.Done():
				return
			}
		}
	})
	c.react = func(line string) {
		_, text, found := strings.Cut(line, " :")
		if !found || !strings.HasPrefix(line, "PRIVMSG ") {
			return
		}
		for _, answer := range brain.Hear(text) {
			answers <- answer
		}
	}
}

var tour = regexp.MustCompile(`^(\S+) PRIVMSG #arena :TOUR (\d+)$`)

// checkTurns looks at the public lines of a match.
func (s *stage) checkTurns(c contest, heard []string) {
	s.t.Helper()
	all := strings.Join(heard, "\n")
	if strings.Contains(all, " QUIT") {
		s.t.Fatalf("the referee was thrown out:\n%s", all)
	}
	var begins []time.Duration
	for _, line := range heard {
		if found := tour.FindStringSubmatch(line); found != nil {
			at, _ := time.ParseDuration(found[1])
			begins = append(begins, at)
			if found[2] != strconv.Itoa(len(begins)) {
				s.t.Errorf("TOUR %s is the %dth", found[2], len(begins))
			}
		}
		if strings.Contains(line, ":DEAD ") && c.game == "bomber" {
			break // the turns get shorter
		}
	}
	const first = 2 // the burst has been used up, the bots have begun
	if len(begins) <= first+3 {
		s.t.Fatalf("only %d turns:\n%s", len(begins), all)
	}
	mean := (begins[len(begins)-1] - begins[first]) / time.Duration(len(begins)-1-first)
	usual, most := announced(all)
	s.t.Logf("a turn took %v, announced %v to %v", mean.Round(100*time.Millisecond), usual, most)
	if low, high := float64(mean)/float64(usual), float64(mean)/float64(most); low < c.least || high > c.most {
		s.t.Errorf("a turn took %v, announced were %v to %v", mean, usual, most)
	}
}

var (
	takes = regexp.MustCompile(`A turn takes (?:about )?([0-9a-z. ]+?)(?: here)?(?:, a full one about ([0-9a-z. ]+?))?\. The match`)
	parts = regexp.MustCompile(`([0-9.]+) (h|min|s)`)
)

// announced is what the referee has said that a usual and a full turn take.
func announced(heard string) (usual, most time.Duration) {
	found := takes.FindStringSubmatch(heard)
	if found == nil {
		return 0, 0
	}
	usual = spoken(found[1])
	if found[2] == "" {
		return usual, usual
	}
	return usual, spoken(found[2])
}

// spoken is a length of time as the referee says it.
func spoken(words string) (sum time.Duration) {
	for _, part := range parts.FindAllStringSubmatch(words, -1) {
		d, _ := time.ParseDuration(part[1] + strings.TrimSuffix(part[2], "in"))
		sum += d
	}
	return sum
}

var viewed = regexp.MustCompile(` :QUEEN turn=(\d+) `)

// checkViews looks at whether a player has got his view of each turn.
func (c *client) checkViews(contest contest, heard []string) {
	if contest.game != "sentiant" {
		return
	}
	turns := 0
	for _, line := range c.took() {
		if found := viewed.FindStringSubmatch(line); found != nil {
			if turns++; found[1] != strconv.Itoa(turns) {
				c.stage.t.Errorf("%s: view of turn %s is the %dth", c.nick, found[1], turns)
			}
		}
	}
	lasted := 0
	for _, line := range heard {
		if strings.HasSuffix(line, ":DEAD "+c.nick) {
			break
		}
		if tour.MatchString(line) {
			lasted++
		}
	}
	if turns != lasted {
		c.stage.t.Errorf("%s has %d views in %d turns", c.nick, turns, lasted)
	}
}
