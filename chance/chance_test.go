package chance

import (
	"testing"

	"pgregory.net/rapid"
)

// What a seed draws is in every replay, and never changes.
func TestDrawsAreForEver(t *testing.T) {
	s := New([32]byte{1, 2, 3})
	var got [8]int
	for i := range got {
		got[i] = s.Below(1000)
	}
	if s.Seed([32]byte{1, 2, 3}); s.Below(1000) != got[0] || s.Below(1000) != got[1] {
		t.Error("seeded again it draws otherwise")
	}
	if want := [8]int{915, 290, 674, 572, 681, 138, 612, 477}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// Whoever takes up a source draws what it would have drawn, and so does a copy.
func TestTakenUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New([32]byte(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "seed")))
		for range rapid.IntRange(0, 100).Draw(t, "draws before") {
			s.Below(7)
		}
		text := string(s.AppendText(nil))
		other, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		third := *s
		if again := string(other.AppendText(nil)); again != text {
			t.Fatalf("taken up, the state is %s, was %s", again, text)
		}
		for range 50 {
			n := rapid.IntRange(1, 1<<30).Draw(t, "n")
			a, b, c := s.Below(n), other.Below(n), third.Below(n)
			if a != b || a != c || a < 0 || a >= n {
				t.Fatalf("below %d: %d, %d and %d", n, a, b, c)
			}
		}
	})
}

func TestEveryNumberIsDrawn(t *testing.T) {
	s := Usual()
	drawn := map[int]int{}
	for range 6000 {
		drawn[s.Below(6)]++
	}
	for n := range 6 {
		if drawn[n] < 800 || drawn[n] > 1200 {
			t.Errorf("%d was drawn %d times of 6000", n, drawn[n])
		}
	}
}

func TestNoAllocation(t *testing.T) {
	s, text := Usual(), make([]byte, 0, 256)
	allocations := testing.AllocsPerRun(100, func() {
		s.Below(6)
		text = s.AppendText(text[:0])
	})
	if allocations > 1 { // the race detector's own
		t.Errorf("%v allocations", allocations)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("")
	f.Add("00")
	f.Add(string(Usual().AppendText(nil)))
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		if n := s.Below(6); n < 0 || n > 5 {
			t.Errorf("%q draws %d", text, n)
		}
	})
}
