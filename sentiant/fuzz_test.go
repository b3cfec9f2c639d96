package sentiant

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"arbitre/game"
	"arbitre/game/gametest"
)

// drawings are the positions of all scenarios.
func drawings(f *testing.F) []string {
	f.Helper()
	return gametest.Parts(f, "before", "after", "board")
}

// FuzzOrder: any line is taken or refused with a key that has words in each
// language, touches nobody else's ants, and can be played.
func FuzzOrder(f *testing.F) {
	for _, orders := range gametest.Parts(f, "orders") {
		for line := range strings.Lines(orders) {
			_, order, _ := strings.Cut(line, ":")
			f.Add(strings.TrimSpace(order))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := fuzzWorld(t)
		m.Order(1, "2 MOVE UP SAY mine; QUEEN SPAWN")
		theirs, queen := m.ants[1].order, m.queens[1].order
		refusal := m.Order(0, text)
		if m.ants[1].order != theirs || m.queens[1].order != queen {
			t.Fatalf("%q changed another's orders", text)
		}
		if refusal != nil {
			if !strings.Contains(text, refusal.Order) {
				t.Fatalf("%q: refused is %q", text, refusal.Order)
			}
			for _, language := range []string{"en", "fr", "ru"} {
				if words(language, refusal.Key) == "" {
					t.Fatalf("no words for %q in %s", refusal.Key, language)
				}
			}
		}
		if o := m.ants[0].order; o.given && (o.action > drop || o.direction > right || o.scent >= scents || int(o.say.length) > m.settings.SayLength) {
			t.Fatalf("%q was taken as %+v", text, o)
		}
		m.Resolve(0, 0, nil)
	})
}

// fuzzWorld has an ant of each colony, 1 and 2.
func fuzzWorld(t *testing.T) *match {
	t.Helper()
	r, _, err := Parse(nil, strings.Join([]string{
		"after turn 0", "  0 1 2 3 4 5 6", "0 Q Q b . b R R", "1 Q Q q C r R R", "2 . # . . . ^ .",
		"Q ann 0 0 loaves 0", "R bob 5 0 loaves 0", "q 1 ann 2 1 hp 2", "r 2 bob 4 1 hp 2", "next 3", "",
	}, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return r.(*match)
}

// FuzzParse: a drawing that is taken is drawn the same again, and so is the match
// that its state makes; and it can be played.
func FuzzParse(f *testing.F) {
	for _, drawing := range drawings(f) {
		f.Add(drawing)
	}
	f.Fuzz(func(t *testing.T, drawing string) {
		r, names, err := Parse(nil, drawing)
		if err != nil {
			return
		}
		if again := r.AppendDrawing(nil, names); string(again) != drawing {
			t.Fatalf("%s\nis drawn again as\n%s", drawing, again)
		}
		playOn(t, r.(*match), names)
	})
}

// FuzzRestore: a state that is taken is written the same ever after, and can be
// played.
func FuzzRestore(f *testing.F) {
	for _, drawing := range drawings(f) {
		if r, names, err := Parse(nil, drawing); err == nil {
			f.Add(r.AppendState(nil, names))
		}
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		r, names, err := restore(nil, state)
		if err != nil {
			return
		}
		playOn(t, r.(*match), names)
	})
}

// playOn writes a match in every way, takes it up again, and plays a turn of both.
func playOn(t *testing.T, m *match, names []string) {
	t.Helper()
	state := m.AppendState(nil, names)
	r, _, err := restore(nil, state)
	if err != nil {
		t.Fatalf("%v: %s", err, state)
	}
	other := r.(*match)
	drawing := m.AppendDrawing(nil, names)
	if again := other.AppendDrawing(nil, names); !bytes.Equal(again, drawing) {
		t.Fatalf("%s\nbecame\n%s", drawing, again)
	}
	if _, _, err := Parse(nil, string(drawing)); err != nil {
		t.Fatalf("%v: %s", err, drawing)
	}
	var told [2]string
	for i, world := range []*match{m, other} {
		for _, e := range world.View(game.Everyone, nil) {
			text := e.Fact.AppendLine(nil, names)
			if len(text) > longestLine {
				t.Fatalf("%d bytes: %s", len(text), text)
			}
			told[i] += string(text)
		}
		for k := range world.ants {
			a := &world.ants[k]
			world.Order(a.team, fmt.Sprintf("%d MOVE %s PHERO 1; QUEEN SPAWN", a.id, directionWords[a.id%4]))
		}
		world.Resolve(0, 0, nil)
		told[i] += fmt.Sprint(world.Standings(nil)) + string(world.AppendState(nil, names))
	}
	if told[0] != told[1] {
		t.Fatalf("%s\nor\n%s", told[0], told[1])
	}
}
