package operations

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"arbitre/referee"
)

// What is asked for when somebody collects the metrics.
func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("arbitre_"+name, help, append([]string{"network"}, labels...), nil)
}

// snapshot collects how the networks do at the moment of a scrape.
type snapshot struct{ program Program }

// Describe leaves the metrics unchecked: their networks come and go.
func (snapshot) Describe(chan<- *prometheus.Desc) {}

// Collect asks every network.
func (s snapshot) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, n := range s.program.Networks(ctx) {
		gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
			out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, append([]string{n.Name}, labels...)...)
		}
		gauge(describe("network_connected", "Whether the network is connected: 1, or 0."), truth(n.Health.Connected))
		out <- prometheus.MustNewConstMetric(
			describe("network_connections_total", "Connections that were registered; all but the first are reconnections."),
			prometheus.CounterValue, float64(n.Health.Connections), n.Name)
		waiting := describe("queue_lines", "Lines that wait for the flood budget, by class.", "class")
		for _, class := range n.Health.Waiting {
			gauge(waiting, float64(class.Lines), class.Class)
		}
		gauge(describe("desk_answers", "Whether the desk of the network answers: 1, or 0 if it stalls."), truth(n.Err == nil))
		if n.Err == nil {
			s.collectChannels(n.Report, gauge)
		}
	}
}

func (s snapshot) collectChannels(report referee.Report, gauge func(*prometheus.Desc, float64, ...string)) {
	type kind struct{ game, phase string }
	var entered, lobbies int
	matches := map[kind]int{}
	for _, ch := range report.Channels {
		if ch.Entered {
			entered++
		}
		if ch.Lobby != "" {
			lobbies++
		}
		if ch.Match != nil {
			matches[kind{ch.Match.Game, ch.Match.Phase}]++
		}
	}
	gauge(describe("channels", "Channels that the referee is in."), float64(entered))
	gauge(describe("lobbies", "Lobbies that are open."), float64(lobbies))
	running := describe("matches", "Matches that run, by game and by what they are at.", "game", "phase")
	for _, game := range s.program.Games {
		for _, phase := range referee.Phases() {
			gauge(running, float64(matches[kind{game, phase}]), game, phase)
		}
	}
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
