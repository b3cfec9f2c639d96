package referee

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// What people try who do not play fair. The same on real servers is in
// cmd/arbitre, with the build tag servers.

// count is how many of the lines said since then contain the words.
func (r *room) count(words string) (n int) {
	for _, line := range r.heard() {
		if strings.Contains(line, words) {
			n++
		}
	}
	return n
}

func TestGuessingTokensMeetsSilence(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		synctest.Wait()
		token := tokenOf(t, r, "ann")
		r.says("op", "!go")
		r.arrive("eve")
		r.heard()
		for i := range 100 {
			r.tells("eve", fmt.Sprintf("RESUME %032x", i))
		}
		r.tells("eve", "RESUME "+token) // not even looked at
		if n := r.count("eve< "); n != 5 {
			t.Errorf("eve was answered %d times", n)
		}
		time.Sleep(answerEvery)
		r.tells("eve", "RESUME "+token)
		r.wantsSome("10s ann< (Your seat in #arena was taken over by another connection of yours.)")
	})
}

// A token is of use in the channel only: nothing private is sent to who shares
// none with us. And it does not make one person two players.
func TestTokenInTheWrongHands(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		synctest.Wait()
		token := tokenOf(t, r, "ann")
		r.says("op", "!go")
		r.people["far"] = NewPerson("far", "far", "far.example")
		r.heard()
		r.tells("far", "resume "+token)
		r.tells("bob", "resume "+token)
		r.wants("0s far< (Your seat is in #arena: enter the channel first, then say it again.)",
			"0s bob< (You have a seat in #arena already.)")
		r.arriveAs(r.people["far"])
		r.tells("far", "RESUME  "+strings.ToUpper(token))
		r.wantsSome("0s ann< (Your seat in #arena was taken over by another connection of yours.)")
	})
}

// tokenOf is the seat token that somebody was told.
func tokenOf(t *testing.T, r *room, nick string) string {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, line := range r.said {
		if strings.Contains(line, nick+"< (Your seat in ") {
			return hexadecimal.FindString(line)
		}
	}
	t.Fatalf("%s was told no token in %q", nick, r.said)
	return ""
}

// What a player can make us say is bounded, since others wait behind it.
func TestAskingForSeatsAgainAndAgain(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.says("op", "!begin counting")
		r.arrive("eve")
		r.heard()
		for range 200 {
			r.tells("eve", "join_game")
			r.tells("eve", "leave_game")
		}
		if n := r.count("eve< "); n > 3*5 {
			t.Errorf("eve made us send %d lines", n)
		}
		r.says("op", "!abort")
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		for range maxLines {
			r.tells("ann", "RESEND")
			r.tells("bob", "STATE")
		}
		if n := r.count("< "); n > 2*(maxStates+maxNotices) {
			t.Errorf("ann and bob made us send %d lines in a turn", n)
		}
		for range 100 {
			r.departs("ann", Quit)
			r.arriveAs(NewPerson("ann", "ann", "ann.example"))
		}
		if n := r.count("(Your seat "); n != 5 {
			t.Errorf("ann got %d tokens", n)
		}
	})
}

// Two bots of one account: the newer one has the seat once it plays, and the
// older one does not get it back by playing on. Giving commands is not playing.
func TestTwoConnectionsOfAnAccount(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.arriveAs(withAccount(NewPerson("ann", "a", "bot.example"), "ann"))
		r.begins("!begin counting", "ann", "bob")
		r.arriveAs(withAccount(NewPerson("ann_", "a", "home.example"), "ann"))
		r.heard()
		r.tells("ann_", "!status")
		r.tells("ann_", "!help")
		r.tells("ann", "STAYS")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s STAYS ann")
		r.tells("ann_", "TAKEN")
		for range 10 {
			r.tells("ann", "AGAIN")
		}
		if n := r.count("taken over"); n != 1 {
			t.Errorf("the seat was taken over %d times", n)
		}
		time.Sleep(5 * time.Second)
		r.wantsSome("10s TAKEN ann")
	})
}

