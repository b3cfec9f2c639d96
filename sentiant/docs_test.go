package sentiant

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

func rulesPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../docs/rules-sentiant.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestPageNamesEveryScenario and no other.
func TestPageNamesEveryScenario(t *testing.T) {
	page := rulesPage(t)
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		known[name] = true
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not name the scenario %s", name)
		}
	}
	for _, key := range refusalKeys(t) {
		known[key] = true
		if row := fmt.Sprintf("\n| `%s` | %s | `", key, words("en", key)); !strings.Contains(page, row) {
			t.Errorf("the page lacks%s", row)
		}
	}
	for _, name := range regexp.MustCompile("`([a-z]+(?:-[a-z]+)+)`").FindAllStringSubmatch(page, -1) {
		if !known[name[1]] {
			t.Errorf("the page names %s, which is no scenario", name[1])
		}
	}
}

// TestPageHasTheStages, numbered in the order of the table.
func TestPageHasTheStages(t *testing.T) {
	page := rulesPage(t)
	for i, stage := range stages {
		if !strings.Contains(page, fmt.Sprintf("\n%d. **%s**", i+1, stage.name)) {
			t.Errorf("the page lacks step %d, %s", i+1, stage.name)
		}
	}
}

// TestPageHasTheSettings with their defaults and ranges.
func TestPageHasTheSettings(t *testing.T) {
	page := rulesPage(t)
	usual := usualSettings()
	for _, k := range settingTable {
		row := fmt.Sprintf("\n| `%s` | %%s | %s | ", k.key, k.take(&settings{}, `"x"`))
		value := regexp.QuoteMeta(row)
		if k.rule == nil {
			value = strings.Replace(value, "%s", "[^|]*", 1)
		} else {
			value = strings.Replace(value, "%s", regexp.QuoteMeta(k.rule(&usual)), 1)
		}
		if !regexp.MustCompile(value).MatchString(page) {
			t.Errorf("the page lacks%s", row)
		}
	}
}

// TestPageHasTheLines: each word that the rules say, as a row of a table, and each
// order.
func TestPageHasTheLines(t *testing.T) {
	page := rulesPage(t)
	for _, word := range []string{
		wordMapSize, wordSettings, wordMapSpread, wordQueen, wordAnt, wordMore, wordColonies, wordCookie, wordDead,
		wordPheromone, wordErase, wordSay,
	} {
		if !regexp.MustCompile("\n\\| `" + regexp.QuoteMeta(word) + "[ `]").MatchString(page) {
			t.Errorf("no table of the page has %s", word)
		}
	}
	for _, word := range actionWords {
		if !strings.Contains(page, "\n| `"+word) {
			t.Errorf("no table of the page has %s", word)
		}
	}
}

// The example of an ant in full is what a scenario has, and those of single lines
// are as scenarios have them.
func TestPageLines(t *testing.T) {
	page := rulesPage(t)
	var all strings.Builder
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	examples := regexp.MustCompile("(?:\n    |\n\\| `)((?:ANT 12 hp=2 carry=b|QUEEN turn|SETTINGS |MAP_SIZE |MAP_SPREAD |COOKIE )[^`\n]*)").FindAllStringSubmatch(page, -1)
	if len(examples) != 7 {
		t.Errorf("%d examples: %q", len(examples), examples)
	}
	for _, example := range examples {
		if !strings.Contains(all.String(), "\n"+example[1]) && !strings.Contains(all.String(), separator+example[1]) {
			t.Errorf("no scenario has %s", example[1])
		}
	}
}

// TestPageExamples plays the examples.
func TestPageExamples(t *testing.T) {
	blocks := regexp.MustCompile("(?s)\n```txtar\n(.*?)```\n").FindAllStringSubmatch(rulesPage(t), -1)
	if len(blocks) == 0 {
		t.Fatal("no examples")
	}
	for _, block := range blocks {
		want := txtar.Parse([]byte(block[1]))
		if d := diff.Diff("page", txtar.Format(want), "rules", txtar.Format(play(t, want))); d != nil {
			t.Errorf("%s", d)
		}
	}
}
