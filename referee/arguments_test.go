package referee

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/game"
)

// Commands with arguments that are missing, too many, unknown or hostile, and
// what comes of them: an answer to who gave it, and nothing else.
func TestArguments(t *testing.T) {
	const (
		fewer    = "%s takes fewer words. Nothing was done."
		noGame   = `There is no game "x". There are: counting`
		noPlayer = `There is no player "x". There are: ann, bob`
		nobody   = "Nobody has joined."
	)
	for _, test := range []struct{ line, idle, lobby, match string }{
		{"!begin", "Begin which game? There are: counting", "A lobby for counting is open here already.", "A match of counting is being played here; it has to end first."},
		{"!begin x", noGame, "A lobby for counting is open here already.", "A match of counting is being played here; it has to end first."},
		{"!begin counting x", `What is "x"? Options are freeplay and key=value.`, "A lobby for counting is open here already.", "A match of counting is being played here; it has to end first."},
		{"!go x", fewer, fewer, fewer},
		{"!abort #other", fewer, fewer, fewer},
		{"!again x", "Nothing has been played here yet. To begin: !begin GAME", "A lobby for counting is open here already.", "A match of counting is being played here; it has to end first."},
		{"!next x", noGame, noGame, noGame},
		{"!pause x", fewer, fewer, fewer},
		{"!resume x", fewer, fewer, fewer},
		{"!remove", "No lobby is open here. An operator of the channel opens one.", "Which player? There are: ann, bob", "No lobby is open here. An operator of the channel opens one."},
		{"!remove x", "No lobby is open here. An operator of the channel opens one.", noPlayer, "No lobby is open here. An operator of the channel opens one."},
		{"!remove ann bob", fewer, fewer, fewer},
		{"!disqualify", "No match is being played here.", "No match is being played here.", "Which player? There are: ann, bob"},
		{"!disqualify x match", "No match is being played here.", "No match is being played here.", noPlayer},
		{"!set x", `The key "x" can't be set from a channel.`, "", ""},
		{"!set x y", `The key "x" can't be set from a channel.`, "", ""},
		{"!set max_turns x", `max_turns is a number from 0 to 10000, not "x".`, "", ""},
		{"!set max_turns 00000000000007", `max_turns is a number from 0 to 10000, not "00000000000007".`, "", ""},
		{"!set round_length 1", `round_length is a time from 200ms to 10m0s like 500ms, 5s or 2m, not "1".`, "", ""},
		{"!set data.folder /etc", `The key "data.folder" can't be set from a channel.`, "", ""},
		{"!settings x", fewer, fewer, fewer},
		{"!ban", "Ban whom? A player's nick, an account, or a mask nick!user@host; then how long (2h), if not for ever.", "", ""},
		{"!unban", "Nobody is banned here.", "", ""},
		{"!unban x", "Nobody is banned here.", "", ""},
		{"!unban x y", fewer, fewer, fewer},
		{"!leave #other", fewer, fewer, fewer},
		{"!status x", fewer, fewer, fewer},
		{"!players x", fewer, fewer, fewer},
		{"!players", nobody, "Players (2): ann, bob", "Players (2): ann, bob"},
		{"!top x", "Of which game? There are: counting", "", ""},
		{"!top counting x", fewer, fewer, fewer},
		{"!replay 7 8", fewer, fewer, fewer},
		{"!rules x", "Of which game? There are: counting", "", ""},
		{"!rules counting x", fewer, fewer, fewer},
	} {
		for state, want := range map[string]string{"idle": test.idle, "lobby": test.lobby, "match": test.match} {
			if want == "" {
				want = test.idle // the same everywhere
			}
			if strings.Contains(want, "%s") {
				want = fmt.Sprintf(want, strings.Fields(test.line)[0])
			}
			t.Run(state+" "+test.line, func(t *testing.T) {
				inRoom(t, DefaultConfig(), games(9), func(r *room) {
					r.bring(state, "ann", "bob")
					r.says("op", test.line)
					r.wants("0s op< (" + want + ")")
				})
			})
		}
	}
}

// bring opens a lobby, or a match too.
func (r *room) bring(state string, players ...string) {
	switch state {
	case "lobby":
		r.says("op", "!begin counting")
		for _, nick := range players {
			r.arrive(nick)
			r.tells(nick, "join_game")
		}
	case "match":
		r.begins("!begin counting", players...)
	}
	r.heard()
}

// Whatever is behind a command, in every language and with as many players and
// bans as there can be: an answer of one or two lines that arrive whole, to who
// gave it alone, and the lobby and the match go on as they were.
func TestHostileArguments(t *testing.T) {
	for _, language := range Languages() {
		for _, state := range []string{"idle", "lobby", "match"} {
			t.Run(language+" "+state, func(t *testing.T) {
				config := DefaultConfig()
				config.Language, config.Lobby = language, 100*time.Hour
				config.Rounds = map[string]time.Duration{"counting": 100 * time.Hour}
				inRoom(t, config, []game.Game{crowded()}, func(r *room) {
					var players []string
					for i := range game.MaxSeats - 1 { // a full lobby closes
						players = append(players, fmt.Sprintf("%030d", i))
					}
					r.bring(state, players...)
					for i := range 50 {
						time.Sleep(answerEvery)
						r.says("op", fmt.Sprintf("!ban *!*@%0100d", i))
						r.wantsAnswer("!ban")
					}
					r.giveHostileArguments(state)
					ch := r.desk.channels["#arena"]
					if ch.idle() != (state == "idle") || (ch.match != nil) != (state == "match") {
						t.Errorf("idle: %v, a match: %v", ch.idle(), ch.match != nil)
					}
					if state != "idle" && len(ch.players) != len(players) {
						t.Errorf("%d players", len(ch.players))
					}
				})
			})
		}
	}
}

