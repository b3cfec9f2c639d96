package gametest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// refusalKeys are the values of the constants refused... of protocol.go.
func refusalKeys(t *testing.T, g Game) []string {
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
	if len(keys) < g.Refusals {
		t.Fatalf("keys %q", keys)
	}
	return keys
}

// Words checks that every refusal has its sentence in every language, with the
// same numbers, and that no sentence has a word of the protocol.
func Words(t *testing.T, g Game, protocol *regexp.Regexp) {
	t.Helper()
	number := regexp.MustCompile(`\{[0-9]\}`)
	keys := append(refusalKeys(t, g), "rules")
	for _, language := range []string{"en", "fr", "ru"} {
		if n := len(g.Sentences[language]); n != len(keys) {
			t.Errorf("%s: %d sentences, want %d", language, n, len(keys))
		}
		for _, key := range keys {
			text := g.Words(language, key)
			if text == "" {
				t.Errorf("%s: no sentence for %q", language, key)
			}
			if protocol.MatchString(text) {
				t.Errorf("%s: a word of the protocol in %q", language, text)
			}
			args, english := number.FindAllString(text, -1), number.FindAllString(g.Words("en", key), -1)
			if fmt.Sprint(args) != fmt.Sprint(english) {
				t.Errorf("%s: %q has %v, want %v", language, text, args, english)
			}
		}
	}
	if g.Words("en", "luck") != "" || g.Words("la", keys[0]) != "" {
		t.Error("sentences of nothing")
	}
}

// RulesFitIntoThreeNotices of 350 bytes, and name every order.
func RulesFitIntoThreeNotices(t *testing.T, g Game, orders []string) {
	t.Helper()
	for _, language := range []string{"en", "fr", "ru"} {
		rules := g.Words(language, "rules")
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
