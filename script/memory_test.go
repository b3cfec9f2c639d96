package script

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"go.starlark.net/starlark"

	"arbitre/game"
)

// The memory lasts from turn to turn, and so does nothing else: what stands
// outside of functions, default values and what is handed out are frozen.
func TestOnlyMemoryLasts(t *testing.T) {
	s := newScene(t, "", `
def queen(view):
    view.memory["n"] = view.memory.get("n", 10) + 1
    print(view.memory["n"])
    return None
def ant(view):
    view.memory["n"] = view.memory.get("n", 0) + 1
    print(view.memory["n"])
    return sleep()
`)
	for turn := 1; turn <= 3; turn++ {
		want := fmt.Sprintf("[queen: %d ant 1: %d]", 10+turn, turn)
		if got := fmt.Sprint(s.play(t).Told); got != want {
			t.Errorf("turn %d: told %s, want %s", turn, got, want)
		}
	}
	for _, line := range []string{
		"SEEN[1] = 2", "COUNT[0] += 1", "helper(view)", "CLOSURE()", "BOUND(1)", `view.cells[0].kind.x = 1`,
	} {
		text := "SEEN = {}\nCOUNT = [0]\ndef helper(view, cache = []):\n    cache.append(view)\n" +
			"def make():\n    n = [0]\n    def add():\n        n.append(1)\n    return add\nCLOSURE = make()\nBOUND = COUNT.append\n" +
			"def queen(view):\n    return None\ndef ant(view):\n    " + line + "\n    return sleep()\n"
		a := newScene(t, "", text).play(t)
		if len(a.Orders) != 0 || len(a.Told) != 1 {
			t.Errorf("%s: orders %q, told %q", line, a.Orders, a.Told)
		}
	}
}

// What is too large or can't be kept makes the ant sleep, and its memory stays as
// it was.
func TestMemoryIsBounded(t *testing.T) {
	for line, want := range map[string]string{
		`m["x"] = "a" * 1025`:        "more than 1024 bytes",
		`m["x"] = list(range(1000))`: "more than 1024 bytes",
		`m["x"] = view`:              "a view can't be kept",
		`m["x"] = 1 << 80`:           "more than 64 bits",
		`m["x"] = m`:                 "more than 20 deep",
		`m["x"] = move(UP)`:          "a order can't be kept",
		`m["x"] = set([1])`:          "a set can't be kept",
	} {
		text := "def queen(view):\n    return None\ndef ant(view):\n    m = view.memory\n    if not m:\n        m[\"kept\"] = 1\n        return sleep()\n    print(m)\n    m.clear()\n    " + line + "\n    return sleep()\n"
		s := newScene(t, "", text)
		s.play(t)
		for range 2 {
			a := s.play(t)
			if len(a.Orders) != 0 || len(a.Told) != 2 || a.Told[0] != `ant 1: {"kept": 1}` || !strings.Contains(a.Told[1], want) {
				t.Errorf("%s: orders %q, told %q", line, a.Orders, a.Told)
			}
		}
	}
	text := "def queen(view):\n    return None\ndef ant(view):\n    print(view.memory)\n    view.memory[1] = 1\n    return sleep()\n"
	s := newScene(t, `{"memory":0}`, text)
	for range 2 {
		if a := s.play(t); fmt.Sprint(a.Told) != "[ant 1: {}]" || len(a.Orders) != 1 || len(a.Memories) != 0 {
			t.Errorf("switched off: %+v", a)
		}
	}
}

