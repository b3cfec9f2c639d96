package referee

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/game"
)

// plays is a match of the sensing game between a script of ann's and bob, who
// plays himself.
func (r *room) plays(begin string, script ...string) {
	r.t.Helper()
	r.arrive("ann")
	r.arrive("bob")
	r.handsIn("ann", "mine", script...)
	r.says("op", begin)
	r.tells("ann", "join_game mine")
	r.tells("bob", "join_game")
	r.wantsSome("0s ann< JOIN_OK", "0s bob< JOIN_OK")
	r.says("op", "!go")
	r.wantsSome("0s MAP_SIZE 1", "0s TOUR 1", "0s bob< SECRET 1", "0s SEND_YOUR_ACTION")
}

// A script plays like anybody, gets no lines, and remembers.
func TestScriptPlays(t *testing.T) {
	scripts, journal := newFakeScripts(), &memory{}
	inWorkshop(t, DefaultConfig(), scripts, func(d *Desk) { d.Keep(journal) }, func(r *room) {
		r.plays("!begin sensing seed=1", "say A", "orders BAD;GOOD", "none")
		r.tells("bob", "B")
		time.Sleep(5 * time.Second)
		r.wants("5s A-1 ann", "5s B bob", "5s TOUR 2", "5s bob< SECRET 2", "5s SEND_YOUR_ACTION",
			`5s ann< ([bad] "bad": 7 is expected)`)
		time.Sleep(5 * time.Second)
		r.wantsSome("10s GOOD ann", "10s NOTHING bob", "10s TOUR 3")
		time.Sleep(5 * time.Second)
		r.wantsSome("15s NOTHING ann", "15s END_GAME DRAW ann bob")
	})
	want := []string{"mine: seat 0 turn 1, remembers 0", "mine: seat 0 turn 2, remembers 1", "mine: seat 0 turn 3, remembers 2"}
	if diff := cmp.Diff(want, scripts.allClosed(t)); diff != "" {
		t.Error(diff)
	}
	text := "say A\norders BAD;GOOD\nnone\n"
	if diff := cmp.Diff([]Scripted{{Seat: 0, Name: "mine", SHA256: textHash(text)}}, journal.opening.Scripts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{text}, journal.private.Scripts); diff != "" {
		t.Error(diff)
	}
	last := journal.turns[2]
	if len(last.Orders[0]) != 0 || last.Millis[0] == nil || last.Millis[1] != nil {
		t.Errorf("a script that gives no orders has played, who is silent has not: %v", last)
	}
}

// A script that is cut off loses the turn, and at last the match. What it tells
// its author is bounded.
func TestScriptIsCutOff(t *testing.T) {
	scripts, journal := newFakeScripts(), &memory{}
	inWorkshop(t, DefaultConfig(), scripts, func(d *Desk) { d.Keep(journal) }, func(r *room) {
		r.plays("!begin sensing max_turns=9", "cut", "panic", "late", "told x\x01TOUR 1\r;"+strings.Repeat("b;", 8)+""+strings.Repeat("é", 400), "say A", "out")
		r.wants() // what was said of turn 1 has been taken
		time.Sleep(25 * time.Second)
		cut := "%ds ann< ([script] turn %d: your script was cut off, and its orders are void.)"
		said := r.heard()
		for turn := range 3 {
			at := []int{0, 5, 15}[turn] // the third one is late: at the turn's end
			if line := fmt.Sprintf(cut, at, turn+1); turn > 0 && !slices.Contains(said, line) {
				t.Errorf("not said: %s in\n%s", line, strings.Join(said, "\n"))
			}
		}
		if n := strings.Count(strings.Join(said, "\n"), "turn 4: "); n != mostTold {
			t.Errorf("%d lines are told", n)
		}
		out := "25s ann< ([script] turn 6: your script was cut off too often and is out.)"
		if !slices.Contains(said, out) {
			t.Errorf("not said: %s", out)
		}
		told := slices.DeleteFunc(said, func(line string) bool { return !strings.Contains(line, "turn 4: ") })
		if diff := cmp.Diff([]string{
			"15s ann< ([script] turn 4: x TOUR 1)",
		}, slices.DeleteFunc(told, func(line string) bool { return line == "15s ann< ([script] turn 4: b)" })); diff != "" {
			t.Error(diff)
		}
		time.Sleep(5 * time.Second)
		r.wantsSome("30s NOTHING ann", "30s END_GAME bob")
	})
	for i, void := range []bool{true, true, true, false, false, true} {
		turn := journal.turns[i]
		if (len(turn.Void) == 1) != void || (turn.Millis[0] == nil) != void || void && len(turn.Orders[0]) > 0 {
			t.Errorf("turn %d: %v", i+1, turn)
		}
	}
	if diff := cmp.Diff([]string{"script"}, journal.turns[5].Causes); diff != "" {
		t.Error(diff)
	}
	played := scripts.allClosed(t)
	if last := played[5]; last != "mine: seat 0 turn 6, remembers 2" {
		t.Errorf("%s: memories move on with turns that are not cut off", last)
	}
}

