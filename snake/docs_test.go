package snake

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

func rulesPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../docs/rules-snake.md")
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
	area := map[string]int{"apples": 20, "stones": 60, "gold": 60, "fury_pills": 60}
	for _, k := range settingTable {
		usual := strconv.Itoa(k.usual)
		if k.usual == byArea {
			usual = fmt.Sprintf("one for %d free cells", area[k.key])
		}
		if row := fmt.Sprintf("\n| `%s` | %s | %d to %d |", k.key, usual, k.least, k.most); !strings.Contains(page, row) {
			t.Errorf("the page lacks%s", row)
		}
	}
}

// TestPageHasTheLines: each word that the rules say, as a row of a table.
func TestPageHasTheLines(t *testing.T) {
	page := rulesPage(t)
	for _, word := range []string{
		wordMapSize, wordMap, wordSettings, wordBoard, wordStart, wordSnakes, wordEvents, wordDead, wordRoundWon,
		wordScores, wordRound, wordObjects,
	} {
		if !strings.Contains(page, "\n| `"+word+" ") {
			t.Errorf("no table of the page has %s", word)
		}
	}
}

// TestPageHasTheMaps with their sides and start cells.
func TestPageHasTheMaps(t *testing.T) {
	page := rulesPage(t)
	for _, name := range MapNames() {
		p, err := namedPlan(name)
		if err != nil {
			t.Fatal(err)
		}
		if row := fmt.Sprintf("\n| `%s` | %d | %d |", name, p.size, p.starts()); !strings.Contains(page, row) {
			t.Errorf("the page lacks%s", row)
		}
	}
}

// TestPageHasTheGlyphs, one's own and the others'.
func TestPageHasTheGlyphs(t *testing.T) {
	page := rulesPage(t)
	for _, g := range snakeGlyphs[headDown:] {
		if pair := fmt.Sprintf(" | `%s` | `%s` |", g[own], g[others]); !strings.Contains(page, pair) {
			t.Errorf("the page lacks%s", pair)
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
