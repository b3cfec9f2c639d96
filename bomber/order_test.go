package bomber

import (
	"strings"
	"testing"
	"unicode/utf8"

	"arbitre/game"
	"arbitre/game/gametest"
)

// FuzzOrder: no text upsets the parser; what it takes is what it would write
// itself, and colours make no difference.
func FuzzOrder(f *testing.F) {
	for _, text := range []string{
		"NORTH 1", "  south   02 ", "BOMB 999999999", "STUDY_FIREPOWER", "defuse", "DEFUSE 1", "",
		"NORTH 1234567890", "EAST -1", "\x0304,12WEST\x0f 1", "\x04FF0000,00FF00bomb 3", "\x03", "\x03,5NORTH 1",
		"ſTUDY_SPEED", "NORTH\t1", "NORTH 1\xff", "N\x02ORTH 1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, key := parseOrder(text)
		if (o.action == nothing) != (key != "") {
			t.Fatalf("%q: %+v and %q", text, o, key)
		}
		if key != "" && words("en", key) == "" {
			t.Fatalf("%q: no sentence for %q", text, key)
		}
		if bold, boldKey := parseOrder("\x02" + text + "\x0f"); bold != o || boldKey != key {
			t.Fatalf("%q: %+v %q, but in bold %+v %q", text, o, key, bold, boldKey)
		}
		if key != "" {
			return
		}
		plain := stripFormatting(text)
		if !utf8.ValidString(plain) {
			t.Fatalf("%q is taken", text)
		}
		written := strings.Fields(strings.ToUpper(plain))
		if written[0] != actionWords[o.action] || (len(written) > 1) != o.action.takesNumber() {
			t.Fatalf("%q is taken as %+v", text, o)
		}
	})
}

// TestOrdersOfSeatsAreTheirOwn, and those of a turn are not those of the next.
func TestOrdersOfSeatsAreTheirOwn(t *testing.T) {
	m, names := twoPlayers(t)
	m.Order(0, "EAST 1")
	if r := m.Order(1, "EAST 99"); r == nil || r.Key != refusedTooFast || r.Order != "EAST 99" || r.Args[0] != 1 {
		t.Fatalf("%+v", r)
	}
	got := string(gametest.AppendLines(nil, m.Resolve(0, 0, nil), names))
	if want := "POSITION ann 2 1\nNO_ACTION bob\n"; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
	got = string(gametest.AppendLines(nil, m.Resolve(0, 0, nil), names))
	if want := "NO_ACTION ann\nNO_ACTION bob\n"; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
}

// twoPlayers is a small position.
func twoPlayers(t *testing.T) (*match, []string) {
	t.Helper()
	r, names, err := Parse(nil, `after turn 3
3 . . . .
2 . . . B
1 . A . .
0 . . @ .
  0 1 2 3
A ann 1 1 timer 2
B bob 3 2
@ ann 2 0 due 9
idle 0
`)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*match), names
}

// TestFactsStayGoodWhileTheyGrow: the lines of a turn are good until the next
// call, also those told before their memory had to grow.
func TestFactsStayGoodWhileTheyGrow(t *testing.T) {
	r, err := start(nil, maxSeats, [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	events := r.Resolve(0, 1<<0|1<<9, nil)
	got := string(gametest.AppendLines(nil, events, everybody))
	if n := strings.Count(got, "NO_ACTION"); n != maxSeats || !strings.HasSuffix(got, "DEAD ann\nDEAD jack\n") {
		t.Fatal(got)
	}
	for _, e := range events {
		if e.To != game.Everyone {
			t.Fatalf("to %d", e.To)
		}
	}
}
