package sentiant

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbitre/game/gametest"
)

// TestPageNamesEveryScenario and no other.
func TestPageNamesEveryScenario(t *testing.T) { gametest.PageNamesEveryScenario(t, tested()) }

// TestPageHasTheStages, numbered in the order of the table.
func TestPageHasTheStages(t *testing.T) {
	page := gametest.ReadPage(t, "sentiant")
	for i, stage := range stages {
		page.Wants(t, "\n%d. **%s**", i+1, stage.name)
	}
}

// TestPageHasTheSettings with their defaults and ranges.
func TestPageHasTheSettings(t *testing.T) {
	page := gametest.ReadPage(t, "sentiant")
	usual := usualSettings()
	for _, k := range settingTable {
		row := fmt.Sprintf("\n| `%s` | %%s | %s | ", k.key, k.take(&settings{}, `"x"`))
		value := regexp.QuoteMeta(row)
		if k.rule == nil {
			value = strings.Replace(value, "%s", "[^|]*", 1)
		} else {
			value = strings.Replace(value, "%s", regexp.QuoteMeta(k.rule(&usual)), 1)
		}
		if !regexp.MustCompile(value).MatchString(string(page)) {
			t.Errorf("the page lacks%s", row)
		}
	}
}

// TestPageHasTheLines: each word that the rules say, as a row of a table, and each
// order.
func TestPageHasTheLines(t *testing.T) {
	page := gametest.ReadPage(t, "sentiant")
	for _, word := range []string{
		wordMapSize, wordSettings, wordMapSpread, wordQueen, wordAnt, wordMore, wordColonies, wordCookie, wordDead,
		wordPheromone, wordErase, wordSay,
	} {
		if !regexp.MustCompile("\n\\| `" + regexp.QuoteMeta(word) + "[ `]").MatchString(string(page)) {
			t.Errorf("no table of the page has %s", word)
		}
	}
	for _, word := range actionWords {
		page.Wants(t, "\n| `%s", word)
	}
}

// The example of an ant in full is what a scenario has, and those of single lines
// are as scenarios have them.
func TestPageLines(t *testing.T) {
	page := gametest.ReadPage(t, "sentiant")
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
	examples := regexp.MustCompile("(?:\n    |\n\\| `)((?:ANT 12 hp=2 carry=b|QUEEN turn|SETTINGS |MAP_SIZE |MAP_SPREAD |COOKIE )[^`\n]*)").FindAllStringSubmatch(string(page), -1)
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
func TestPageExamples(t *testing.T) { gametest.PageExamples(t, tested()) }
