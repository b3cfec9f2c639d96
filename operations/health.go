package operations

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// serveHealth tells whether the program lives: every desk answers.
func (p *Panel) serveHealth(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	var wrong []string
	for _, n := range p.program.Networks(ctx) {
		if n.Err != nil {
			wrong = append(wrong, stalls(n))
		}
	}
	answer(w, wrong)
}

// serveReady tells whether a match could begin now on every network.
func (p *Panel) serveReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	answer(w, p.unready(p.program.Networks(ctx)))
}

// unready is why a match could not begin everywhere, nothing if it could.
func (p *Panel) unready(networks []Network) (why []string) {
	if len(networks) == 0 {
		why = append(why, "no network is left")
	}
	for _, n := range networks {
		switch {
		case n.Err != nil:
			why = append(why, stalls(n))
		case !n.Health.Connected:
			why = append(why, disconnected(n))
		case n.Report.Leaving:
			why = append(why, fmt.Sprintf("network %s: the referee takes leave and begins nothing new", n.Name))
		}
	}
	if err := p.program.Writable(); err != nil {
		why = append(why, fmt.Sprintf("matches can't be written down: %v", err))
	}
	return why
}

func stalls(n Network) string {
	return fmt.Sprintf("network %s: the desk does not answer: %v", n.Name, n.Err)
}

func disconnected(n Network) string {
	text := fmt.Sprintf("network %s: not connected", n.Name)
	if !n.Health.Since.IsZero() {
		text += " since " + n.Health.Since.UTC().Format(time.RFC3339)
	}
	if n.Health.Trouble != "" {
		text += ": " + n.Health.Trouble
	}
	return text
}

// answer says ok, or a line for each thing that is wrong.
func answer(w http.ResponseWriter, wrong []string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	text := "ok"
	if len(wrong) > 0 {
		w.WriteHeader(http.StatusServiceUnavailable)
		text = strings.Join(wrong, "\n")
	}
	_, _ = fmt.Fprintln(w, text) // who has gone does not need it
}
