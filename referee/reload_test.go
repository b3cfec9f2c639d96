package referee

import (
	"testing"
	"testing/synctest"
	"time"
)

func (r *room) reloads(config Config, enter, leave []string) {
	r.t.Helper()
	if err := r.desk.Reload(r.t.Context(), config, enter, leave); err != nil {
		r.t.Error(err)
	}
	synctest.Wait()
}

// A new configuration holds at once, but for what a match has begun with.
func TestReload(t *testing.T) {
	inRoom(t, DefaultConfig(), games(3), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		config := DefaultConfig()
		config.Language, config.Organisers, config.EarlyEnd = "fr", []string{"everyone"}, true
		r.reloads(config, []string{"#new key"}, nil)
		r.wants("0s join #new key")
		r.arrive("eve")
		r.says("eve", "!begin counting")
		r.wants("0s eve< (Une partie de counting se joue ici ; elle doit d'abord finir.)")
		r.tells("ann", "GOOD")
		r.tells("bob", "GOOD") // and the turn does not end early: it began without that
		r.wants()
		time.Sleep(15 * time.Second)
		r.wantsSome("15s (The seed was HEX: with it and the orders anyone can play the match again.)")
		r.says("eve", "!begin counting")
		r.wantsSome("15s NEW_GAME counting")
	})
}

// A channel that the configuration no longer has is left when its match has ended,
// or at once.
func TestReloadLeavesChannels(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.open("#idle")
		r.begins("!begin counting", "ann", "bob")
		r.heard()
		r.reloads(DefaultConfig(), nil, []string{"#arena key", "#IDLE", "#unknown"})
		r.wants("0s part #idle no longer in the configuration", "0s part #unknown no longer in the configuration")
		r.says("op", "!next counting")
		r.wants("0s op< (The referee is about to leave this channel and begins nothing new.)")
		time.Sleep(10 * time.Second)
		r.wantsSome("10s END_GAME DRAW ann bob", "10s part #arena no longer in the configuration")
	})
}

// Who wants a channel back before it is left has it.
func TestReloadKeepsChannel(t *testing.T) {
	inRoom(t, DefaultConfig(), games(1), func(r *room) {
		r.begins("!begin counting", "ann", "bob")
		r.reloads(DefaultConfig(), nil, []string{"#arena"})
		r.reloads(DefaultConfig(), []string{"#arena"}, nil)
		time.Sleep(5 * time.Second)
		r.heard()
		time.Sleep(time.Hour)
		r.wants()
	})
}

// A report tells what goes on.
func TestReport(t *testing.T) {
	inRoom(t, DefaultConfig(), games(2), func(r *room) {
		r.open("#lobby")
		r.saysIn("#lobby", "op", "!begin counting")
		r.begins("!begin counting", "ann", "bob")
		report, err := r.desk.Report(r.t.Context())
		if err != nil || len(report.Channels) != 2 || report.Leaving {
			t.Fatal(report, err)
		}
		arena, lobby := report.Channels[0], report.Channels[1]
		if m := arena.Match; arena.Name != "#arena" || m == nil || m.Game != "counting" || m.Turn != 1 || m.Phase != "collect" {
			t.Errorf("%+v %+v", arena, arena.Match)
		}
		if lobby.Lobby != "counting" || lobby.Match != nil || !lobby.Entered {
			t.Errorf("%+v", lobby)
		}
	})
}
