package referee

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// splits takes players by a netsplit.
func (r *room) splits(nicks ...string) {
	for _, nick := range nicks {
		r.departs(nick, Split)
	}
}

const splitNotice = "(Cut off by the network: ann, bob. The match waits for them, for 2 min at most.)"

// A netsplit comes before the server has passed on the prompt, so those beyond may
// lack lines of the turn before: the turn is interrupted, and begun again behind
// what they have missed. What the referee has read of it counts.
func TestSplitInterruptsATurn(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.answersAfter(time.Hour)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s TOUR 2", "5s SEND_YOUR_ACTION")
		r.tells("ann", "QUICK")
		r.splits("ann", "bob")
		r.wants("5s " + splitNotice)
		r.answersAfter(0)
		time.Sleep(time.Minute)
		r.wants()
		r.arrive("ann")
		r.arrive("bob")
		r.wantsSome("1m5s (The match goes on at turn 2.)", "1m5s TOUR 1", "1m5s NOTHING ann", "1m5s NOTHING bob",
			"1m5s TOUR 2", "1m5s ann< SECRET 2", "1m5s SEND_YOUR_ACTION")
		time.Sleep(5 * time.Second)
		r.wantsSome("1m10s QUICK ann", "1m10s NOTHING bob", "1m10s TOUR 3")
	})
}

// A netsplit in the lobby's last breath: the match opens again for those it took.
func TestSplitInterruptsTheOpening(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.answersAfter(time.Hour)
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.splits("ann", "bob")
		r.answersAfter(0)
		time.Sleep(time.Second)
		r.arrive("ann")
		r.arrive("bob")
		r.wantsSome("0s "+splitNotice, "1s (The match goes on at turn 1.)", "1s MAP_SIZE 1", "1s JOUEURS 2", "1s TOUR 1")
	})
}

// A netsplit comes over the last words, which are said again when it is over.
func TestSplitAtTheEnd(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.answersAfter(time.Hour)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s END_GAME DRAW ann bob")
		r.splits("ann", "bob")
		r.answersAfter(0)
		time.Sleep(time.Minute)
		r.wants("5s " + splitNotice)
		r.arrive("ann")
		r.arrive("bob")
		r.wantsSome("1m5s (The match is over; its end once more:)", "1m5s TOUR 1", "1m5s NOTHING ann", "1m5s NOTHING bob",
			"1m5s END_GAME DRAW ann bob", "1m5s RANK 1 bob 0")
		r.says("op", "!status")
		r.wants("1m5s op< (Nothing is being played. An operator opens a lobby: !begin GAME)")
	})
}

// An abort ends the waiting for the end to be heard, and changes nothing of it.
func TestAbortAtTheEndOfASplitMatch(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.answersAfter(time.Hour)
		time.Sleep(5 * time.Second)
		r.splits("ann", "bob")
		r.heard()
		r.says("op", "!abort")
		r.says("op", "!status")
		r.wantsSome("5s op< (Nothing is being played. An operator opens a lobby: !begin GAME)")
	})
}

// A netsplit while an organiser lets the match pause: it waits for those whom it
// took when he lets it go on.
func TestSplitInAPause(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.says("op", "!pause")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NOTHING bob", "5s (The match is paused before turn 2. An operator lets it go on.)")
		r.splits("ann", "bob")
		r.says("op", "!resume")
		r.wantsSome("5s " + splitNotice)
		r.arrive("ann")
		r.arrive("bob")
		r.wantsSome("5s (The match goes on at turn 2.)", "5s TOUR 1", "5s NOTHING ann", "5s NOTHING bob", "5s TOUR 2")
	})
}

// While a match waits for its scripts to start it may be silenced, split and talked
// in, and begins all the same.
func TestInterruptedWhileScriptsStart(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(), nil, func(r *room) {
		r.arrive("ann")
		r.arrive("bob")
		r.arrive("cid")
		r.handsIn("ann", "mine", "slow start")
		r.says("op", "!begin sensing")
		r.tells("ann", "join_game mine")
		r.tells("bob", "join_game")
		r.tells("cid", "join_game")
		r.says("op", "!go")
		r.says("bob", "when does it begin?")
		r.renames("bob", "bobby")
		r.splits("bobby", "cid")
		r.happen(Undelivered{Target: "#arena", Code: "404"})
		synctest.Wait()
		r.arriveAs(r.people["bobby"])
		r.arrive("cid")
		time.Sleep(time.Minute)
		r.wantsSome("20s (The match goes on at turn 1.)", "20s MAP_SIZE 1", "20s HELLO ann", "20s TOUR 1", "20s SEND_YOUR_ACTION")
	})
}

