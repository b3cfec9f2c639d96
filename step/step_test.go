package step

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/sentiant"
	"arbitre/snake"
)

// race is a game of a few lines: "GO n" moves a player on by n, who has 10
// wins. It whispers to every player where he stands, and pebbles may appear.
type race struct {
	At      []int    `json:"at"`
	Names   []string `json:"names"`
	Turn    int      `json:"turn"`
	Gone    []bool   `json:"gone"`
	Pebbles []string `json:"pebbles"`

	orders  []int
	refusal game.Refusal
}

type said string

func (s said) AppendLine(dst []byte, names []string) []byte {
	for seat, name := range names {
		s = said(strings.ReplaceAll(string(s), fmt.Sprintf("{%d}", seat), name))
	}
	return append(dst, s...)
}

func raceGame() game.Game {
	return game.Game{
		Name: "race", Round: "1s", MinSeats: 2, MaxSeats: 3,
		Words: func(_, key string) string {
			return map[string]string{"dead": "you are gone", "far": "{0} is more than {1}", "word": "expected GO n"}[key]
		},
		New: func(settings []byte, seats int, _ [32]byte) (game.Rules, error) {
			if len(settings) > 2 {
				return nil, errors.New("race has no settings")
			}
			return &race{At: make([]int, seats), Gone: make([]bool, seats), orders: make([]int, seats)}, nil
		},
		Restore: func(_, state []byte) (game.Rules, []string, error) {
			var r race
			if err := json.Unmarshal(state, &r); err != nil {
				return nil, nil, err
			}
			if len(r.At) != len(r.Names) || len(r.Gone) != len(r.Names) || len(r.At) == 0 {
				return nil, nil, errors.New("at, gone and names: expected a value a player")
			}
			r.orders = make([]int, len(r.At))
			return &r, r.Names, nil
		},
	}
}

func (r *race) Open(dst []game.Event) []game.Event {
	return append(dst, game.Event{To: game.Everyone, Fact: said("MAP_SIZE 10")})
}

func (r *race) View(seat game.Seat, dst []game.Event) []game.Event {
	if r.Gone[seat] {
		return dst
	}
	return append(dst, game.Event{To: seat, Fact: said(fmt.Sprintf("AT {%d} %d", seat, r.At[seat]))})
}

func (r *race) Catchup(_ game.Seat, dst []game.Event) []game.Event { return dst }

func (r *race) Order(seat game.Seat, text string) *game.Refusal {
	r.refusal = game.Refusal{Order: text}
	var n int
	switch _, err := fmt.Sscanf(text, "GO %d", &n); {
	case r.Gone[seat]:
		r.refusal.Key = "dead"
	case err != nil:
		r.refusal.Key = "word"
	case n > 3:
		r.refusal.Key, r.refusal.Args = "far", [3]int{n, 3}
	default:
		r.orders[seat] = n
		return nil
	}
	return &r.refusal
}

func (r *race) Spawn(things []byte, _, _ game.Seats) error {
	if bytes.Contains(things, []byte("rock")) {
		return errors.New("a rock is no pebble")
	}
	r.Pebbles = append(r.Pebbles, string(things))
	return nil
}

func (r *race) Resolve(void, out game.Seats, dst []game.Event) []game.Event {
	r.Turn++
	if out.Has(0) && out.Has(1) {
		panic("nobody is left")
	}
	for i := range r.At {
		seat := game.Seat(i)
		r.Gone[i] = r.Gone[i] || out.Has(seat)
		if !void.Has(seat) && !r.Gone[i] {
			r.At[i] += r.orders[i]
		}
		dst = append(dst, game.Event{To: game.Everyone, Fact: said(fmt.Sprintf("POSITION {%d} %d", i, r.At[i]))})
	}
	clear(r.orders)
	return dst
}

func (r *race) Standings(dst []game.Standing) ([]game.Standing, bool) {
	for i, at := range r.At {
		place := 1
		for _, other := range r.At {
			if other > at {
				place++
			}
		}
		dst = append(dst, game.Standing{Alive: !r.Gone[i], Place: place, Score: at})
	}
	return dst, slices.Max(r.At) >= 10
}

func (r *race) AppendState(dst []byte, names []string) []byte {
	r.Names = names
	state, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	return append(dst, state...)
}

func (r *race) AppendDrawing(dst []byte, _ []string) []byte { return dst }

