package script

import "testing"

// Four foragers bring the cookie home, without a mistake.
func TestForagersBringTheCookieHome(t *testing.T) {
	matches, home := 8, 0
	if testing.Short() {
		matches = 3
	}
	for seed := range matches {
		text := Sample("forager")
		tb := newTable(t, "", seed, text, text, text, text)
		for over := false; !over; {
			over = tb.play(t)
			for _, a := range tb.answers {
				if len(a.Told) > 0 {
					t.Fatal(a.Told)
				}
			}
		}
		standings, _ := tb.rules.Standings(nil)
		for _, s := range standings {
			if s.Score >= 100 {
				home++
			}
		}
	}
	if home*2 <= matches {
		t.Errorf("the cookie came home in %d of %d matches", home, matches)
	}
}

// Every sample compiles and is there.
func TestSamples(t *testing.T) {
	for _, name := range SampleNames() {
		if _, mistakes := Compile(Sample(name)); mistakes != nil {
			t.Errorf("%s: %v", name, mistakes)
		}
	}
	if Sample("nobody") != "" {
		t.Error("there is a sample that is none")
	}
}
