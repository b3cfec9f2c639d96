package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbitre"
	"arbitre/game"
	"arbitre/irc"
)

// TestExample: the example loads, says the defaults, and has every key.
func TestExample(t *testing.T) {
	got, err := loadConfig("../../config.toml.example")
	if err != nil {
		t.Fatal(err)
	}
	want := defaultConfig()
	want.referee.Rounds = map[string]time.Duration{}
	for _, g := range games() {
		if want.referee.Rounds[g.Name], err = time.ParseDuration(g.Round); err != nil {
			t.Fatal(err)
		}
		checkSettings(t, g, got.referee.Settings[g.Name])
	}
	got.referee.Settings = nil
	if diff := cmp.Diff(want.referee, got.referee, cmpopts.EquateEmpty()); diff != "" {
		t.Error("referee, -default +example:\n", diff)
	}
	if want.web != got.web {
		t.Errorf("web: %+v, want %+v", got.web, want.web)
	}
	if want.operations != got.operations {
		t.Errorf("operations: %+v, want %+v", got.operations, want.operations)
	}
	if want.log != got.log {
		t.Errorf("log: %+v, want %+v", got.log, want.log)
	}
	network := defaultNetwork()
	network.irc.Address = "irc.example.org:6697"
	example, _, err := network.config()
	if err != nil {
		t.Fatal(err)
	}
	example.Channels = []string{"#arena"} // an example, as the file says
	if diff := cmp.Diff([]irc.Config{example}, got.networks, cmpopts.IgnoreFields(irc.Config{}, "TLS", "Dial")); diff != "" {
		t.Error("network, -default +example:\n", diff)
	}
}

// checkSettings: with the example's settings and with none a match is the same.
func checkSettings(t *testing.T, g game.Game, settings []byte) {
	t.Helper()
	names := []string{"ann", "bob"}
	var states []string
	for _, settings := range [][]byte{nil, settings} {
		rules, err := g.New(settings, len(names), [32]byte{})
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, string(rules.AppendState(nil, names)))
	}
	if states[0] != states[1] {
		t.Errorf("%s: a match by default\n%s\nand by the example\n%s", g.Name, states[0], states[1])
	}
}

// TestExampleKeys: the example has every key of the tables, and the tables know
// every field of the referee's configuration.
func TestExampleKeys(t *testing.T) {
	c := defaultConfig()
	n := defaultNetwork()
	keys := map[string][]key{
		"log": logKeys(&c.log), "referee": refereeKeys(&c.referee), "network[0]": n.keys(),
		"referee.round_length": roundKeys(&c.referee), "data": dataKeys(&c.data, ""), "web": webKeys(&c.web),
		"operations": operationsKeys(&c.operations),
	}
	lines := keyLines(uncommented(arbitre.ExampleConfig))
	for table, keys := range keys {
		for _, k := range keys {
			if lines[table+"."+k.name] == 0 {
				t.Errorf("the example has no %s.%s", table, k.name)
			}
		}
	}
	const settings = 2 // fields that come from the games' own tables
	if got, want := len(refereeKeys(&c.referee)), reflect.TypeOf(c.referee).NumField()-settings; got != want {
		t.Errorf("the table referee has %d keys, its configuration %d fields", got, want)
	}
}

// uncommented is the example with the keys that stand in a comment.
func uncommented(example string) string {
	return regexp.MustCompile(`(?m)^# (\w+ = )`).ReplaceAllString(example, "$1")
}

// TestExampleSettings: the example has every key of every game, and those that
// stand in a comment, since without them a default is reckoned, are good too.
func TestExampleSettings(t *testing.T) {
	text := uncommented(arbitre.ExampleConfig)
	var c config
	if err := (&configFile{path: "example", text: text}).read(&c); err != nil {
		t.Fatal(err)
	}
	lines := keyLines(text)
	for _, g := range games() {
		_, err := g.New([]byte(`{"no such key":1}`), g.MinSeats, [32]byte{})
		_, keys, found := strings.Cut(err.Error(), "want one of ")
		if !found {
			t.Fatal(err)
		}
		for key := range strings.SplitSeq(keys, ", ") {
			if lines[g.Name+"."+key] == 0 && key != "map_rows" { // made of what is in a folder
				t.Errorf("the example has no %s.%s", g.Name, key)
			}
		}
	}
}

