package worker

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
	"arbitre/script"
	"arbitre/script/confine"
)

// Config is what there is to play with.
type Config struct {
	Log     *zap.Logger
	Program string   // of a worker's process; "": this one
	Args    []string // its arguments; nil: Command
}

// Scripts is the scripts of a referee. Any goroutine may use it.
type Scripts struct {
	config   Config
	own      atomic.Pointer[[]referee.Script] // offered beside the samples
	checking chan struct{}                    // a place for each check under way
}

var _ referee.Scripts = (*Scripts)(nil)

// checksAtOnce bounds the processes that people get by handing in scripts.
const checksAtOnce = 2

// How long a script may take to be ready, the start of its process included, when
// it is handed in and at the start of a match. It takes hundredths of a second. The
// second is longer, so that what was taken plays also where more is to be done.
const (
	checkTime = 5 * time.Second
	startTime = 10 * time.Second
)

// New is the scripts of a referee.
func New(config Config) *Scripts {
	if config.Args == nil {
		config.Args = []string{Command}
	}
	s := &Scripts{config: config, checking: make(chan struct{}, checksAtOnce)}
	s.Offer(nil)
	return s
}

// Offer puts these scripts beside the samples, in the place of those before.
func (s *Scripts) Offer(own []referee.Script) { s.own.Store(&own) }

// Offered are the samples, and the scripts that Offer put beside them.
func (s *Scripts) Offered() []referee.Script {
	var offered []referee.Script
	for _, name := range script.SampleNames() {
		offered = append(offered, referee.Script{Name: name, Text: script.Sample(name)})
	}
	return append(offered, *s.own.Load()...)
}

// Check compiles a script and runs what stands outside of its functions, in a
// process of its own: a hostile text is no business of this one.
func (s *Scripts) Check(ctx context.Context, _, text string) (took time.Duration, err error) {
	select {
	case s.checking <- struct{}{}:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	defer func() { <-s.checking }()
	h := s.hand(referee.Part{Script: referee.Script{Text: text}})
	defer h.Close()
	begun := time.Now()
	err = h.ready(ctx, checkTime)
	took = time.Since(begun)
	if fault, ok := errors.AsType[*confine.ChildError](err); ok {
		h.log.Warn("a script could not be started", zap.Error(err))
		err = fmt.Errorf("1:1 the script can't be started: %s", reason(fault))
	}
	return took, err
}

// Start makes a script ready to play a seat. One that is not ready in time, dies or
// has a mistake is tried again in each turn, as one that was cut off is.
func (s *Scripts) Start(ctx context.Context, part referee.Part) (referee.Hand, error) {
	h := s.hand(part)
	err := h.ready(ctx, startTime)
	if err == nil {
		return h, nil
	}
	began := h.child != nil
	h.Close()
	if !began || ctx.Err() != nil {
		return nil, fmt.Errorf("start the script %s: %w", part.Name, err)
	}
	h.log.Warn("a script does not get ready", zap.Error(err))
	return h, nil
}

func (s *Scripts) hand(part referee.Part) *hand {
	return &hand{
		log:     s.config.Log.With(zap.String("script", part.Name), zap.Int("seat", int(part.Seat))),
		command: confine.Command{Path: s.config.Program, Args: s.config.Args, Most: mostFrame},
		start:   script.Start{Text: part.Text, Seat: part.Seat, Seed: part.Seed},
		strikes: part.Cut,
	}
}
