package step

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"arbitre/bomber"
)

// TestStepPage: the conversation of docs/step.md is one.
func TestStepPage(t *testing.T) {
	page, err := os.ReadFile("../docs/step.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(page), "```step\n")
	block, _, _ = strings.Cut(block, "```")
	var in strings.Builder
	var want []string
	for line := range strings.Lines(block) {
		if said, ok := strings.CutPrefix(line, "> "); ok {
			in.WriteString(said)
		} else {
			want = append(want, strings.TrimSuffix(line, "\n"))
		}
	}
	var out bytes.Buffer
	if err := Serve(bomber.Game(), strings.NewReader(in.String()), &out); err != nil {
		t.Fatal(err)
	}
	compare(t, strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), want)
}
