package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"arbitre/game"
	"arbitre/irc"
	"arbitre/referee"
	"arbitre/web"
)

// config is what "arbitre serve" runs by. The file's keys are in config_table.go
// and, for people, in config.toml.example.
type config struct {
	log        logConfig
	data       dataConfig
	referee    referee.Config
	web        web.Config
	operations operationsConfig
	networks   []irc.Config
	scripts    []referee.Script // that everybody may play
	file       map[string]any   // as it was read
}

// operationsConfig is what an operator sets for himself.
type operationsConfig struct {
	address string        // of metrics and health, host:port; "": none
	drain   time.Duration // how long running matches may play on at a stop
}

// dataConfig is where matches are kept.
type dataConfig struct {
	folder string // "": nowhere
}

// logConfig is how the log is written.
type logConfig struct {
	level  string // debug, info, warn or error
	format string // auto, console or json
}

// defaultConfig is the one function of defaults; a network's are
// defaultNetwork's.
func defaultConfig() config {
	return config{
		log:     logConfig{level: "info", format: "auto"},
		data:    dataConfig{folder: "data"},
		referee: referee.DefaultConfig(),
		web:     web.DefaultConfig(),
	}
}

// configFile is a file being read.
type configFile struct {
	path     string
	text     string
	password func(path string) ([]byte, error) // reads a file that holds one
}

// loadConfig reads a file. An error names the file, the line, the key, and what
// was expected.
func loadConfig(path string) (*config, error) { return loadConfigWith(path, os.ReadFile) }

// loadConfigWith is loadConfig with another way to read the files of passwords.
func loadConfigWith(path string, password func(path string) ([]byte, error)) (*config, error) {
	text, err := readWhole(path)
	if err != nil {
		return nil, fmt.Errorf("read config: %w", err)
	}
	c := defaultConfig()
	c.data.folder = filepath.Join(filepath.Dir(path), c.data.folder)
	file := configFile{path, text, password}
	if err := file.read(&c); err != nil {
		return nil, fmt.Errorf("read config: %w", err)
	}
	return &c, nil
}

// longestConfig is in bytes; what is longer was meant to be another file.
const longestConfig = 1 << 20

func readWhole(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }() // only read
	text, err := io.ReadAll(io.LimitReader(file, longestConfig+1))
	if err != nil {
		return "", err
	}
	if len(text) > longestConfig {
		return "", fmt.Errorf("%s: longer than %d bytes: expected a configuration", path, longestConfig)
	}
	return string(text), nil
}

// read takes the file into the configuration.
func (f *configFile) read(c *config) error {
	var file map[string]any
	if _, err := toml.Decode(f.text, &file); err != nil {
		if syntax, ok := errors.AsType[toml.ParseError](err); ok {
			return fmt.Errorf("%s:%d: %s", f.path, syntax.Position.Line, syntax.Message)
		}
		return fmt.Errorf("%s: %w", f.path, err)
	}
	c.file = file
	for _, name := range slices.Sorted(maps.Keys(file)) {
		if err := f.readTable(c, name, file[name]); err != nil {
			return err
		}
	}
	if len(c.networks) == 0 {
		return fmt.Errorf("%s: expected at least one [[network]]", f.path)
	}
	return nil
}

// readTable takes a table of the file's top into the configuration.
func (f *configFile) readTable(c *config, name string, value any) error {
	switch name {
	case "log":
		return f.take(name, value, logKeys(&c.log))
	case "data":
		return f.take(name, value, dataKeys(&c.data, filepath.Dir(f.path)))
	case "referee":
		return f.take(name, value, refereeKeys(&c.referee))
	case "web":
		return f.takeWeb(&c.web, value)
	case "operations":
		return f.take(name, value, operationsKeys(&c.operations))
	case "network":
		return f.takeNetworks(c, value)
	}
	for _, g := range games() {
		if g.Name != name {
			continue
		}
		settings, err := f.takeMaps(&c.referee, name, value)
		if err == nil {
			settings, err = f.takeScripts(c, name, settings)
		}
		if err != nil {
			return err
		}
		return f.takeSettings(&c.referee, g, settings)
	}
	return f.wrong(name, fmt.Errorf("unknown: expected log, data, referee, web, operations, network, or a game (%s)", gameNames()))
}

// take takes a table by its keys.
func (f *configFile) take(path string, value any, keys []key) error {
	table, ok := value.(map[string]any)
	if !ok {
		return f.wrong(path, expected(value, "a table"))
	}
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
		value, ok := table[k.name]
		if !ok {
			continue
		}
		if k.table != nil {
			if err := f.take(path+"."+k.name, value, k.table); err != nil {
				return err
			}
		} else if err := k.set(value); err != nil {
			return f.wrong(path+"."+k.name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(names, name) {
			return f.wrong(path+"."+name, fmt.Errorf("unknown: expected one of %s", strings.Join(names, ", ")))
		}
	}
	return nil
}

func (f *configFile) takeNetworks(c *config, value any) error {
	tables, ok := value.([]map[string]any)
	if !ok {
		return f.wrong("network", errors.New("expected [[network]], in double brackets"))
	}
	names := map[string]bool{}
	for i, table := range tables {
		path := fmt.Sprintf("network[%d]", i)
		n := defaultNetwork()
		n.folder, n.readPassword = filepath.Dir(f.path), f.password
		if err := f.take(path, table, n.keys()); err != nil {
			return err
		}
		network, key, err := n.config()
		if err != nil {
			return f.wrong(path+"."+key, err)
		}
		if names[network.Name] {
			return f.wrong(path+".name", fmt.Errorf("two networks are called %q", network.Name))
		}
		names[network.Name] = true
		c.networks = append(c.networks, network)
	}
	return nil
}

// takeSettings takes a game's own table. The game itself says what is wrong
// with it, and each key is tried alone so that the error has its line.
func (f *configFile) takeSettings(c *referee.Config, g game.Game, value any) error {
	table, ok := value.(map[string]any)
	if !ok {
		return f.wrong(g.Name, expected(value, "a table"))
	}
	try := func(table map[string]any) (json.RawMessage, error) {
		settings, err := json.Marshal(table)
		if err != nil {
			return nil, fmt.Errorf("make JSON of it: %w", err)
		}
		_, err = g.New(settings, g.MinSeats, [32]byte{})
		return settings, err
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if _, err := try(map[string]any{name: table[name]}); err != nil {
			said := strings.TrimPrefix(err.Error(), name+": ") // the place names the key
			return f.wrong(g.Name+"."+name, errors.New(said))
		}
	}
	settings, err := try(table)
	if err != nil {
		return f.wrong(g.Name, err)
	}
	if c.Settings == nil {
		c.Settings = map[string]json.RawMessage{}
	}
	c.Settings[g.Name] = settings
	return nil
}

// wrong is an error with its place in the file.
func (f *configFile) wrong(path string, err error) error {
	place := f.path
	if line := lineOf(f.text, path); line > 0 {
		place = fmt.Sprintf("%s:%d", place, line)
	}
	return fmt.Errorf("%s: %s: %w", place, path, err)
}