// The author of a script may talk, go, come back and be called what he likes. He
// has no orders to give, and may leave the match.
func TestScriptsAuthor(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(), nil, func(r *room) {
		r.plays("!begin sensing max_turns=20", "say A")
		r.says("ann", "go, go!")
		r.tells("ann", "NORTH")
		plays := "0s ann< ([script] your script mine plays this seat; you have no orders to give. To go: leave_game)"
		r.wants(plays)
		for range 70 {
			r.tells("ann", "RESEND")
		}
		r.wants(plays, plays)
		r.tells("ann", "SCRIPT_DELETE mine")
		r.wants("0s ann< SCRIPT_DELETE mine")
		r.renames("ann", "queen")
		r.departs("queen", Parted)
		time.Sleep(65 * time.Second) // more than absent_turns
		r.wantsSome("5s A-1 ann", "1m5s A-13 ann")
		r.people["queen"].Channels["#arena"] = 0
		r.happen(Arrived{Who: r.people["queen"], Channel: "#arena"})
		time.Sleep(5 * time.Second)
		r.wantsSome("1m5s queen< (Your seat in #arena: should you lose your connection, come back with: resume HEX)", "1m10s A-14 ann")
		r.tells("queen", "leave_game")
		time.Sleep(5 * time.Second)
		r.wantsSome("1m10s queen< (You leave the match with the end of turn 15.)", "1m15s NOTHING ann", "1m15s END_GAME bob")
	})
}

// The text is that of the lobby's close: a new one counts until then, and after
// that neither a new one nor none.
func TestScriptIsFixedAtTheClose(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(), nil, func(r *room) {
		r.arrive("ann")
		r.arrive("bob")
		r.handsIn("ann", "mine", "say OLD")
		r.handsIn("ann", "other", "say OTHER")
		r.says("op", "!begin sensing")
		r.tells("ann", "join_game other")
		r.tells("ann", "#arena join_game mine") // said again it changes who plays
		r.tells("bob", "join_game")
		r.handsIn("ann", "mine", "say NEW")
		r.wantsSome("0s ann< JOIN_OK", "0s ann< JOIN_OK", "0s ann< SCRIPT_OK mine 1 HEX")
		r.says("op", "!go")
		r.handsIn("ann", "mine", "say LATE")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NEW-1 ann", "5s NOTHING bob")
	})
}

