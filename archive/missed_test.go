package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap/zaptest"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/journal"
	"arbitre/referee"
	"arbitre/store"
)

// The program ended after a match's journal was whole and before its result was
// recorded: the next one records it, and leaves the match that goes on alone. One
// that was aborted while the disk took nothing goes on too, and has no end.
func TestRecordMissed(t *testing.T) {
	folder, games := t.TempDir(), []game.Game{bomber.Game()}
	log := zaptest.NewLogger(t)
	matches, err := journal.Open(filepath.Join(folder, Matches), "test", games, log)
	if err != nil {
		t.Fatal(err)
	}
	results, err := store.Open(t.Context(), filepath.Join(folder, Database))
	if err != nil {
		t.Fatal(err)
	}
	begin := func(channel string) (referee.Log, *referee.Opening) {
		o := referee.Opening{Game: "bomber", Players: []string{"ann", "bob"}, Started: time.Now()}
		sum := sha256.Sum256(o.Seed[:])
		o.Commitment = hex.EncodeToString(sum[:])
		p := referee.Private{Network: "net", Channel: channel, Round: "5s", Identity: make([]referee.PrivatePlayer, 2)}
		kept, failed := matches.Begin(o, p)
		if failed != nil {
			t.Fatal(failed)
		}
		if failed = results.Record(t.Context(), store.MatchOf("net", channel, &o, p.Identity)); failed != nil {
			t.Fatal(failed)
		}
		return kept, &o
	}
	ended, _ := begin("#ended")
	_, goesOn := begin("#goes-on")
	_, aborted := begin("#aborted")
	m := store.MatchOf("net", "#aborted", aborted, nil)
	if err = m.End(&referee.End{Causes: []string{"alive", "alive"}, Aborted: true}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err = results.Record(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if err = ended.End(referee.End{Causes: []string{"alive", "alive"}, Aborted: true, Seed: strings.Repeat("00", 32)}); err != nil {
		t.Fatal(err)
	}
	if err = results.Close(); err != nil {
		t.Fatal(err)
	}
	if err = matches.Close(); err != nil {
		t.Fatal(err)
	}

	kept, err := Open(t.Context(), folder, "test", games, log)
	if err != nil {
		t.Fatal(err)
	}
	running, err := kept.Store.Running(t.Context())
	want := []string{goesOn.ID(), aborted.ID()}
	slices.Sort(want)
	if err != nil || !slices.Equal(running, want) {
		t.Errorf("%q, %v, want %q", running, err, want)
	}
	played, err := kept.Store.Memory("net").Matches(t.Context(), "#ended", 2)
	if err != nil || len(played) != 1 {
		t.Errorf("%+v, %v, want one", played, err)
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
}
