package bomber

import (
	"testing"

	"arbitre/game/gametest"
)

// TestPageNamesEveryScenario and no other.
func TestPageNamesEveryScenario(t *testing.T) { gametest.PageNamesEveryScenario(t, tested()) }

// TestPageHasTheStages, numbered in the order of the table.
func TestPageHasTheStages(t *testing.T) {
	page := gametest.ReadPage(t, "bomber")
	for i, stage := range stages {
		page.Wants(t, "\n%d. **%s**", i+1, stage.name)
	}
}

// TestPageHasTheSettings with their defaults and ranges.
func TestPageHasTheSettings(t *testing.T) {
	page := gametest.ReadPage(t, "bomber")
	for _, k := range settingTable {
		page.Wants(t, "\n| `%s` | %d | %d to %d |", k.key, k.usual, k.least, k.most)
	}
}

// TestPageHasTheLines: each word that the rules say, as a row of a table.
func TestPageHasTheLines(t *testing.T) {
	page := gametest.ReadPage(t, "bomber")
	for _, word := range []string{
		wordMapSize, wordPlayers, wordTurn, wordPosition, wordNoAction, wordDead, wordSettings, wordPoints, wordBombAt,
		actionWords[layBomb], actionWords[studyFirepower], actionWords[studySpeed], actionWords[studyTimer], actionWords[defuse],
	} {
		page.Wants(t, "\n| `%s ", word)
	}
}

// TestPageExamples plays the examples.
func TestPageExamples(t *testing.T) { gametest.PageExamples(t, tested()) }