// converse feeds the lines to "step race" and returns the answers.
func converse(tb testing.TB, lines ...string) []string {
	tb.Helper()
	var out strings.Builder
	if err := Serve(raceGame(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		tb.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

const setupRace = `{"setup":{"players":["ann","bob"]}}`

func TestStepTurns(t *testing.T) {
	got := converse(
		t, setupRace, "", "  \t\r",
		`{"orders":{"ann":"GO 1","bob":["GO 9","\u0002GO 2","GO 7","x\u0001"]},"disqualified":["ann"]}`,
		`{"orders":{"ann":[],"bob":""},"out":["ann"],"spawn":[]}`,
		`{"orders":{"ann":"GO 1"}}`,
	)
	want := []string{
		`{"turn":0,"state":{"at":[0,0],"names":["ann","bob"],"turn":0,"gone":[false,false],"pebbles":null},"public":["MAP_SIZE 10"],"private":{"ann":["AT ann 0"],"bob":["AT bob 0"]},"refused":{},"over":false}`,
		`{"turn":1,"state":{"at":[0,2],"names":["ann","bob"],"turn":1,"gone":[false,false],"pebbles":null},"public":["POSITION ann 0","POSITION bob 2"],"private":{"ann":["AT ann 0"],"bob":["AT bob 2"]},"refused":{"bob":"x\u0001: expected GO n"},"over":false}`,
		`{"turn":2,"state":{"at":[0,2],"names":["ann","bob"],"turn":2,"gone":[true,false],"pebbles":["[]"]},"public":["POSITION ann 0","POSITION bob 2"],"private":{"bob":["AT bob 2"]},"refused":{"bob":": expected GO n"},"over":false}`,
		`{"turn":3,"state":{"at":[0,2],"names":["ann","bob"],"turn":3,"gone":[true,false],"pebbles":["[]"]},"public":["POSITION ann 0","POSITION bob 2"],"private":{"bob":["AT bob 2"]},"refused":{"ann":"GO 1: you are gone"},"over":false}`,
	}
	compare(t, got, want)
}

func TestStepEnd(t *testing.T) {
	over := `{"turn":3,"state":{"at":[10,11],"names":["ann","b\"o"],"turn":3,"gone":[false,false],"pebbles":null},"public":[],"private":{},"refused":{},"over":true,"ranking":[{"player":"b\"o","place":1,"score":11},{"player":"ann","place":2,"score":10}]}`
	got := converse(
		t, `{"state":{"turn":3,"at":[10,11],"names":["ann","b\"o"],"gone":[false,false]},"settings":{}}`,
		`{"orders":{}}`,
		setupRace,
	)
	want := []string{
		over,
		`{"error":"line 2: the match is over: expected setup or state"}`,
		converse(t, setupRace)[0],
	}
	compare(t, got, want)
}

// TestStepRefusedSpawn: an error leaves the state as it was, also the orders
// that were noted before the spawn was refused.
func TestStepRefusedSpawn(t *testing.T) {
	got := converse(t, setupRace, `{"orders":{"ann":"GO 3"},"spawn":["rock"]}`, `{"orders":{}}`)
	want := []string{
		converse(t, setupRace)[0],
		`{"error":"line 2: spawn: a rock is no pebble"}`,
		converse(t, setupRace, `{"orders":{}}`)[1],
	}
	compare(t, got, want)
}

// TestStepPanic: a fault of the rules ends the match, not the conversation.
func TestStepPanic(t *testing.T) {
	got := converse(t, setupRace, `{"orders":{},"out":["ann","bob"]}`, `{"orders":{}}`, setupRace)
	want := []string{
		converse(t, setupRace)[0],
		`{"error":"line 2: a fault of the program, please report it: nobody is left"}`,
		`{"error":"line 3: orders: no match is in play: expected setup or state first"}`,
		converse(t, setupRace)[0],
	}
	compare(t, got, want)
}

func TestStepErrors(t *testing.T) {
	for line, want := range map[string]string{
		`{`:                                                  `column 1: unexpected end of JSON input`,
		`{"orders":{}} x`:                                    `column 15: invalid character 'x' after top-level value`,
		`[]`:                                                 `expected an object, not a list`,
		`{}`:                                                 `expected one of setup, state and orders`,
		`{"order":{}}`:                                       `unknown key "order": expected setup, state with settings, or orders with disqualified, out, spawn`,
		`{"orders":{},"orders":{}}`:                          `"orders" stands twice`,
		`{"orders":{},"state":{}}`:                           `state and orders stand in one line: expected one of setup, state and orders`,
		`{"orders":{},"settings":{}}`:                        `settings stands beside orders, where it means nothing: it belongs to state`,
		`{"setup":{},"spawn":[]}`:                            `spawn stands beside setup, where it means nothing: it belongs to orders`,
		`{"orders":null}`:                                    `orders: expected an object, not null`,
		`{"orders":{"carl":"GO 1"}}`:                         `orders: "carl" is no player`,
		`{"orders":{"ann":1}}`:                               `orders: ann: expected a text or a list of texts, not a number`,
		`{"orders":{"ann":["",{}]}}`:                         `orders: ann: expected a text, not an object`,
		`{"orders":{"ann":"","ann":""}}`:                     `orders: "ann" stands twice`,
		`{"orders":{},"out":["carl"]}`:                       `out: "carl" is no player`,
		`{"orders":{},"disqualified":7}`:                     `disqualified: expected a list, not a number`,
		`{"orders":{},"spawn":{}}`:                           `spawn: expected a list, not an object`,
		`{"setup":{}}`:                                       `setup: expected players`,
		`{"setup":{"players":["a"]}}`:                        `setup: players: 1: expected 2 to 3`,
		`{"setup":{"players":["a","a"]}}`:                    `setup: players: two players are called "a"`,
		`{"setup":{"players":["a b","a"]}}`:                  `setup: players: "a b": expected a name of 1 to 30 bytes without spaces`,
		`{"setup":{"players":["","a"]}}`:                     `setup: players: "": expected a name of 1 to 30 bytes without spaces`,
		`{"setup":{"players":["a",true]}}`:                   `setup: players: expected a text, not true`,
		`{"setup":{"players":["a","b"],"seed":1.5}}`:         `setup: seed: 1.5: expected a whole number or a text`,
		`{"setup":{"players":["a","b"],"seed":null}}`:        `setup: seed: expected a number or a text, not null`,
		`{"setup":{"players":["a","b"],"seeds":1}}`:          `setup: unknown key "seeds": expected players, seed or settings`,
		`{"setup":{"players":["a","b"],"seed":1,"seed":1}}`:  `setup: "seed" stands twice`,
		`{"setup":{"players":["a","b"],"settings":[]}}`:      `setup: settings: expected an object, not a list`,
		`{"setup":{"players":["a","b"],"settings":{"a":1}}}`: `setup: settings: race has no settings`,
		`{"state":[]}`:                                       `state: expected an object, not a list`,
		`{"state":{}}`:                                       `state: at, gone and names: expected a value a player`,
		`{"state":{},"settings":"x"}`:                        `settings: expected an object, not a text`,
		`{"state":{"at":[1],"gone":[true],"names":["a b"]}}`: `state: "a b": expected a name of 1 to 30 bytes without spaces`,
	} {
		got := converse(t, setupRace, line, `{"orders":{"ann":"GO 1"}}`)
		var answer struct{ Error string }
		if err := json.Unmarshal([]byte(got[1]), &answer); err != nil || answer.Error != "line 2: "+want {
			t.Errorf("%s\n got %s\nwant line 2: %s", line, got[1], want)
		}
		if after := converse(t, setupRace, `{"orders":{"ann":"GO 1"}}`)[1]; got[2] != after {
			t.Errorf("after the error of %s:\n got %s\nwant %s", line, got[2], after)
		}
	}
	got := converse(t, `{"orders":{}}`)
	compare(t, got, []string{`{"error":"line 1: orders: no match is in play: expected setup or state first"}`})
}

// TestStepSeed: "64 hex digits are the 32 bytes; of any other text, or a
// number's decimal digits, the SHA-256 is taken; without one, that of 0".
func TestStepSeed(t *testing.T) {
	const ofZero = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9" // sha256sum of "0"
	const sum42 = "73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049"
	digits := strings.Repeat("12345678", 8)
	for seed, want := range map[string]string{
		``:                        ofZero,
		`,"seed":0`:               ofZero,
		`,"seed":"0"`:             ofZero,
		`,"seed":42`:              sum42,
		`,"seed":"` + sum42 + `"`: sum42,
		`,"seed":"` + strings.ToUpper(sum42) + `"`: sum42,
		`,"seed":"` + digits + `"`:                 digits,
		`,"seed":` + digits:                        "06bcbf53e05cd44da1c9dc7a0737f08eceef318eeab6f4c6743dea34038b62ce",
	} {
		var line inputLine
		if err := line.parse([]byte(`{"setup":{"players":["a","b"]`+seed+`}}`), nil); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", line.seed); got != want {
			t.Errorf("seed %q: %s, want %s", seed, got, want)
		}
	}
}

// TestStepLongLine: a line beyond the limit is answered and not kept.
func TestStepLongLine(t *testing.T) {
	long := strings.Repeat("x", lineLimit+100)
	got := converse(t, setupRace, long, `{"orders":{}}`, long)
	compare(t, got, []string{
		converse(t, setupRace)[0],
		`{"error":"line 2: longer than 8388608 bytes"}`,
		converse(t, setupRace, `{"orders":{}}`)[1],
		`{"error":"line 4: longer than 8388608 bytes"}`,
	})
	padded := setupRace + strings.Repeat(" ", 200_000)
	compare(t, converse(t, padded), converse(t, setupRace))
}

// TestStepFlushes: an answer leaves before "step" waits for more input.
func TestStepFlushes(t *testing.T) {
	in, lines := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(raceGame(), in, out) }()
	buf := make([]byte, 1<<10)
	for range 3 {
		if _, err := io.WriteString(lines, setupRace+"\n"+`{"ord`); err != nil {
			t.Fatal(err)
		}
		if n, err := answers.Read(buf); err != nil || !bytes.HasPrefix(buf[:n], []byte(`{"turn":0`)) {
			t.Fatal(string(buf[:n]), err)
		}
		if _, err := io.WriteString(lines, `ers":{}}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if n, err := answers.Read(buf); err != nil || !bytes.HasPrefix(buf[:n], []byte(`{"turn":1`)) {
			t.Fatal(string(buf[:n]), err)
		}
	}
	if err := lines.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func compare(tb testing.TB, got, want []string) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Error(diff)
	}
}

// FuzzStep: never a panic; every line that is not blank gets one answer line,
// which is a JSON object with an error or a turn.
func FuzzStep(f *testing.F) {
	for _, lines := range []string{
		setupRace,
		setupRace + "\n" + `{"orders":{"ann":"GO 1","bob":["GO 2","\ud800"]},"out":["ann"],"spawn":[{"x":1}]}` + "\n\n{",
		`{"state":{"turn":3,"at":[10,11],"names":["ann","b\"o"],"gone":[false,false]}}` + "\r\n[[]]\n",
		"{\"\\u006frders\":{}}\n \t\n\x00",
	} {
		f.Add(lines)
	}
	f.Add(`{"state":{"turn":3,"side":10,"players":[{"name":"ann","x":3,"y":5,"speed":2,"firepower":1,"timer":1},{"name":"bob","x":1,"y":1}],"bombs":[{"owner":"bob","x":1,"y":1,"due":5}]},"settings":{"max_turns":9}}` +
		"\n" + `{"orders":{"ann":"BOMB 4","bob":"DEFUSE"},"disqualified":["ann"]}` + "\n" + `{"orders":{"ann":"NORTH 1"},"out":["bob"]}`)
	f.Fuzz(func(t *testing.T, lines string) {
		for _, g := range []game.Game{bomber.Game(), sentiant.Game(), snake.Game(), raceGame()} {
			checkAnswers(t, g, lines)
		}
	})
}

func checkAnswers(t *testing.T, played game.Game, lines string) {
	t.Helper()
	var out strings.Builder
	if err := Serve(played, strings.NewReader(lines), &out); err != nil {
		t.Fatal(err)
	}
	want := 0
	for line := range strings.Lines(lines) {
		if strings.Trim(line, " \t\r\n") != "" {
			want++
		}
	}
	got := 0
	for answer := range strings.Lines(out.String()) {
		got++
		var a struct {
			Error *string
			Turn  *int
		}
		err := json.Unmarshal([]byte(answer), &a)
		if err != nil || (a.Error == nil) == (a.Turn == nil) {
			t.Errorf("%s: %q: answer %q: %v", played.Name, lines, answer, err)
		}
		if strings.Contains(answer, "a fault of the program") && !strings.Contains(answer, "nobody is left") {
			t.Errorf("%s: %q: %s", played.Name, lines, answer)
		}
	}
	if got != want {
		t.Errorf("%s: %q: %d answers, want %d", played.Name, lines, got, want)
	}
}
