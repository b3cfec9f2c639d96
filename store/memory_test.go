package store

import (
	"testing"
	"testing/synctest"
	"time"

	"arbitre/referee"
)

func TestChannels(t *testing.T) {
	s := newStore(t)
	net, other := s.Memory("net"), s.Memory("other")
	arena := referee.Remembered{Name: "#arena", Inviter: "a.example", Settings: []string{"lobby=2m", "language=fr"}, Plan: `{"words":["bomber"]}`}
	for _, c := range []referee.Remembered{{Name: "#zoo"}, {Name: "#Arena"}, arena} {
		check(t, net.Remember(t.Context(), c), 0, 0)
	}
	check(t, other.Remember(t.Context(), arena), 0, 0)
	got, err := net.Channels(t.Context())
	check(t, err, got, []referee.Remembered{arena, {Name: "#zoo"}})

	check(t, net.Forget(t.Context(), "#ARENA"), 0, 0)
	check(t, net.Forget(t.Context(), "#none"), 0, 0)
	got, err = net.Channels(t.Context())
	check(t, err, got, []referee.Remembered{{Name: "#zoo"}})
	got, err = other.Channels(t.Context())
	check(t, err, got, []referee.Remembered{arena})
}

func TestBans(t *testing.T) {
	path := t.TempDir() + "/arbitre.db"
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t, path)
		net := s.Memory("net")
		eve := referee.Ban{Channel: "#arena", Who: "eve", By: "op", Reason: "flood", Until: time.Now().UTC().Add(time.Hour)}
		mask := referee.Ban{Who: "*!*@bad.example", By: "admin"}
		for _, b := range []referee.Ban{{Channel: "#arena", Who: "Eve"}, eve, mask} {
			check(t, net.Ban(t.Context(), b), 0, 0)
			time.Sleep(time.Second)
		}
		want := func(want ...referee.Ban) {
			t.Helper()
			got, err := net.Bans(t.Context())
			check(t, err, got, want)
			got, err = s.Memory("other").Bans(t.Context())
			check(t, err, got, nil)
		}
		want(eve, mask)
		time.Sleep(time.Hour)
		want(mask)
		check(t, net.Unban(t.Context(), "", "*!*@BAD.example"), 0, 0)
		check(t, net.Unban(t.Context(), "", "nobody"), 0, 0)
		want()
	})
}

func TestMatches(t *testing.T) {
	s := newStore(t)
	draw, aborted, elsewhere := ended(2), ended(3), ended(4)
	draw.Players[1].Place = 1
	aborted.Aborted = true
	aborted.Players[0].Place, aborted.Players[1].Place = 0, 0
	elsewhere.Channel = "#zoo"
	recordAll(t, s, ended(1), draw, aborted, elsewhere, match(5))
	want := []referee.Played{
		{ID: "m003", Game: "bomber", Turns: 13, Ended: aborted.Ended},
		{ID: "m002", Game: "bomber", Turns: 12, Ended: draw.Ended, Winners: []string{"Ann", "Bob"}},
		{ID: "m001", Game: "bomber", Turns: 11, Ended: ended(1).Ended, Winners: []string{"Ann"}},
	}
	for _, n := range []int{-1, 0, 1, 2, 3, 4} {
		got, err := s.Memory("net").Matches(t.Context(), "#ARENA", n)
		check(t, err, got, want[:min(max(n, 0), len(want))])
	}
}

// What is rated nowhere: aborted matches, those that nobody won, FreePlay.
func TestTopLeavesOut(t *testing.T) {
	s := newStore(t)
	free, aborted, nobody := ended(1), ended(2), ended(3)
	free.FreePlay, aborted.Aborted = true, true
	nobody.Players[0].Place, nobody.Players[1].Place = 0, 0
	recordAll(t, s, free, aborted, nobody, match(4))
	got, err := s.Memory("net").Top(t.Context(), "bomber", 5)
	check(t, err, got, nil)
}

// Equal ratings share a place, and a shared first place is no win.
func TestTopEqual(t *testing.T) {
	s := newStore(t)
	draw, other := ended(1), ended(2)
	draw.Players = append(draw.Players, Player{Name: "Cid", Place: 3})
	draw.Players[1].Place = 1
	other.Game = "snake"
	recordAll(t, s, draw, other)
	want := []referee.Top{
		{Place: 1, Name: "Ann", Played: 1, Rating: 1508}, {Place: 1, Name: "Bob", Played: 1, Rating: 1508}, {Place: 3, Name: "Cid", Played: 1, Rating: 1484},
	}
	for _, n := range []int{-1, 0, 1, 2, 3, 4} {
		got, err := s.Memory("net").Top(t.Context(), "bomber", n)
		check(t, err, got, want[:min(max(n, 0), len(want))])
	}
}
