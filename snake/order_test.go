package snake

import (
	"strings"
	"testing"

	"arbitre/game"
	"arbitre/game/gametest"
)

// FuzzOrder: no text upsets the parser; what it takes is made of its words, in
// any case and with spaces around them, and goes one way at most.
func FuzzOrder(f *testing.F) {
	for _, text := range []string{
		"UP", "act", "ACT,LEFT", " left , act ", "ACT(0)", "DOWN,ACT(0)", "STOP", "", ",", "UP,", ",ACT", "ACT,ACT", "LEFT,UP",
		"ACT,UP,ACT", "ſTOP", "STOP,STOP", "UP\xff", "ACT(1)", "ACT (0)", "\x02UP",
	} {
		f.Add(text)
	}
	known := map[string]bool{"UP": true, "DOWN": true, "LEFT": true, "RIGHT": true, "ACT": true, "ACT(0)": true, "STOP": true}
	f.Fuzz(func(t *testing.T, text string) {
		o, key := parseOrder(text)
		if key != "" && (o != order{} || words("en", key) == "") {
			t.Fatalf("%q: %+v and %q", text, o, key)
		}
		parts := strings.Split(text, ",")
		bad := len(parts) > 2
		for _, part := range parts {
			part = strings.ToUpper(strings.Trim(part, " "))
			bad = bad || !known[part] && (part != "" || len(parts) > 1) || len(part) > len("ACT(0)")
		}
		if bad && key == "" {
			t.Fatalf("%q is taken as %+v", text, o)
		}
		if o.dies && (o.direction != straight || o.stone != never) {
			t.Fatalf("%q: %+v", text, o)
		}
		if spaced, again := parseOrder(" " + strings.ReplaceAll(text, ",", " , ") + " "); spaced != o || again != key {
			t.Fatalf("%q: %+v %q, but spaced %+v %q", text, o, key, spaced, again)
		}
	})
}

// TestOrdersOfSeatsAreTheirOwn, and those of a turn not those of the next.
func TestOrdersOfSeatsAreTheirOwn(t *testing.T) {
	m, names := twoSnakes(t)
	m.Order(0, "UP")
	if r := m.Order(1, "jump"); r == nil || r.Key != refusedWord || r.Order != "jump" {
		t.Fatalf("%+v", r)
	}
	for _, want := range []string{"SNAKES ann:5,2,UP,3,0,0 bob:5,6,RIGHT,2,0,0", "SNAKES ann:5,1,UP,4,0,0 bob:6,6,RIGHT,2,0,0"} {
		if got := gametest.Told(m.Resolve(0, 0, nil), names); got[0] != want {
			t.Fatalf("%q, want %q", got, want)
		}
	}
}

// twoSnakes is a small position.
func twoSnakes(t *testing.T) (*match, []string) {
	t.Helper()
	r, names, err := Parse(nil, drawn)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*match), names
}

const drawn = `after turn 4, round 1, play 0
☼☼☼☼☼☼☼☼☼
☼#   ○  ☼
☼      ●☼
☼  ╘═►  ☼
☼       ☼
☼#      ☼
☼  ×>  ®☼
☼#     $☼
☼☼☼☼☼☼☼☼☼
under 3,3 ○
ann RIGHT: 5,3 4,3 3,3
bob RIGHT score 3: 4,6 3,6
`

// TestWaitingSnakesAreNotAsked: who waits has no order to choose, nor has the
// dead; both are in the game.
func TestWaitingSnakesAreNotAsked(t *testing.T) {
	r, _, err := Parse(nil, strings.NewReplacer("bob RIGHT score 3", "bob RIGHT dead wall score 3", "×>", "×☺").Replace(drawn))
	if err != nil {
		t.Fatal(err)
	}
	standings, ended := r.Standings(nil)
	want := []game.Standing{{Alive: true, Free: true, Place: 2}, {Alive: true, Place: 1, Score: 3}}
	if ended || standings[0] != want[0] || standings[1] != want[1] {
		t.Errorf("%+v, over %t", standings, ended)
	}
	m := begin(t, nil, 2, [32]byte{})
	standings, _ = m.Standings(nil)
	if want := (game.Standing{Alive: true, Place: 1}); standings[0] != want || standings[1] != want {
		t.Errorf("%+v", standings)
	}
}
