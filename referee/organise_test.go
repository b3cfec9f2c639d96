package referee

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestPauseAndResume(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.says("op", "!resume")
		r.wants("0s op< (The match is not paused.)")
		r.says("op", "!pause")
		r.wants("0s op< (The match pauses at the end of this turn. To go on: !resume)")
		r.tells("ann", "GOOD")
		time.Sleep(time.Hour)
		r.wants("5s GOOD ann", "5s NOTHING bob", "5s (The match is paused before turn 2. An operator lets it go on.)")
		r.says("op", "!resume")
		r.wantsSome("1h0m0s (The match goes on at turn 2.)", "1h0m0s TOUR 2", "1h0m0s SEND_YOUR_ACTION")
	})
}

func TestNetsplitPausesTheMatch(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid", "dan")
		r.departs("ann", Split)
		time.Sleep(4 * time.Second)
		r.departs("bob", Split)
		r.heard()
		time.Sleep(31 * time.Second)
		split := "(Cut off by the network: ann, bob. The match waits for them, for 2 min at most.)"
		r.wantsSome("5s " + split)
		r.arriveAs(NewPerson("ann", "ann", "ann.example"))
		r.wantsSome() // bob is still missing
		r.arriveAs(NewPerson("bob", "bob", "bob.example"))
		r.wantsSome("35s (The match goes on at turn 2.)", "35s TOUR 2")

		for _, at := range []string{"40s ", "2m45s "} { // the third time it waits no more
			r.departs("ann", Split)
			r.departs("bob", Split)
			time.Sleep(5 * time.Second)
			if waits := slices.Contains(r.heard(), at+split); waits != (at == "40s ") {
				t.Errorf("%s: waits: %v", at, waits)
			}
			time.Sleep(2 * time.Minute)
			r.arriveAs(NewPerson("ann", "ann", "ann.example"))
			r.arriveAs(NewPerson("bob", "bob", "bob.example"))
			r.heard()
		}
	})
}

// One of four is no netsplit, whatever his QUIT says, or anybody could stop a
// match by it.
func TestOneSplitIsOnePlayersAbsence(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid", "dan")
		r.departs("ann", Split)
		time.Sleep(6 * time.Second)
		r.departs("bob", Split)
		r.heard()
		time.Sleep(4 * time.Second)
		r.wantsSome("10s TOUR 3")
	})
}

func TestOrganiserDisqualifies(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		var seen watching
		r.desk.watchers = []Watcher{&seen}
		r.begins("!begin counting", "ann", "bob", "cid")
		r.heard()
		r.tells("ann", "GOOD")
		r.tells("bob", "GOOD")
		r.says("op", "!disqualify")
		r.says("op", "!disqualify eve")
		r.says("op", "!disqualify ANN turn teamwork")
		r.says("op", "!disqualify bob match")
		r.wants(
			"0s op< (Which player? There are: ann, bob, cid)",
			`0s op< (There is no player "eve". There are: ann, bob, cid)`,
			"0s ann< ([disqualified] an organiser disqualified you: your order of turn 1 is void.)",
			"0s op< (ann is disqualified for turn 1.)",
			"0s bob< ([disqualified] an organiser disqualified you: your order of turn 1 is void.)",
			"0s op< (bob is out with the end of turn 1.)",
		)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NOTHING ann", "5s NOTHING bob")
		r.says("op", "!disqualify ann match")
		time.Sleep(5 * time.Second)
		r.wantsSome("10s END_GAME cid")
		seen.wantsCauses(t, "organiser", "organiser", "alive")
	})
}

func TestAnOrganiserWhoPlaysHasOnlyAbort(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting freeplay", "op", "bob")
		r.heard()
		r.says("op", "!disqualify bob match")
		r.wants("0s op< (You play in this match, so of the operators' commands you have only !abort.)")
		r.says("op", "!abort")
		r.wantsSome("0s END_GAME -")
	})
}

