package referee_test

import (
	"path/filepath"
	"testing"

	"go.uber.org/zap"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
	"arbitre/store"
)

// The evening on the page for organisers is one that was held, with a real memory.
func TestOrganisingPage(t *testing.T) {
	p := readPage(t, "../docs/organising.md", "evening")
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		s.join("op", "#arena")
		s.join("ann", "#arena")
		s.join("bob", "#arena")
		p.isPlayedBy(s)
	}, remember)
}

// remember gives a stage a store, as the program has it, in a folder of its own.
func remember(s *stage) (referee.Memory, referee.Watcher) {
	kept, err := store.Open(s.ctx, filepath.Join(s.t.TempDir(), "store.sqlite"))
	if err != nil {
		s.t.Fatal(err)
	}
	recorder := store.NewRecorder(kept, zap.NewNop())
	s.parts.Go(func() {
		if err := recorder.Run(s.ctx); err != nil {
			s.t.Error(err)
		}
	})
	s.t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			s.t.Error(err)
		}
	})
	return kept.Memory("test"), recorder
}