func (r *room) giveHostileArguments(state string) {
	huge := strings.Repeat("x", 400)
	arguments := []string{
		"", "x", huge, strings.Repeat("x ", 200), strings.Repeat("\x01", 400), "\xff\xfe\xf0\x9f", strings.Repeat("é", 200),
		strings.Repeat(`\"`, 200), "%s%n%[9]d", "BEGIN_GAME", "TOUR 7", "#other", "#arena,#other", "../../etc/passwd",
		"\x02\x0304ann\x0f", "\u202eevil", "counting seed=" + huge, "counting " + huge + "=1", "counting max_turns=" + huge,
		"counting at=" + huge, "counting at=9:00 every=" + huge, "counting at=9:00 seed=BEGIN_GAME" + huge,
		"language " + huge, "max_turns 1e9", "max_turns=-1", "round_length 1ns", "lobby 99999h", "key", "=", "= =", huge + " 2h",
	}
	for _, c := range commands() {
		for _, argument := range arguments {
			// Those that are right, and so have an effect.
			right := argument == "" && slices.Contains([]string{"go", "abort", "pause", "resume", "leave"}, c.name) ||
				strings.HasPrefix(argument, "counting seed") && slices.Contains([]string{"begin", "next"}, c.name) && state == "idle" ||
				strings.HasPrefix(argument, "counting at=9:00 seed") && c.name == "begin"
			if right {
				continue
			}
			time.Sleep(answerEvery)
			r.says("op", "!"+c.name+" "+argument)
			r.wantsAnswer("!" + c.name + " " + argument)
		}
	}
}

// wantsAnswer checks that what was said is an answer to op, and fit for people.
func (r *room) wantsAnswer(line string) {
	r.t.Helper()
	said := r.heard()
	if len(said) < 1 || len(said) > 2 {
		r.t.Errorf("%.80q: %d lines: %q", line, len(said), said)
	}
	for _, answer := range said {
		_, text, toOp := strings.Cut(answer, " op< (")
		switch {
		case !toOp:
			r.t.Errorf("%.80q: not to op: %q", line, answer)
		case len(text)-1 > 350:
			r.t.Errorf("%.80q: %d bytes: %q", line, len(text)-1, text)
		case reservedIn(text) != "":
			r.t.Errorf("%.80q: a word of the protocol: %q", line, text)
		case !isPlain(text):
			r.t.Errorf("%.80q: not plain: %q", line, text)
		}
	}
}

// Results with the longest names, and with as many winners as there can be.
func TestLongResults(t *testing.T) {
	for _, language := range Languages() {
		config := DefaultConfig()
		config.Language = language
		inNewRoom(t, config, games(1), func(d *Desk) { d.Recall(longNames{}) }, func(r *room) {
			r.happen(LinkUp{})
			r.arrive("op").Channels["#arena"] = Operator
			r.happen(Entered{Channel: "#arena"})
			for _, line := range []string{"!status", "!top", "!replay"} {
				r.says("op", line)
				r.wantsAnswer(line)
			}
		})
	}
}

type longNames struct{ noMemory }

func (longNames) Top(_ context.Context, _ string, most int) (rows []Top, _ error) {
	for i := range most {
		rows = append(rows, Top{Place: i + 1, Name: strings.Repeat("w", 30), Rating: 1999, Won: 1000, Played: 10000})
	}
	return rows, nil
}

func (longNames) Matches(_ context.Context, _ string, most int) (matches []Played, _ error) {
	for range most {
		m := Played{ID: "20260719T201500-9f3c62a1d05b", Game: "counting", Turns: 10000}
		for range game.MaxSeats {
			m.Winners = append(m.Winners, strings.Repeat("w", 30))
		}
		matches = append(matches, m)
	}
	return matches, nil
}

// crowded is a game for as many as there are seats.
func crowded() game.Game {
	g := countingGame(1000)
	g.MaxSeats = game.MaxSeats
	return g
}

// What an organiser plans is said to the channel: no longer than a line, and
// without words of the protocol.
func TestHostilePlan(t *testing.T) {
	for _, language := range Languages() {
		config := DefaultConfig()
		config.Language = language
		inRoom(t, config, games(1), func(r *room) {
			r.says("op", "!begin counting at=9:00 every=90m until=23:00 seed=BEGIN_GAME"+strings.Repeat("x", 300))
			for _, line := range r.heard() {
				if _, text, _ := strings.Cut(line, " ("); reservedIn(text) != "" || len(text) > 350 {
					t.Errorf("%d bytes: %s", len(text), text)
				}
			}
		})
	}
}