// Who logs in after he has joined comes back by his account all the same.
func TestLoggingInAfterJoining(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob", "bob2"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		for nick, account := range map[string]string{"ann": "ann", "bob": "bob", "bob2": "bob"} {
			r.people[nick].Account = account
		}
		r.arriveAs(withAccount(NewPerson("ann2", "x", "x"), "ann"))
		r.heard()
		r.tells("ann2", "join_game")
		r.wants("0s ann2< (The account ann has a seat already.)")
		r.says("op", "!go")
		r.departs("ann", Quit)
		r.arriveAs(withAccount(NewPerson("anna", "y", "y"), "ann"))
		r.tells("anna", "BACK")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s BACK ann")
	})
}

// What goes on in a channel is not told to who is not there, and the same word
// is for a channel that we do not know.
func TestForeignChannels(t *testing.T) {
	config := DefaultConfig()
	config.Admins = []string{"boss"}
	inRoom(t, config, games(99), func(r *room) {
		r.open("#secret")
		r.begins("!begin counting", "ann", "bob")
		r.people["eve"] = NewPerson("eve", "eve", "eve.example")
		r.people["boss"] = withAccount(NewPerson("boss", "b", "b"), "boss")
		r.heard()
		lines := []string{"!players #arena", "#arena !players", "#arena DIE", "!abort #arena", "#arena join_game"}
		for _, line := range lines {
			r.tells("eve", line)
		}
		known := r.heard()
		time.Sleep(5 * time.Minute) // until he is answered again
		r.heard()
		for _, line := range lines {
			r.tells("eve", strings.ReplaceAll(line, "#arena", "#nowhere"))
		}
		for i, line := range r.heard() {
			if at, text, _ := strings.Cut(line, " "); at == "" || !strings.HasSuffix(known[i], text) {
				t.Errorf("#arena: %s, #nowhere: %s", known[i], line)
			}
		}
		r.tells("boss", "!players #arena")
		r.wantsSome("5m0s boss< (Players (2): ann, bob)")
	})
}

// Commands count by what they are and who says them.
func TestNoCommands(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.arrive("eve")
		r.heard()
		for _, kind := range []Kind{Notice, Action, CTCP} {
			r.happen(Heard{At: time.Now(), From: r.people["op"], Channel: "#arena", Kind: kind, Text: "!abort"})
			r.happen(Heard{At: time.Now(), From: r.people["op"], Kind: kind, Text: "!abort #arena"})
			r.happen(Heard{At: time.Now(), From: r.people["ann"], Kind: kind, Text: "DIE"})
		}
		r.says("op", "! abort")
		r.says("op", "abort")
		r.says("op", " please !abort")
		r.wants()
	})
}

// Every command is in the log, also one that is refused: who gave it and where.
func TestCommandsAreLogged(t *testing.T) {
	core, logged := observer.New(zap.InfoLevel)
	config := DefaultConfig()
	config.Organisers = []string{"*!*@*.staff.example"}
	inNewRoom(t, config, games(99), func(d *Desk) { d.log = zap.New(core) }, func(r *room) {
		r.happen(LinkUp{})
		r.happen(Entered{Channel: "#arena"})
		r.arriveAs(withAccount(NewPerson("amy", "a", "one.staff.example"), "amy"))
		r.arriveAs(NewPerson("eve", "e", "staff.example.org"))
		r.says("eve", "!begin counting")
		r.says("amy", "!begin counting")
		r.tells("amy", "!go #arena")
		r.heard()
		var got []string
		for _, entry := range logged.All() {
			if fields := entry.ContextMap(); strings.HasPrefix(entry.Message, "command") {
				got = append(got, fmt.Sprint(entry.Message, ": ", fields["words"], " in ", fields["channel"], " by ", fields["by"], "!",
					fields["user"], "@", fields["host"], " ", fields["account"]))
			}
		}
		want := []string{
			"command refused: [begin counting] in #arena by eve!e@staff.example.org ",
			"command: [begin counting] in #arena by amy!a@one.staff.example amy",
			"command: [go] in #arena by amy!a@one.staff.example amy",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("logged (-want +got):\n%s", diff)
		}
	})
}