// Seats that are nobody's have names of their own, and a match of them alone needs
// nobody; watchers are shown all of it, of one with a bot only the end.
func TestSparring(t *testing.T) {
	offers := []Script{{"forager", "say F\n"}, {"fighter", "say X\n"}}
	fog := sensingGame(1)
	fog.Fog = true
	for _, joins := range []bool{false, true} {
		scripts, journal, watcher := newFakeScripts(offers...), &memory{}, &witness{}
		inNewRoom(t, DefaultConfig(), []game.Game{fog}, func(d *Desk) {
			d.UseScripts(scripts)
			d.Keep(journal)
			d.watchers = []Watcher{watcher}
		}, func(r *room) {
			r.happen(LinkUp{})
			r.arrive("op").Channels["#arena"] = Operator
			r.happen(Entered{Channel: "#arena"})
			r.arrive("Forager2")
			r.says("op", "!begin sensing with=forager,fighter,forager")
			r.wantsSome("0s (Scripts play too, whose seats are nobody's: forager, fighter, forager2)")
			if joins {
				r.tells("Forager2", "join_game")
				r.says("op", "!players")
				r.wantsSome("0s (The lobby is full and closes in 10 s.)", "0s op< (Players (4): forager, fighter, forager3, Forager2)")
			}
			time.Sleep(time.Minute + 5*time.Second)
			if !joins {
				r.wantsSome("1m5s END_GAME DRAW forager fighter forager2")
			}
		})
		scripts.allClosed(t)
		if seen := watcher.records[1]; (seen.Drawing == "") != joins || (seen.Turn.Hash == "") != joins {
			t.Errorf("with a bot %v: %v", joins, seen)
		}
		if s := journal.opening.Scripts; len(s) != 3 || s[1].Text != "say X\n" || journal.private.Identity[2].Token != "" {
			t.Errorf("%v", journal)
		}
		if !joins && journal.private.Identity[2].Nick != "*forager2" {
			t.Errorf("%v", journal.private)
		}
	}
}

func TestSparringRefused(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(Script{"forager", "say F\n"}), nil, func(r *room) {
		r.says("op", "!begin sensing with=forager,\x01\xff")
		r.says("op", "!begin sensing with=")
		r.says("op", "!begin sensing with=forager,forager,forager,forager,forager")
		r.says("op", "!begin counting with=forager")
		r.says("op", "!set with forager")
		r.wants(`0s op< (No script "\x01�" is offered here. There are: forager)`,
			`0s op< (No script "" is offered here. There are: forager)`,
			"0s op< (The lobby is full: 4 players.)",
			"0s op< ([script] counting can't be played by scripts.)",
			`0s op< (The key "with" can't be set from a channel.)`)
	})
}

// An organiser has the same words for seats that are nobody's.
func TestSparringAndOrganisers(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(Script{"forager", "say F\n"}), nil, func(r *room) {
		r.says("op", "!begin sensing with=forager,forager,forager max_turns=9")
		r.says("op", "!remove forager2")
		r.wantsSome("0s op< (forager2 no longer has a place in the lobby.)")
		r.says("op", "!ban forager")
		r.says("op", "!go")
		r.heard()
		r.says("op", "!disqualify forager3")
		time.Sleep(5 * time.Second)
		r.wantsSome("0s op< (forager3 is disqualified for turn 1.)", "5s F-1 forager", "5s NOTHING forager3")
		r.says("op", "!disqualify forager match")
		time.Sleep(5 * time.Second)
		r.wantsSome("10s NOTHING forager", "10s F-2 forager3", "10s END_GAME forager3")
	})
}

// The turns of scripts that are quicker than the network wait for it; where turns
// end early, those who play themselves are all that is waited for.
func TestScriptsAndTheClock(t *testing.T) {
	config := DefaultConfig()
	config.EarlyEnd = true
	inWorkshop(t, config, newFakeScripts(Script{"forager", "slow F\n"}), nil, func(r *room) {
		r.answersAfter(300 * time.Millisecond)
		r.says("op", "!begin sensing with=forager,forager")
		r.says("op", "!go")
		time.Sleep(4 * time.Second)
		r.wantsSome("0s TOUR 1", "1s TOUR 2", "2s TOUR 3", "3s END_GAME DRAW forager forager2")
	})
	inWorkshop(t, config, newFakeScripts(Script{"forager", "say F\n"}), nil, func(r *room) {
		r.answersAfter(300 * time.Millisecond)
		r.says("op", "!begin sensing with=forager,forager")
		r.says("op", "!go")
		time.Sleep(4 * time.Second)
		r.wantsSome("0s TOUR 1", "300ms TOUR 2", "600ms TOUR 3", "900ms END_GAME DRAW forager forager2")
	})
}

