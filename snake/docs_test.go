package snake

import (
	"fmt"
	"strconv"
	"testing"

	"arbitre/game/gametest"
)

// TestPageNamesEveryScenario and no other.
func TestPageNamesEveryScenario(t *testing.T) { gametest.PageNamesEveryScenario(t, tested()) }

// TestPageHasTheStages, numbered in the order of the table.
func TestPageHasTheStages(t *testing.T) {
	page := gametest.ReadPage(t, "snake")
	for i, stage := range stages {
		page.Wants(t, "\n%d. **%s**", i+1, stage.name)
	}
}

// TestPageHasTheSettings with their defaults and ranges.
func TestPageHasTheSettings(t *testing.T) {
	page := gametest.ReadPage(t, "snake")
	area := map[string]int{"apples": 20, "stones": 60, "gold": 60, "fury_pills": 60}
	for _, k := range settingTable {
		usual := strconv.Itoa(k.usual)
		if k.usual == byArea {
			usual = fmt.Sprintf("one for %d free cells", area[k.key])
		}
		page.Wants(t, "\n| `%s` | %s | %d to %d |", k.key, usual, k.least, k.most)
	}
}

// TestPageHasTheLines: each word that the rules say, as a row of a table.
func TestPageHasTheLines(t *testing.T) {
	page := gametest.ReadPage(t, "snake")
	for _, word := range []string{
		wordMapSize, wordMap, wordSettings, wordBoard, wordStart, wordSnakes, wordEvents, wordDead, wordRoundWon,
		wordScores, wordRound, wordObjects,
	} {
		page.Wants(t, "\n| `%s ", word)
	}
}

// TestPageHasTheMaps with their sides and start cells.
func TestPageHasTheMaps(t *testing.T) {
	page := gametest.ReadPage(t, "snake")
	for _, name := range MapNames() {
		p, err := namedPlan(name)
		if err != nil {
			t.Fatal(err)
		}
		page.Wants(t, "\n| `%s` | %d | %d |", name, p.size, p.starts())
	}
}

// TestPageHasTheGlyphs, one's own and the others'.
func TestPageHasTheGlyphs(t *testing.T) {
	page := gametest.ReadPage(t, "snake")
	for _, g := range snakeGlyphs[headDown:] {
		page.Wants(t, " | `%s` | `%s` |", g[own], g[others])
	}
}

// TestPageExamples plays the examples.
func TestPageExamples(t *testing.T) { gametest.PageExamples(t, tested()) }