// waited checks how often the match has said since that it waits for players.
func (r *room) waited(times int) {
	r.t.Helper()
	said := strings.Join(r.heard(), "\n")
	if n := strings.Count(said, "Cut off by the network"); n != times {
		r.t.Errorf("waits %d times, want %d:\n%s", n, times, said)
	}
}

// One netsplit takes four players before a prompt has been passed on, that of a turn
// or the one behind the end: that is one wait, said once, and there is another for
// the next netsplit.
func TestOneSplitIsOneWait(t *testing.T) {
	all := []string{"ann", "bob", "cid", "dan"}
	for _, turns := range []int{1, 9} {
		inRoom(t, DefaultConfig(), games(turns), func(r *room) {
			r.begins("!begin counting", all...)
			r.answersAfter(time.Hour)
			time.Sleep(5 * time.Second)
			r.heard()
			r.splits(all...)
			r.answersAfter(0)
			r.waited(1)
			if turns == 1 {
				return
			}
			for _, nick := range all {
				r.arrive(nick)
			}
			r.heard()
			r.splits(all...)
			time.Sleep(10 * time.Second)
			r.waited(1)
		})
	}
}

// A netsplit while the channel does not hear us, or that before this: those beyond
// still lack the last turn when they are back.
func TestSplitAndSilence(t *testing.T) {
	split := func(r *room) { r.splits("ann", "bob") }
	silence := func(r *room) {
		r.happen(Undelivered{Target: "#arena", Code: "404"})
		synctest.Wait()
	}
	for _, both := range []struct {
		first         time.Duration // in turn 1, or just behind it
		one, theOther func(*room)
	}{{4 * time.Second, split, silence}, {6 * time.Second, silence, split}} {
		inRoom(t, DefaultConfig(), games(9), func(r *room) {
			r.begins("!begin counting", "ann", "bob", "cid")
			time.Sleep(both.first)
			both.one(r)
			time.Sleep(2 * time.Second)
			both.theOther(r)
			time.Sleep(29*time.Second - both.first)
			r.heard()
			r.arrive("ann")
			r.arrive("bob")
			r.wantsSome("31s (The match goes on at turn 2.)", "31s TOUR 1", "31s NOTHING ann", "31s NOTHING bob", "31s NOTHING cid", "31s TOUR 2")
		})
	}
}

// A netsplit in the last turn, behind its prompt: the end is said again to those whom
// it took.
func TestSplitInTheLastTurn(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.splits("ann", "bob")
		time.Sleep(15 * time.Second)
		r.heard()
		r.arrive("ann")
		r.arrive("bob")
		r.wantsSome("15s (The match is over; its end once more:)", "15s TOUR 1", "15s END_GAME DRAW ann bob")
	})
}

// One player alone plays a netsplit: he leaves again and again within five seconds.
func TestOneAloneIsNoSplit(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		for range 2 {
			r.splits("ann")
			time.Sleep(time.Second)
			r.arrive("ann")
		}
		r.splits("ann")
		time.Sleep(5 * time.Second)
		r.waited(0)
	})
}

// The dead are nobody to wait for, nor are they half of a netsplit.
func TestTheDeadAreNoSplit(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.tells("bob", "DIE")
		time.Sleep(6 * time.Second)
		r.splits("bob", "ann")
		time.Sleep(5 * time.Second)
		r.waited(0)
	})
}

// Two players are split off and back at once, in a turn or in a pause. One of them
// then leaves by himself: nobody waits for him.
func TestSplitIsForgotten(t *testing.T) {
	for _, before := range []string{"", "!pause"} {
		inRoom(t, DefaultConfig(), games(9), func(r *room) {
			r.begins("!begin counting", "ann", "bob", "cid")
			if before != "" {
				r.says("op", before)
				time.Sleep(6 * time.Second)
			}
			r.splits("ann", "bob")
			r.arrive("ann")
			r.arrive("bob")
			r.says("op", "!resume")
			time.Sleep(time.Second)
			r.departs("ann", Quit)
			time.Sleep(5 * time.Second)
			r.waited(0)
		})
	}
}
