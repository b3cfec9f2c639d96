package gametest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

// Page is the page of a game's rules.
type Page string

// ReadPage reads docs/rules-GAME.md.
func ReadPage(t *testing.T, name string) Page {
	t.Helper()
	page, err := os.ReadFile("../docs/rules-" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return Page(page)
}

// Wants checks that the page has the text.
func (p Page) Wants(t *testing.T, format string, args ...any) {
	t.Helper()
	if text := fmt.Sprintf(format, args...); !strings.Contains(string(p), text) {
		t.Errorf("the page lacks: %s", strings.TrimSpace(text))
	}
}

// PageNamesEveryScenario and every refusal, and no other.
func PageNamesEveryScenario(t *testing.T, g Game) {
	t.Helper()
	page := ReadPage(t, g.Name)
	known := map[string]bool{}
	for _, file := range scenarioFiles(t) {
		name := scenarioName(file)
		known[name] = true
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("the page does not name the scenario %s", name)
		}
	}
	for _, key := range refusalKeys(t, g) {
		known[key] = true
		page.Wants(t, "\n| `%s` | %s | `", key, g.Words("en", key))
	}
	for _, name := range regexp.MustCompile("`([a-z]+(?:-[a-z]+)+)`").FindAllStringSubmatch(string(page), -1) {
		if !known[name[1]] {
			t.Errorf("the page names %s, which is no scenario", name[1])
		}
	}
}

// PageExamples plays the examples.
func PageExamples(t *testing.T, g Game) {
	t.Helper()
	blocks := regexp.MustCompile("(?s)\n```txtar\n(.*?)```\n").FindAllStringSubmatch(string(ReadPage(t, g.Name)), -1)
	if len(blocks) == 0 {
		t.Fatal("no examples")
	}
	for _, block := range blocks {
		want := txtar.Parse([]byte(block[1]))
		if d := diff.Diff("page", txtar.Format(want), "rules", txtar.Format(play(t, g, want))); d != nil {
			t.Errorf("%s", d)
		}
	}
}
