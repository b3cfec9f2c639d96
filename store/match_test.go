package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arbitre/referee"
)

var evening = time.Date(2026, 7, 19, 20, 0, 0, 0, time.UTC)

// match is the nth match of an evening, which Ann won, as it begins.
func match(n int) Match {
	return Match{
		ID: fmt.Sprintf("m%03d", n), Network: "net", Channel: "#arena", Game: "bomber",
		Started: evening.Add(time.Duration(n) * time.Minute),
		Players: []Player{
			{Name: "Ann", Nick: "ann", Account: "annie", Host: "ann@a.example"},
			{Name: "Bob", Nick: "bob", Host: "bob@b.example"},
		},
	}
}

// ended is it with its result.
func ended(n int) Match {
	m := match(n)
	m.Ended, m.Turns = m.Started.Add(30*time.Second), 10+n
	m.Players[0].Place, m.Players[0].Cause = 1, "alive"
	m.Players[1].Place, m.Players[1].Cause = 2, "blast"
	return m
}

func recordAll(t *testing.T, s *Store, matches ...Match) {
	t.Helper()
	for _, m := range matches {
		if err := s.Record(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
}

// whole is all that is recorded of matches.
func whole(t *testing.T, s *Store) []string {
	t.Helper()
	return query(t, s, `
		SELECT concat_ws(' ', id, network, channel, game, freeplay, started, ended, aborted, turns) FROM matches UNION ALL
		SELECT concat_ws(' ', match, seat, players.network, account, nick, name, place, score, cause) FROM results JOIN players ON id = player UNION ALL
		SELECT concat_ws(' ', network, account, sightings.nick, host, first, last) FROM sightings JOIN players ON id = player
		ORDER BY 1`)
}

func TestRecord(t *testing.T) {
	s := newStore(t)
	recordAll(t, s, match(1))
	check(t, nil, whole(t, s), []string{
		"m001 0 net annie  Ann 0 0 ",
		"m001 1 net  bob Bob 0 0 ",
		"m001 net #arena bomber 0 2026-07-19T20:01:00.000Z 0 0",
		"net  bob bob@b.example 2026-07-19T20:01:00.000Z 2026-07-19T20:01:00.000Z",
		"net annie ann ann@a.example 2026-07-19T20:01:00.000Z 2026-07-19T20:01:00.000Z",
	})
	recordAll(t, s, ended(1))
	want := []string{
		"m001 0 net annie  Ann 1 0 alive",
		"m001 1 net  bob Bob 2 0 blast",
		"m001 net #arena bomber 0 2026-07-19T20:01:00.000Z 2026-07-19T20:01:30.000Z 0 11",
		"net  bob bob@b.example 2026-07-19T20:01:00.000Z 2026-07-19T20:01:00.000Z",
		"net annie ann ann@a.example 2026-07-19T20:01:00.000Z 2026-07-19T20:01:00.000Z",
	}
	check(t, nil, whole(t, s), want)

	// Again, in any state, and as a journal knows it, which changes nothing.
	bare := ended(1)
	bare.Ended = bare.Ended.Add(time.Hour)
	bare.Network, bare.Channel = "", ""
	for seat := range bare.Players {
		bare.Players[seat] = Player{Name: bare.Players[seat].Name, Place: 1}
	}
	recordAll(t, s, match(1), ended(1), bare)
	check(t, nil, whole(t, s), want)
}

// The end alone is enough: the journal of a match whose beginning was lost.
func TestRecordEndAlone(t *testing.T) {
	s := newStore(t)
	m := ended(1)
	m.Players[0] = Player{Name: "Ann", Place: 1, Score: 7, Cause: "alive"}
	recordAll(t, s, m)
	check(t, nil, whole(t, s), []string{
		"m001 0 net  Ann Ann 1 7 alive",
		"m001 1 net  bob Bob 2 0 blast",
		"m001 net #arena bomber 0 2026-07-19T20:01:00.000Z 2026-07-19T20:01:30.000Z 0 11",
		"net  bob bob@b.example 2026-07-19T20:01:00.000Z 2026-07-19T20:01:00.000Z",
	})
}

// Another match under an id that is taken is a mistake of ours, and found.
func TestRecordOther(t *testing.T) {
	s := newStore(t)
	recordAll(t, s, match(1))
	before := whole(t, s)
	for name, spoil := range map[string]func(*Match){
		"game":    func(m *Match) { m.Game = "snake" },
		"start":   func(m *Match) { m.Started = m.Started.Add(time.Second) },
		"players": func(m *Match) { m.Players = m.Players[:1] },
	} {
		m := ended(1)
		spoil(&m)
		err := s.Record(t.Context(), m)
		if want := `record match "m001": another match is recorded under this id`; err == nil || err.Error() != want {
			t.Errorf("another %s: %v, want %s", name, err, want)
		}
	}
	check(t, nil, whole(t, s), before)
	for _, m := range []Match{{}, {ID: "x"}, {ID: "x", Game: "bomber", Started: evening}} {
		if s.Record(t.Context(), m) == nil {
			t.Errorf("%+v is recorded", m)
		}
	}
}

// Ann's account and a stranger without one whose nick is Ann are two players;
// on another network all are others.
func TestWhoIsWho(t *testing.T) {
	s := newStore(t)
	second, third, fourth := ended(2), ended(3), ended(4)
	second.Players[0].Nick, second.Players[0].Name, second.Players[0].Host = "ann2", "Ann2", "ann@elsewhere.example"
	third.Players[0].Account = ""
	fourth.Network = "other"
	recordAll(t, s, ended(1), second, third, fourth)
	top, err := s.Memory("net").Top(t.Context(), "bomber", 10)
	check(t, err, top, []referee.Top{
		{Place: 1, Name: "Ann2", Played: 2, Won: 2, Rating: 1531},
		{Place: 2, Name: "Ann", Played: 1, Won: 1, Rating: 1515},
		{Place: 3, Name: "Bob", Played: 3, Rating: 1455},
	})
	seen, err := s.Sightings(t.Context(), "net", "ANN")
	check(t, err, seen, []Sighting{
		{"", "ann", "ann@a.example", evening.Add(3 * time.Minute), evening.Add(3 * time.Minute)},
		{"annie", "ann", "ann@a.example", evening.Add(time.Minute), evening.Add(time.Minute)},
	})
	seen, err = s.Sightings(t.Context(), "net", "annie")
	check(t, err, seen, []Sighting{
		{"annie", "ann2", "ann@elsewhere.example", evening.Add(2 * time.Minute), evening.Add(2 * time.Minute)},
		{"annie", "ann", "ann@a.example", evening.Add(time.Minute), evening.Add(time.Minute)},
	})
}

// Whatever a nick or a host is made of comes back as it was.
func TestAnyBytes(t *testing.T) {
	s := newStore(t)
	m := ended(1)
	names := []string{"'; DROP TABLE matches; --", "\xe9t\xe9", "\u0416\x00\x01", "%s?1"}
	m.Players = nil
	for i, name := range names {
		m.Players = append(m.Players, Player{Name: name, Place: 1, Host: name + "@" + names[len(names)-1-i]})
	}
	recordAll(t, s, m)
	matches, err := s.Memory("net").Matches(t.Context(), "#arena", 1)
	check(t, err, matches[0].Winners, names)
}

// An end that is not of the match, as a journal that was written by hand may
// have it.
func TestEndOfOther(t *testing.T) {
	for _, e := range []referee.End{
		{},
		{Causes: []string{"alive"}},
		{Causes: []string{"alive", "blast"}, Ranking: []referee.Rank{{Seat: 2, Place: 1}}},
		{Causes: []string{"alive", "blast"}, Ranking: []referee.Rank{{Seat: -1, Place: 1}}},
	} {
		m := MatchOf("net", "#arena", opening(evening), nil)
		if m.End(&e, evening) == nil {
			t.Errorf("%+v is taken", e)
		}
	}
}

func TestRunning(t *testing.T) {
	s := newStore(t)
	recordAll(t, s, match(3), ended(2), match(1), match(4), ended(4))
	got, err := s.Running(t.Context())
	check(t, err, got, []string{"m001", "m003"})
}

// A match whose end its journal never got goes on: it runs, it is in no ladder, and
// the end that it comes to is the one that stays.
func TestReopen(t *testing.T) {
	s := newStore(t)
	recordAll(t, s, match(1))
	before := whole(t, s)
	aborted := ended(1)
	aborted.Aborted, aborted.Turns = true, 3
	for _, end := range []Match{aborted, ended(1)} {
		recordAll(t, s, end)
		if _, err := s.Memory("net").Top(t.Context(), "bomber", 9); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.Reopen(t.Context(), end.ID); err != nil {
				t.Fatal(err)
			}
		}
		check(t, nil, whole(t, s), before)
		top, err := s.Memory("net").Top(t.Context(), "bomber", 9)
		check(t, err, len(top), 0)
	}
	direct := newStore(t)
	recordAll(t, direct, ended(1))
	recordAll(t, s, ended(1))
	check(t, nil, whole(t, s), whole(t, direct))
}

func TestRebuild(t *testing.T) {
	s := newStore(t)
	recordAll(t, s, match(1), ended(2))
	if err := s.Rebuild(t.Context(), slices.Values([]Match{ended(3), ended(1), ended(2)})); err != nil {
		t.Fatal(err)
	}
	before := whole(t, s)
	direct := newStore(t)
	recordAll(t, direct, ended(1), ended(2), ended(3))
	check(t, nil, before, whole(t, direct))

	bad := ended(1)
	bad.Game = "chess"
	err := s.Rebuild(t.Context(), slices.Values([]Match{ended(4), bad}))
	if want := `rebuild: match "m001": another match is recorded under this id`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	check(t, nil, whole(t, s), before)
}

// In whatever order matches are recorded, how often, and whenever somebody asks
// for the table in between: what is remembered is the same.
func TestRecordingOrder(t *testing.T) {
	inOrder, inAny := newStore(t), newStore(t)
	rapid.Check(t, func(rt *rapid.T) {
		empty(t, inOrder)
		empty(t, inAny)
		matches := rapid.SliceOfN(someMatch(), 1, 5).Draw(rt, "matches")
		for i := range matches {
			matches[i].ID = fmt.Sprint("m", i)
		}
		recordAll(t, inOrder, matches...)
		var steps []Match
		for _, m := range matches {
			begun := m
			begun.Ended, begun.Aborted, begun.Turns = time.Time{}, false, 0
			steps = append(steps, m)
			for _, again := range rapid.SliceOfN(rapid.Bool(), 0, 2).Draw(rt, "again") {
				steps = append(steps, map[bool]Match{false: begun, true: m}[again])
			}
		}
		for _, m := range rapid.Permutation(steps).Draw(rt, "steps") {
			recordAll(t, inAny, m)
			if rapid.Bool().Draw(rt, "ask") {
				if _, err := inAny.Memory("net").Top(t.Context(), "bomber", 9); err != nil {
					t.Fatal(err)
				}
			}
		}
		check(t, nil, whole(t, inAny), whole(t, inOrder))
		for _, game := range []string{"bomber", "snake"} {
			got, err := inAny.Memory("net").Top(t.Context(), game, 9)
			want, wantErr := inOrder.Memory("net").Top(t.Context(), game, 9)
			check(t, errors.Join(err, wantErr), got, want)
		}
	})
}

// empty makes a database new again.
func empty(t *testing.T, s *Store) {
	t.Helper()
	if _, err := s.write.ExecContext(t.Context(), "DELETE FROM results; DELETE FROM matches; DELETE FROM sightings; DELETE FROM players"); err != nil {
		t.Fatal(err)
	}
	s.outdateAll()
}

// someMatch is an ended match of two games among five players.
func someMatch() *rapid.Generator[Match] {
	return rapid.Custom(func(rt *rapid.T) Match {
		m := Match{
			Network: "net", Channel: "#arena",
			Game:     rapid.SampledFrom([]string{"bomber", "snake"}).Draw(rt, "game"),
			FreePlay: rapid.IntRange(0, 9).Draw(rt, "freeplay") == 0,
			Aborted:  rapid.IntRange(0, 9).Draw(rt, "aborted") == 0,
			Started:  evening, Ended: evening.Add(time.Duration(rapid.IntRange(1, 5).Draw(rt, "minutes")) * time.Minute),
		}
		names := rapid.Permutation(strings.Fields("Ann Bob Cid Dan Eve")).Draw(rt, "names")
		for _, name := range names[:rapid.IntRange(2, 5).Draw(rt, "players")] {
			m.Players = append(m.Players, Player{Name: name, Place: rapid.IntRange(1, 3).Draw(rt, "place")})
		}
		return m
	})
}
