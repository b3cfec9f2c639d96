package referee

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/game"
)

// memory is a journal that keeps one match, and can be full.
type memory struct {
	mu      sync.Mutex
	full    bool
	opening Opening
	private Private
	turns   []Turn
	end     *End
}

var errFull = errors.New("no space left on device")

func (j *memory) write(write func()) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.full {
		return errFull
	}
	write()
	return nil
}

func (j *memory) setFull(full bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.full = full
}

func (j *memory) Begin(o Opening, p Private) (Log, error) {
	return j, j.write(func() { j.opening, j.private = o, clonePrivate(p) })
}

func (j *memory) Append(t Turn) error { return j.write(func() { j.turns = append(j.turns, t) }) }

func (j *memory) Identify(p Private) error { return j.write(func() { j.private = clonePrivate(p) }) }
func (j *memory) End(e End) error          { return j.write(func() { j.end = &e }) }

func clonePrivate(p Private) Private {
	p.Identity = slices.Clone(p.Identity)
	return p
}

// unfinished is what a program would find that starts now.
func (j *memory) unfinished(t *testing.T, g game.Game) Unfinished {
	t.Helper()
	rules, err := g.New(j.opening.Settings, len(j.opening.Players), j.opening.Seed)
	if err != nil {
		t.Fatal(err)
	}
	u := Unfinished{Opening: j.opening, Private: j.private, Log: j, Game: g, Rules: rules, Causes: make([]string, len(j.opening.Players))}
	for i, turn := range j.turns {
		var void, out game.Seats
		for _, seat := range turn.Void {
			void = void.With(game.Seat(seat))
		}
		for k, seat := range turn.Out {
			out = out.With(game.Seat(seat))
			u.Causes[seat] = turn.Causes[k]
		}
		for seat, orders := range turn.Orders {
			for _, order := range orders {
				rules.Order(game.Seat(seat), order)
			}
		}
		rules.Resolve(void, out, nil)
		u.Turn = &j.turns[i]
	}
	return u
}

func TestFullDiskSuspendsTheMatch(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		journal := &memory{full: true}
		r.desk.Keep(journal)
		r.begins("!begin counting", "ann", "bob")
		suspended := "(The referee can't keep its journal, so the match stands still and takes no orders. It goes on by itself once it can.)"
		r.wants("0s " + suspended) // and nothing of the match is said
		time.Sleep(5 * time.Second)
		journal.setFull(false)
		time.Sleep(5 * time.Second)
		r.wantsSome("10s MAP_SIZE 1", "10s TOUR 1", "10s SEND_YOUR_ACTION")

		r.tells("ann", "GOOD")
		journal.setFull(true)
		time.Sleep(5 * time.Second)
		r.wants("15s " + suspended)
		r.tells("bob", "LATE")
		r.wants("15s bob< ([suspended] the match stands still at turn 1.)")
		time.Sleep(time.Minute)
		r.wants()
		journal.setFull(false)
		time.Sleep(10 * time.Second)
		r.wantsSome("1m25s GOOD ann", "1m25s NOTHING bob", "1m25s TOUR 2", "1m25s SEND_YOUR_ACTION")
		r.tells("bob", "AGAIN")
		time.Sleep(5 * time.Second)
		r.wantsSome("1m30s AGAIN bob")
	})
}

// While the disk is full the match is silenced, and the connection lost behind that: a
// silence of the new connection is noticed all the same.
func TestSilencedThenLostWhileTheDiskIsFull(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		journal := &memory{}
		r.desk.Keep(journal)
		r.begins("!begin counting", "ann", "bob")
		journal.setFull(true)
		time.Sleep(6 * time.Second)
		silenced := Undelivered{Target: "#arena", Code: "404"}
		r.happen(silenced)
		r.happen(LinkDown{At: time.Now()})
		r.happen(LinkUp{})
		r.arrive("ann")
		r.arrive("bob")
		r.happen(Entered{Channel: "#arena"})
		journal.setFull(false)
		r.heard()
		time.Sleep(10 * time.Second)
		r.wantsSome("16s (The match goes on at turn 2.)", "16s TOUR 1", "16s TOUR 2", "16s SEND_YOUR_ACTION")
		r.happen(silenced)
		time.Sleep(10 * time.Second)
		r.wants() // the turn is not played to nobody
	})
}

