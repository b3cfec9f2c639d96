package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const tutorial = "../../docs/sentiant-tutorial.md"

// Whoever follows the tutorial sees what it says: each script replaces what it says
// it does, each command prints what stands there. In the end the colony wins
// against the beginner, and is at least even with the forager.
func TestTutorial(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(tutorial)
	if err != nil {
		t.Fatal(err)
	}
	reader := newcomer{t: t, program: build(t), folder: t.TempDir()}
	var followed strings.Builder
	rest, blocks := string(text), 0
	for {
		before, kind, block, after, found := cutBlock(rest)
		if !found {
			break
		}
		blocks++
		followed.WriteString(before + "```" + kind + "\n")
		switch kind {
		case "python":
			reader.writes(block)
		case "console":
			block = reader.types(block)
		}
		followed.WriteString(block + "```\n")
		rest = after
	}
	followed.WriteString(rest)
	if *update {
		if err := os.WriteFile(tutorial, []byte(followed.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(timeless(string(text)), timeless(followed.String())); diff != "" {
		t.Errorf("%s (-page +followed):\n%s", tutorial, diff)
	}
	if blocks < 20 {
		t.Errorf("%d blocks on the page", blocks)
	}
	last := reader.wins[max(len(reader.wins)-2, 0):]
	if len(last) < 2 || last[0] < 14 || last[1] < 10 {
		t.Errorf("the last colony won %v of 20 each against beginner and forager", last)
	}
}

// cutBlock cuts a text around its first block of code.
func cutBlock(text string) (before, kind, block, after string, found bool) {
	before, rest, found := strings.Cut(text, "```")
	if !found {
		return
	}
	kind, rest, _ = strings.Cut(rest, "\n")
	block, after, found = strings.Cut(rest, "```\n")
	return
}

// times are what no two runs have in common.
var times = regexp.MustCompile(` +[0-9.]+ µs`)

func timeless(text string) string { return times.ReplaceAllString(text, " µs") }

// newcomer does what the page says.
type newcomer struct {
	t       *testing.T
	program string
	folder  string
	parts   []string // of mine.star: functions, and names with their values
	wins    []int    // of mine.star in each series
}

// writes puts a block into mine.star, or into the file that its first line names.
func (n *newcomer) writes(block string) {
	file, text := "mine.star", block
	if first, _, _ := strings.Cut(block, "\n"); strings.HasSuffix(first, scriptFile) {
		file = strings.TrimPrefix(first, "# ")
	} else {
		if strings.Contains(block, "def queen") && strings.Contains(block, "def ant") {
			n.parts = nil // a whole script
		}
		for _, part := range partsOf(block) {
			n.replace(part)
		}
		text = strings.Join(n.parts, "\n")
	}
	if err := os.WriteFile(filepath.Join(n.folder, file), []byte(text), 0o600); err != nil {
		n.t.Fatal(err)
	}
}

// partsOf cuts a script before each line that begins at the margin.
func partsOf(block string) (parts []string) {
	for line := range strings.Lines(block) {
		if line[0] != ' ' && line[0] != '\n' {
			parts = append(parts, "")
		}
		parts[len(parts)-1] += line
	}
	return parts
}

var partName = regexp.MustCompile(`^(def )?\w+`)

func (n *newcomer) replace(part string) {
	name := partName.FindString(part)
	same := func(old string) bool { return partName.FindString(old) == name }
	if i := slices.IndexFunc(n.parts, same); i >= 0 {
		n.parts[i] = part
		return
	}
	n.parts = append(n.parts, part)
}

var seriesLine = regexp.MustCompile(`(?m)^  mine +([0-9]+) `)

// types runs the commands of a block, and writes behind each what it prints.
func (n *newcomer) types(block string) string {
	var typed strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(block, "$ "), "\n$ ") {
		command, out, _ := strings.Cut(part, "\n")
		out = n.prints(command, strings.TrimSuffix(out, "\n")+"\n")
		if found := seriesLine.FindStringSubmatch(out); found != nil {
			wins, _ := strconv.Atoi(found[1])
			n.wins = append(n.wins, wins)
		}
		typed.WriteString("$ " + command + "\n" + out)
	}
	return typed.String()
}

// prints is what a command prints. The short tests play two matches of a long
// series, and take its table from the page.
func (n *newcomer) prints(command, page string) string {
	if !testing.Short() {
		return n.run(command)
	}
	first, long := strings.CutSuffix(command, " --matches 20 --seed 21")
	if !long {
		return n.run(command)
	}
	if out := n.run(first + " --matches 2 --seed 21"); !strings.HasPrefix(out, "2 matches, seeds 21 to 22, ") {
		n.t.Errorf("%s: two matches print %q", command, out)
	}
	return page
}

// build makes the program as its users have it: the race detector, under which the
// other tests run it, takes a series of matches ten times as long.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "arbitre")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return program
}

func (n *newcomer) run(command string) string {
	run := exec.CommandContext(n.t.Context(), "sh", "-c", command)
	run.Dir = n.folder
	run.Env = append(os.Environ(), "PATH="+filepath.Dir(n.program)+":"+os.Getenv("PATH"))
	out, _ := run.CombinedOutput() // its failures are on the page
	return string(out)
}
