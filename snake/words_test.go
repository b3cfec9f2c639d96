package snake

import (
	"regexp"
	"testing"

	"arbitre/game/gametest"
)

// TestWords: every refusal has its sentence in every language, with the same
// numbers, and no sentence has a word in capitals, as the protocol has.
func TestWords(t *testing.T) {
	gametest.Words(t, tested(), regexp.MustCompile(`\b[A-Z]{2,}(_[A-Z]+)*\b`))
}

// TestRulesFitIntoThreeNotices of 350 bytes, and name every order.
func TestRulesFitIntoThreeNotices(t *testing.T) {
	gametest.RulesFitIntoThreeNotices(t, tested(), orderWords[wordUp:])
}