func TestConfigErrors(t *testing.T) {
	const network = "[[network]]\naddress = \"h:1\"\n"
	t.Setenv("ARBITRE_TEST_PASSWORD", "hush")
	for _, c := range []struct{ text, want string }{
		{"", `c.toml: expected at least one [[network]]`},
		{"[referee]\nlobby = 60s\n", `c.toml:2: `},
		{"a = 1\na = 2\n", `c.toml:2: `},
		{"[refere]\n", `c.toml:1: refere: unknown: expected log, data, referee, web, operations, network, or a game (` + gameNames() + `)`},
		{"\n[referee]\nlobbyy = 1\n", `c.toml:3: referee.lobbyy: unknown: expected one of prefix, language, `},
		{"referee = 1\n", `c.toml:1: referee: 1: expected a table`},
		{"[referee]\nlobby = 60\n", `c.toml:2: referee.lobby: 60: expected a time from "5s" to "1h0m0s", such as "1m30s"`},
		{"[referee]\nlobby = \"5x\"\n", `c.toml:2: referee.lobby: "5x": expected a time from`},
		{"[referee]\nlobby = \"4s\"\n", `c.toml:2: referee.lobby: "4s": expected a time from`},
		{"referee.absent_turns = -1\n", `c.toml:1: referee.absent_turns: -1: expected a whole number from 0 to 10000`},
		{"[referee]\nearly_end = \"yes\"\n", `c.toml:2: referee.early_end: "yes": expected true or false`},
		{"[referee]\ndisqualify = \"ever\"\n", `c.toml:2: referee.disqualify: "ever": expected one of ["turn" "match"]`},
		{"[referee]\nguest = [\"[\"]\n", `c.toml:2: referee.guest: "[": expected a list of patterns of nicks`},
		{"[referee]\nadmins = \"ann\"\n", `c.toml:2: referee.admins: "ann": expected a list of accounts`},
		{"[referee.round_length]\nbomber = \"1ms\"\n", `c.toml:2: referee.round_length.bomber: "1ms": expected a time from "200ms" to "10m0s"`},
		{"[referee]\nround_length = {chess = \"5s\"}\n", `c.toml:2: referee.round_length.chess: unknown: expected one of ` + gameNames()},
		{"[web]\nlisten = \"8080\"\n", `c.toml:2: web.listen: "8080": expected an address "host:port"`},
		{"[web]\nlisten = \":8080\"\n", `c.toml:2: web.listen: expected base too`},
		{"[web]\nbase = \"http://h:1/\"\n", `c.toml:2: web.base: "http://h:1/": expected "http://host:port"`},
		{"[web]\nbase = \"http://myhttpd\"\n", `c.toml:2: web.base: "http://myhttpd": expected "http://host:port"`},
		{"[web]\nbase = \"ws://h\"\n", `c.toml:2: web.base: "ws://h": expected "http://host:port"`},
		{"[bomber]\ntimer = 1\nmap_factor = 0\n", `c.toml:3: bomber.map_factor: `},
		{"[bomber]\nbombs = 1\n", `c.toml:2: bomber.bombs: `},
		{"[network]\n", `c.toml:1: network: expected [[network]], in double brackets`},
		{"[[network]]\n", `c.toml:1: network[0].address: missing: expected host:port, such as "irc.example.org:6697"`},
		{"\nnetwork = [{nick = \"a\"}]\n", `c.toml:2: network: expected [[network]], in double brackets`},
		{"[[refere]]\n", `c.toml:1: refere: unknown: `},
		{"[[network]]\naddress = \"h\"\n", `c.toml:2: network[0].address: "h": expected host:port`},
		{network + network + "nick = \"1\"\n", `c.toml:5: network[1].nick: "1": expected a nick of 1 to 30 bytes`},
		{network + network, `c.toml:3: network[1].name: two networks are called "h"`},
		{network + "channels = [\"arena\"]\n", `c.toml:3: network[0].channels: "arena": expected a list of channels`},
		{network + "password = 5\n", `c.toml:3: network[0].password: expected a text`},
		{network + "password = \"hush\\u0007\"\n", `c.toml:3: network[0].password: expected one line without control characters`},
		{network + "password = \"hush\"\npassword_env = \"ARBITRE_TEST_PASSWORD\"\n", `c.toml:4: network[0].password_env: expected only one of it and password`},
		{network + "password_env = \"ARBITRE_NO_SUCH\"\n", `c.toml:3: network[0].password_env: the environment has no ARBITRE_NO_SUCH`},
		{network + "password_file = \"no-such\"\n", `c.toml:3: network[0].password_file: read the password: open `},
		{network + "login = \"plain\"\n", `c.toml:1: network[0].account: missing, for login = "plain"`},
		{network + "login = \"plain\"\naccount = \"a\"\n", `c.toml:1: network[0].account_password: missing, for login = "plain"`},
		{network + "account = \"a\"\n", `c.toml:1: network[0].login: "none", but there is an account`},
		{network + "login = \"external\"\n", `c.toml:1: network[0].certificate_file: missing, for login = "external"`},
		{network + "tls = false\nca_file = \"x\"\n", `c.toml:4: network[0].ca_file: means nothing with tls = false`},
		{network + "ca_file = \"c.toml\"\n", `c.toml:3: network[0].ca_file: "c.toml": expected a file of certificates in PEM`},
		{network + "key_file = \"x\"\n", `c.toml:3: network[0].key_file: means nothing without certificate_file`},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "c.toml")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := loadConfig(file)
		if err == nil {
			t.Errorf("%q: no error, want %s", c.text, c.want)
			continue
		}
		got := strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), "")
		if !strings.HasPrefix(got, "read config: "+c.want) {
			t.Errorf("%q:\n got %s\nwant read config: %s", c.text, got, c.want)
		}
		if strings.Contains(got, "\n") || strings.Contains(got, "hush") {
			t.Errorf("%q: %q", c.text, got)
		}
	}
}

// TestSecrets: a password comes from the file, another file, or the environment.
func TestSecrets(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("ARBITRE_TEST_PASSWORD", "hush")
	if err := os.WriteFile(filepath.Join(dir, "password"), []byte("hush\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`account_password = "hush"`,
		`account_password_file = "password"`,
		`account_password_env = "ARBITRE_TEST_PASSWORD"`,
	} {
		file := filepath.Join(dir, "c.toml")
		text := "[[network]]\naddress = \"h:1\"\nlogin = \"plain\"\naccount = \"ann\"\n" + line
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := loadConfig(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := *c.networks[0].SASL; got != (irc.SASL{Mechanism: "PLAIN", Account: "ann", Password: "hush"}) {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// TestExampleWidth: the example can be read in a terminal, and shows no tabs.
func TestExampleWidth(t *testing.T) {
	if line := regexp.MustCompile(`(?m)^.{81,}$|\t`).FindString(arbitre.ExampleConfig); line != "" {
		t.Errorf("%q is wider than 80 or has a tab", line)
	}
}
