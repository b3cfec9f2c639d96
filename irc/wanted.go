package irc

import (
	"sort"
	"sync"
)

// wanted is the channels in which we want to be. It may be used anywhere.
type wanted struct {
	mu   sync.Mutex
	keys map[string]string // of each channel, by its name as it was given
}

func (w *wanted) add(channel, key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.keys == nil {
		w.keys = map[string]string{}
	}
	w.keys[channel] = key
}

// remove forgets the channel; false if it was not wanted. Names are compared as
// fold has them.
func (w *wanted) remove(channel string, fold func(string) string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := false
	for name := range w.keys {
		if fold(name) == fold(channel) {
			delete(w.keys, name)
			found = true
		}
	}
	return found
}

func (w *wanted) has(channel string, fold func(string) string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for name := range w.keys {
		if fold(name) == fold(channel) {
			return true
		}
	}
	return false
}

// joins is the JOIN lines for all of them: ten channels a line, those with a key
// alone.
func (w *wanted) joins() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var open, lines []string
	for name, key := range w.keys {
		if key == "" {
			open = append(open, name)
		} else {
			lines = append(lines, "JOIN "+name+" "+key)
		}
	}
	sort.Strings(open)
	sort.Strings(lines)
	const many = 10
	line := ""
	for i, name := range open {
		switch {
		case line == "":
			line = "JOIN " + name
		case i%many == 0 || len(line)+1+len(name) > maxLine:
			lines = append(lines, line)
			line = "JOIN " + name
		default:
			line += "," + name
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
