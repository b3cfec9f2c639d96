package bomber

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
	page, err := os.ReadFile("../docs/rules-bomber.md")
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
	for _, k := range settingTable {
		if row := fmt.Sprintf("\n| `%s` | %d | %d to %d |", k.key, k.usual, k.least, k.most); !strings.Contains(page, row) {
			t.Errorf("the page lacks%s", row)
		}
	}
}

// TestPageHasTheLines: each word that the rules say, as a row of a table.
func TestPageHasTheLines(t *testing.T) {
	page := rulesPage(t)
	for _, word := range []string{
		wordMapSize, wordPlayers, wordTurn, wordPosition, wordNoAction, wordDead, wordSettings, wordPoints, wordBombAt,
		actionWords[layBomb], actionWords[studyFirepower], actionWords[studySpeed], actionWords[studyTimer], actionWords[defuse],
	} {
		if !strings.Contains(page, "\n| `"+word+" ") {
			t.Errorf("no table of the page has %s", word)
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
