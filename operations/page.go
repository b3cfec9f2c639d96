package operations

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"time"

	"go.uber.org/zap"
)

//go:embed page.html
var pageText string

func newPage() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"time": func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") },
		"ago":  func(t time.Time) time.Duration { return time.Since(t).Round(time.Second) },
	}).Parse(pageText))
}

// servePage shows people what goes on. It needs no script and asks nobody else.
func (p *Panel) servePage(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	networks := p.program.Networks(ctx)
	var text bytes.Buffer
	err := p.page.Execute(&text, map[string]any{
		"Program": p.program, "Networks": networks, "Now": time.Now(), "Why": p.unready(networks),
	})
	if err != nil {
		p.log.Error("show the operator's page", zap.Error(err))
		http.Error(w, "the page can't be made, the log says why", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	_, _ = w.Write(text.Bytes()) // who has gone does not need it
}