// An organiser who plays has no power over the others by another connection.
func TestOrganiserPlaysByAnotherConnection(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.people["op"].Account = "ann"
		r.arriveAs(withAccount(NewPerson("ann", "a", "a"), "ann"))
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.says("op", "!disqualify bob match")
		r.wants("0s op< (You play in this match, so of the operators' commands you have only !abort.)")
	})
}

// Nobody is punished in the place of another who has taken his nick.
func TestDisqualifyGoesByName(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.begins("!begin counting", "ann", "bob", "cid")
		r.departs("bob", Quit)
		r.renames("ann", "bob")
		r.heard()
		r.says("op", "!disqualify bob match")
		r.wants("0s op< (bob is out with the end of turn 1.)")
		r.says("op", "!ban bob")
		r.wants("0s op< (*!*@bob.example may not join matches here, for ever. To lift it: !unban *!*@bob.example)")
		time.Sleep(5 * time.Second)
		r.heard()
		r.says("op", "!status")
		r.wantsSome("5s op< (A match of counting: turn 2, 2 of 3 players in play.)")
	})
}

// Services take a nick away and give it back: neither costs anything, and a nick
// of one's own choice does.
func TestNickEnforcement(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.renames("ann", "Guest12345")
		r.renames("Guest12345", "ann")
		r.wants("0s Guest12345"+newSeatToken, "0s ann"+newSeatToken)
		r.renames("ann", "anne")
		r.wants("0s anne"+newSeatToken, "0s anne< ([disqualified] you changed your nick during the match: your order of turn 1 is void.)")
	})
}

// A storm of INVITEs is answered a few times, and brings us to one channel.
func TestStormOfInvites(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		for i := range 100 {
			by := NewPerson(fmt.Sprint("eve", i%4), "e", fmt.Sprint("host", i%4))
			r.happen(Invited{By: by, Channel: fmt.Sprint("#e", i)})
		}
		said := r.heard()
		joins := slices.DeleteFunc(slices.Clone(said), func(line string) bool { return !strings.Contains(line, " join ") })
		if len(joins) != 1 {
			t.Errorf("joined: %q", joins)
		}
	})
}

// The journal takes nothing, so the match has not begun: what players do then
// breaks nothing.
func TestTalkBeforeTheFirstTurn(t *testing.T) {
	disk := &fullDisk{}
	disk.full.Store(true)
	inNewRoom(t, DefaultConfig(), games(99), func(d *Desk) { d.Keep(disk) }, func(r *room) {
		r.happen(LinkUp{})
		r.arrive("op").Channels["#arena"] = Operator
		r.happen(Entered{Channel: "#arena"})
		r.begins("!begin counting", "ann", "bob")
		r.says("ann", "hello?")
		r.tells("bob", "NORTH 1")
		r.says("op", "!pause")
		r.renames("bob", "rob")
		r.heard()
		disk.full.Store(false)
		time.Sleep(retryDisk)
		r.says("ann", "hello??")
		r.wantsSome("10s MAP_SIZE 1", "10s (The match is paused before turn 1. An operator lets it go on.)")
		r.says("op", "!resume")
		r.wantsSome("10s TOUR 1")
	})
}

type fullDisk struct {
	noJournal
	full atomic.Bool
}

func (d *fullDisk) Begin(o Opening, p Private) (Log, error) {
	if d.full.Load() {
		return nil, errors.New("no space left on device")
	}
	return d.noJournal.Begin(o, p)
}
