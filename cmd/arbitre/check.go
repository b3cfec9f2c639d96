package main

import (
	"fmt"
	"os"
	"strings"
)

type checkCmd struct {
	Config string `arg:"" help:"The configuration file."`
}

// Run tells whether a configuration could be served or taken over.
func (c checkCmd) Run(t *terminal) error {
	var unread credentials
	config, err := loadConfigWith(c.Config, unread.read)
	if err != nil {
		return err
	}
	for _, path := range unread {
		if _, err = fmt.Fprintf(t.out, "%s is not read: systemd hands it to the unit alone.\n", path); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(t.out, "%s is good; networks: %d.\n", c.Config, len(config.networks))
	return err
}

// credentials are the files that LoadCredential of systemd brings, and only to the
// unit while it runs, not to its ExecReload (seen with 252). So a check that can't
// read one knows nothing of it.
type credentials []string

func (c *credentials) read(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil && strings.HasPrefix(path, "/run/credentials/") {
		*c = append(*c, path)
		return []byte("unread"), nil
	}
	return text, err
}
