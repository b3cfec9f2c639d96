package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"arbitre": main, "house-players": playHouse})
}

// TestScripts runs the program as a user does.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
	})
}