func TestRemoveAndBan(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		r.arriveAs(withAccount(NewPerson("cid", "c", "c.example"), "cid"))
		r.heard()
		r.says("op", "!remove ann")
		r.wants("0s ann< (An operator took your place in the lobby.)", "0s op< (ann no longer has a place in the lobby.)")
		r.says("op", "!ban bob 2h team play")
		r.wants("0s bob< (You may not join matches in #arena.)",
			"0s op< (*!*@bob.example may not join matches here, for 2 h. To lift it: !unban *!*@bob.example)")
		r.says("op", "!ban cid")
		r.wants("0s op< (cid may not join matches here, for ever. To lift it: !unban cid)")
		r.renames("bob", "robert")
		r.tells("robert", "join_game")
		r.tells("robert", "join_game")
		r.tells("cid", "join_game")
		r.wants("0s robert< (You may not join matches in #arena.)", "0s cid< (You may not join matches in #arena.)")
		r.says("op", "!unban nobody")
		r.says("op", "!unban cid")
		r.wants(`0s op< ("nobody" is not banned here. Banned are: *!*@bob.example, cid)`, "0s op< (cid may join again.)")
		r.tells("cid", "join_game")
		r.wantsSome("0s cid< JOIN_OK")
		r.says("op", "!abort")
		time.Sleep(2 * time.Hour)
		r.says("op", "!begin counting")
		r.heard()
		r.tells("robert", "join_game") // the time is over
		r.wantsSome("2h0m0s robert< JOIN_OK")
	})
}

func TestSettingsOfAChannel(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.says("op", "!settings")
		r.says("op", "!set")
		r.says("op", "!set round_length 1m")
		r.says("op", "!set max_turns=1")
		r.says("op", "!set vision 3") // of another game
		r.says("op", "!set seed 1")
		r.says("op", "!set language tlh")
		r.wants(
			"0s op< (Nothing is set for this channel; everything is as configured.)",
			"0s op< (Set what? Keys are language, round_length, lobby and the games' own, as in map_factor=5. What is set: !settings)",
			"0s op< (From the next match on: round_length=1m)",
			"0s op< (From the next match on: max_turns=1)",
			"0s op< (From the next match on: vision=3)",
			`0s op< (The key "seed" can't be set from a channel.)`,
			`0s op< (language is one of en, fr, ru, not "tlh".)`,
		)
		time.Sleep(time.Minute)
		r.says("op", "!settings")
		r.says("op", "!set language fr")
		r.says("op", "!set round_length")
		r.wants(
			"1m0s op< (Set for this channel: max_turns=1 round_length=1m vision=3. Everything else is as configured.)",
			"1m0s op< (À partir de la prochaine partie : language=fr)",
			"1m0s op< (À partir de la prochaine partie, round_length est comme dans la configuration.)",
		)
		r.begins("!begin counting", "ann", "bob")
		time.Sleep(5 * time.Second)
		r.wantsSome("1m0s ROUND_LENGHT 5", "1m5s END_GAME DRAW ann bob")
	})
}

func TestAgainAndNext(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.says("op", "!again")
		r.wants("0s op< (Nothing has been played here yet. To begin: !begin GAME)")
		r.begins("!begin counting max_turns=1", "ann", "bob")
		r.heard()
		r.says("op", "!next chess")
		r.says("op", "!next counting max_turns=2")
		r.says("op", "!next")
		r.wants(
			`0s op< (There is no game "chess". There are: counting)`,
			"0s op< (After this match: counting max_turns=2. To cancel: !next off)",
			"0s op< (After this match: counting max_turns=2. To cancel: !next off)",
		)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s END_GAME DRAW ann bob", "5s NEW_GAME counting")
		r.says("op", "!abort")
		r.says("op", "!again")
		r.wantsSome("5s NEW_GAME counting")
	})
}

func TestSchedule(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		// The virtual clock begins at midnight.
		r.says("op", "!begin counting at=9:00 every=30m until=10:00 lobby=1m")
		r.wants("0s (Planned: counting lobby=1m at 09:00, every 30 min until 10:00 (UTC). To cancel: !next off)")
		r.says("op", "!next")
		r.wants("0s op< (Next lobby: counting lobby=1m at 09:00 UTC. To cancel: !next off)")
		time.Sleep(9 * time.Hour)
		r.wantsSome("9h0m0s NEW_GAME counting")
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		time.Sleep(2 * time.Hour)
		r.wantsSome("9h1m0s MAP_SIZE 1", "9h1m5s END_GAME DRAW ann bob", "9h30m0s NEW_GAME counting",
			"9h31m0s NO_ENOUGH_PLAYERS", "10h0m0s NEW_GAME counting", "10h1m0s NO_ENOUGH_PLAYERS")
		r.says("op", "!next")
		r.wants("11h0m0s op< (Nothing is planned here. To plan: !next GAME, or !begin GAME at=21:00 every=15m until=23:00)")
	})
}

func TestScheduleWrong(t *testing.T) {
	for line, want := range map[string]string{
		"!begin counting at=25:00":                      `(at is a time of day like 21:00, not "25:00".)`,
		"!begin counting every=1h":                      "(every= and until= go with at=, and every= with until=.)",
		"!begin counting at=21:00 every=1h":             "(every= and until= go with at=, and every= with until=.)",
		"!begin chess at=21:00":                         `(There is no game "chess". There are: counting)`,
		"!begin counting at=21:00 every=1s until=22:00": `(every is a time from 1m0s to 24h0m0s like 500ms, 5s or 2m, not "1s".)`,
	} {
		inRoom(t, DefaultConfig(), games(1), func(r *room) {
			r.says("op", line)
			r.wants("0s op< " + want)
		})
	}
}

