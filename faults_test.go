package arbitre

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

const faultsPage = "docs/faults.md"

// TestFaults: the page of faults has all of them, each with a test that there is,
// and every test that bears a fault's number stands there.
func TestFaults(t *testing.T) {
	text, err := os.ReadFile(faultsPage)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \|.*$`).FindAllStringSubmatch(string(text), -1) {
		if rows[row[1]] != "" {
			t.Errorf("fault %s is there twice", row[1])
		}
		rows[row[1]] = row[0]
	}
	const faults = 54
	for n := 1; n <= faults; n++ {
		cells := strings.Split(rows[fmt.Sprint(n)], "|")
		if len(cells) != 7 || !strings.Contains(cells[4], "`Test") {
			t.Errorf("fault %d has no row of five cells, or no test", n)
		}
	}
	if len(rows) != faults {
		t.Errorf("%d faults", len(rows))
	}

	tests := testNames(t)
	for _, name := range regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(string(text), -1) {
		if !tests[name[1]] {
			t.Errorf("there is no %s", name[1])
		}
	}
	numbered := regexp.MustCompile(`^TestFault0?(\d+)[A-Z]`)
	for name := range tests {
		number := numbered.FindStringSubmatch(name)
		if number != nil && !strings.Contains(rows[number[1]], "`"+name+"`") {
			t.Errorf("%s is not in the row of fault %s", name, number[1])
		}
	}
}

// testNames are the names of all tests, those for real servers too.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, file := range repository(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range parsed.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok && function.Recv == nil {
				names[function.Name.Name] = true
			}
		}
	}
	return names
}
