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

// TestRoundRobin lets the samples play each other in turn, each in each seat, and
// says who won (go test -v). All of them bring cookies home.
func TestRoundRobin(t *testing.T) {
	pairs := 4
	if testing.Short() {
		pairs = 1
	}
	won, names := map[string]int{}, SampleNames()
	for seed := range pairs {
		for i := range names {
			for _, pair := range [][2]string{{names[i], names[(i+1)%3]}, {names[(i+1)%3], names[i]}} {
				tb := newTable(t, "", seed, Sample(pair[0]), Sample(pair[1]))
				for over := false; !over; {
					over = tb.play(t)
					for _, a := range tb.answers {
						if len(a.Told) > 0 {
							t.Fatal(pair, a.Told)
						}
					}
				}
				standings, _ := tb.rules.Standings(nil)
				for seat, s := range standings {
					if s.Place == 1 {
						won[pair[seat]]++
					}
				}
			}
		}
	}
	for _, name := range names {
		t.Logf("%s won %d of %d", name, won[name], 4*pairs)
		if !testing.Short() && won[name] == 0 {
			t.Errorf("%s won %d of %d", name, won[name], 4*pairs)
		}
	}
}
