package referee

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/game"
)

func games(turns int) []game.Game { return []game.Game{countingGame(turns)} }

func TestMatchFromLobbyToSeed(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.says("op", "!begin counting")
		r.wants(
			"0s NEW_GAME counting",
			"0s (SHA-256 of the seed, which is revealed at the end: HEX)",
			"0s (A lobby for counting is open for 60 s, for 2 to 4 players. To play, send me privately: join_game)",
		)
		r.arrive("ann")
		r.arrive("bob")
		r.tells("ann", "join_game")
		r.tells("bob", "JOIN_GAME")
		r.wants(
			"0s ann< JOIN_OK",
			"0s ann< (Your seat in #arena: should you lose your connection, come back with: resume HEX)",
			"0s bob< JOIN_OK",
			"0s bob< (Your seat in #arena: should you lose your connection, come back with: resume HEX)",
		)
		time.Sleep(60 * time.Second)
		r.wants(
			"30s (The lobby closes in 30 s; 2 have joined.)",
			"50s (The lobby closes in 10 s; 2 have joined.)",
			"1m0s MAP_SIZE 1", "1m0s JOUEURS 2", "1m0s ROUND_LENGHT 5", "1m0s HELLO ann",
			"1m0s TOUR 1", "1m0s bob< SECRET 1", "1m0s ann< SECRET 1", "1m0s SEND_YOUR_ACTION",
		)
		r.tells("ann", "first")
		r.tells("ann", "\x02GO\x0f  ")
		time.Sleep(5 * time.Second)
		r.wants(
			"1m5s GO ann", "1m5s NOTHING bob",
			"1m5s TOUR 2", "1m5s ann< SECRET 2", "1m5s bob< SECRET 2", "1m5s SEND_YOUR_ACTION",
		)
		r.tells("bob", "DIE")
		time.Sleep(5 * time.Second)
		r.wants(
			"1m10s NOTHING ann", "1m10s DIE bob",
			"1m10s END_GAME ann", "1m10s RANK 1 ann 0", "1m10s RANK 2 bob 0",
			"1m10s (The seed was HEX: with it and the orders anyone can play the match again.)",
		)
	})
}

func TestDraw(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.tells("cid", "DIE")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s END_GAME DRAW ann bob", "5s RANK 1 ann 0", "5s RANK 1 bob 0", "5s RANK 3 cid 0")
	})
}

func TestNotEnoughPlayers(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann")
		r.wants("0s NO_ENOUGH_PLAYERS")
		r.says("op", "!status")
		r.wants("0s op< (Nothing is being played. An operator opens a lobby: !begin GAME)")
	})
}

func TestFullLobbyClosesInTenSeconds(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob", "cid", "dan", "eve"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		r.wantsSome("0s (The lobby is full and closes in 10 s.)", "0s eve< (The lobby is full: 4 players.)")
		time.Sleep(10 * time.Second)
		r.wantsSome("10s JOUEURS 4")
	})
}

// The turn's clock starts when the server has passed the prompt on, and a turn
// ends round_length later; an order counts by when it arrived.
func TestClockStartsWithThePong(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.answersAfter(2 * time.Second)
		r.begins("!begin counting", "ann", "bob")
		r.wantsSome("0s SEND_YOUR_ACTION")
		time.Sleep(time.Second)
		r.tells("ann", "QUICK") // before the PONG, after the prompt: counts
		time.Sleep(6*time.Second - time.Nanosecond)
		r.tells("bob", "LAST") // just before the end: counts
		time.Sleep(time.Nanosecond)
		r.wantsSome("7s QUICK ann", "7s LAST bob", "7s TOUR 2")
	})
}

func TestTooEarlyAndTooLate(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.hold = true // the prompt waits for the flood budget
		r.begins("!begin counting", "ann", "bob")
		time.Sleep(3 * time.Second)
		r.tells("ann", "EARLY")
		r.release()
		r.wantsSome("3s SEND_YOUR_ACTION", "3s ann< ([too-early] turn 1 is not open for orders yet.)")
		r.tells("bob", "GOOD")
		late := Heard{At: time.Now().Add(5*time.Second + 1), From: r.people["ann"], Text: "LATE"}
		time.Sleep(5 * time.Second)
		r.happen(late) // read behind the mark, stamped after the end, before TOUR 2
		r.wantsSome("8s NOTHING ann", "8s GOOD bob", "8s TOUR 2")
	})
}

