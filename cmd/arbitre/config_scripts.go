package main

import (
	"fmt"
	"maps"
	"path/filepath"

	"arbitre/referee"
	"arbitre/script"
)

// scriptedGame is the game that scripts can play.
const scriptedGame = "sentiant"

// takeScripts reads the folder that the key scripts of a game's table names, whose
// scripts everybody may play. It returns the table without that key.
func (f *configFile) takeScripts(c *config, game string, value any) (any, error) {
	table, ok := value.(map[string]any)
	folder, given := table["scripts"]
	if !ok || !given || game != scriptedGame {
		return value, nil
	}
	table = maps.Clone(table)
	delete(table, "scripts")
	var path string
	if err := file("scripts", &path, filepath.Dir(f.path)).set(folder); err != nil {
		return nil, f.wrong(game+".scripts", err)
	}
	var err error
	if c.scripts, err = offeredScripts(path); err != nil {
		return nil, f.wrong(game+".scripts", err)
	}
	return table, nil
}

// offeredScripts reads every script of a folder, none of "". An error names the
// file and what is wrong there.
func offeredScripts(folder string) (offered []referee.Script, err error) {
	if folder == "" {
		return nil, nil
	}
	files, err := scriptFiles(folder)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := scriptName(file)
		text, err := readScript(file)
		switch {
		case err != nil:
			return nil, err
		case !referee.IsScriptName(name):
			return nil, wrongScriptName(file)
		case script.Sample(name) != "":
			return nil, fmt.Errorf("%s: a sample has this name already", file)
		}
		if _, mistakes := script.Compile(text); len(mistakes) > 0 {
			return nil, fmt.Errorf("%s:%s", file, mistakes[0].String())
		}
		offered = append(offered, referee.Script{Name: name, Text: text})
	}
	return offered, nil
}

func wrongScriptName(file string) error {
	return fmt.Errorf("%s: expected a name of a small letter, then small letters, digits, - and _, at most 20 in all", file)
}