// drawValue draws what a memory can hold.
func drawValue(t *rapid.T, depth int) starlark.Value {
	kinds := 8
	if depth > 3 {
		kinds = 5
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return starlark.None
	case 1:
		return starlark.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		return starlark.MakeInt64(rapid.Int64().Draw(t, "int"))
	case 3:
		return starlark.String(rapid.String().Draw(t, "string"))
	case 4:
		return starlark.Float(rapid.Float64().Draw(t, "float"))
	case 5:
		return starlark.NewList(drawValues(t, depth))
	case 6:
		return starlark.Tuple(drawValues(t, depth))
	}
	d := new(starlark.Dict)
	for i, v := range drawValues(t, depth) {
		if err := d.SetKey(starlark.Tuple{starlark.MakeInt(i), starlark.String("k")}, v); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func drawValues(t *rapid.T, depth int) []starlark.Value {
	values := make([]starlark.Value, rapid.IntRange(0, 4).Draw(t, "length"))
	for i := range values {
		values[i] = drawValue(t, depth+1)
	}
	return values
}

// What a memory holds is what it held.
func TestMemoryReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := new(starlark.Dict)
		if err := d.SetKey(starlark.String("x"), drawValue(t, 0)); err != nil {
			t.Fatal(err)
		}
		var w memoryWriter
		if err := w.writeMemory(d, 1<<20); err != nil {
			t.Fatal(err)
		}
		r := memoryReader{strings: map[string]starlark.Value{}}
		again, err := r.read(w.text)
		if err != nil || again.String() != d.String() {
			t.Fatalf("%s became %v: %v", d, again, err)
		}
		size := len(w.text)
		w.text = w.text[:0]
		if err := w.writeMemory(d, size-1); err == nil {
			t.Fatalf("%d bytes fit into %d", size, size-1)
		}
	})
}

// A worker that is started again with the memories of its answers plays on as the
// old one would have, after any turn.
func TestStartedAgain(t *testing.T) {
	text := Sample("forager")
	old, other := newTable(t, "", 3, text, text), newTable(t, "", 3, text, text)
	p, mistakes := Compile(text)
	if mistakes != nil {
		t.Fatal(mistakes)
	}
	kept := [2]map[int]Memory{{}, {}}
	for turn := range 60 {
		over := old.play(t)
		other.play(t)
		for i := range old.answers {
			if got, want := fmt.Sprint(other.answers[i]), fmt.Sprint(old.answers[i]); got != want {
				t.Fatalf("turn %d: started again it answers %s, else %s", turn, got, want)
			}
			for _, m := range other.answers[i].Memories {
				kept[i][m.Ant] = m
			}
			if turn%(i+2) != 0 {
				continue
			}
			start := Start{Text: text, Seat: game.Seat(i), Seed: other.seed, Memories: slices.Collect(maps.Values(kept[i]))}
			var read Start
			if err := read.Read(start.Append(nil)); err != nil {
				t.Fatal(err)
			}
			other.colonies[i] = NewColony(p, &read)
		}
		if over {
			return
		}
	}
}

// FuzzMemory: bytes that are taken for a memory are written again, and read the
// same.
func FuzzMemory(f *testing.F) {
	f.Add([]byte("m\x01s\x01xi\x02"))
	f.Add([]byte("m\x02u\x01i\x02l\x00s\x01xd12345678"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var k recollection
		k.read(data)
		r := memoryReader{strings: map[string]starlark.Value{}}
		d, err := r.read(data)
		if err != nil {
			return
		}
		var w memoryWriter
		if err = w.writeMemory(d, 1<<20); err != nil {
			t.Fatal(err)
		}
		again, err := r.read(bytes.Clone(w.text))
		if err != nil || again.String() != d.String() {
			t.Fatalf("%s became %v: %v", d, again, err)
		}
	})
}

// FuzzFrames: the readers take what the writers write, and nothing hurts them.
func FuzzFrames(f *testing.F) {
	start := Start{Text: "x", Seat: 1, Memories: []Memory{{1, []byte("abc")}, {0, nil}}}
	f.Add(start.Append(nil))
	f.Add((&Answer{Orders: []string{"1 MOVE UP"}, Told: []string{"ant 1: é"}}).append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Start
		if s.Read(data) == nil {
			var again Start
			if err := again.Read(s.Append(nil)); err != nil || fmt.Sprint(again) != fmt.Sprint(s) {
				t.Fatalf("%v became %v: %v", s, again, err)
			}
			if p, mistakes := Compile(rest); mistakes == nil {
				NewColony(p, &s)
			}
		}
		var a Answer
		if a.Read(data) == nil {
			var again Answer
			if err := again.Read(a.append(nil)); err != nil || fmt.Sprint(again) != fmt.Sprint(a) {
				t.Fatalf("%v became %v: %v", a, again, err)
			}
		}
	})
}
