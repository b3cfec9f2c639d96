package operations_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"go.uber.org/goleak"
	"go.uber.org/zap"

	"arbitre/irc"
	"arbitre/operations"
	"arbitre/referee"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// program is one that does well, unless a test changes it.
type program struct {
	networks []operations.Network
	full     error
}

func (p *program) panel() *operations.Panel {
	return operations.New(operations.Program{
		Version: "arbitre v1", Games: []string{"bomber", "snake"}, Started: time.Now(),
		Networks: func(context.Context) []operations.Network { return p.networks },
		Writable: func() error { return p.full },
	}, zap.NewNop())
}

func well() *program {
	return &program{networks: []operations.Network{{
		Name: "net<1>",
		Health: irc.Health{
			Connected: true, Since: time.Now().Add(-time.Hour), Connections: 3,
			Waiting: []irc.Waiting{{Class: "views", Lines: 7}},
		},
		Report: referee.Report{Channels: []referee.ChannelReport{
			{Name: "#arena", Entered: true, Match: &referee.MatchReport{Game: "bomber", Players: []string{"<ann>", "bob"}, Turn: 12, Phase: "collect"}},
			{Name: "#lobby", Entered: true, Lobby: "snake"},
			{Name: "#shut"},
		}},
	}}}
}

func get(panel *operations.Panel, path string) (int, string) {
	answer := httptest.NewRecorder()
	panel.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	return answer.Code, answer.Body.String()
}

// A program lives as long as its desks answer, and is ready when a match could
// begin on every network; each reason why not is a line.
func TestHealth(t *testing.T) {
	since := time.Date(2026, 7, 19, 20, 15, 0, 0, time.UTC)
	for _, c := range []struct {
		name         string
		change       func(*program)
		alive, ready string
	}{
		{"well", func(*program) {}, "ok", "ok"},
		{"not connected yet", func(p *program) { p.networks[0].Health = irc.Health{} }, "ok", "network net<1>: not connected"},
		{"connection lost", func(p *program) {
			p.networks[0].Health = irc.Health{Since: since, Trouble: "ping timeout"}
		}, "ok", "network net<1>: not connected since 2026-07-19T20:15:00Z: ping timeout"},
		{"leaving", func(p *program) { p.networks[0].Report.Leaving = true }, "ok", "network net<1>: the referee takes leave and begins nothing new"},
		{"stalled", func(p *program) { p.networks[0].Err = context.DeadlineExceeded }, "network net<1>: the desk does not answer: context deadline exceeded", "network net<1>: the desk does not answer: context deadline exceeded"},
		{"full", func(p *program) { p.full = errors.New("no space") }, "ok", "matches can't be written down: no space"},
		{"no network", func(p *program) { p.networks = nil }, "ok", "no network is left"},
		{"two reasons", func(p *program) { p.networks, p.full = nil, errors.New("no space") }, "ok", "no network is left\nmatches can't be written down: no space"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := well()
			c.change(p)
			for path, want := range map[string]string{"/healthz": c.alive, "/readyz": c.ready} {
				status := http.StatusServiceUnavailable
				if want == "ok" {
					status = http.StatusOK
				}
				if code, text := get(p.panel(), path); code != status || text != want+"\n" {
					t.Errorf("%s: %d %q, want %d %q", path, code, text, status, want)
				}
			}
		})
	}
}

// The metrics are those that docs/operating.md tells of, in good form.
func TestMetrics(t *testing.T) {
	p := well()
	p.networks = append(p.networks, operations.Network{Name: "stalled", Err: context.DeadlineExceeded})
	panel := p.panel()
	meter := panel.Meter("net<1>")
	meter.Order("bomber", "counted")
	meter.Order("bomber", "too-late")
	meter.Order("bomber", "counted")
	meter.Cut("sentiant")
	meter.Prompted(20 * time.Millisecond)
	meter.Kept(time.Millisecond)
	meter.Published("bomber", 3*time.Millisecond)
	meter.Waited("views", 2*time.Second)
	panel.Reloaded(nil)
	panel.Reloaded(errors.New("wrong"))
	code, text := get(panel, "/metrics")
	if code != http.StatusOK {
		t.Fatal(code, text)
	}
	for _, line := range []string{
		`arbitre_build_info{version="arbitre v1"} 1`,
		`arbitre_network_connected{network="net<1>"} 1`,
		`arbitre_network_connected{network="stalled"} 0`,
		`arbitre_network_connections_total{network="net<1>"} 3`,
		`arbitre_desk_answers{network="stalled"} 0`,
		`arbitre_channels{network="net<1>"} 2`,
		`arbitre_lobbies{network="net<1>"} 1`,
		`arbitre_matches{game="bomber",network="net<1>",phase="collect"} 1`,
		`arbitre_matches{game="snake",network="net<1>",phase="await the connection"} 0`,
		`arbitre_queue_lines{class="views",network="net<1>"} 7`,
		`arbitre_queue_wait_seconds_bucket{class="views",network="net<1>",le="2.5"} 1`,
		`arbitre_orders_total{game="bomber",network="net<1>",outcome="counted"} 2`,
		`arbitre_orders_total{game="bomber",network="net<1>",outcome="too-late"} 1`,
		`arbitre_turn_published_seconds_count{game="bomber",network="net<1>"} 1`,
		`arbitre_prompt_seconds_sum{network="net<1>"} 0.02`,
		`arbitre_journal_append_seconds_sum{network="net<1>"} 0.001`,
		`arbitre_script_cuts_total{game="sentiant",network="net<1>"} 1`,
		`arbitre_config_reload_success 0`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no %s", line)
		}
	}
	for _, name := range []string{"go_goroutines ", "process_resident_memory_bytes "} {
		if !strings.Contains(text, "\n"+name) {
			t.Errorf("no %s", name)
		}
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil {
		t.Error(err)
	}
	for _, problem := range problems {
		if strings.HasPrefix(problem.Metric, "arbitre_") {
			t.Errorf("%s: %s", problem.Metric, problem.Text)
		}
	}
}

