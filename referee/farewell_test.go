package referee

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func (r *room) takesLeave(why Reason, patience time.Duration) {
	r.t.Helper()
	if err := r.desk.TakeLeave(r.t.Context(), why, patience); err != nil {
		r.t.Error(err)
	}
	synctest.Wait()
}

// gone tells whether the desk's work has ended.
func (r *room) gone() bool {
	synctest.Wait()
	select {
	case <-r.desk.left:
		return true
	default:
		return false
	}
}

// A referee that stops tells every channel, and its match goes on when it is back
// as if nothing had been: that of a run that nothing disturbed.
func TestStopAndResume(t *testing.T) {
	undisturbed, stopped := &memory{}, &memory{}
	inRoom(t, DefaultConfig(), games(len(script)), func(r *room) {
		r.desk.Keep(undisturbed)
		r.begins("!begin counting seed=1", "ann", "bob")
		r.playScript(0, len(script))
	})
	inRoom(t, DefaultConfig(), games(len(script)), func(r *room) {
		r.desk.Keep(stopped)
		r.open("#other")
		r.begins("!begin counting seed=1", "ann", "bob")
		r.playScript(0, 2)
		r.tells("ann", "LOST") // of the turn that is interrupted
		r.heard()
		r.takesLeave(ToStop, 0)
		r.wants("10s (The referee stops now. This match stands still at turn 3, and goes on there by itself when the referee is back: leave your bots here, or be back by then.)",
			"10s (The referee stops now.)")
		if !r.gone() {
			t.Error("the desk works on")
		}
	})
	afterCrash(t, stopped, games(len(script)), func(r *room) {
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
		}
		r.happen(Entered{Channel: "#arena"})
		r.wantsSome("0s (The match goes on at turn 3.)", "0s TOUR 2", "0s TOUR 3")
		r.playScript(2, len(script))
	})
	if diff := cmp.Diff(facts(undisturbed), facts(stopped)); diff != "" {
		t.Errorf("-undisturbed +resumed:\n%s", diff)
	}
}

// Given time, the referee lets a match end first, begins nothing new, and goes as
// soon as it can.
func TestStopWithPatience(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.desk.Keep(&memory{})
		r.open("#lobby")
		r.saysIn("#lobby", "op", "!begin counting")
		r.begins("!begin counting", "ann", "bob")
		r.saysIn("#arena", "op", "!next counting")
		r.heard()
		r.takesLeave(ToStop, time.Minute)
		r.wants("0s (The referee is about to stop and begins nothing new. This match may play on for 60 s; if it has not ended by then it stands still, and goes on when the referee is back.)",
			"0s (The lobby is closed, no match: the referee begins nothing new now.)")
		r.saysIn("#lobby", "op", "!begin counting")
		r.wants("0s op< (The referee is about to stop and begins nothing new. Try again when it is back.)")
		r.happen(Invited{By: r.people["ann"], Channel: "#new"})
		r.wants("0s ann< (The referee is about to stop and begins nothing new. Try again when it is back.)")
		time.Sleep(5 * time.Second)
		if r.gone() {
			t.Error("gone in the middle of a match")
		}
		time.Sleep(5 * time.Second)
		r.wantsSome("10s END_GAME DRAW ann bob", "10s (The referee stops now.)", "10s (The referee stops now.)")
		if !r.gone() {
			t.Error("not gone after the match")
		}
	})
}

// Patience has an end, also for a disk that takes nothing.
func TestPatienceEnds(t *testing.T) {
	for _, full := range []bool{false, true} {
		inRoom(t, DefaultConfig(), games(100), func(r *room) {
			journal := &memory{}
			r.desk.Keep(journal)
			r.begins("!begin counting", "ann", "bob")
			journal.setFull(full)
			r.takesLeave(ToStop, 12*time.Second)
			time.Sleep(12*time.Second - time.Nanosecond)
			if r.gone() {
				t.Error("gone before the time")
			}
			time.Sleep(time.Nanosecond)
			if !r.gone() {
				t.Error("not gone in time")
			}
		})
	}
}

// Without a journal a match can't go on: it ends, and that is said.
func TestStopWithoutJournal(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.takesLeave(ToStop, 0)
		r.wants("0s (The referee stops now. It keeps no journal here, so this match ends with it.)",
			"0s END_GAME -", "0s (The seed was HEX: with it and the orders anyone can play the match again.)")
	})
}

// A network that the configuration no longer has keeps the referee until its
// matches have ended, however long that takes; a stop meanwhile is a stop.
func TestLeaveForGood(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.desk.Keep(&memory{})
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.takesLeave(ToLeave, ForEver)
		r.wants("0s (The referee is about to leave this network. It plays this match to its end, and begins nothing new.)")
		time.Sleep(30 * time.Second)
		if r.gone() {
			t.Error("gone in the middle of a match")
		}
		r.heard()
		r.takesLeave(ToStop, 0)
		r.wantsSome("30s (The referee stops now. This match stands still at turn 7, and goes on there by itself when the referee is back: leave your bots here, or be back by then.)")
		if !r.gone() {
			t.Error("not gone")
		}
	})
}
