package referee

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestSpeakingInPublicVoidsTheTurn(t *testing.T) {
	for _, kind := range []Kind{Message, Notice, Action} {
		inRoom(t, DefaultConfig(), games(2), func(r *room) {
			r.begins("!begin counting", "ann", "bob")
			r.heard()
			r.tells("ann", "GOOD")
			r.happen(Heard{At: time.Now(), From: r.people["ann"], Channel: "#Arena", Kind: kind, Text: "hello"})
			r.wants("0s ann< ([disqualified] you spoke in the channel during the match: your order of turn 1 is void.)")
			r.tells("ann", "AGAIN") // stays void
			time.Sleep(5 * time.Second)
			r.wantsSome("5s NOTHING ann", "5s NOTHING bob", "5s TOUR 2")
			r.tells("ann", "BACK")
			time.Sleep(5 * time.Second)
			r.wantsSome("10s BACK ann") // for that turn only
		})
	}
}

// "Une fois que l'arbitre a annoncé le début du TOUR 1": before it everybody
// may talk, and the dead and spectators always.
func TestWhoMayTalk(t *testing.T) {
	inRoom(t, DefaultConfig(), games(5), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob", "cid"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
			r.says(nick, "hello")
		}
		r.arrive("eve")
		r.says("op", "!go")
		r.heard()
		r.says("eve", "go bob!")
		r.tells("cid", "DIE")
		time.Sleep(5 * time.Second)
		r.heard()
		r.says("cid", "argh")
		r.wants()
	})
}

func TestChangingNickVoidsTheTurn(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.tells("ann", "GOOD")
		r.tells("bob", "GOOD")
		r.renames("ann", "anna")
		r.renames("bob", "Guest12345") // forced by services: no offence
		r.wants("0s anna"+newSeatToken, "0s anna< ([disqualified] you changed your nick during the match: your order of turn 1 is void.)",
			"0s Guest12345"+newSeatToken)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NOTHING ann", "5s GOOD bob", "5s Guest12345< SECRET 2") // the name is fixed, the person is followed
	})
}

func TestPartingAndComingBackVoidsTheTurn(t *testing.T) {
	for how, order := range map[Departure]string{Parted: "NOTHING", Quit: "GOOD", Kicked: "GOOD", Split: "GOOD"} {
		inRoom(t, DefaultConfig(), games(2), func(r *room) {
			r.begins("!begin counting", "ann", "bob")
			r.heard()
			r.tells("ann", "GOOD")
			r.departs("ann", how)
			r.arriveAs(NewPerson("ann", "ann", "ann.example"))
			time.Sleep(5 * time.Second)
			r.wantsSome("5s "+order+" ann", "5s ann< SECRET 2")
		})
	}
}

func TestFloodVoidsTheTurn(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		for range 10000 {
			r.happen(Heard{At: time.Now(), From: r.people["ann"], Text: "GOOD"})
		}
		r.tells("bob", "GOOD")
		r.wants("0s ann< ([disqualified] you sent too many lines in one turn: your order of turn 1 is void.)")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NOTHING ann", "5s GOOD bob")
	})
}

// Who is disqualified learns it, though his budget of notices is used up.
func TestDisqualificationIsAlwaysTold(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		for range 5 {
			r.tells("ann", "BAD")
		}
		r.heard()
		r.says("ann", "argh")
		r.says("ann", "argh")
		r.wants("0s ann< ([disqualified] you spoke in the channel during the match: your order of turn 1 is void.)")
	})
}

func TestFreePlay(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting freeplay", "ann", "bob")
		r.heard()
		r.tells("ann", "GOOD")
		r.says("ann", "hello")
		r.renames("ann", "anna")
		r.wants("0s anna" + newSeatToken)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s GOOD ann")
	})
}