// seeing is a watcher that is a function.
type seeing func(Record)

func (s seeing) Watch(r Record) { s(r) }

// An abort is on disk before anybody hears of it: else a match that was said to be
// over would go on after a crash.
func TestAbortIsWrittenFirst(t *testing.T) {
	journal := &memory{}
	written := false
	inNewRoom(t, DefaultConfig(), games(9), func(d *Desk) {
		d.Keep(journal)
		d.watchers = append(d.watchers, seeing(func(r Record) {
			if r.End != nil {
				written = journal.end != nil
			}
		}))
	}, func(r *room) {
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.happen(Entered{Channel: "#arena"})
		r.begins("!begin counting", "ann", "bob")
		r.says("op", "!abort")
		r.wantsSome("0s END_GAME -")
	})
	if !written {
		t.Error("the end was shown before it was written")
	}
}

// A result that has been said stands, though we are thrown out before we know that
// the channel has heard it, and can't come back.
func TestThrownOutBehindTheEnd(t *testing.T) {
	journal := &memory{}
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.desk.Keep(journal)
		r.begins("!begin counting", "ann", "bob")
		r.answersAfter(-1)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s END_GAME DRAW ann bob")
		for range 2 {
			r.happen(Removed{Channel: "#arena", By: "op", Reason: "out"})
		}
		r.heard()
	})
	if journal.end == nil || journal.end.Aborted {
		t.Errorf("the journal has %+v", journal.end)
	}
}

// script is what the players of a match do in each turn; the match is the same
// whether or not a crash comes between.
var script = [][2]string{{"A", "B"}, {"BAD", "C"}, {"", "D"}, {"E", "E"}}

func (r *room) playScript(from, to int) {
	for _, orders := range script[from:to] {
		for i, nick := range []string{"ann", "bob"} {
			if orders[i] != "" {
				r.tells(nick, orders[i])
			}
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
	}
}

// The program ends at each turn and starts again: the players are known again,
// the last turn is said again, and the finished match is that of a run that
// nothing disturbed.
func TestResume(t *testing.T) {
	undisturbed := &memory{}
	inRoom(t, DefaultConfig(), games(len(script)), func(r *room) {
		r.desk.Keep(undisturbed)
		r.begins("!begin counting seed=1", "ann", "bob")
		r.playScript(0, len(script))
	})
	if undisturbed.end == nil {
		t.Fatal("the match did not end")
	}
	for crash := range script {
		journal := &memory{}
		inRoom(t, DefaultConfig(), games(len(script)), func(r *room) {
			r.desk.Keep(journal)
			r.begins("!begin counting seed=1", "ann", "bob")
			r.playScript(0, crash)
			r.tells("ann", "LOST") // of the turn that is interrupted
		})
		afterCrash(t, journal, games(len(script)), func(r *room) {
			for _, nick := range []string{"ann", "bob"} {
				r.arrive(nick)
			}
			r.happen(Entered{Channel: "#arena"})
			said := r.heard()
			if crash > 0 && !slices.Contains(said, "0s TOUR "+string(rune('0'+crash))) {
				t.Errorf("crash after turn %d: the turn is not said again:\n%s", crash, strings.Join(said, "\n"))
			}
			r.playScript(crash, len(script))
		})
		if diff := cmp.Diff(facts(undisturbed), facts(journal)); diff != "" {
			t.Errorf("crash after turn %d (-undisturbed +resumed):\n%s", crash, diff)
		}
	}
}

// facts is what a match is but for its times.
func facts(j *memory) (lines []string) {
	for _, turn := range j.turns {
		lines = append(lines, turn.Hash)
		lines = append(lines, turn.Public...)
		for _, orders := range turn.Orders {
			lines = append(lines, orders...)
		}
	}
	if j.end != nil {
		lines = append(lines, j.end.Public...)
	}
	return lines
}

// afterCrash is a room whose desk has found an unfinished match.
func afterCrash(t *testing.T, journal *memory, games []game.Game, test func(*room)) {
	t.Helper()
	inNewRoom(t, DefaultConfig(), games, func(d *Desk) {
		d.Keep(journal)
		if err := d.Resume(journal.unfinished(t, games[0])); err != nil {
			t.Error(err)
		}
	}, func(r *room) {
		r.wants("0s join #arena")
		r.happen(LinkUp{})
		test(r)
	})
}

// Who comes back after a crash proves himself: by the same means as ever, the
// token among them, though the referee keeps only its SHA-256.
func TestResumedPlayersProveThemselves(t *testing.T) {
	journal := &memory{}
	var token string
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.desk.Keep(journal)
		r.says("op", "!begin counting")
		r.arrive("ann")
		r.arrive("bob")
		token = r.token("ann", "join_game")
		r.tells("bob", "join_game")
		r.says("op", "!go")
		time.Sleep(5 * time.Second)
		synctest.Wait()
	})
	if strings.Contains(journal.private.Identity[0].Token, token) {
		t.Error("the journal holds the token itself")
	}
	afterCrash(t, journal, games(9), func(r *room) {
		r.arriveAs(NewPerson("bob", "evil", "evil.example"))
		r.arriveAs(NewPerson("anna", "x", "x.example"))
		r.happen(Entered{Channel: "#arena"})
		r.wantsSome("0s (Cut off by the network: ann, bob. The match waits for them, for 2 min at most.)")
		r.tells("anna", "resume "+token)
		time.Sleep(2 * time.Minute)
		r.wantsSome("2m0s (The match goes on at turn 2.)")
		r.tells("anna", "MINE")
		r.tells("bob", "HIS")
		time.Sleep(5 * time.Second)
		r.wantsSome("2m5s MINE ann", "2m5s NOTHING bob")
	})
}

