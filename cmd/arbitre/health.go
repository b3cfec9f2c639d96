package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

type healthCmd struct {
	Address string `arg:"" default:"127.0.0.1:9110" help:"The address of [operations] in the configuration."`
	Ready   bool   `help:"Ask whether a match could begin now, not only whether it lives."`
}

// Run asks an arbitre serve how it does; one that does badly is an error. A
// container has no other program to ask with.
func (c healthCmd) Run(t *terminal) error {
	path := "/healthz"
	if c.Ready {
		path = "/readyz"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.Address+path, http.NoBody)
	if err != nil {
		return usageError{fmt.Errorf("%q: expected an address host:port", c.Address)}
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("ask for the health: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // only read
	text, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	if err != nil {
		return fmt.Errorf("read the health: %w", err)
	}
	said := strings.TrimSpace(string(text))
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", answer.Status, strings.ReplaceAll(said, "\n", "; "))
	}
	_, err = fmt.Fprintln(t.out, said)
	return err
}