// What was read from the socket before the turn's end counts, though this
// goroutine looks at it later: the mark comes behind it.
func TestStampsDecideNotWakeUps(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		inTime := Heard{At: time.Now().Add(5 * time.Second), From: r.people["ann"], Text: "INTIME"}
		late := Heard{At: time.Now().Add(5*time.Second + time.Nanosecond), From: r.people["bob"], Text: "LATE"}
		r.mu.Lock()
		r.beforeMark = []Event{inTime, late}
		r.mu.Unlock()
		time.Sleep(5 * time.Second)
		r.wantsSome("5s bob< ([too-late] turn 1 is over.)", "5s INTIME ann", "5s NOTHING bob")
	})
}

func TestOrderTagged(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.tells("ann", "@1 GOOD")
		r.tells("ann", "@2 AHEAD") // refused; does not cancel the one before
		r.wants("0s ann< ([wrong-turn] your order names turn 2; this is turn 1.)")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s GOOD ann")
	})
}

func TestLastOrderCountsEvenIfInvalid(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.tells("ann", "GOOD")
		r.tells("ann", "BAD")
		r.wants(`0s ann< ([bad] "bad": 7 is expected)`)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NOTHING ann")
	})
}

func TestThreeNoticesATurn(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		for range 5 {
			r.tells("ann", "BAD")
		}
		refused := `0s ann< ([bad] "bad": 7 is expected)`
		r.wants(refused, refused, refused)
		time.Sleep(5 * time.Second)
		r.heard()
		r.tells("ann", "BAD")
		r.wants(`5s ann< ([bad] "bad": 7 is expected)`)
	})
}

func TestAcknowledge(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.tells("ann", "ACK on")
		r.tells("ann", "GOOD")
		r.wants("0s ann< (Each order that counts is confirmed from now on.)", `0s ann< ([ack] turn 1: "good" counts.)`)
	})
}

func TestStateTwiceATurn(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		for range 3 {
			r.tells("ann", "STATE")
		}
		r.tells("ann", "RESEND")
		r.wants("0s ann< ALL 0", "0s ann< ALL 0", "0s ann< ([state] at most 2 times a turn.)", "0s ann< SECRET 1")
	})
}

// Whoever has answered, and if nobody has to: a turn ends when the server has
// passed its prompt on, or the match would run ahead of what it has said, of which
// a lost connection leaves only the last turn to be said again.
func TestEarlyEndWaitsForThePrompt(t *testing.T) {
	config := DefaultConfig()
	config.EarlyEnd = true
	inRoom(t, config, games(2), func(r *room) {
		r.answersAfter(3 * time.Second)
		r.begins("!begin counting", "ann", "bob")
		r.tells("ann", "GOOD")
		r.tells("bob", "GOOD")
		r.heard()
		time.Sleep(3 * time.Second)
		r.wantsSome("3s GOOD ann", "3s TOUR 2")
	})
}

func TestEarlyEnd(t *testing.T) {
	config := DefaultConfig()
	config.EarlyEnd = true
	inRoom(t, config, games(3), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.tells("cid", "DIE")
		r.tells("ann", "A")
		r.tells("bob", "BAD") // an invalid order does not end the turn
		time.Sleep(time.Second)
		r.tells("bob", "B")
		r.wantsSome("1s A ann", "1s B bob", "1s DIE cid", "1s TOUR 2")
		r.tells("ann", "A") // the dead are not waited for
		r.tells("bob", "B")
		r.wants("1s A ann", "1s B bob", "1s TOUR 3", "1s ann< SECRET 3", "1s bob< SECRET 3", "1s SEND_YOUR_ACTION")
	})
}

func TestFirstTurnIsLonger(t *testing.T) {
	config := DefaultConfig()
	config.FirstTurn = 10 * time.Second
	inRoom(t, config, games(3), func(r *room) {
		r.begins("!begin counting round_length=500ms", "ann", "bob")
		time.Sleep(11 * time.Second)
		r.wantsSome("0s ROUND_LENGHT 1", "10.5s TOUR 2", "11s TOUR 3")
	})
}

// The connection is lost in a turn: the clock stands still, nothing is lost,
// the last turn is said again and the turn is played again whole.
func TestLinkLost(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		time.Sleep(5 * time.Second)
		synctest.Wait() // turn 1 is over
		r.tells("ann", "NOTED")
		time.Sleep(3 * time.Second)
		r.heard()
		r.happen(LinkDown{At: time.Now()})
		time.Sleep(time.Minute)
		r.wants()
		r.happen(LinkUp{})
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
		}
		r.happen(Entered{Channel: "#arena"})
		synctest.Wait()
		time.Sleep(5 * time.Second)
		r.wantsSome("1m8s TOUR 1", "1m8s NOTHING ann", "1m8s NOTHING bob", "1m8s TOUR 2", "1m8s SEND_YOUR_ACTION",
			"1m13s NOTED ann", "1m13s NOTHING bob")
	})
}

