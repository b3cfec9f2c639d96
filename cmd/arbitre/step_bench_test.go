package main

import (
	"bufio"
	"io"
	"os/exec"
	"testing"
)

// BenchmarkStep plays bomber through the pipes of the real process: all orders
// at once, as a search writes them.
func BenchmarkStep(b *testing.B) {
	p := startStep(b)
	b.ResetTimer()
	written := make(chan error, 1)
	go func() {
		orders := bufio.NewWriterSize(p.in, 64<<10)
		for i := range b.N {
			if _, err := orders.WriteString(stepOrders[i%2]); err != nil {
				written <- err
				return
			}
		}
		written <- orders.Flush()
	}()
	for range b.N {
		p.answer(b)
	}
	if err := <-written; err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
	p.end(b)
}

// BenchmarkStepAsk waits for each answer before it writes the next orders.
func BenchmarkStepAsk(b *testing.B) {
	p := startStep(b)
	b.ResetTimer()
	for i := range b.N {
		if _, err := io.WriteString(p.in, stepOrders[i%2]); err != nil {
			b.Fatal(err)
		}
		p.answer(b)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
	p.end(b)
}

// stepOrders keep four players on the map and busy.
var stepOrders = [2]string{
	`{"orders":{"ann":"NORTH 1","bob":"SOUTH 1","cat":"EAST 1","dan":"WEST 1"}}` + "\n",
	`{"orders":{"ann":"SOUTH 1","bob":"NORTH 1","cat":"WEST 1","dan":"EAST 1"}}` + "\n",
}

type stepProcess struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func startStep(b *testing.B) stepProcess {
	b.Helper()
	command := exec.CommandContext(b.Context(), "arbitre", "step", "bomber")
	in, err := command.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	p := stepProcess{command, in, bufio.NewReaderSize(out, 64<<10)}
	if _, err := io.WriteString(in, `{"setup":{"players":["ann","bob","cat","dan"],"seed":1}}`+"\n"); err != nil {
		b.Fatal(err)
	}
	p.answer(b)
	return p
}

func (p stepProcess) answer(b *testing.B) {
	b.Helper()
	answer, err := p.out.ReadSlice('\n')
	if err != nil || len(answer) < 10 || string(answer[:8]) != `{"turn":` {
		b.Fatalf("%s %v", answer, err)
	}
}

func (p stepProcess) end(b *testing.B) {
	b.Helper()
	if err := p.in.Close(); err != nil {
		b.Fatal(err)
	}
	if err := p.command.Wait(); err != nil {
		b.Fatal(err)
	}
}
