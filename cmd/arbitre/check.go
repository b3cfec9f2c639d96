package main

import "fmt"

type checkCmd struct {
	Config string `arg:"" help:"The configuration file."`
}

// Run tells whether a configuration could be served or taken over.
func (c checkCmd) Run(t *terminal) error {
	config, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.out, "%s is good; networks: %d.\n", c.Config, len(config.networks))
	return err
}
