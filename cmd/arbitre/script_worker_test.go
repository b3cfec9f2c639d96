package main

import (
	"os/exec"
	"testing"

	"go.uber.org/zap"

	"arbitre/script/worker"
)

// startScripts is scripts that play in processes of the real program.
func startScripts(tb testing.TB) *worker.Scripts {
	tb.Helper()
	program, err := exec.LookPath("arbitre")
	if err != nil {
		tb.Fatal(err)
	}
	return worker.New(worker.Config{Log: zap.NewNop(), Program: program})
}

func TestScriptWorker(t *testing.T) {
	scripts := startScripts(t)
	for _, sample := range scripts.Offered() {
		if _, err := scripts.Check(t.Context(), sample.Name, sample.Text); err != nil {
			t.Errorf("%s: %v", sample.Name, err)
		}
	}
}

// BenchmarkScriptStart is from nothing to a script that is ready to play: the
// process, its walls, the script compiled.
func BenchmarkScriptStart(b *testing.B) {
	scripts := startScripts(b)
	forager := scripts.Offered()[1]
	for b.Loop() {
		if _, err := scripts.Check(b.Context(), forager.Name, forager.Text); err != nil {
			b.Fatal(err)
		}
	}
}
