package referee

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestNickWithAProtocolWordMayNotJoin(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.says("op", "!begin counting")
		r.heard()
		r.arrive("xTOURx")
		r.tells("xTOURx", "join_game")
		r.wants(`0s xTOURx< (Your nick contains a word of the protocol, "tour": take another one, then join.)`)
		r.arrive("tourist")
		r.tells("tourist", "join_game")
		r.wantsSome("0s tourist< JOIN_OK")
		r.renames("tourist", "TOURIST")
		r.wants(`0s TOURIST< (Your nick contains a word of the protocol, "tour": take another one, then join.)`)
	})
}

func TestLongNickMayNotJoin(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.says("op", "!begin counting")
		r.heard()
		long := strings.Repeat("x", longestName+1)
		r.arrive(long)
		r.tells(long, "join_game")
		r.wants("0s " + long + "< (Your nick is longer than 30 bytes: take another one, then join.)")
	})
}

func TestNickThatIsNotUTF8MayNotJoin(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.says("op", "!begin counting")
		r.heard()
		r.arrive("caf\xe9")
		r.tells("caf\xe9", "join_game")
		r.wants("0s caf\xe9< (Your nick is not UTF-8: take another one, then join.)")
	})
}

func TestJoiningTwiceIsOneSeat(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "ann", "bob")
		r.wantsSome("0s JOUEURS 2")
	})
}

func TestLeavingTheLobby(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob", "cid", "dan"} {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
		r.heard()
		r.tells("ann", "leave_game")
		r.wants("0s ann< (You have left the lobby.)")
		r.departs("bob", Parted)
		r.renames("cid", "sid") // in the lobby the name follows the nick
		r.says("op", "!go")
		r.wantsSome("0s JOUEURS 2", "0s HELLO sid")
	})
}

func TestSeatsOfAnAccountAndAHost(t *testing.T) {
	config := DefaultConfig()
	config.SeatsPerHost = 2
	inRoom(t, config, games(1), func(r *room) {
		r.says("op", "!begin counting")
		for _, p := range []*Person{
			withAccount(NewPerson("a1", "x", "one.example"), "ann"),
			withAccount(NewPerson("a2", "x", "two.example"), "ann"),
			NewPerson("b1", "x", "one.example"), NewPerson("b2", "x", "one.example"),
		} {
			r.arriveAs(p)
			r.tells(p.Nick(), "join_game")
		}
		r.wantsSome("0s a1< JOIN_OK", "0s a2< (The account ann has a seat already.)", "0s b1< JOIN_OK",
			"0s b2< (Your host has 2 seats already, and more are not allowed here.)")
	})
}

func TestJoinOKUndelivered(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.says("op", "!begin counting")
		r.arrive("deaf")
		r.tells("deaf", "join_game")
		r.heard()
		r.happen(Undelivered{Target: "Deaf", Code: "716"})
		r.happen(Undelivered{Target: "Deaf", Code: "716"})
		r.wants("0s (deaf can't be reached by private message (716) and does not play.)")
	})
}

// Somebody else who takes the nick of a player gives no orders for him and
// hears nothing private.
func TestImpostor(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.departs("ann", Quit)
		r.arriveAs(NewPerson("ann", "evil", "evil.example"))
		r.tells("ann", "DIE")
		r.wants("0s ann< (I don't understand. To play in a lobby: join_game. For what else I can do: !help)")
		time.Sleep(5 * time.Second)
		r.wants("5s NOTHING ann", "5s NOTHING bob", "5s TOUR 2", "5s bob< SECRET 2", "5s SEND_YOUR_ACTION")
	})
}

func TestSwappedNicks(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.begins("!begin counting freeplay", "ann", "bob")
		r.heard()
		r.renames("ann", "x")
		r.renames("bob", "ann")
		r.renames("x", "bob")
		r.tells("ann", "BYBOB") // who is called ann now is bob
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NOTHING ann", "5s BYBOB bob", "5s bob< SECRET 2", "5s ann< SECRET 2")
	})
}

func TestComingBackByAccount(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.arriveAs(withAccount(NewPerson("ann", "a", "home.example"), "ann"))
		r.begins("!begin counting", "ann", "bob")
		r.departs("ann", Quit)
		r.heard()
		r.arriveAs(NewPerson("ann", "a", "home.example")) // the same address without the account
		r.tells("ann", "DIE")
		r.arriveAs(withAccount(NewPerson("annette", "b", "away.example"), "ann"))
		r.tells("annette", "BACK")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s BACK ann", "5s annette< SECRET 2")
	})
}

