package main

import "arbitre/script/worker"

// scriptWorkerCmd is a process that plays a colony; the referee starts it.
type scriptWorkerCmd struct{}

// Run plays until its input ends.
func (scriptWorkerCmd) Run(t *terminal) error { return worker.Serve(t.in, t.out) }
