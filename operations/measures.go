package operations

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// measures are what the matches and the networks tell of themselves as it
// happens.
type measures struct {
	orders     *prometheus.CounterVec
	cuts       *prometheus.CounterVec
	published  *prometheus.HistogramVec
	prompts    *prometheus.HistogramVec
	kept       *prometheus.HistogramVec
	waits      *prometheus.HistogramVec
	reloaded   prometheus.Gauge
	reloadedAt prometheus.Gauge
}

func newMeasures() measures {
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "arbitre_" + name, Help: help, Buckets: buckets}, labels)
	}
	gauge := func(name, help string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Name: "arbitre_" + name, Help: help})
	}
	m := measures{
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "arbitre_orders_total", Help: "Orders of players: counted, or why they were refused.",
		}, []string{"network", "game", "outcome"}),
		cuts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "arbitre_script_cuts_total", Help: "Turns in which a script was cut off, so that its orders are void.",
		}, []string{"network", "game"}),
		published: histogram("turn_published_seconds", "From the end of a turn to the moment at which all that there is to say of it is queued; its count is the turns.",
			[]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30}, "network", "game"),
		prompts: histogram("prompt_seconds", "From a prompt's leaving to the server's answer that it has passed it on.",
			[]float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}, "network"),
		kept: histogram("journal_append_seconds", "How long the journal took to put a match's head, turn or end on disk, synced.",
			[]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}, "network"),
		waits: histogram("queue_wait_seconds", "How long a line waited in the queue until it was written, by class.",
			[]float64{.001, .01, .1, .5, 1, 2.5, 5, 10, 30, 60, 300}, "network", "class"),
		reloaded:   gauge("config_reload_success", "Whether the last configuration that was read has been taken over: 1, or 0."),
		reloadedAt: gauge("config_taken_timestamp_seconds", "When a configuration was taken over last."),
	}
	return m
}

func (m *measures) all() []prometheus.Collector {
	return []prometheus.Collector{m.orders, m.cuts, m.published, m.prompts, m.kept, m.waits, m.reloaded, m.reloadedAt}
}

// runtimeMetrics are those of the process and of Go.
func runtimeMetrics(program Program) []prometheus.Collector {
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "arbitre_build_info", Help: "Always 1; the label has the version.",
		ConstLabels: prometheus.Labels{"version": program.Version},
	})
	build.Set(1)
	return []prometheus.Collector{
		build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	}
}

// Meter measures one network. It is a referee.Meter.
type Meter struct {
	orders    *prometheus.CounterVec
	cuts      *prometheus.CounterVec
	published prometheus.ObserverVec
	waits     prometheus.ObserverVec
	prompts   prometheus.Observer
	kept      prometheus.Observer
}

// Meter is that of a network.
func (p *Panel) Meter(network string) *Meter {
	of := prometheus.Labels{"network": network}
	return &Meter{
		orders:    p.measures.orders.MustCurryWith(of),
		cuts:      p.measures.cuts.MustCurryWith(of),
		published: p.measures.published.MustCurryWith(of),
		waits:     p.measures.waits.MustCurryWith(of),
		prompts:   p.measures.prompts.With(of),
		kept:      p.measures.kept.With(of),
	}
}

// Order counts an order.
func (m *Meter) Order(game, outcome string) { m.orders.WithLabelValues(game, outcome).Inc() }

// Cut counts a script that was cut off.
func (m *Meter) Cut(game string) { m.cuts.WithLabelValues(game).Inc() }

// Prompted notes how long a prompt took.
func (m *Meter) Prompted(took time.Duration) { m.prompts.Observe(took.Seconds()) }

// Kept notes how long the journal took.
func (m *Meter) Kept(took time.Duration) { m.kept.Observe(took.Seconds()) }

// Published notes how long it took from a turn's end until all of it was said.
func (m *Meter) Published(game string, took time.Duration) {
	m.published.WithLabelValues(game).Observe(took.Seconds())
}

// Waited notes how long a line of a class waited.
func (m *Meter) Waited(class string, wait time.Duration) {
	m.waits.WithLabelValues(class).Observe(wait.Seconds())
}
