package main

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"arbitre/archive"
	"arbitre/irc"
	"arbitre/operations"
	"arbitre/referee"
	"arbitre/script/worker"
	"arbitre/web"
)

// service is the program at work: its networks, and what they share. The
// goroutine of run owns it; look may be called from any.
type service struct {
	load     func() (*config, error)
	config   *config
	log      *zap.Logger
	level    zap.AtomicLevel
	kept     *archive.Archive
	scripts  *worker.Scripts
	door     *web.Server       // nil: none
	panel    *operations.Panel // nil: none
	system   *systemd
	cut      context.CancelFunc // ends everything at once
	parts    errgroup.Group     // door, panel, and who watches for systemd
	ended    chan *served
	stopping bool

	mu       sync.Mutex
	networks map[string]*served // by name, those that run
	givenUp  map[string]error
}

// served is a network at work: its connection and its desk.
type served struct {
	name       string
	config     irc.Config
	connection *irc.Network
	desk       *referee.Desk
	log        *zap.Logger
	cut        context.CancelFunc
	leaving    bool        // by a reload
	next       *irc.Config // to connect anew with once it has left
	stopped    error       // why it ended by itself
}

// start connects a network. Its end is not that of the others.
func (s *service) start(ctx context.Context, network irc.Config) {
	n := &served{name: network.Name, config: network, log: s.log.With(zap.String("network", network.Name))}
	var meter *operations.Meter
	if s.panel != nil {
		meter = s.panel.Meter(n.name)
		network.Waited = meter.Waited
	}
	n.connection = irc.New(network, s.log) // puts its name into the log itself
	n.desk = referee.NewDesk(n.connection, games(), s.config.referee, n.log, s.kept.Watchers()...)
	n.desk.UseScripts(s.scripts) // before the matches that scripts play
	s.kept.Give(n.desk, n.name, n.log)
	if meter != nil {
		n.desk.Measure(meter)
	}
	if s.door != nil {
		n.desk.OpenDoor(s.door)
	}
	s.mu.Lock()
	s.networks[n.name] = n
	s.mu.Unlock()
	ctx, n.cut = context.WithCancel(ctx)
	go func() {
		n.stopped = n.run(ctx)
		s.ended <- n
	}()
}

// run runs the parts of a network; the end of one ends the other.
func (n *served) run(ctx context.Context) error {
	defer n.cut()
	var parts errgroup.Group
	for _, part := range []func(context.Context) error{n.connection.Run, n.desk.Run} {
		parts.Go(func() error {
			defer n.cut()
			return guard(ctx, n.log, part)
		})
	}
	return parts.Wait()
}

// release takes a network that has ended off the list, or connects it anew.
func (s *service) release(ctx context.Context, n *served) {
	s.mu.Lock()
	delete(s.networks, n.name)
	if n.stopped != nil {
		s.givenUp[n.name] = n.stopped
	}
	s.mu.Unlock()
	switch {
	case n.stopped != nil:
		n.log.Error("network given up", zap.Error(n.stopped))
	case n.next != nil:
		n.log.Info("connects anew")
		s.start(ctx, *n.next)
	}
}

// takeLeave has the desk end its work in good order; one that does not even
// answer is cut off.
func (n *served) takeLeave(ctx context.Context, why referee.Reason, patience time.Duration) {
	asking, cancel := context.WithTimeout(ctx, deskPatience)
	defer cancel()
	if err := n.desk.TakeLeave(asking, why, patience); err != nil {
		n.cut()
	}
}

// deskPatience is how long a desk may take to answer, which takes it
// microseconds unless it stalls.
const deskPatience = 5 * time.Second

// running are the networks that run, by name.
func (s *service) running() []*served {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Values(s.networks), func(a, b *served) int { return strings.Compare(a.name, b.name) })
}

// names are those of the networks that have been given up.
func (s *service) names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.givenUp))
}

// look is how every network does at this moment.
func (s *service) look(ctx context.Context) []operations.Network {
	parts := s.running()
	networks := make([]operations.Network, len(parts))
	var asking sync.WaitGroup
	for i, n := range parts {
		asking.Go(func() {
			report, err := n.desk.Report(ctx)
			networks[i] = operations.Network{Name: n.name, Health: n.connection.Health(), Report: report, Err: err}
		})
	}
	asking.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(s.givenUp)) {
		trouble := "given up until the program starts again: " + s.givenUp[name].Error()
		networks = append(networks, operations.Network{Name: name, Health: irc.Health{Trouble: trouble}})
	}
	return networks
}
