// Package operations is what an operator sees of a program that runs for years:
// its metrics for Prometheus, whether it lives and is ready, and a page for
// people. It only looks. What the matches tell it are a few atomic additions; the
// rest it asks for when somebody wants to see it.
//
// It knows no game's rules and no IRC, and takes no orders. Whoever can reach the
// address sees who plays what where, which is no secret, but no business of
// everybody's either.
package operations

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"arbitre/irc"
	"arbitre/referee"
)

// Program is what the panel shows.
type Program struct {
	Version string
	Games   []string
	Started time.Time
	// Networks is how each network does at this moment, by name. It returns when
	// the context ends, at the latest.
	Networks func(context.Context) []Network
	// Writable tells why no match could be written down now.
	Writable func() error
}

// Network is a network at one moment.
type Network struct {
	Name   string
	Health irc.Health
	Report referee.Report
	Err    error // its desk does not answer: it stalls
}

// Panel is the operator's view of a program.
type Panel struct {
	program  Program
	log      *zap.Logger
	registry *prometheus.Registry
	measures measures
	page     *template.Template
}

// New makes the panel of a program.
func New(program Program, log *zap.Logger) *Panel {
	p := &Panel{program: program, log: log, registry: prometheus.NewRegistry(), measures: newMeasures(), page: newPage()}
	p.registry.MustRegister(p.measures.all()...)
	p.registry.MustRegister(runtimeMetrics(program)...)
	p.registry.MustRegister(snapshot{program})
	return p
}

// Reloaded notes whether the configuration, read anew, was taken over.
func (p *Panel) Reloaded(err error) {
	taken := 0.0
	if err == nil {
		taken = 1
		p.measures.reloadedAt.SetToCurrentTime()
	}
	p.measures.reloaded.Set(taken)
}

// patience is how long a desk may take to say what goes on. It answers in
// microseconds unless it stalls.
const patience = 2 * time.Second

// The limits of a connection: who looks is near and in a hurry.
const (
	headerTime  = 5 * time.Second
	writeTime   = 10 * time.Second
	idleTime    = time.Minute
	closingTime = time.Second
	maxHeader   = 8 << 10
)

// Handler is the panel as a http.Handler.
func (p *Panel) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(p.registry, promhttp.HandlerOpts{
		ErrorLog: zap.NewStdLog(p.log), MaxRequestsInFlight: 4, Registry: p.registry,
	}))
	mux.HandleFunc("GET /healthz", p.serveHealth)
	mux.HandleFunc("GET /readyz", p.serveReady)
	mux.HandleFunc("GET /{$}", p.servePage)
	return mux
}

// Serve shows the panel until the context ends. It closes the listener.
func (p *Panel) Serve(ctx context.Context, listener net.Listener) error {
	p.log.Info("metrics and health", zap.Stringer("address", listener.Addr()))
	server := &http.Server{
		Handler: p.Handler(), ReadHeaderTimeout: headerTime, WriteTimeout: writeTime,
		IdleTimeout: idleTime, MaxHeaderBytes: maxHeader, ErrorLog: zap.NewStdLog(zap.NewNop()),
	}
	parts, ctx := errgroup.WithContext(ctx) // it ends by itself if nobody can come in any more
	parts.Go(func() error {
		<-ctx.Done()
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
		defer cancel()
		if err := server.Shutdown(ending); err != nil {
			return server.Close()
		}
		return nil
	})
	parts.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve metrics and health: %w", err)
		}
		return nil
	})
	return parts.Wait()
}
