package referee

import (
	"strings"
	"testing"
	"time"
)

// One player in two matches names the channel, and hears it named.
func TestOnePlayerInTwoMatches(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.open("#other")
		for _, nick := range []string{"ann", "bob", "cid"} {
			r.arrive(nick).Channels["#other"] = 0
		}
		r.saysIn("#arena", "op", "!begin counting")
		r.tells("ann", "join_game")
		r.tells("bob", "join_game")
		r.saysIn("#other", "op", "!begin counting")
		r.tells("ann", "join_game") // the lobby opened last
		r.tells("cid", "#other join_game")
		r.tells("cid", "#arena join_game")
		r.saysIn("#arena", "op", "!go")
		r.saysIn("#other", "op", "!go")
		r.wantsSome("0s JOUEURS 3", "0s bob< SECRET 1", "0s JOUEURS 2", "0s ann< #other SECRET 1")
		r.tells("ann", "GOOD")
		r.wants("0s ann< (You play in several channels: start your line with the one that you mean, like #arena north 1)")
		r.tells("ann", "#arena GOOD")
		r.tells("ann", "#other @1 BETTER")
		r.tells("bob", "GOOD")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s GOOD ann", "5s GOOD bob")
		r.saysIn("#other", "op", "!abort")
		r.heard()
		r.tells("ann", "ALONE") // in one match only again
		time.Sleep(5 * time.Second)
		r.wantsSome("10s ALONE ann", "10s ann< SECRET 3")
	})
}

// A line for a channel in which its sender is not is no order in the one match that
// he plays.
func TestOrderForAnotherChannel(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.tells("ann", "GOOD")
		r.tells("ann", "#other @1 BETTER")
		r.wants("0s ann< (You are not in that channel, or I am not.)")
		time.Sleep(5 * time.Second)
		r.wantsSome("5s GOOD ann", "5s NOTHING bob")
	})
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name, by, line string
		want           []string
	}{
		{"spectators may not begin", "eve", "!begin counting", []string{"0s eve< (!begin is for the channel's operators.)"}},
		{"no game named", "op", "!begin", []string{"0s op< (Begin which game? There are: counting)"}},
		{"no such game", "op", "!begin chess", []string{`0s op< (There is no game "chess". There are: counting)`}},
		{"no option", "op", "!begin counting fast", []string{`0s op< (What is "fast"? Options are freeplay and key=value.)`}},
		{"key unknown", "op", "!begin counting fog=1", []string{`0s op< (The key "fog" can't be set from a channel.)`}},
		{"number too large", "op", "!begin counting speed=21", []string{`0s op< (speed is a number from 1 to 20, not "21".)`}},
		{"no number", "op", "!begin counting speed=fast", []string{`0s op< (speed is a number from 1 to 20, not "fast".)`}},
		{"duration too short", "op", "!begin counting round_length=1ms", []string{`0s op< (round_length is a time from 200ms to 10m0s like 500ms, 5s or 2m, not "1ms".)`}},
		{"no lobby to start", "op", "!go", []string{"0s op< (No lobby is open here. An operator of the channel opens one.)"}},
		{"nothing to abort", "op", "!ABORT", []string{"0s op< (There is no lobby and no match here.)"}},
		{"status", "eve", "!status", []string{"0s eve< (Nothing is being played. An operator opens a lobby: !begin GAME)"}},
		{"players", "eve", "!players", []string{"0s eve< (Nobody has joined.)"}},
		{"rules of the only game", "eve", "!rules", []string{"0s eve< (Count.)", "0s eve< (Well.)"}},
		{"rules of no game", "eve", "!rules chess", []string{"0s eve< (Of which game? There are: counting)"}},
		{"somebody else's command", "eve", "!weather", nil},
		{"prefix alone", "eve", "!", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			inRoom(t, DefaultConfig(), games(1), func(r *room) {
				r.arrive("eve")
				r.says(c.by, c.line)
				r.wants(c.want...)
			})
		})
	}
}

func TestHelpFitsTwoLines(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.says("op", "!help")
		if lines := r.heard(); len(lines) != 2 || !strings.Contains(lines[1], "!begin") {
			t.Errorf("help: %q", lines)
		}
	})
}

func TestPrivateCommandsNameTheChannel(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.open("#other")
		r.tells("op", "!begin #other counting")
		r.wantsSome("0s NEW_GAME counting")
		r.tells("op", "#other !status")
		r.wants("0s op< (A lobby for counting: 0 have joined, it closes in 60 s.)")
		r.tells("op", "!status")
		r.wants("0s op< (Name a channel that we are both in: !status #channel)")
	})
}

// Two bots never talk each other to death: one answer in ten seconds, after a
// burst.
func TestStrangersAreAnsweredSeldom(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.arrive("eve")
		for range 10000 {
			r.happen(Heard{At: time.Now(), From: r.people["eve"], Text: "\x01\xff garbage"})
		}
		if lines := r.heard(); len(lines) != answerBurst {
			t.Errorf("answered %d times, want %d", len(lines), answerBurst)
		}
		for _, kind := range []Kind{Notice, CTCP, Action} {
			r.happen(Heard{At: time.Now(), From: r.people["op"], Kind: kind, Text: "join_game"})
		}
		r.wants()
	})
}

func TestAdmins(t *testing.T) {
	config := DefaultConfig()
	config.Admins = []string{"Boss", "*!*@*.staff.example"}
	for _, c := range []struct {
		name string
		who  *Person
		may  bool
	}{
		{"account", withAccount(NewPerson("x", "x", "x"), "boss"), true},
		{"mask", NewPerson("x", "x", "gate/web.staff.example"), true},
		{"nick alone is nothing", NewPerson("boss", "boss", "evil.example"), false},
		{"other account", withAccount(NewPerson("boss", "x", "x"), "bossy"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			inRoom(t, config, games(1), func(r *room) {
				r.arriveAs(c.who)
				r.says(c.who.Nick(), "!begin counting")
				if began := len(r.heard()) > 1; began != c.may {
					t.Errorf("may begin: %v, want %v", began, c.may)
				}
			})
		})
	}
}

