package sentiant

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// refusalKeys are the values of the constants refused... of protocol.go.
func refusalKeys(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "protocol.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "refused") {
			key, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key)
		}
		return true
	})
	if len(keys) < 10 {
		t.Fatalf("keys %q", keys)
	}
	return keys
}

// TestWords: every refusal has its sentence in every language, with the same
// numbers, and no sentence has a word in capitals, as the protocol has.
func TestWords(t *testing.T) {
	number := regexp.MustCompile(`\{[0-9]\}`)
	protocol := regexp.MustCompile(`\b[A-Z]{2,}(_[A-Z]+)*\b`)
	keys := append(refusalKeys(t), "rules")
	for _, language := range []string{"en", "fr", "ru"} {
		if n := len(sentences[language]); n != len(keys) {
			t.Errorf("%s: %d sentences, want %d", language, n, len(keys))
		}
		for _, key := range keys {
			text := words(language, key)
			if text == "" {
				t.Errorf("%s: no sentence for %q", language, key)
			}
			if protocol.MatchString(text) {
				t.Errorf("%s: a word of the protocol in %q", language, text)
			}
			args, english := number.FindAllString(text, -1), number.FindAllString(words("en", key), -1)
			if fmt.Sprint(args) != fmt.Sprint(english) {
				t.Errorf("%s: %q has %v, want %v", language, text, args, english)
			}
		}
	}
	if words("en", "luck") != "" || words("la", refusedOut) != "" {
		t.Error("sentences of nothing")
	}
}

// TestRulesFitIntoThreeNotices of 350 bytes, and name every order.
func TestRulesFitIntoThreeNotices(t *testing.T) {
	orders := slices.Concat(actionWords[:], directionWords[:],
		[]string{wordPheromone, wordErase, wordSay, wordQueen, wordSpawn})
	for _, language := range []string{"en", "fr", "ru"} {
		rules := words(language, "rules")
		lines := strings.Split(rules, "\n")
		if len(lines) > 3 {
			t.Errorf("%s: %d lines", language, len(lines))
		}
		for _, line := range lines {
			if len(line) == 0 || len(line) > 350 {
				t.Errorf("%s: %d bytes: %s", language, len(line), line)
			}
		}
		for _, word := range orders {
			if !strings.Contains(rules, strings.ToLower(word)) {
				t.Errorf("%s: nothing of %q", language, strings.ToLower(word))
			}
		}
	}
}