func TestOutIsKeptWithItsCause(t *testing.T) {
	journal := &memory{}
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.desk.Keep(journal)
		r.begins("!begin counting", "ann", "bob", "cid")
		r.tells("cid", "leave_game")
		time.Sleep(5 * time.Second)
		synctest.Wait()
	})
	afterCrash(t, journal, games(3), func(r *room) {
		r.arrive("ann")
		r.arrive("bob")
		r.happen(Entered{Channel: "#arena"})
		time.Sleep(10 * time.Second)
		r.wantsSome("10s END_GAME DRAW ann bob")
	})
	if diff := cmp.Diff([]string{"alive", "alive", "quit"}, journal.end.Causes); diff != "" {
		t.Errorf("causes (-want +got):\n%s", diff)
	}
}

// The program ends after the last turn, before the server has passed on how the
// match ended: when it is back, it says so again.
func TestEndIsSaidAgain(t *testing.T) {
	journal := &memory{}
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.desk.Keep(journal)
		r.begins("!begin counting", "ann", "bob")
		r.tells("bob", "DIE")
		r.answersAfter(-1)
		time.Sleep(5 * time.Second)
		r.wantsSome("5s END_GAME ann")
		r.says("op", "!abort") // too late
	})
	if journal.end != nil {
		t.Error("the journal has closed a match of which nobody may know the end")
	}
	afterCrash(t, journal, games(1), func(r *room) {
		r.arrive("ann")
		r.happen(Entered{Channel: "#arena"})
		r.wantsSome("0s TOUR 1", "0s DIE bob", "0s END_GAME ann", "0s RANK 1 ann 0", "0s RANK 2 bob 0")
	})
	if journal.end == nil || journal.end.Aborted {
		t.Errorf("the match's end in the journal: %+v", journal.end)
	}
}

func TestAbortWhileTheDiskIsFull(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		journal := &memory{}
		r.desk.Keep(journal)
		r.begins("!begin counting", "ann", "bob")
		r.tells("ann", "leave_game") // is out by the turn that is never written
		journal.setFull(true)
		time.Sleep(5 * time.Second)
		r.heard()
		r.says("op", "!abort")
		r.wants("5s END_GAME -", "5s (The seed was HEX: with it and the orders anyone can play the match again.)")
		r.says("op", "!begin counting") // when the journal has closed the match
		r.says("op", "!abort")
		r.heard()
		journal.setFull(false)
		time.Sleep(10 * time.Second)
		r.wantsSome("15s NEW_GAME counting")
		if journal.end == nil || !journal.end.Aborted || !slices.Equal(journal.end.Causes, []string{causeAlive, causeAlive}) {
			t.Errorf("the match's end in the journal: %+v", journal.end)
		}
	})
}
