package script

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// rest is what makes a whole script of a few lines.
const rest = "\ndef queen(view):\n    return spawn()\n\ndef ant(view):\n    return sleep()\n"

// TestMistakes: testdata/mistakes.txtar has scripts with a mistake, and below each
// what is said about it. Those whose name begins with "whole" are whole scripts.
func TestMistakes(t *testing.T) {
	const name = "testdata/mistakes.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	said := func(f *txtar.File) string {
		text := string(f.Data)
		if !strings.HasPrefix(f.Name, "whole") {
			text += rest
		}
		_, mistakes := Compile(text)
		return mistakes.String() + "\n"
	}
	if *update {
		var files []txtar.File
		for i := range archive.Files {
			if f := &archive.Files[i]; f.Name != "said" {
				files = append(files, *f, txtar.File{Name: "said", Data: []byte(said(f))})
			}
		}
		archive.Files = files
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		f := &archive.Files[i]
		if got, want := said(f), string(archive.Files[i+1].Data); got != want {
			t.Errorf("%s: said %swant %s", f.Name, got, want)
		}
	}
}

// Sources that are deep, long or wild cost no more than others.
func TestHostileSources(t *testing.T) {
	for name, text := range map[string]string{
		"brackets":    "x = " + strings.Repeat("(", MostText-100),
		"minus":       "x = " + strings.Repeat("-", MostText-100) + "1",
		"not":         "x = " + strings.Repeat("not ", 16000) + "1",
		"sum":         "x = " + strings.Repeat("1+", 32000) + "1",
		"dots":        "x = UP" + strings.Repeat(".a", 32000),
		"calls":       "x = UP" + strings.Repeat("()", 32000),
		"lambda":      "x = " + strings.Repeat("lambda:", 9000) + "1",
		"comparisons": "x = " + strings.Repeat("a if b else ", 5400) + "1",
		"elif":        "def f(x):\n if x:\n  pass\n" + strings.Repeat(" elif x:\n  pass\n", 4000),
		"names":       strings.Repeat("a+b\n", 16000),
		"unknown":     unknownNames(),
		"defs":        strings.Repeat("def f\n", 10900),
	} {
		if len(text)+len(rest) > MostText {
			t.Fatalf("%s: %d bytes are too many for this test", name, len(text))
		}
		_, mistakes := Compile(text + rest)
		if len(mistakes) > mostMistakes {
			t.Errorf("%s: %d mistakes", name, len(mistakes))
		}
	}
	if _, mistakes := Compile(strings.Repeat(" ", MostText+1)); len(mistakes) != 1 {
		t.Errorf("a script that is too long: %v", mistakes)
	}
}

// FuzzCompile: any text is a program or has mistakes that can be told, each on a
// line of the text.
func FuzzCompile(f *testing.F) {
	for _, name := range SampleNames() {
		f.Add(Sample(name))
	}
	archive, err := txtar.ParseFile("testdata/mistakes.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		f.Add(string(file.Data))
	}
	f.Add("\r\rn")
	lineEnds := strings.NewReplacer("\r\n", "\n", "\r", "\n") // to Starlark a CR ends a line too
	f.Fuzz(func(t *testing.T, text string) {
		p, mistakes := Compile(text)
		if (p == nil) == (len(mistakes) == 0) {
			t.Fatalf("a program: %t, and mistakes %v", p != nil, mistakes)
		}
		for _, m := range mistakes {
			if lines := strings.Count(lineEnds.Replace(text), "\n") + 1; m.Line < 1 || m.Line > lines+1 || m.Column < 1 || m.Message == "" {
				t.Fatalf("%+v in %d lines", m, lines)
			}
		}
	})
}

// Names that are a letter wrong are recognised.
func TestDidYouMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(knownNames()).Draw(t, "name")
		i := rapid.IntRange(0, len(name)-1).Draw(t, "letter")
		wrong := name[:i] + "x" + name[i:]
		_, mistakes := Compile("def f():\n    return " + wrong + rest)
		if len(mistakes) != 1 || mistakes[0].Line != 2 || mistakes[0].Column != 12 || !strings.HasPrefix(mistakes[0].Hint, "did you mean ") {
			t.Fatalf("%s: %v", wrong, mistakes)
		}
	})
}

// unknownNames are as many names that nobody knows, among as many that are known.
func unknownNames() string {
	var b strings.Builder
	for i := range 2800 {
		fmt.Fprintf(&b, "known%d=unknown%d\n", i, i)
	}
	return b.String()
}
