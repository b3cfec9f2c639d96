package bomber

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbitre/game/gametest"
)

// TestWords: every refusal has its sentence in every language, with the same
// numbers, and no sentence can be taken for a line of the protocol.
func TestWords(t *testing.T) {
	gametest.Words(t, tested(), regexp.MustCompile(`\b(BEGIN_GAME|NEW_GAME|JOIN_OK|MAP_SIZE|JOUEURS|ROUND_LENGHT|POSITION|TOUR|NO_ACTION|STUDY\w*|BOMB\w*|DEFUSE|SEND\w*|NO_ENOUGH\w*|DEAD|END_GAME|RANK|SETTINGS|POINTS|NORTH|SOUTH|EAST|WEST)\b`))
}

// TestRulesFitIntoThreeNotices of 350 bytes, and name every order.
func TestRulesFitIntoThreeNotices(t *testing.T) {
	gametest.RulesFitIntoThreeNotices(t, tested(), actionWords[1:])
}

// TestLinesFit: a line is at most 350 bytes long, whatever the names and numbers.
func TestLinesFit(t *testing.T) {
	names := []string{strings.Repeat("n", longestName)}
	for _, word := range slices.Concat(actionWords[:], []string{wordNoAction, wordBombAt}) {
		l := line{word, 0, [3]int{-1 << 63, -1 << 63, -1 << 63}, 3}
		if n := len(l.AppendLine(nil, names)); n > 350 {
			t.Errorf("%s: %d bytes", word, n)
		}
	}
}
