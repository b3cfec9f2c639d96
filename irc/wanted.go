package irc

import (
	"sort"
	"sync"
)

// wanted is the channels in which we want to be. It may be used anywhere.
type wanted struct {
	mu       sync.Mutex
	channels map[string]bool   // by the name as it was given
	keys     map[string]string // also of those that we left or were thrown out of
}

// add notes a channel and its key, and returns the key: if none is given, the one
// that is known.
func (w *wanted) add(channel, key string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.channels == nil {
		w.channels, w.keys = map[string]bool{}, map[string]string{}
	}
	w.channels[channel] = true
	if key != "" {
		w.keys[channel] = key
	}
	return w.keys[channel]
}

// remove forgets that the channel was wanted; false if it was not. Names are
// compared as fold has them.
func (w *wanted) remove(channel string, fold func(string) string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := false
	for name := range w.channels {
		if fold(name) == fold(channel) {
			delete(w.channels, name)
			found = true
		}
	}
	return found
}

func (w *wanted) has(channel string, fold func(string) string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for name := range w.channels {
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
	for name := range w.channels {
		if key := w.keys[name]; key != "" {
			lines = append(lines, "JOIN "+name+" "+key)
		} else {
			open = append(open, name)
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