func withAccount(p *Person, account string) *Person {
	p.Account = account
	return p
}

func TestInvitations(t *testing.T) {
	config := DefaultConfig()
	config.MaxChannels = 3
	config.Admins = []string{"boss"}
	inRoom(t, config, games(1), func(r *room) {
		invite := func(p *Person, channel string) { r.happen(Invited{By: p, Channel: channel}) }
		ann, bob := NewPerson("ann", "a", "a.example"), NewPerson("bob", "b", "b.example")
		invite(ann, "#a")
		r.wants("0s join #a")
		r.happen(Entered{Channel: "#a"})
		r.wantsSome("0s (I referee bot contests. Operators begin a match with !begin GAME (counting); more with !help)")
		invite(bob, "#b")
		r.wants("0s bob< (I have just been invited elsewhere. Try again in a minute.)")
		time.Sleep(time.Minute)
		invite(ann, "#c")
		r.wants("1m0s ann< (You have invited me to a channel already. Send me away from that one first: !leave)")
		invite(withAccount(bob, "bob"), "#b")
		r.wants("1m0s join #b")
		time.Sleep(time.Minute)
		invite(NewPerson("cid", "c", "c.example"), "#c")
		r.wants("2m0s cid< (I am in 3 channels already and go to no more.)")
		invite(withAccount(NewPerson("boss", "x", "x"), "boss"), "#c")
		r.wants("2m0s join #c")
		time.Sleep(25 * time.Hour) // no match for a day; #arena is the configuration's
		r.wantsSome("24h0m0s part #a no match here for a day", "24h1m0s part #b no match here for a day")
	})
}

func TestOneChannelAnAccount(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.happen(Invited{By: withAccount(NewPerson("bob", "b", "b.example"), "bob"), Channel: "#b"})
		r.wants("0s join #b")
		r.happen(Invited{By: withAccount(NewPerson("bob2", "b", "elsewhere.example"), "bob"), Channel: "#c"})
		r.wants("0s bob2< (You have invited me to a channel already. Send me away from that one first: !leave)")
	})
}

func TestInviteByAdminsOnly(t *testing.T) {
	config := DefaultConfig()
	config.Invite = "admins"
	inRoom(t, config, games(1), func(r *room) {
		r.happen(Invited{By: NewPerson("ann", "a", "a"), Channel: "#a"})
		r.wants("0s ann< (I come to a channel only if one of my admins invites me.)")
	})
}

// On a network that paces us the words of welcome may still wait when a match
// begins: it is played without them.
func TestWelcomeGivesWayToAMatch(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.happen(Invited{By: r.people["op"], Channel: "#b"})
		r.hold = true
		r.open("#b")
		r.saysIn("#b", "op", "!begin counting")
		for _, nick := range []string{"ann", "bob"} {
			r.arrive(nick).Channels["#b"] = 0
			r.tells(nick, "#b join_game")
		}
		r.saysIn("#b", "op", "!go")
		r.release()
		said := strings.Join(r.heard(), "\n")
		if !strings.Contains(said, "TOUR 1") || strings.Contains(said, "I referee") {
			t.Errorf("want a match without words of welcome, got:\n%s", said)
		}
	})
}

func TestCommandBeforeTheRosterIsComplete(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.saysIn("#new", "op", "!begin counting")
		r.wants()
		r.open("#new")
		r.wantsSome("0s NEW_GAME counting")
	})
}

func TestEveryLanguageHasEverySentence(t *testing.T) {
	for _, language := range Languages() {
		words := catalogueOf(language)
		for key, sentence := range english {
			if strings.Count(words[key], "%") != strings.Count(sentence, "%") {
				t.Errorf("%s: %q: %q does not take what the English sentence takes", language, key, words[key])
			}
			if word := reservedIn(words[key]); word != "" {
				t.Errorf("%s: %q holds the protocol word %s", language, key, word)
			}
			if len(words[key]) > 350 {
				t.Errorf("%s: %q is longer than a line", language, key)
			}
		}
		if len(words) != len(english) {
			t.Errorf("%s has %d sentences, English %d", language, len(words), len(english))
		}
	}
}

// Who runs the evening is not left without an answer for asking much; a stranger
// is.
func TestOrganisersAreAnsweredMore(t *testing.T) {
	inRoom(t, DefaultConfig(), games(9), func(r *room) {
		r.arrive("ann")
		r.heard()
		for _, asker := range []struct {
			nick    string
			answers int
		}{{"op", 12}, {"ann", answerBurst}} {
			for range 12 {
				r.says(asker.nick, "!status")
			}
			if got := r.heard(); len(got) != asker.answers {
				t.Errorf("%s: %d answers, want %d: %q", asker.nick, len(got), asker.answers, got)
			}
		}
	})
}

func TestLengthsOfTimeInEachLanguage(t *testing.T) {
	for language, want := range map[string]string{
		"en": "0.3 s, 90 s, 5 min, 1 h 30 min", "fr": "0,3 s, 90 s, 5 min, 1 h 30 min", "ru": "0,3 с, 90 с, 5 мин, 1 ч 30 мин",
	} {
		var said []string
		for _, length := range []time.Duration{300 * time.Millisecond, 90 * time.Second, 5 * time.Minute, 90 * time.Minute} {
			said = append(said, catalogueOf(language).about(length))
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %s, want %s", language, got, want)
		}
	}
}