// A turn that is played again after an outage is asked once, and its answer counts,
// whenever it came.
func TestScriptsInAnOutage(t *testing.T) {
	scripts := newFakeScripts()
	inWorkshop(t, DefaultConfig(), scripts, nil, func(r *room) {
		r.plays("!begin sensing", "say A", "slow", "say C")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s A-1 ann", "5s TOUR 2")
		r.happen(LinkDown{At: time.Now()}) // in the middle of the second turn
		time.Sleep(time.Minute)
		r.happen(LinkUp{})
		for _, nick := range []string{"op", "ann", "bob"} {
			r.arriveAs(NewPerson(nick, nick, nick+".example"))
		}
		r.happen(Entered{Channel: "#arena"})
		time.Sleep(10 * time.Second)
		r.wantsSome("1m5s TOUR 1", "1m5s TOUR 2", "1m10s NOTHING ann", "1m15s C-3 ann")
	})
	want := []string{"mine: seat 0 turn 1, remembers 0", "mine: seat 0 turn 2, remembers 1", "mine: seat 0 turn 3, remembers 2"}
	if diff := cmp.Diff(want, scripts.allClosed(t)); diff != "" {
		t.Error(diff)
	}
}

// A script that can't be started makes its match wait, and an abort ends that.
func TestScriptsThatDoNotStart(t *testing.T) {
	for _, fails := range []int{2, 1000} {
		scripts := newFakeScripts(Script{"forager", "say F\n"})
		scripts.fails = fails
		inWorkshop(t, DefaultConfig(), scripts, nil, func(r *room) {
			r.says("op", "!begin sensing with=forager,forager")
			r.says("op", "!go")
			r.wantsSome("0s (The script of forager can't be started, so the match waits. It goes on by itself once it can.)")
			time.Sleep(30 * time.Second)
			if fails == 2 {
				r.wantsSome("10s TOUR 1", "15s F-1 forager")
				return
			}
			r.wants()
			r.says("op", "!abort")
			r.wantsSome("30s END_GAME -")
		})
	}
}

// Whatever ends a match ends its scripts: an abort, a panic of the rules, the
// program's end in the middle of a turn.
func TestScriptsEndWithTheirMatch(t *testing.T) {
	for _, how := range []string{"abort", "panic", "stop"} {
		inWorkshop(t, DefaultConfig(), newFakeScripts(Script{"forager", "late\n"}), nil, func(r *room) {
			r.says("op", "!begin sensing with=forager,forager")
			r.says("op", "!go")
			synctest.Wait()
			switch how {
			case "abort":
				r.says("op", "!abort")
				r.wantsSome("0s END_GAME -")
			case "panic":
				r.desk.channels["#arena"].match.deliver(func(*match) error { panic("a broken rule") })
				synctest.Wait()
				r.wantsSome("0s END_GAME -")
			}
		})
	}
}

// A match listens while its scripts get ready, all at once, however much it is told.
func TestSlowStart(t *testing.T) {
	for _, abort := range []bool{false, true} {
		inWorkshop(t, DefaultConfig(), newFakeScripts(Script{"forager", "slow start\nsay F\n"}), nil, func(r *room) {
			r.arrive("ann")
			r.says("op", "!begin sensing with=forager,forager,forager")
			r.says("op", "!go")
			for range 2 * inboxSize {
				r.tells("ann", "@1 WAIT")
			}
			if abort {
				time.Sleep(time.Second)
				r.says("op", "!abort")
				r.wantsSome("1s END_GAME -")
				return
			}
			time.Sleep(5 * time.Second)
			r.wantsSome("5s TOUR 1")
		})
	}
}

// What takes long to check has its author wait with the next; at the program's end
// nobody waits for it.
func TestSlowCheck(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(), nil, func(r *room) {
		r.arrive("ann")
		r.handsIn("ann", "x", "slow check")
		r.handsIn("ann", "z", "slow check")
		time.Sleep(6 * time.Second)
		r.heard()
		r.tells("ann", "SCRIPT_BEGIN y")
		r.wants("6s ann< ([script] you have handed in much just now. Try again in 62 s.)")
		time.Sleep(62 * time.Second)
		r.tells("ann", "SCRIPT_BEGIN y")
		r.wants()
		r.arrive("bob")
		r.handsIn("bob", "x", "slow check")
	})
}
