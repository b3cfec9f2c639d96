package main

import (
	"fmt"
	"strings"
)

// lineOf is the line, counted from 1, on which a key of a TOML text stands:
// "referee.lobby", or "network[1].nick" for that of the second [[network]]. Of a
// key that has no line of its own it is that of the table around it, 0 at last.
// The TOML reader has the place of a mistake in the syntax only.
func lineOf(text, path string) int {
	lines := keyLines(text)
	for {
		for _, name := range []string{path, path + "[0]"} {
			if line, ok := lines[name]; ok {
				return line
			}
		}
		i := strings.LastIndexAny(path, ".[")
		if i < 0 {
			return 0
		}
		path = path[:i]
	}
}

// keyLines finds the lines of all headers and of all keys that begin a line.
func keyLines(text string) map[string]int {
	found := map[string]int{}
	tables := map[string]int{} // so many [[name]] so far
	header := ""
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		path := ""
		if name, ok := strings.CutPrefix(line, "[["); ok {
			name, _, _ = strings.Cut(name, "]")
			name = plainKey(name)
			path = fmt.Sprintf("%s[%d]", name, tables[name])
			tables[name]++
			header = path + "."
		} else if name, ok := strings.CutPrefix(line, "["); ok {
			name, _, _ = strings.Cut(name, "]")
			path = plainKey(name)
			header = path + "."
		} else if name, _, ok := strings.Cut(line, "="); ok {
			path = header + plainKey(name)
		}
		if _, twice := found[path]; !twice && path != "" {
			found[path] = number
		}
	}
	return found
}

// plainKey is a key without the quotes and blanks that TOML allows in it.
func plainKey(key string) string {
	return strings.NewReplacer(`"`, "", `'`, "", " ", "", "\t", "").Replace(key)
}
