package arbitre

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLinks: what the pages refer to is there, and the README leads to every page.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if !strings.Contains(string(readme), "("+page+")") {
			t.Errorf("README.md has no link to %s", page)
		}
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md", "CHANGELOG.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), found[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

// TestTour: both tours of the code come by every folder.
func TestTour(t *testing.T) {
	for _, tour := range []string{"arbitre.go", "docs/architecture.md"} {
		text, err := os.ReadFile(tour)
		if err != nil {
			t.Fatal(err)
		}
		for folder := range mayImport {
			if folder != "." && !regexp.MustCompile("[`/]"+folder+"\\b").Match(text) {
				t.Errorf("%s does not name %s", tour, folder)
			}
		}
	}
}
