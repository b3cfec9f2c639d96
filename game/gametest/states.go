package gametest

import (
	"bytes"
	"strings"
	"testing"

	"arbitre/game"
)

// MadeByHand checks that a state is taken up with each of the edits, from one text
// to the other, that five turns can be played from there, and that what they come
// to is taken up too.
func MadeByHand(t *testing.T, g Game, state string, edits map[string][2]string) {
	t.Helper()
	for name, edit := range edits {
		given := strings.Replace(state, edit[0], edit[1], 1)
		if given == state {
			t.Errorf("%s: changes nothing", name)
		}
		r, names, err := g.Restore(nil, []byte(given))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var events []game.Event
		for range 5 {
			events = r.Resolve(0, 0, events)
		}
		if _, _, err := g.Restore(nil, r.AppendState(nil, names)); err != nil {
			t.Errorf("%s: five turns later: %v", name, err)
		}
	}
}

// TakesUp checks that the match writes a state that is taken up and written the
// same again.
func TakesUp(t *testing.T, g Game, rules game.Rules, names []string) {
	t.Helper()
	state := rules.AppendState(nil, names)
	again, _, err := g.Restore(nil, state)
	if err != nil {
		t.Fatalf("%s: %v", state, err)
	}
	if twice := again.AppendState(nil, names); !bytes.Equal(state, twice) {
		t.Fatalf("%s\n%s", state, twice)
	}
}

// FuzzDrawing checks that what parses draws the same again, and goes through a
// state. It begins with a drawing and those of the scenarios.
func FuzzDrawing(f *testing.F, g Game, drawn string) {
	f.Helper()
	f.Add(drawn)
	for _, text := range Parts(f, "before", "after") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, names, err := g.Parse(nil, text)
		if err != nil {
			return
		}
		if again := string(r.AppendDrawing(nil, names)); again != text {
			t.Fatalf("%s\n%s", text, again)
		}
		TakesUp(t, g, r, names)
	})
}