// user@host and nick are no proof where several come from there.
func TestComingBackFromASharedHost(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.arriveAs(NewPerson("ann", "web", "gate.example"))
		r.arriveAs(NewPerson("eve", "web", "gate.example"))
		r.begins("!begin counting", "ann", "bob")
		r.departs("ann", Quit)
		r.arriveAs(NewPerson("ann", "web", "gate.example"))
		r.tells("ann", "NOTME")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NOTHING ann")
	})
}

func TestSeatToken(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.says("op", "!begin counting")
		r.arrive("ann")
		r.arrive("bob")
		r.tells("bob", "join_game")
		token := r.token("ann", "join_game")
		r.says("op", "!go")
		r.heard()
		r.arriveAs(NewPerson("ann2", "b", "other.example"))
		next := r.token("ann2", "RESUME "+strings.ToUpper(token))
		if next == token {
			t.Error("the token is the same after its use")
		}
		r.tells("ann", "OLD")
		r.tells("ann2", "NEW")
		r.tells("ann", "resume "+token) // used up
		r.wantsSome("0s ann< (No seat has this token. The token came with the answer to join_game and is new after each use.)")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s NEW ann", "5s ann2< SECRET 2")
	})
}

// The NOTICE with a new token may get lost with the connection that it was for. So
// the one before is good for a seat that is empty, and never against who has it.
func TestTokenBefore(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.says("op", "!begin counting")
		r.arrive("ann")
		r.arrive("bob")
		r.tells("bob", "join_game")
		token := r.token("ann", "join_game")
		r.says("op", "!go")
		r.arriveAs(NewPerson("ann2", "b", "other.example"))
		r.tells("ann2", "RESUME "+token)
		r.departs("ann2", Quit)
		r.arriveAs(NewPerson("ann3", "c", "another.example"))
		r.tells("ann3", "RESUME "+token)
		r.tells("ann3", "COME")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s COME ann", "5s ann3< SECRET 2")
	})
}

// token is the seat token that the referee answers a line with.
func (r *room) token(nick, line string) string {
	synctest.Wait()
	r.mu.Lock()
	r.said = nil
	r.mu.Unlock()
	r.tells(nick, line)
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	return regexp.MustCompile(`[0-9a-f]{32}`).FindString(strings.Join(r.said, "\n"))
}

// newSeatToken is what a player is told, behind his nick.
const newSeatToken = "< (Your seat in #arena: should you lose your connection, come back with: resume HEX)"

// A token meets the change of its player's nick, so that who takes the nick reads it:
// it is worth nothing, and he gets another. Once it must have come he does not.
func TestTokenThatMeetsAChangeOfNick(t *testing.T) {
	inRoom(t, DefaultConfig(), games(99), func(r *room) {
		r.says("op", "!begin counting")
		for _, nick := range []string{"ann", "bob", "eve"} {
			r.arrive(nick)
		}
		stray := r.token("ann", "join_game")
		r.tells("bob", "join_game")
		r.says("op", "!go")
		r.heard()
		r.renames("ann", "anna")
		r.wantsSome("0s anna" + newSeatToken)
		r.tells("eve", "resume "+stray)
		r.wants("0s eve< (No seat has this token. The token came with the answer to join_game and is new after each use.)")
		time.Sleep(underWay + time.Second)
		r.heard()
		r.renames("anna", "annie")
		r.wants("2m1s annie< ([disqualified] you changed your nick during the match: your order of turn 25 is void.)")
	})
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"NORTH 1":                       "NORTH 1",
		"  NORTH 1 ":                    "NORTH 1",
		"\x02NORTH\x02 \x0304,12 1\x0f": "NORTH  1",
		"\x031NORTH":                    "NORTH",
		"\x03041":                       "1",
		"\x0304,x":                      ",x",
		"\x04ff00ffBOMB\x04 2":          "BOMB 2",
		"\x1dB\x1fO\x1eM\x11B\x16 3":    "BOMB 3",
		"\xff\xfe":                      "\xff\xfe",
	} {
		if got := Plain(text); got != want {
			t.Errorf("Plain(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzPrivateLine(f *testing.F) {
	for _, line := range []string{"join_game", "@1 NORTH 1", "#arena @1 X", "STATE", "resume x", "!begin #arena counting", "!", "@", "ACK on", "\x03", "leave_game"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		inRoom(t, DefaultConfig(), games(9), func(r *room) {
			r.begins("!begin counting", "ann", "bob")
			r.tells("ann", line)
			r.tells("bob", "GOOD")
			time.Sleep(5 * time.Second)
			r.wantsSome("5s GOOD bob")
		})
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
