package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const penMap = `☼☼☼☼☼☼
☼    ☼
☼    ☼
☼#   ☼
☼#   ☼
☼☼☼☼☼☼
`

// loadMaps loads a configuration with these files in its folder of maps.
func loadMaps(t *testing.T, table string, files map[string]string) (*config, string, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "maps"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, "maps", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "c.toml")
	text := "[snake]\n" + table + "\n[[network]]\naddress = \"h:1\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := loadConfig(file)
	return c, dir, err
}

// TestMaps: the maps of the folder are known by their names, and one of them can
// be the usual one.
func TestMaps(t *testing.T) {
	c, _, err := loadMaps(t, "maps = \"maps\"\nmap = \"pen\"", map[string]string{
		"pen.txt": penMap, "other_1.txt": penMap, "README": "none",
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Fields(strings.ReplaceAll(penMap, " ", "."))
	for i := range rows {
		rows[i] = strings.ReplaceAll(rows[i], ".", " ")
	}
	want := map[string]map[string][]string{"snake": {"pen": rows, "other_1": rows}}
	if diff := cmp.Diff(want, c.referee.Maps); diff != "" {
		t.Error(diff)
	}
	var settings struct {
		Map     string
		MapRows []string `json:"map_rows"`
	}
	if err := json.Unmarshal(c.referee.Settings["snake"], &settings); err != nil {
		t.Fatal(err)
	}
	if settings.Map != "" || !cmp.Equal(settings.MapRows, rows) {
		t.Errorf("%+v", settings)
	}
}

// TestMapsOfTwoGames: each game has its own folder and its own names.
func TestMapsOfTwoGames(t *testing.T) {
	const nest = "QQ.#.RR\nQQ.c.RR\n"
	dir := t.TempDir()
	for folder, text := range map[string]string{"snake": penMap, "sentiant": nest} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, folder, "pen.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "c.toml")
	load := func(name string) (*config, error) {
		text := "[snake]\nmaps = \"snake\"\n[sentiant]\nmaps = \"sentiant\"\nmap = \"" + name + "\"\n[[network]]\naddress = \"h:1\"\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return loadConfig(file)
	}
	c, err := load("pen")
	if err != nil {
		t.Fatal(err)
	}
	if rows := c.referee.Maps["sentiant"]["pen"]; len(c.referee.Maps["snake"]) != 1 || strings.Join(rows, "\n")+"\n" != nest {
		t.Errorf("%q", c.referee.Maps)
	}
	if got := string(c.referee.Settings["sentiant"]); got != `{"map_rows":["QQ.#.RR","QQ.c.RR"]}` {
		t.Error(got)
	}
	if _, err = load("lair"); err == nil || !strings.HasSuffix(err.Error(), `c.toml:5: sentiant.map: "lair": want one of drawn`) {
		t.Error(err)
	}
}

// TestMapErrors name the file, the line in it, and what is wrong there.
func TestMapErrors(t *testing.T) {
	for _, c := range []struct{ table, name, text, want string }{
		{`maps = 1`, "a.txt", penMap, `c.toml:2: snake.maps: 1: expected the path of a file`},
		{`maps = "nowhere"`, "a.txt", penMap, `c.toml:2: snake.maps: read the maps: open nowhere: no such file or directory`},
		{`maps = "maps"`, "a.map", penMap, `c.toml:2: snake.maps: maps: expected maps, each as NAME.txt`},
		{`maps = "maps"`, "My Map.txt", penMap, `c.toml:2: snake.maps: maps/My Map.txt: expected a name of 1 to 30 small letters, digits, - and _`},
		{`maps = "maps"`, "duel.txt", penMap, `c.toml:2: snake.maps: maps/duel.txt: there is a map of this name already: expected none of duel, court, garden, valley, steppe`},
		{`maps = "maps"`, "a.txt", strings.Replace(penMap, "#   ☼", "#  ☼", 1), `c.toml:2: snake.maps: maps/a.txt:4: row 3 has 5 cells: want 6, as many as there are rows`},
		{`maps = "maps"`, "a.txt", strings.Replace(penMap, "#   ☼", "# x ☼", 1), `c.toml:2: snake.maps: maps/a.txt:4: cell 3 3: 'x': want one of ☼ # ○ ● ® $ or a blank`},
		{`maps = "maps"`, "a.txt", strings.ReplaceAll(penMap, "#", " "), `c.toml:2: snake.maps: maps/a.txt: 0 start cells: want 2 at least`},
		{"maps = \"maps\"\nmap = \"b\"", "a.txt", penMap, `c.toml:3: snake.map: "b": want one of duel, court, garden, valley, steppe`},
	} {
		_, dir, err := loadMaps(t, c.table, map[string]string{c.name: c.text})
		if err == nil {
			t.Errorf("%s: no error, want %s", c.name, c.want)
			continue
		}
		got := strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), "")
		if got != "read config: "+c.want {
			t.Errorf("got %s\nwant read config: %s", got, c.want)
		}
	}
}
