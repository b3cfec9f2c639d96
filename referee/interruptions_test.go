package referee

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// waitsSaid counts how often the match has said that it waits for players.
func waitsSaid(said []string) (n int) {
	for _, line := range said {
		if strings.Contains(line, "Cut off by the network") {
			n++
		}
	}
	return n
}

// One netsplit takes four players while the turn's prompt is not passed on: that is
// one wait, said once, and the match waits again for the next netsplit.
func TestOneSplitOfFourIsOneWait(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		all := []string{"ann", "bob", "cid", "dan"}
		r.begins("!begin counting", all...)
		r.answersAfter(time.Hour)
		time.Sleep(5 * time.Second)
		r.heard()
		r.splits(all...)
		r.answersAfter(0)
		said := r.heard()
		if n := waitsSaid(said); n != 1 {
			t.Errorf("said %d times that it waits:\n%s", n, strings.Join(said, "\n"))
		}
		time.Sleep(30 * time.Second)
		for _, nick := range all {
			r.arrive(nick)
		}
		r.heard()
		time.Sleep(time.Second)
		r.splits(all...) // the second netsplit of the match
		time.Sleep(10 * time.Second)
		said = r.heard()
		if waitsSaid(said) != 1 {
			t.Errorf("does not wait for the second netsplit:\n%s", strings.Join(said, "\n"))
		}
	})
}

// The same at the last words.
func TestOneSplitAtTheEndIsOneWait(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		all := []string{"ann", "bob", "cid", "dan"}
		r.begins("!begin counting", all...)
		r.answersAfter(time.Hour)
		time.Sleep(5 * time.Second)
		r.heard()
		r.splits(all...)
		r.answersAfter(0)
		said := r.heard()
		if n := waitsSaid(said); n != 1 {
			t.Errorf("said %d times that it waits:\n%s", n, strings.Join(said, "\n"))
		}
	})
}

// A netsplit, and the channel is moderated while the match waits: those beyond have
// missed the last turn still when they are back.
func TestSplitThenMute(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.splits("ann", "bob")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s " + splitNotice)
		r.happen(Undelivered{Target: "#arena", Code: "404"}) // to that notice
		time.Sleep(16 * time.Second)
		r.heard()
		time.Sleep(10 * time.Second)
		r.arrive("ann")
		r.arrive("bob")
		said := r.heard()
		if !strings.Contains(strings.Join(said, "\n"), "TOUR 1") {
			t.Errorf("they are back, and the last turn is not said again:\n%s", strings.Join(said, "\n"))
		}
	})
}

// The other way round.
func TestMuteThenSplit(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		time.Sleep(6 * time.Second)
		r.happen(Undelivered{Target: "#arena", Code: "404"})
		synctest.Wait()
		r.splits("ann", "bob")
		time.Sleep(16 * time.Second)
		r.heard()
		time.Sleep(10 * time.Second)
		r.arrive("ann")
		r.arrive("bob")
		said := r.heard()
		if !strings.Contains(strings.Join(said, "\n"), "TOUR 1") {
			t.Errorf("they are back, and the last turn is not said again:\n%s", strings.Join(said, "\n"))
		}
	})
}

// A netsplit in the last turn, after its prompt: nobody is there who hears the end.
func TestSplitInTheLastTurn(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.splits("ann", "bob")
		time.Sleep(5 * time.Second)
		r.heard()
		time.Sleep(10 * time.Second)
		r.arrive("ann")
		r.arrive("bob")
		said := r.heard()
		if !strings.Contains(strings.Join(said, "\n"), "END_GAME") {
			t.Errorf("those whom the netsplit took never hear the end:\n%s", strings.Join(said, "\n"))
		}
	})
}

// An order while a match waits before a turn, behind one that ended early.
func TestOrderInAPauseAfterAnEarlyEnd(t *testing.T) {
	config := DefaultConfig()
	config.EarlyEnd = true
	inRoom(t, config, games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.tells("ann", "A1")
		r.tells("bob", "B1")
		r.says("op", "!pause")
		r.tells("cid", "C1")
		r.wantsSome("0s C1 cid", "0s (The match is paused before turn 2. An operator lets it go on.)")
		r.tells("ann", "EARLY")
		time.Sleep(time.Second)
		r.says("op", "!resume")
		r.heard()
		r.tells("bob", "B2")
		r.tells("cid", "C2")
		for _, line := range r.heard() {
			if strings.Contains(line, "EARLY ann") {
				t.Errorf("an order before TOUR 2 counts: %s", line)
			}
		}
	})
}