func TestMistypedCommand(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		for _, word := range []string{"!beginn", "!begn", "!bgein", "!pausd"} {
			r.says("op", word)
		}
		r.wants(
			`0s op< (There is no command "!beginn". Did you mean !begin?)`,
			`0s op< (There is no command "!begn". Did you mean !begin?)`,
			`0s op< (There is no command "!bgein". Did you mean !begin?)`,
			`0s op< (There is no command "!pausd". Did you mean !pause?)`,
		)
		r.says("op", "!weather")
		r.wants()
	})
}

func TestRights(t *testing.T) {
	config := DefaultConfig()
	config.Rights = map[string][]string{"go": {"everyone"}, "begin": {"voice", "trusted"}}
	inRoom(t, config, games(1), func(r *room) {
		r.arrive("eve")
		r.arriveAs(withAccount(NewPerson("tom", "t", "t"), "Trusted"))
		r.says("eve", "!begin counting")
		r.says("eve", "!begin counting")
		r.says("eve", "!abort")
		r.wants("0s eve< (!begin is for the channel's operators.)") // once, then silence
		r.says("tom", "!begin counting")
		r.wantsSome("0s NEW_GAME counting")
		r.says("eve", "!go")
		r.wants("0s NO_ENOUGH_PLAYERS")
	})
}

func TestNewestConnectionOfAnAccount(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.arriveAs(withAccount(NewPerson("ann", "a", "bot.example"), "ann"))
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.arriveAs(withAccount(NewPerson("ann_", "a", "home.example"), "ann")) // she watches
		r.tells("ann", "BYBOT")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s BYBOT ann", "5s ann< SECRET 2")
		r.tells("ann_", "BYHAND")
		r.wantsSome("5s ann< (Your seat in #arena was taken over by another connection of yours.)")
		time.Sleep(5 * time.Second)
		r.wantsSome("10s BYHAND ann", "10s ann_< SECRET 3")
	})
}

func TestLeave(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.says("op", "!leave")
		r.wants("0s op< (A match is being played here; end it first with !abort.)")
		r.says("op", "!abort")
		r.heard()
		r.says("op", "!leave")
		r.wants("0s part #arena Left on the word of op.")
		r.says("op", "!status")
		r.wants()
	})
}

// An organiser plans an evening and goes out: a restart does not end it. What has
// become too old is not begun for nobody.
func TestPlansOutliveARestart(t *testing.T) {
	for _, c := range []struct {
		plan  string
		dies  time.Duration // after midnight
		lasts time.Duration // until it is back, from midnight
		want  string        // when a lobby opens, and what the plan is then
	}{
		{"!begin counting at=9:00 every=30m until=10:00", 0, time.Hour, "9h0m0s NEW_GAME counting"},
		{"!begin counting at=9:00 every=30m until=10:00", 0, 9*time.Hour + 10*time.Minute, "9h10m0s NEW_GAME counting"},
		{"!begin counting at=9:00", 0, 9*time.Hour + 50*time.Minute, "9h50m0s NEW_GAME counting"},
		{"!begin counting at=0:01 lobby=1h", 2 * time.Minute, 30 * time.Minute, "30m0s NEW_GAME counting"}, // the lobby was open
		{"!begin counting at=9:00", 0, 11 * time.Hour, ""},
		{"!begin counting at=9:00 every=30m until=10:00", 0, 12 * time.Hour, ""},
	} {
		t.Run(fmt.Sprint(c.plan, c.lasts), func(t *testing.T) {
			memory := &notes{channels: map[string]Remembered{}}
			inNewRoom(t, DefaultConfig(), games(9), func(d *Desk) { d.Recall(memory) }, func(r *room) {
				r.happen(LinkUp{})
				r.arrive("op").Channels["#arena"] = Operator
				r.happen(Entered{Channel: "#arena"})
				r.says("op", c.plan)
				time.Sleep(c.dies)
				synctest.Wait()
			})
			inNewRoom(t, DefaultConfig(), games(9), func(d *Desk) {
				time.Sleep(c.lasts)
				d.Recall(memory)
			}, func(r *room) {
				r.happen(LinkUp{})
				r.happen(Entered{Channel: "#arena"})
				synctest.Wait()
				time.Sleep(9*time.Hour + time.Minute - c.lasts) // nothing if that is past
				if c.want == "" {
					r.wants(fmt.Sprintf("%v join #arena", c.lasts))
					return
				}
				r.wantsSome(c.want)
			})
		})
	}
}

