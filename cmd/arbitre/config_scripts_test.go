package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sleepers = "def queen(view):\n    return None\n\ndef ant(view):\n    return sleep()\n"

// loadScripts loads a configuration with these files in its folder of scripts.
func loadScripts(t *testing.T, table string, files map[string]string) (*config, string, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ants"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, "ants", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "c.toml")
	text := "[sentiant]\n" + table + "\n[[network]]\naddress = \"h:1\"\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := loadConfig(path)
	return c, dir, err
}

// TestOfferedScripts: the scripts of the folder are offered by their names.
func TestOfferedScripts(t *testing.T) {
	c, _, err := loadScripts(t, `scripts = "ants"`, map[string]string{
		"sleeper.star": sleepers, "lazy-2.star": sleepers, "README": "none",
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.scripts) != 2 || c.scripts[0].Name != "lazy-2" || c.scripts[1].Name != "sleeper" || c.scripts[1].Text != sleepers {
		t.Errorf("%+v", c.scripts)
	}
	if c, _, err = loadScripts(t, `scripts = ""`, nil); err != nil || c.scripts != nil {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestWrongScripts: what is wrong with a script is said with its place.
func TestWrongScripts(t *testing.T) {
	for _, c := range []struct{ table, file, text, want string }{
		{`scripts = 1`, "a.star", sleepers, `c.toml:2: sentiant.scripts: 1: expected the path of a file`},
		{`scripts = "nowhere"`, "a.star", sleepers, `c.toml:2: sentiant.scripts: open nowhere: no such file or directory`},
		{`scripts = "ants"`, "a.py", sleepers, `c.toml:2: sentiant.scripts: ants: expected scripts, each as NAME.star`},
		{`scripts = "ants"`, "My Ant.star", sleepers, `c.toml:2: sentiant.scripts: ants/My Ant.star: expected a name of a small letter, then small letters, digits, - and _, at most 20 in all`},
		{`scripts = "ants"`, "forager.star", sleepers, `c.toml:2: sentiant.scripts: ants/forager.star: a sample has this name already`},
		{`scripts = "ants"`, "a.star", "def queen(view):\n", `c.toml:2: sentiant.scripts: ants/a.star:1:17 `},
		{`scripts = "ants"`, "a.star", strings.Repeat("#", 70000), `c.toml:2: sentiant.scripts: ants/a.star: longer than 65536 bytes, which is the most that a script may be`},
	} {
		_, dir, err := loadScripts(t, c.table, map[string]string{c.file: c.text})
		if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), dir+"/", ""), "read config: "+c.want) {
			t.Errorf("%s, %s: %v, want %s", c.table, c.file, err, c.want)
		}
	}
}
