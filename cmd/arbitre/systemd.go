package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"go.uber.org/zap"

	"arbitre/operations"
)

// systemd is the program that started us, if it is that and wants to know how we
// do (Type=notify in the unit); else it hears nothing.
type systemd struct {
	log     *zap.Logger
	listens bool
	timeout time.Duration          // without a sign of life for so long it ends us; 0: never
	trouble atomic.Pointer[string] // with the configuration that was read last
}

// newSystemd finds systemd by what it has put into the environment.
func newSystemd(log *zap.Logger) *systemd {
	timeout, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("WATCHDOG_USEC can't be understood", zap.Error(err))
	}
	return &systemd{log: log, listens: os.Getenv("NOTIFY_SOCKET") != "", timeout: timeout}
}

// tell sends lines of sd_notify(3).
func (s *systemd) tell(lines ...string) {
	if _, err := daemon.SdNotify(false, strings.Join(lines, "\n")); err != nil {
		s.log.Warn("tell systemd", zap.Strings("lines", lines), zap.Error(err))
	}
}

func status(text string) string { return "STATUS=" + strings.ReplaceAll(text, "\n", " ") }

func (s *systemd) ready(text string) { s.tell(daemon.SdNotifyReady, status(text)) }

// reloading tells that the configuration is being read, until reloaded.
func (s *systemd) reloading() {
	s.tell(daemon.SdNotifyReloading, strings.TrimSuffix(daemon.SdNotifyMonotonicUsec(), "\n"))
}

// reloaded tells that it has been, and what is wrong with it.
func (s *systemd) reloaded(err error) {
	text := ""
	if err != nil {
		text = "configuration not taken over: " + err.Error()
	}
	s.trouble.Store(&text)
	if err == nil {
		text = "configuration taken over"
	}
	s.ready(text)
}

// stopping tells that the program ends, within a time.
func (s *systemd) stopping(within time.Duration) {
	s.tell(daemon.SdNotifyStopping, status("stopping"), "EXTEND_TIMEOUT_USEC="+strconv.FormatInt(within.Microseconds(), 10))
}

// watch tells systemd how the networks do until the context ends: in words, and by
// a sign of life as long as every desk answers.
func (s *systemd) watch(ctx context.Context, look func(context.Context) []operations.Network) error {
	if !s.listens {
		return nil
	}
	every := deskPatience
	if s.timeout > 0 {
		every = min(every, s.timeout/3)
	}
	beat := time.NewTicker(every)
	defer beat.Stop()
	said := ""
	for {
		asking, cancel := context.WithTimeout(ctx, every)
		networks := look(asking)
		cancel()
		if ctx.Err() != nil {
			return nil
		}
		if text := s.summary(networks); text != said {
			s.tell(status(text))
			said = text
		}
		if s.alive(networks) {
			s.tell(daemon.SdNotifyWatchdog)
		}
		select {
		case <-beat.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// alive tells whether every desk answers. A sign of life that stays away has
// systemd start the program anew, and its matches go on from their journals.
func (s *systemd) alive(networks []operations.Network) bool {
	for _, n := range networks {
		if n.Err != nil {
			s.log.Error("a desk does not answer", zap.String("network", n.Name), zap.Error(n.Err))
			return false
		}
	}
	return true
}

// summary is how the networks do in one line.
func (s *systemd) summary(networks []operations.Network) string {
	connected, channels, matches := 0, 0, 0
	for _, n := range networks {
		if n.Health.Connected {
			connected++
		}
		channels += len(n.Report.Channels)
		for _, ch := range n.Report.Channels {
			if ch.Match != nil {
				matches++
			}
		}
	}
	text := fmt.Sprintf("%d of %d networks connected, %d channels, %d matches", connected, len(networks), channels, matches)
	if trouble := s.trouble.Load(); trouble != nil && *trouble != "" {
		text += "; " + *trouble
	}
	return text
}
