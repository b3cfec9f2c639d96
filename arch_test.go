package arbitre

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const girc = "github.com/lrstanley/girc"

// mayImport is the direction of imports: what each folder may import of ours,
// and girc. Tests may import any of ours, so that they can play on real parts.
var mayImport = map[string][]string{
	".":            {},
	"game":         {},
	"chance":       {},
	"strictjson":   {},
	"drawing":      {},
	"bomber":       {"game", "chance", "strictjson", "drawing"},
	"sentiant":     {"game", "chance", "strictjson", "drawing"},
	"snake":        {"game", "chance", "strictjson", "drawing"},
	"script":       {"game", "chance", "sentiant"},
	"referee":      {"game"},
	"journal":      {"game", "referee"},
	"store":        {"referee"},
	"archive":      {"game", "journal", "referee", "store"},
	"irc":          {"referee", girc},
	"ircd":         {girc}, // for its parser of lines
	"ircd/servers": {},
	"storm":        {}, // its tests play on everything
	"web":          {"referee"},
	"bots":         {},
	"view":         {"bots", "referee"},
	"arena":        {"game", "referee"},
	"step":         {"game", "referee"}, // of the referee how orders are read and refusals put
	"operations":   {"irc", "referee"},
	"cmd/arbitre":  {".", "game", "bomber", "sentiant", "snake", "referee", "journal", "store", "archive", "irc", "ircd", "web", "operations", "bots", "view", "arena", "step", "script", "script/confine", "script/worker"},

	"game/gametest":  {"game"},
	"script/confine": {},
	"script/worker":  {"referee", "script", "script/confine"},
}

// games are the folders whose code is a pure function: no clock, no disk, no
// network, no log, no chance but the seed's.
var games = []string{"game", "chance", "strictjson", "drawing", "bomber", "sentiant", "snake"}

// impure is what games may not import, with all that is below it.
var impure = []string{"time", "os", "net", "context", "log", "syscall", "math/rand", "crypto/rand", "go.uber.org/zap"}

// The files are parsed here and not listed by the go command, whose work the
// cache of test results does not see.
func TestImports(t *testing.T) {
	for file, imports := range goFiles(t) {
		folder, test := path.Dir(file), strings.HasSuffix(file, "_test.go")
		allowed, known := mayImport[folder]
		if !known {
			t.Errorf("%s: the table of this test lacks the folder %s: say there what it may import", file, folder)
		}
		for _, name := range imports {
			ours := name == "arbitre" || strings.HasPrefix(name, "arbitre/")
			if ours {
				name = path.Clean("./" + strings.TrimPrefix(strings.TrimPrefix(name, "arbitre"), "/"))
			}
			if (name == girc || ours && !test) && !slices.Contains(allowed, name) {
				t.Errorf("%s imports %s; %s may import only %v", file, name, folder, allowed)
			}
			if slices.Contains(games, folder) && !test && isImpure(name) {
				t.Errorf("%s imports %s; rules are pure", file, name)
			}
		}
	}
}

func isImpure(name string) bool {
	if name == "math/rand/v2" { // has generators that take a seed
		return false
	}
	return slices.ContainsFunc(impure, func(root string) bool {
		return name == root || strings.HasPrefix(name, root+"/")
	})
}

// goFiles is what each Go file of the repository imports.
func goFiles(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	for _, name := range repository(t) {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Error(err)
			continue
		}
		files[name] = nil
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Error(err)
			}
			files[name] = append(files[name], imported)
		}
	}
	if len(files) < len(mayImport) {
		t.Fatalf("only %d Go files found", len(files))
	}
	return files
}

// A repository builds and runs anywhere: nothing in it names a place of
// somebody's machine.
func TestNoMachinePaths(t *testing.T) {
	place := regexp.MustCompile(`(^|[\s"'=(\x60])/(home|root|work|mnt|Users)/\S*`)
	for _, name := range repository(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text, 0) >= 0 { // not a text
			continue
		}
		for i, line := range strings.Split(string(text), "\n") {
			if !strings.Contains(line, "/") {
				continue
			}
			if found := place.FindString(line); found != "" {
				t.Errorf("%s:%d names a place of a machine:%s", name, i+1, found)
			}
		}
	}
}

// repository is all files but Git's and those that make has made.
func repository(t *testing.T) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git" || name == ".cache":
			if entry.IsDir() { // of a second working tree .git is a file
				return fs.SkipDir
			}
		case entry.Type().IsRegular():
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