// So it is when the operator stops the referee in good order.
func TestPlannedLobbyOutlivesAStop(t *testing.T) {
	memory := &notes{channels: map[string]Remembered{}}
	inNewRoom(t, DefaultConfig(), games(9), func(d *Desk) { d.Recall(memory) }, func(r *room) {
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.happen(Entered{Channel: "#arena"})
		r.says("op", "!begin counting at=0:01 lobby=1h")
		time.Sleep(2 * time.Minute) // virtual
		r.wantsSome("1m0s NEW_GAME counting")
		r.takesLeave(ToStop, 0)
		synctest.Wait()
	})
	inNewRoom(t, DefaultConfig(), games(9), func(d *Desk) { d.Recall(memory) }, func(r *room) {
		r.happen(LinkUp{})
		r.happen(Entered{Channel: "#arena"})
		time.Sleep(2 * time.Minute)
		r.wantsSome("1m0s NEW_GAME counting") // the clock of this room begins at midnight too
	})
}

// notes is a memory of one network.
type notes struct {
	noMemory
	mu       sync.Mutex
	channels map[string]Remembered
	bans     []Ban
	last     *Played // a later match than the others
}

func (n *notes) Channels(context.Context) (all []Remembered, _ error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, known := range n.channels {
		all = append(all, known)
	}
	return all, nil
}

func (n *notes) Remember(_ context.Context, known Remembered) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.channels[known.Name] = known
	return nil
}

func (n *notes) Forget(_ context.Context, name string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.channels, name)
	return nil
}

func (n *notes) Bans(context.Context) ([]Ban, error) { return n.bans, nil }

func (n *notes) Ban(_ context.Context, b Ban) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.bans = append(n.bans, b)
	return nil
}

func (*notes) Top(context.Context, string, int) ([]Top, error) {
	return []Top{{Place: 1, Name: "ann", Rating: 1620, Won: 3, Played: 4}, {Place: 2, Name: "bob", Rating: 1480, Played: 4}}, nil
}

func (n *notes) Matches(context.Context, string, int) ([]Played, error) {
	if n.last != nil {
		return []Played{*n.last}, nil
	}
	return []Played{{ID: "m2", Game: "counting", Turns: 7, Winners: []string{"ann"}}, {ID: "m1", Game: "counting", Turns: 3}}, nil
}

func TestMemory(t *testing.T) {
	memory := &notes{channels: map[string]Remembered{"#arena": {Name: "#arena", Settings: []string{"language=fr"}}}}
	inNewRoom(t, DefaultConfig(), games(9), func(d *Desk) { d.Recall(memory) }, func(r *room) {
		r.wants("0s join #arena")
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.happen(Entered{Channel: "#arena"})
		r.says("op", "!top")
		r.says("op", "!replay")
		r.says("op", "!replay 2")
		r.says("op", "!replay x")
		r.says("op", "!status")
		r.says("op", "!ban *!*@evil.example 1h")
		r.wants(
			"0s op< (counting : 1. ann 1620 (3/4), 2. bob 1480 (0/4))",
			"0s op< (Joué ici : m2 (counting, 7, ann), m1 (counting, 3, -))",
			"0s op< (Joué ici : m1 (counting, 3, -))",
			"0s op< (La dernière partie est replay 1, la précédente 2, jusqu'à 100 ; pas \"x\".)",
			"0s op< (La dernière partie : counting, gagnée par ann en 7 tours. Rien ne se joue. Un opérateur ouvre les inscriptions : !begin JEU)",
			"0s op< (*!*@evil.example ne peut plus jouer ici, pendant 1 h. Pour lever : !unban *!*@evil.example)",
		)
		memory.last = &Played{ID: "m3", Game: "counting", Turns: 2}
		r.says("op", "!status")
		r.wants("0s op< (La dernière partie : counting, sans vainqueur après 2 tours. Rien ne se joue. Un opérateur ouvre les inscriptions : !begin JEU)")
		r.says("op", "!set lobby 2m")
		synctest.Wait()
		if got := memory.channels["#arena"].Settings; !slices.Equal(got, []string{"language=fr", "lobby=2m"}) {
			t.Errorf("remembered settings: %v", got)
		}
		r.says("op", "!leave")
		synctest.Wait()
		if len(memory.channels) != 0 || len(memory.bans) != 1 {
			t.Errorf("remembered: channels %v, bans %v", memory.channels, memory.bans)
		}
	})
}
