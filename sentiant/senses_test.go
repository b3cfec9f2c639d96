package sentiant

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbitre/game"
)

// The senses tell the very same as the views, no more and no less: written out as
// a view, they are the view.
func TestSensesAreTheView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t, rapid.IntRange(2, 4).Draw(t, "seats"))
		m.turn = rapid.IntRange(0, 900).Draw(t, "turn")
		for range rapid.IntRange(0, 3).Draw(t, "turns") {
			drawOrders(t, m).give(t, m)
			m.Resolve(0, 0, nil)
		}
		for i := range m.queens {
			seat := game.Seat(i)
			if !m.queens[i].playing() {
				if sensed := m.AppendSenses(nil, seat); len(sensed) > 0 {
					t.Fatalf("a colony that is out senses %d bytes", len(sensed))
				}
				continue
			}
			queen, ants := readViews(t, m, seat)
			var s Senses
			if err := s.Read(m.AppendSenses(nil, seat)); err != nil {
				t.Fatal(err)
			}
			if got := queenLine(&s); got != queen {
				t.Fatalf("%s, sensed %s", queen, got)
			}
			if len(s.Ants) != len(ants) {
				t.Fatalf("%d ants, sensed %d", len(ants), len(s.Ants))
			}
			for k := range s.Ants {
				compareSenses(t, m, seat, &s, &s.Ants[k], ants[s.Ants[k].ID])
			}
		}
	})
}

func queenLine(s *Senses) string {
	line := fmt.Sprintf("QUEEN turn=%d ants=%d", s.Turn, len(s.Ants))
	for k, c := range s.Queen {
		line += fmt.Sprintf(" %s=%c", besideWords[k], c)
	}
	return line
}

// compareSenses compares an ant's senses with its view.
func compareSenses(t *rapid.T, m *match, seat game.Seat, s *Senses, a *AntSenses, v *antView) {
	t.Helper()
	if v == nil {
		t.Fatalf("ant %d has no view", a.ID)
	}
	for key, got := range map[string]string{
		"hp": fmt.Sprint(a.HP), "carry": a.Cargo, "say": string(a.Say), "age": fmt.Sprint(a.Age), "last": a.Last,
		"solid": string(a.Solid), "floor": string(a.Floor),
	} {
		bare := key == "floor" && !strings.ContainsAny(got, "bc") // which a view leaves out
		if v.fields[key] != got && !bare {
			t.Fatalf("ant %d: %s=%s, sensed %s", a.ID, key, v.fields[key], got)
		}
	}
	var others, scents []string
	for _, o := range a.Others {
		c, team := m.sight[o.Cell], ""
		if o.Team != seat {
			team = namesOf(m)[o.Team]
		}
		others = append(others, fmt.Sprintf("%d,%d,%s,%s,%s,%d", c.dx, c.dy, team, o.Cargo, o.Say, o.HP))
	}
	for _, p := range a.Scents {
		scents = append(scents, fmt.Sprintf("%d,%d,%d,%d", p.DX, p.DY, p.Scent, p.Range))
	}
	if got, want := strings.Join(others, ";"), strings.Join(v.ants, ";"); got != want {
		t.Fatalf("ant %d: ants=%s, sensed %s", a.ID, want, got)
	}
	if got, want := strings.Join(scents, ";"), strings.Join(v.scents, ";"); got != want {
		t.Fatalf("ant %d: phero=%s, sensed %s", a.ID, want, got)
	}
	if s.Vision != m.settings.Vision || s.Memory != 1024 || s.Steps != 50000 || s.FriendlyFire != m.settings.FriendlyFire {
		t.Fatalf("sensed settings %+v", s)
	}
}

// In the steady state senses are written and read without allocation.
func TestSensesDoNotAllocate(t *testing.T) {
	m := crowd(t)
	var data []byte
	var s Senses
	turn := func() {
		for seat := range m.queens {
			data = m.AppendSenses(data[:0], game.Seat(seat))
			if err := s.Read(data); err != nil {
				t.Fatal(err)
			}
		}
	}
	turn()
	if got := testing.AllocsPerRun(20, turn); got != 0 {
		t.Errorf("%v allocations a turn, want 0", got)
	}
}

// FuzzSenses: bytes that are taken are short of nothing and have nothing left over.
func FuzzSenses(f *testing.F) {
	f.Add([]byte{})
	for _, drawing := range drawings(f) {
		if r, _, err := Parse(nil, drawing); err == nil {
			f.Add(r.(*match).AppendSenses(nil, 0))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Senses
		if s.Read(bytes.Clone(data)) != nil {
			return
		}
		for cut := range data {
			var short Senses
			if short.Read(data[:cut]) == nil {
				t.Fatalf("the first %d of %d bytes are taken too", cut, len(data))
			}
		}
		if s.Read(append(bytes.Clone(data), 0)) == nil {
			t.Fatal("a byte more is taken too")
		}
	})
}

func BenchmarkSenses(b *testing.B) {
	m := crowd(b)
	var data []byte
	var s Senses
	b.ReportAllocs()
	for b.Loop() {
		for seat := range m.queens {
			data = m.AppendSenses(data[:0], game.Seat(seat))
			if err := s.Read(data); err != nil {
				b.Fatal(err)
			}
		}
	}
}
