package storm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

// The hosts of those whom everybody must be able to tell from others.
const (
	refereeHost = "referee.test"
	bossHost    = "boss.test"
	refereeNick = "Referee"
)

// plan is what an evening is like before anything goes wrong.
type plan struct {
	server   ircd.Config
	network  irc.Config
	config   referee.Config
	channels []string
	voiced   bool // ChanServ sees to it that the referee has voice
	matches  int  // in each channel
	failures int  // lobbies in a channel that find nobody, before the organiser gives up
	stormy   time.Duration
	between  time.Duration // two faults, on average
	newMatch func(dice *rand.Rand) string
}

const password = "secret"

func one[T any](dice *rand.Rand, of ...T) T { return of[dice.IntN(len(of))] }

func span(dice *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(dice.Int64N(int64(most-least)+1))
}

// newPlan draws a plan. Its times are a little odd, so that no two of them come to
// an end at the same moment.
func newPlan(dice *rand.Rand) plan {
	p := plan{
		channels: []string{"#arena", "#Pit[1]"}[:one(dice, 1, 1, 2)],
		voiced:   dice.IntN(2) == 0,
		matches:  1 + dice.IntN(2),
		failures: 3,
		stormy:   span(dice, 3*time.Minute, 8*time.Minute),
		between:  span(dice, 4*time.Second, 40*time.Second),
		newMatch: newMatch,
	}
	profile, _ := ircd.ProfileNamed(one(dice, "", "", "", "hybrid", "solanum", "ngircd", "inspircd", "unreal"))
	p.server = ircd.Config{
		CaseMapping: one(dice, "ascii", "rfc1459"), MaxTargets: one(dice, 1, 4, 4), RefuseLongLines: dice.IntN(3) == 0,
		Profile: profile, Accounts: map[string]string{"referee": password}, Ping: one(dice, 2*time.Minute, 5*time.Minute),
	}
	if dice.IntN(4) == 0 {
		p.server.Caps = []string{"server-time", "sasl", "multi-prefix"}
	}
	p.network = irc.Config{
		Name: "net", Nick: refereeNick, User: "referee", Channels: p.channels, Barrier: one(dice, 10*time.Second, 30*time.Second) + 11*time.Microsecond,
		Burst: 5, Every: one(dice, time.Second, 2*time.Second) + 13*time.Microsecond, QuitMessage: "bye",
		Jitter:    func(most time.Duration) time.Duration { return most / 3 },
		Unlimited: profile.Name == "" && dice.IntN(4) > 0,
	}
	if dice.IntN(3) == 0 {
		p.network.SASL = &irc.SASL{Account: "referee", Password: password}
	}
	c := referee.DefaultConfig()
	c.Lobby = 8*time.Second + 17*time.Microsecond
	c.EarlyEnd = dice.IntN(3) == 0
	c.Disqualify = one(dice, "turn", "turn", "match")
	c.AbsentTurns = one(dice, 2, 3, 10)
	c.SplitWait = one(dice, 20*time.Second, time.Minute) + 19*time.Microsecond
	c.Admins = []string{"*!*@" + bossHost}
	p.config = c
	return p
}

// stretch makes a whole evening of it: as many matches as there is time for, as long
// as they are for people, and minutes between two faults.
func (p *plan) stretch(length time.Duration) {
	p.stormy, p.between, p.matches, p.failures = length, 5*time.Minute, math.MaxInt, math.MaxInt
	p.voiced = true              // as organising.md asks for
	p.config.Disqualify = "turn" // or a chatterbox ends each match
	p.newMatch = func(dice *rand.Rand) string {
		return one(dice, "bomber max_turns=100", "sentiant max_turns=100", "snake rounds=2 round_turns=60") + " round_length=5s"
	}
}

// newMatch is the words of !begin: a short match.
func newMatch(dice *rand.Rand) string {
	round := one(dice, "1s", "2s", "3s")
	turns := 4 + dice.IntN(6)
	tail := ""
	if dice.IntN(8) == 0 {
		tail = " freeplay"
	}
	switch dice.IntN(3) {
	case 0:
		return fmt.Sprintf("bomber map_factor=%d max_turns=%d round_length=%s%s", 2+dice.IntN(3), turns, round, tail)
	case 1:
		return fmt.Sprintf("sentiant width=15 height=15 max_turns=%d round_length=%s%s", turns, round, tail)
	default:
		return fmt.Sprintf("snake rounds=1 wait_turns=2 round_turns=10 round_length=%s%s", round, tail)
	}
}

// orderFor is an order of a game, good or not.
func orderFor(dice *rand.Rand, game string, turn int) string {
	switch game {
	case "bomber":
		return one(dice, "NORTH 1", "SOUTH 1", "EAST 1", "WEST 1", "north 1", "BOMB 1", "BOMB 9", "STUDY_SPEED", "STUDY_FIREPOWER",
			"STUDY_TIMER", "NORTH 9", "\x02EAST\x02  1", "DANCE")
	case "sentiant":
		return one(dice, "QUEEN SPAWN", "queen spawn; DONE", "QUEEN SPAWN;1 MOVE UP; 2 MOVE LEFT SAY hey", "1 DIG UP; DONE", "3 MOVE DOWN PHERO 3",
			"QUEEN SPAWN; DONE", "7 FLY", fmt.Sprintf("%d MOVE UP; DONE", turn))
	default:
		return one(dice, "UP", "DOWN", "LEFT", "RIGHT", "ACT", "ACT,LEFT", "right , act", "STOP", "UP,DOWN")
	}
}
