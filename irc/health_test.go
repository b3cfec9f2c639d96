package irc

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap/zapcore"

	"arbitre/referee"
)

// Who runs the program sees whether there is a connection, since when, why not,
// and what waits for how long.
func TestHealth(t *testing.T) {
	var mu sync.Mutex
	waits := map[string][]time.Duration{}
	in(t, func(cfg *Config) {
		cfg.Burst, cfg.Every = 1, 10*time.Second
		cfg.Waited = func(class string, wait time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			waits[class] = append(waits[class], wait)
		}
	}, func(w *world) {
		if h := w.n.Health(); h.Connected || !h.Since.IsZero() || h.Connections != 0 || h.Trouble != "" {
			t.Errorf("before: %+v", h)
		}
		s := w.up()
		up := time.Now()
		for range 3 {
			w.n.Send(referee.Post{Channel: "#arena", Class: referee.Views, Text: "x"})
		}
		synctest.Wait()
		h := w.n.Health()
		if !h.Connected || !h.Since.Equal(up) || h.Connections != 1 || h.Waiting[3] != (Waiting{"views", 2}) {
			t.Errorf("connected: %+v", h)
		}
		time.Sleep(10 * time.Second)
		s.say("ERROR :Closing Link: no reason")
		_ = s.Close()
		synctest.Wait()
		h = w.n.Health()
		if h.Connected || !h.Since.Equal(up.Add(10*time.Second)) || !strings.Contains(h.Trouble, "no reason") {
			t.Errorf("lost: %+v", h)
		}
		mu.Lock()
		defer mu.Unlock()
		if views := waits["views"]; len(views) != 2 || views[0] != 0 || views[1] != 10*time.Second {
			t.Errorf("waits: %v", waits)
		}
	})
}

// A stop is no trouble: the server's ERROR answers our QUIT.
func TestQuitWarnsOfNothing(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		s.answer(func(s *server, line string) {
			if strings.HasPrefix(line, "QUIT") {
				s.say("ERROR :Closing Link: bot (Quit: bye)")
				_ = s.Close()
			}
		})
		w.stop()
		err := <-w.ended
		for _, entry := range w.logs.FilterLevelExact(zapcore.WarnLevel).All() {
			t.Error(entry)
		}
		w.ended <- err
	})
}
