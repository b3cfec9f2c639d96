package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbitre/referee"
	"arbitre/sentiant"
	"arbitre/snake"
)

// atlas is how a game has its maps: the names that are taken, and how a file of one
// is read.
type atlas struct {
	taken []string
	read  func(text string) (rows []string, err error)
}

// atlasOf is that of a game, false if it has no maps.
func atlasOf(game string) (atlas, bool) {
	switch game {
	case "sentiant":
		return atlas{sentiant.MapNames(), sentiant.ReadMap}, true
	case "snake":
		return atlas{snake.MapNames(), snake.ReadMap}, true
	}
	return atlas{}, false
}

// takeMaps reads the folder that the key maps of a game's table names, and puts the
// rows of a map that is in it in place of the map's name: the game knows its own
// maps only. It returns the table without maps; that of a game without maps it
// returns as it is.
func (f *configFile) takeMaps(c *referee.Config, game string, value any) (any, error) {
	table, ok := value.(map[string]any)
	a, has := atlasOf(game)
	if !has || !ok {
		return value, nil
	}
	table = maps.Clone(table)
	if folder, given := table["maps"]; given {
		delete(table, "maps")
		var path string
		if err := file("maps", &path, filepath.Dir(f.path)).set(folder); err != nil {
			return nil, f.wrong(game+".maps", err)
		}
		own, err := a.readMaps(path)
		if err != nil {
			return nil, f.wrong(game+".maps", err)
		}
		if own != nil {
			if c.Maps == nil {
				c.Maps = map[string]map[string][]string{}
			}
			c.Maps[game] = own
		}
	}
	if name, named := table["map"].(string); named {
		if rows, own := c.Maps[game][name]; own {
			delete(table, "map")
			table["map_rows"] = rows
		}
	}
	return table, nil
}

// readMaps reads every NAME.txt of a folder, none of "". An error names the file,
// the line, and what is wrong there.
func (a atlas) readMaps(folder string) (map[string][]string, error) {
	if folder == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("read the maps: %w", err)
	}
	own := map[string][]string{}
	for _, entry := range entries {
		name, isMap := strings.CutSuffix(entry.Name(), ".txt")
		if !isMap {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		switch {
		case !referee.IsMapName(name):
			return nil, fmt.Errorf("%s: expected a name of 1 to 30 small letters, digits, - and _", path)
		case slices.Contains(a.taken, name):
			return nil, fmt.Errorf("%s: there is a map of this name already: expected none of %s", path, strings.Join(a.taken, ", "))
		}
		if own[name], err = a.readMap(path); err != nil {
			return nil, err
		}
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("%s: expected maps, each as NAME.txt", folder)
	}
	return own, nil
}

func (a atlas) readMap(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read a map: %w", err)
	}
	rows, err := a.read(string(text))
	if wrong, ok := errors.AsType[*snake.MapError](err); ok && wrong.Row >= 0 {
		return nil, fmt.Errorf("%s:%d: %w", path, wrong.Row+1, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}