// One player alone plays a netsplit: he leaves twice within five seconds.
func TestOneLeavesTwice(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		for range 2 {
			r.splits("ann")
			time.Sleep(time.Second)
			r.arriveAs(NewPerson("ann", "ann", "ann.example"))
		}
		r.splits("ann")
		r.heard()
		time.Sleep(5 * time.Second)
		said := r.heard()
		if waitsSaid(said) != 0 {
			t.Errorf("waits for one player:\n%s", strings.Join(said, "\n"))
		}
	})
}

// The dead are nobody to wait for, nor are they half of a netsplit.
func TestDeadAccomplice(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.tells("bob", "DIE")
		time.Sleep(6 * time.Second)
		r.heard()
		r.splits("bob", "ann")
		time.Sleep(5 * time.Second)
		said := r.heard()
		if waitsSaid(said) != 0 {
			t.Errorf("waits for one living player:\n%s", strings.Join(said, "\n"))
		}
	})
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

// No order counts any more once the end has been said.
func TestOrderBehindTheEnd(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.tells("ann", "ack on")
		r.answersAfter(time.Second)
		time.Sleep(5*time.Second + time.Millisecond)
		r.wantsSome("5s END_GAME DRAW ann bob")
		r.tells("ann", "MORE")
		for _, line := range r.heard() {
			if strings.Contains(line, "[ack]") {
				t.Error(line)
			}
		}
	})
}

// Two players were split off and came back while the match was paused. One of them
// leaves by himself in the next turn: nobody waits for him.
func TestSplitIsForgotten(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.says("op", "!pause")
		time.Sleep(6 * time.Second)
		r.splits("ann", "bob")
		time.Sleep(time.Second)
		r.arrive("ann")
		r.arrive("bob")
		r.says("op", "!resume")
		time.Sleep(time.Second)
		r.departs("ann", Quit)
		r.heard()
		time.Sleep(5 * time.Second)
		said := r.heard()
		if waitsSaid(said) != 0 {
			t.Errorf("waits for who has left:\n%s", strings.Join(said, "\n"))
		}
	})
}

// The same without a pause: split and back within a turn.
func TestSplitIsForgottenWithinATurn(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.splits("ann", "bob")
		r.arrive("ann")
		r.arrive("bob")
		time.Sleep(time.Second)
		r.departs("ann", Parted)
		r.heard()
		time.Sleep(5 * time.Second)
		said := r.heard()
		if waitsSaid(said) != 0 {
			t.Errorf("waits for who has left:\n%s", strings.Join(said, "\n"))
		}
	})
}

// A token that has waited long for the flood budget may meet a change of nick too.
func TestStrayTokenOnASlowNetwork(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		time.Sleep(time.Minute)
		r.departs("ann", Quit)
		r.mu.Lock()
		r.hold = true
		r.mu.Unlock()
		r.arriveAs(NewPerson("ann", "ann", "ann.example"))
		time.Sleep(31 * time.Second)
		r.heard()
		r.release() // the token leaves now
		r.renames("ann", "anna")
		n := 0
		for _, line := range r.heard() {
			if strings.Contains(line, "come back with: resume") {
				n++
			}
		}
		if n != 2 {
			t.Errorf("%d tokens, want the stray one and its replacement", n)
		}
	})
}

// A match that has been cut off from its channel waits for a player, and is aborted: the
// turn that the channel may have missed is said before the end.
func TestAbortOfAMatchThatWaits(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		time.Sleep(6 * time.Second)
		r.happen(LinkDown{At: time.Now()})
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.arrive("bob")
		r.happen(Entered{Channel: "#arena"})
		r.says("op", "!abort")
		r.wantsSome("6s (Cut off by the network: ann. The match waits for them, for 2 min at most.)",
			"6s TOUR 1", "6s NOTHING ann", "6s NOTHING bob", "6s END_GAME -")
	})
}
