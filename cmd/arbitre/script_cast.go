package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbitre/referee"
	"arbitre/script"
)

// cast is the scripts of a run: who plays, and the texts that are no samples.
type cast struct {
	names []string // by seat
	own   []referee.Script
}

// readCast reads the scripts of a run: files, folders of files, samples by their
// names.
func readCast(names []string) (cast, error) {
	var c cast
	for _, name := range names {
		files := []string{name}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if files, err = scriptFiles(name); err != nil {
				return c, err
			}
		}
		for _, file := range files {
			if err := c.add(file); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}

// scriptFiles are the scripts of a folder, by name.
func scriptFiles(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), scriptFile) {
			continue
		}
		file := filepath.Join(folder, entry.Name())
		info, err := os.Stat(file)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() { // to open a pipe is to wait for who writes into it
			return nil, fmt.Errorf("%s: expected a file with the text of a script", file)
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: expected scripts, each as NAME%s", folder, scriptFile)
	}
	return files, nil
}

func (c *cast) add(file string) error {
	text, err := readScript(file)
	if err != nil {
		return err
	}
	name := scriptName(file)
	if script.Sample(name) == text {
		c.names = append(c.names, name)
		return nil
	}
	if !referee.IsScriptName(name) {
		return wrongScriptName(file)
	}
	for n := 2; c.differs(name, text); n++ { // two files of one name
		name = fmt.Sprintf("%.17s-%d", scriptName(file), n)
	}
	c.names = append(c.names, name)
	if !slices.ContainsFunc(c.own, func(s referee.Script) bool { return s.Name == name }) {
		c.own = append(c.own, referee.Script{Name: name, Text: text})
	}
	return nil
}

// differs tells whether the name is that of another text.
func (c *cast) differs(name, text string) bool {
	if slices.Contains(script.SampleNames(), name) {
		return true
	}
	return slices.ContainsFunc(c.own, func(s referee.Script) bool { return s.Name == name && s.Text != text })
}
