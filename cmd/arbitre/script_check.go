package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"arbitre/script"
	"arbitre/script/confine"
)

type scriptCheckCmd struct {
	Files []string `arg:"" name:"file" help:"Files of scripts, or samples by their names."`
}

// Run looks at each of the scripts. Mistakes in one do not keep the others from
// being looked at.
func (c scriptCheckCmd) Run(t *terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	var wrong []error
	for _, name := range c.Files {
		text, err := readScript(name)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		tried, err := trial(ctx, text)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
			continue
		}
		report := checkReport{name: name, lines: strings.Split(text, "\n"), trial: tried}
		if _, err = io.WriteString(t.out, report.String()); err != nil {
			return err
		}
		if n := report.mistakes(); n > 0 {
			wrong = append(wrong, fmt.Errorf("%s: %s", name, counted(n, "mistake")))
		}
	}
	return errors.Join(wrong...)
}

// scriptTrial is what came of trying a script.
type scriptTrial struct {
	Mistakes []script.Mistake // of the text: nothing was tried
	Calls    []script.Call
}

// trialTime is far more than the steps of all calls can take.
const trialTime = time.Minute

// mostTrial is the longest report of a trial, in bytes.
const mostTrial = 1 << 20

// trial tries a script in a process of its own, which bounds its memory as a match
// does.
func trial(ctx context.Context, text string) (tried scriptTrial, err error) {
	child, err := confine.Start(confine.Command{Args: []string{"script", "trial"}, Most: mostTrial})
	if err != nil {
		return tried, fmt.Errorf("start a process for the script: %w", err)
	}
	defer child.Close()
	ctx, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	answer, err := child.Exchange(ctx, []byte(text))
	if died, ok := errors.AsType[*confine.ChildError](err); ok && errors.Is(err, confine.ErrDied) {
		why, _, _ := strings.Cut(died.Said, "\n")
		return tried, fmt.Errorf("it would be cut off in a match: its process died, which may take %d MB of memory (%s: %s)",
			scriptMemory>>20, died.Status, shown(why, false))
	}
	if err != nil {
		return tried, err
	}
	if err = json.Unmarshal(answer, &tried); err != nil {
		return tried, fmt.Errorf("read what came of it: %w", err)
	}
	return tried, nil
}

// scriptMemory is by how many bytes the process of a script may grow.
const scriptMemory = 64 << 20

type scriptTrialCmd struct{}

// Run is the process that trial starts.
func (scriptTrialCmd) Run(t *terminal) error {
	cell, err := confine.Enter(scriptMemory)
	if err != nil {
		return err
	}
	return cell.Serve(os.Stdin, t.out, mostTrial, func(request []byte) []byte {
		answer, err := json.Marshal(tryScript(string(request)))
		if err != nil {
			panic(err) // strings and numbers only
		}
		return answer
	})
}

func tryScript(text string) scriptTrial {
	program, mistakes := script.Compile(text)
	if program == nil {
		return scriptTrial{Mistakes: mistakes}
	}
	calls, broken := script.Try(program)
	if broken != nil {
		return scriptTrial{Mistakes: []script.Mistake{*broken}}
	}
	return scriptTrial{Calls: calls}
}

// checkReport tells a script's author what came of the trial.
type checkReport struct {
	name  string
	lines []string
	trial scriptTrial
}

// mistakes counts them: one that several calls make counts once.
func (r checkReport) mistakes() int {
	return len(r.trial.Mistakes) + len(r.callMistakes())
}

// callMistakes are those of the calls, each once, with the call that made it first.
func (r checkReport) callMistakes() (calls []script.Call) {
	for _, call := range r.trial.Calls {
		if call.Mistake == nil {
			continue
		}
		if !slices.ContainsFunc(calls, func(c script.Call) bool { return *c.Mistake == *call.Mistake }) {
			calls = append(calls, call)
		}
	}
	return calls
}

func (r checkReport) String() string {
	var b strings.Builder
	for i := range r.trial.Mistakes {
		r.write(&b, &r.trial.Mistakes[i], "")
	}
	for _, call := range r.callMistakes() {
		r.write(&b, call.Mistake, fmt.Sprintf("when %s saw: %s", call.Caller, call.Case))
	}
	if r.mistakes() > 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "%s: no mistake in %s\n", r.name, counted(len(r.trial.Calls), "call"))
	fmt.Fprintf(&b, "  %-56s%-7s%-24s%8s%10s\n", "what there is to see", "call", "order", "steps", "time")
	seen := ""
	for _, call := range r.trial.Calls {
		order := call.Order
		if order == "" {
			order = "none"
		}
		title := call.Case
		if title == seen {
			title = ""
		}
		seen = call.Case
		fmt.Fprintf(&b, "  %-56s%-7s%-24s%8d%7.1f µs\n", title, call.Caller, order, call.Steps, float64(call.Time.Nanoseconds())/1000)
		for _, line := range call.Printed {
			fmt.Fprintf(&b, "    printed: %s\n", shown(line, false))
		}
	}
	return b.String()
}

// write tells a mistake as compilers do: where it is, what it is, the line of the
// script, and what to do about it.
func (r checkReport) write(b *strings.Builder, m *script.Mistake, when string) {
	fmt.Fprintf(b, "%s:%d:%d: %s\n", r.name, m.Line, m.Column, shown(m.Message, false))
	if 1 <= m.Line && m.Line <= len(r.lines) {
		line := r.lines[m.Line-1]
		before := string([]rune(line)[:min(max(m.Column-1, 0), len([]rune(line)))])
		indent := strings.Map(func(c rune) rune { // as wide as what is before it
			if c == '\t' {
				return c
			}
			return ' '
		}, before)
		fmt.Fprintf(b, "    %s\n    %s^\n", strings.TrimRight(line, "\r"), indent)
	}
	for _, also := range []string{m.Hint, when} {
		if also != "" {
			fmt.Fprintf(b, "    %s\n", also)
		}
	}
}

// counted is a count of something, in words.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