// One player is not back when the referee is: the match says once that it goes on,
// when it does, and what he has missed.
func TestLinkLostAndAPlayerToo(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		time.Sleep(6 * time.Second)
		synctest.Wait() // turn 1 is over
		r.happen(LinkDown{At: time.Now()})
		r.happen(LinkUp{})
		r.arrive("ann")
		r.heard()
		r.happen(Entered{Channel: "#arena"})
		time.Sleep(30 * time.Second)
		r.wants("6s (Cut off by the network: bob. The match waits for them, for 2 min at most.)")
		r.arrive("bob")
		r.wantsSome("36s (The match goes on at turn 2.)", "36s TOUR 1", "36s NOTHING ann", "36s NOTHING bob",
			"36s TOUR 2", "36s SEND_YOUR_ACTION")
	})
}

// The connection is lost while the end is being said: it is said again, and as the
// end.
func TestLinkLostAtTheEnd(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.answersAfter(time.Hour) // the server passes nothing on any more
		time.Sleep(5 * time.Second)
		r.wantsSome("5s END_GAME DRAW ann bob")
		r.answersAfter(0)
		r.happen(LinkDown{At: time.Now()})
		r.happen(LinkUp{})
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
		}
		r.happen(Entered{Channel: "#arena"})
		r.wantsSome("5s (The match is over; its end once more:)", "5s TOUR 1", "5s NOTHING ann", "5s NOTHING bob", "5s END_GAME DRAW ann bob")
	})
}

// The connection is lost in a lobby: the people there have seen us go, and learn
// that it is still open when we are back.
func TestLinkLostInALobby(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		time.Sleep(20 * time.Second)
		r.happen(LinkDown{At: time.Now()})
		r.heard()
		time.Sleep(time.Second)
		r.happen(LinkUp{})
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
		}
		r.happen(Entered{Channel: "#arena"})
		r.wantsSome("21s (The lobby closes in 39 s; 2 have joined.)")
		time.Sleep(39 * time.Second)
		r.wantsSome("1m0s JOUEURS 2")
	})
}

// A lobby closes while the line is dead, which we learn later: that there is no match
// is said again. Whether the channel has heard what was said long before is no
// question.
func TestLinkLostBehindALobby(t *testing.T) {
	for away, again := range map[time.Duration]bool{time.Minute: true, 10 * time.Minute: false} {
		inRoom(t, DefaultConfig(), games(3), func(r *room) {
			r.says("op", "!begin counting lobby=10s")
			time.Sleep(10 * time.Second)
			r.wantsSome("10s NO_ENOUGH_PLAYERS")
			time.Sleep(away)
			r.happen(LinkDown{At: time.Now()})
			r.happen(LinkUp{})
			r.happen(Entered{Channel: "#arena"})
			synctest.Wait()
			if said := strings.Contains(strings.Join(r.heard(), "\n"), "NO_ENOUGH_PLAYERS"); said != again {
				t.Errorf("%v behind it: said again: %v", away, said)
			}
		})
	}
}

func TestRefereeKickedComesBackOnce(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.happen(Removed{Channel: "#arena", By: "op", Reason: "oops"})
		time.Sleep(10 * time.Second)
		r.wants("10s join #arena")
		r.arrive("ann")
		r.arrive("bob")
		r.happen(Entered{Channel: "#arena"})
		r.wantsSome("10s TOUR 1", "10s SEND_YOUR_ACTION")
		r.happen(Removed{Channel: "#arena", By: "op", Reason: "out"})
		r.wants("10s END_GAME -", "10s (The seed was HEX: with it and the orders anyone can play the match again.)")
	})
}

func TestAbort(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.says("ann", "!abort")
		r.wantsSome("0s ann< (!abort is for the channel's operators.)")
		r.says("op", "!abort")
		r.wants("0s END_GAME -", "0s (The seed was HEX: with it and the orders anyone can play the match again.)")
		r.begins("!begin counting", "ann", "bob")
		r.wantsSome("0s TOUR 1")
	})
}

// A bug in a game ends its own match and says so; the desk goes on.
func TestBrokenRules(t *testing.T) {
	broken := countingGame(9)
	inner := broken.New
	broken.New = func(settings []byte, seats int, seed [32]byte) (game.Rules, error) {
		rules, err := inner(settings, seats, seed)
		return brokenRules{rules}, err
	}
	inRoom(t, DefaultConfig(), []game.Game{broken}, func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		time.Sleep(5 * time.Second)
		r.wantsSome("5s END_GAME -")
		r.says("op", "!status")
		r.wantsSome("5s op< (Nothing is being played. An operator opens a lobby: !begin GAME)")
	})
}

type brokenRules struct{ game.Rules }

func (brokenRules) Resolve(_, _ game.Seats, _ []game.Event) []game.Event { panic("broken on purpose") }

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
