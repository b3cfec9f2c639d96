package main

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"

	"arbitre/store"
)

type backupCmd struct {
	Database string `arg:"" help:"The database of results: arbitre.db in the data folder."`
	File     string `arg:"" help:"The file to make of it; it must not exist yet."`
}

// Run copies the database, also while arbitre serve works with it.
func (c backupCmd) Run(t *terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := store.Backup(ctx, c.Database, c.File); err != nil {
		return err
	}
	_, err := fmt.Fprintf(t.out, "%s is a copy of %s.\n", c.File, c.Database)
	return err
}
