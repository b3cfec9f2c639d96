package script

import (
	"strings"
	"testing"
)

// Every case can be parsed, and the samples make no mistake in any.
func TestTrySamples(t *testing.T) {
	for _, name := range SampleNames() {
		p, mistakes := Compile(Sample(name))
		if p == nil {
			t.Fatalf("%s: %s", name, mistakes)
		}
		calls, broken := Try(p)
		if broken != nil {
			t.Fatalf("%s: %v", name, broken)
		}
		if len(calls) < 16 {
			t.Errorf("%s: %d calls", name, len(calls))
		}
		for _, call := range calls {
			t.Logf("%-10s %-60s %-6s %-30s %5d %v", name, call.Case, call.Caller, call.Order, call.Steps, call.Time)
			if call.Mistake != nil || call.Caller == antName && call.Order == "" || call.Steps == 0 {
				t.Errorf("%s: %+v", name, call)
			}
		}
	}
}

// What goes wrong in a call is told with its place, and what was printed before it.
func TestTryMistakes(t *testing.T) {
	p, mistakes := Compile("def queen(view):\n    return 1\n\ndef ant(view):\n    print(view.hp)\n    return move(view.hp)\n")
	if p == nil {
		t.Fatal(mistakes)
	}
	calls, broken := Try(p)
	if broken != nil {
		t.Fatal(broken)
	}
	if queen := calls[0]; queen.Mistake == nil || queen.Mistake.Line != 1 || queen.Order != "" {
		t.Errorf("%+v", queen)
	}
	if ant := calls[1]; ant.Mistake == nil || ant.Mistake.Line != 6 || len(ant.Printed) != 1 || !strings.HasSuffix(ant.Printed[0], ": 2") {
		t.Errorf("%+v", ant)
	}
	p, _ = Compile("def queen(view):\n    return None\ndef ant(view):\n    return sleep()\nx = 1 // 0\n")
	if _, broken = Try(p); broken == nil || broken.Line != 5 {
		t.Errorf("%v", broken)
	}
}
