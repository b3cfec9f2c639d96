package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/coreos/go-systemd/v22/unit"
)

// understood tells whether our command line takes the words behind "arbitre".
func understood(t *testing.T, words []string) {
	t.Helper()
	var c commands
	parser, err := kong.New(&c, vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(words); err != nil {
		t.Errorf("arbitre %s: %v", strings.Join(words, " "), err)
	}
}

// The unit's lines are well formed, its commands are ours, and its times leave us
// ours.
func TestUnit(t *testing.T) {
	file, err := os.Open("../../deploy/arbitre.service")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	options, err := unit.DeserializeOptions(file)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, o := range options {
		if o.Section != "Unit" && o.Section != "Service" && o.Section != "Install" {
			t.Errorf("section %s", o.Section)
		}
		values[o.Name] = o.Value
		if rest, ours := strings.CutPrefix(o.Value, "/usr/local/bin/arbitre "); ours {
			understood(t, strings.Fields(rest))
		}
	}
	seconds := func(name string) time.Duration {
		d, err := time.ParseDuration(values[name] + "s")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return d
	}
	if seconds("TimeoutStopSec") <= stopLimit {
		t.Errorf("TimeoutStopSec=%s: expected more than the %v that a stop may take", values["TimeoutStopSec"], stopLimit)
	}
	if seconds("WatchdogSec") <= 3*deskPatience {
		t.Errorf("WatchdogSec=%s: expected more than three times %v", values["WatchdogSec"], deskPatience)
	}
	for name, want := range map[string]string{"Type": "notify", "RestartPreventExitStatus": "3 64", "CapabilityBoundingSet": ""} {
		if got, is := values[name]; !is || got != want {
			t.Errorf("%s=%s, want %s", name, got, want)
		}
	}
}

// The commands of the image are ours.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../../deploy/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(ENTRYPOINT|CMD) (\[.*\])`).FindAllStringSubmatch(string(text), -1)
	if len(found) != 3 {
		t.Fatalf("commands: %q", found)
	}
	for _, command := range found {
		var words []string
		if err := json.Unmarshal([]byte(command[2]), &words); err != nil {
			t.Errorf("%s: %v", command[0], err)
			continue
		}
		if len(words) > 0 && words[0] == "/usr/bin/arbitre" {
			words = words[1:]
		}
		if len(words) > 0 {
			understood(t, words)
		}
	}
}

// The configurations on the operator's page load.
func TestOperatingPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile(`(?m)^    \[+[a-z_.]+\]+$\n(?:^(?:    .*)?$\n)*`).FindAllString(string(text), -1)
	if len(blocks) < 2 {
		t.Fatalf("configurations: %q", blocks)
	}
	for _, block := range blocks {
		if !strings.Contains(block, "address = \"irc.") {
			block += "[[network]]\naddress = \"irc.example.org:6697\"\n"
		}
		name := filepath.Join(t.TempDir(), "config.toml")
		write(t, name, block)
		if _, err := loadConfig(name); err != nil {
			t.Errorf("%v in\n%s", err, block)
		}
	}
}
