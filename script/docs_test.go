package script

import (
	"os"
	"strings"
	"testing"

	"go.starlark.net/starlark"
)

func page(tb testing.TB) string {
	tb.Helper()
	text, err := os.ReadFile("../docs/scripts.md")
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// Every script on the page plays a match against itself without a mistake.
func TestPageScripts(t *testing.T) {
	parts := strings.Split(page(t), "```python\n")
	if len(parts) < 3 {
		t.Fatal("no scripts on the page")
	}
	for _, part := range parts[1:] {
		text, _, _ := strings.Cut(part, "```")
		tb := newTable(t, "", 2, text, text)
		for turn := 0; turn < 150 && !tb.play(t); turn++ {
			for _, a := range tb.answers {
				if len(a.Told) > 0 {
					t.Fatalf("%stold %q", text, a.Told)
				}
			}
		}
	}
}

// Every name of the language is on the page.
func TestPageHasTheNames(t *testing.T) {
	text := page(t)
	lacks := func(name string) {
		if !strings.Contains(text, name) {
			t.Errorf("the page lacks %s", name)
		}
	}
	for _, name := range newView(&Colony{}).AttrNames() {
		lacks("`view." + name)
	}
	for _, name := range newQueenView(&Colony{}).AttrNames() {
		lacks("`" + name + "`")
	}
	for _, v := range []starlark.HasAttrs{&cell{}, &seenAnt{}, &scent{}} {
		for _, name := range v.AttrNames() {
			lacks("`" + name + "`")
		}
	}
	for _, k := range constants {
		lacks("`" + k.name + "`")
	}
	for _, a := range actions {
		lacks("`" + string(a.name.(starlark.String)) + "(")
	}
	for _, name := range starlark.Universe.Keys() {
		lacks("`" + name + "`")
	}
}