func TestDisqualifiedForTheMatch(t *testing.T) {
	config := DefaultConfig()
	config.Disqualify = "match"
	inRoom(t, config, games(5), func(r *room) {
		var seen watching
		r.desk.watchers = []Watcher{&seen}
		r.begins("!begin counting", "ann", "bob")
		r.says("ann", "hello")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NOTHING ann", "5s END_GAME bob", "5s RANK 1 bob 0", "5s RANK 2 ann 0")
		seen.wantsCauses(t, "spoke", "alive")
	})
}

func TestLeavingTheMatch(t *testing.T) {
	inRoom(t, DefaultConfig(), games(5), func(r *room) {
		var seen watching
		r.desk.watchers = []Watcher{&seen}
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.tells("bob", "leave_game")
		r.wants("0s bob< (You leave the match with the end of turn 1.)")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s END_GAME ann")
		seen.wantsCauses(t, "alive", "quit")
	})
}

func TestAbsentForTooLong(t *testing.T) {
	config := DefaultConfig()
	config.AbsentTurns = 3
	inRoom(t, config, games(9), func(r *room) {
		var seen watching
		r.desk.watchers = []Watcher{&seen}
		r.begins("!begin counting", "ann", "bob", "cid")
		r.departs("bob", Quit)
		r.departs("cid", Kicked)
		time.Sleep(10 * time.Second) // two turns away
		r.arriveAs(NewPerson("bob", "bob", "bob.example"))
		r.heard()
		time.Sleep(5 * time.Second)
		r.wantsSome("15s NOTHING bob", "15s NOTHING cid", "15s TOUR 4") // cid is out now
		r.departs("bob", Quit)                                          // and counts from the beginning
		time.Sleep(15 * time.Second)
		r.wantsSome("30s END_GAME ann")
		seen.wantsCauses(t, "alive", "absent", "kicked")
	})
}

func TestNobodyLeft(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.tells("ann", "leave_game")
		r.tells("bob", "leave_game")
		r.heard()
		time.Sleep(5 * time.Second)
		r.wants("5s NOTHING ann", "5s NOTHING bob", "5s END_GAME -",
			"5s (The seed was HEX: with it and the orders anyone can play the match again.)")
	})
}

// watching is a watcher that keeps what it is shown.
type watching struct{ records []Record }

func (w *watching) Watch(r Record) { w.records = append(w.records, r) }

func (w *watching) wantsCauses(t *testing.T, causes ...string) {
	t.Helper()
	synctest.Wait()
	last := w.records[len(w.records)-1]
	if last.End == nil {
		t.Fatalf("the last record is no end: %+v", last)
	}
	for i, cause := range causes {
		if last.End.Causes[i] != cause {
			t.Errorf("causes %v, want %v", last.End.Causes, causes)
			return
		}
	}
}

// Who speaks while the match is paused before turn 2 loses his order of turn 2.
func TestSpokeInAPause(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.says("op", "!pause")
		time.Sleep(6 * time.Second)
		r.says("ann", "what?")
		r.says("op", "!resume")
		r.heard()
		r.tells("ann", "A2")
		time.Sleep(6 * time.Second)
		r.wantsSome("11s NOTHING ann", "11s TOUR 3")
		r.tells("ann", "A3")
		time.Sleep(6 * time.Second)
		r.wantsSome("16s A3 ann", "16s TOUR 4")
	})
}

// Who speaks while the disk is full at the end of turn 1 is told that he loses his
// order of turn 2, and loses that one.
func TestSpokeWhileTheDiskIsFull(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		journal := &memory{}
		r.desk.Keep(journal)
		r.begins("!begin counting", "ann", "bob")
		journal.setFull(true)
		time.Sleep(6 * time.Second)
		r.heard()
		r.says("ann", "what?")
		r.wants("6s ann< ([disqualified] you spoke in the channel during the match: your order of turn 2 is void.)")
		journal.setFull(false)
		time.Sleep(10 * time.Second)
		r.tells("ann", "A2")
		time.Sleep(6 * time.Second)
		r.wantsSome("20s NOTHING ann", "20s TOUR 3")
		r.tells("ann", "A3")
		time.Sleep(6 * time.Second)
		r.wantsSome("25s A3 ann", "25s TOUR 4")
	})
}