// The page shows people what goes on, whatever names they have.
func TestPage(t *testing.T) {
	p := well()
	code, text := get(p.panel(), "/")
	for _, want := range []string{
		"<p>Ready.</p>", "<h2>net&lt;1&gt;</h2>", "Connected for 1h0m0s", "views 7", "<td>bomber</td><td>12</td><td>collect</td><td>&lt;ann&gt; bob </td>",
		"<td>snake</td><td></td><td>lobby</td>", `#shut <span class="bad">not entered</span>`,
	} {
		if code != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%d, no %s in\n%s", code, want, text)
		}
	}
	p.networks[0].Health, p.full = irc.Health{Trouble: "ping <timeout>"}, errors.New("no space")
	if _, text = get(p.panel(), "/"); !strings.Contains(text, "ping &lt;timeout&gt;") || !strings.Contains(text, "no space") || strings.Contains(text, "Ready.") {
		t.Error(text)
	}
	for _, path := range []string{"/nothing", "/metrics/x"} {
		if code, _ := get(p.panel(), path); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
}

// A panel that is over leaves nothing behind.
func TestServe(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() {
		if failed := well().panel().Serve(ctx, listener); failed != nil {
			t.Error(failed)
		}
	})
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(fmt.Sprintf("http://%s/healthz", listener.Addr()))
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Error(answer, err)
	}
	if err == nil {
		_ = answer.Body.Close()
	}
	stop()
	serving.Wait()
}

// TestServeWithoutAListener: if nobody can come in any more, Serve says so then, and
// not at the end of the program.
func TestServeWithoutAListener(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	if err := well().panel().Serve(t.Context(), listener); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}

var _ referee.Meter = (*operations.Meter)(nil)

// BenchmarkTurn measures what a turn of a match with eight players costs: an
// operation is all that its goroutine tells the meter.
func BenchmarkTurn(b *testing.B) {
	meter := well().panel().Meter("net")
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			for range 8 {
				meter.Order("bomber", "counted")
			}
			meter.Prompted(20 * time.Millisecond)
			meter.Kept(time.Millisecond)
			meter.Published("bomber", 3*time.Millisecond)
		}
	})
}

// BenchmarkWaited measures what is told of each line that is written.
func BenchmarkWaited(b *testing.B) {
	meter := well().panel().Meter("net")
	b.ReportAllocs()
	for b.Loop() {
		meter.Waited("views", time.Second)
	}
}

// TestOperatingPage: each metric of ours that the operator's page names is one,
// and each of ours is named there.
func TestOperatingPage(t *testing.T) {
	text, err := os.ReadFile("../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	panel := well().panel()
	meter := panel.Meter("net")
	meter.Order("bomber", "counted")
	meter.Cut("sentiant")
	meter.Prompted(0)
	meter.Kept(0)
	meter.Published("bomber", 0)
	meter.Waited("views", 0)
	_, metrics := get(panel, "/metrics")
	are, named := map[string]bool{}, map[string]bool{}
	for _, found := range regexp.MustCompile(`(?m)^# TYPE (arbitre_\w+)`).FindAllStringSubmatch(metrics, -1) {
		are[found[1]] = true
	}
	for _, name := range regexp.MustCompile(`\barbitre_[a-z_]+`).FindAllString(string(text), -1) {
		name = strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count")
		if named[name] = true; !are[name] {
			t.Errorf("the page names %s, which is no metric", name)
		}
	}
	for name := range are {
		if !named[name] {
			t.Errorf("the page does not name %s", name)
		}
	}
}
