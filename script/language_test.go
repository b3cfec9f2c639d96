package script

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbitre/game"
	"arbitre/sentiant"
)

// field is a small match in the middle of a turn: ann's queen stands at 1,1, her
// ant 1 at 3,1 beside her; bob's ant 2 with the cookie stands three cells to the
// right of it.
const field = `after turn 7
  0 1 2 3 4 5 6 7 8
0 . . . . . # . . .
1 . Q Q q . . r . .
2 . Q Q . b . ^ R R
3 . . . . # . . R R
Q ann 1 1 loaves 0
R bob 7 2 loaves 0
q 1 ann 3 1 hp 2 say hi age 4 last ok
r 2 bob 6 1 hp 1 carrying cookie age 4 last still
~ 3 1 scent 5 range 5
~ 5 1 scent 3 range 2
next 3
`

// scene is a position and a colony that plays seat 0 of it.
type scene struct {
	rules  game.Rules
	colony *Colony
}

func newScene(tb testing.TB, settings, text string) *scene {
	tb.Helper()
	rules, _, err := sentiant.Parse([]byte(settings), field)
	if err != nil {
		tb.Fatal(err)
	}
	p, mistakes := Compile(text)
	if mistakes != nil {
		tb.Fatal(mistakes)
	}
	return &scene{rules, NewColony(p, &Start{Seed: [32]byte{7}})}
}

// play plays a turn of the colony, and only of it, without resolving it.
func (s *scene) play(tb testing.TB) Answer {
	tb.Helper()
	frame, err := s.colony.Play(s.rules.(senser).AppendSenses(nil, 0), nil)
	if err != nil {
		tb.Fatal(err)
	}
	var a Answer
	if err := a.Read(frame); err != nil {
		tb.Fatal(err)
	}
	return a
}

// answer is what the ant says to print the value of an expression.
func answer(tb testing.TB, expression string) string {
	tb.Helper()
	text := "def queen(view):\n    return None\ndef ant(view):\n    print(" + expression + ")\n    return sleep()\n"
	a := newScene(tb, "", text).play(tb)
	if len(a.Told) != 1 {
		tb.Fatalf("%s: told %q", expression, a.Told)
	}
	return strings.TrimPrefix(a.Told[0], "ant 1: ")
}

// TestView asks for all that an ant knows.
func TestView(t *testing.T) {
	for expression, want := range map[string]string{
		"view.id, view.hp, view.age, view.last, view.say": `(1, 2, 4, "ok", "hi")`,
		"view.turn, view.max_turns, view.vision":          "(8, 960, 3)",
		"view.say_length, view.team":                      "(5, 0)",
		"view.carrying, view.here, view.near_queen":       "(None, None, True)",
		"view.home.dx, view.home.dy, view.home.distance":  "(-1, 0, 1)",
		"view.heading": "None",
		"view.cell(UP).kind, view.cell(2, -1).kind":                     "free dirt",
		"view.cell(LEFT).kind, view.cell(0, 0).kind":                    "queen ant",
		"view.cell(1, 1).item, view.cell(50, 0).kind":                   "bread unknown",
		"view.cell(3, 0).ant.carrying":                                  "cookie",
		"len(view.cells), view.cells[0].kind":                           "22 ant",
		"[a.dx for a in view.ants], len(view.friends)":                  "[3] 0",
		"[(e.dx, e.hp, e.team, e.friend, e.say) for e in view.enemies]": `[(3, 1, 1, False, "")]`,
		"[(p.dx, p.dy, p.scent, p.range) for p in view.pheromones]":     "[(0, 0, 5, 5), (2, 0, 3, 2)]",
		"view.smell(3).dx, view.smell(9), view.smell(0, 31).scent":      "2 None 5",
		"view.strongest(0, 31).scent, view.trail(0, 31).scent":          "5 3",
		"view.nearest(BREAD).distance, view.nearest(COOKIE)":            "2 None",
		"view.nearest(THIEF).dx, view.nearest(ROCK, DIRT).kind":         "3 rock",
		"view.toward(ENEMY), view.toward(QUEEN), view.toward((0, -9))":  "RIGHT LEFT UP",
		"len(view.path(ENEMY)), view.path(FRIEND)":                      `3 ()`,
		"view.toward(FRIEND), view.go(FRIEND), view.path(FRIEND)":       "None None ()",
		"view.away(ENEMY_QUEEN), view.away(ENEMY) != RIGHT":             "None True",
		"view.step(RIGHT), view.step(LEFT), view.step(None)":            "<MOVE RIGHT> <SLEEP> None",
		"view.go(ENEMY), view.fetch(COOKIE), view.deliver()":            "<MOVE RIGHT> None None",
		"view.go(FRIEND, ENEMY), view.go(view.enemies[0])":              "<MOVE RIGHT> <MOVE RIGHT>",
		"view.random(1), view.choice([4])":                              "0 4",
		`move(UP).phero(3).say("go"), drop().erase().say("")`:           "<MOVE UP PHERO 3 SAY go> <DROP ERASE SAY>",
		"dig(LEFT).action, dig(LEFT).direction, drop().direction":       "dig LEFT None",
		"DIRECTIONS": `("UP", "DOWN", "LEFT", "RIGHT")`,
	} {
		if strings.HasPrefix(want, "(") || !strings.Contains(expression, ",") {
			if got := answer(t, "("+expression+")"); got != want {
				t.Errorf("%s is %s, want %s", expression, got, want)
			}
			continue
		}
		if got := answer(t, expression); got != want {
			t.Errorf("%s is %s, want %s", expression, got, want)
		}
	}
}

// TestQueensView asks for all that a queen knows.
func TestQueensView(t *testing.T) {
	text := `
def queen(view):
    print(view.turn, view.ants, view.max_turns, view.bread, view.cells["E1"], view.cells["N1"])
    return spawn("E2")
def ant(view):
    return sleep()
`
	a := newScene(t, "", text).play(t)
	if want := []string{"queen: 8 1 960 () ant free"}; fmt.Sprint(a.Told) != fmt.Sprint(want) {
		t.Errorf("told %q, want %q", a.Told, want)
	}
	if want := "[QUEEN SPAWN E2; 1 SLEEP]"; fmt.Sprint(a.Orders) != want {
		t.Errorf("orders %q, want %s", a.Orders, want)
	}
}

// TestErrors: an error makes the ant sleep, and is told with its place.
func TestErrors(t *testing.T) {
	for line, want := range map[string]string{
		"return view.hp // 0":           "5:20 floored division by zero",
		"return None":                   "4:1 ant() returned None, which is no order: is there a return for every case?",
		"return 5":                      "4:1 returned a int: want an order, as move(UP)",
		"return spawn()":                "4:1 ant() returned spawn(), which is the queen's order",
		"return move(None)":             "5:16 move: None is no direction: toward() and its like give None where there is no way, ask for that first",
		"return move(5)":                "5:16 move: 5: want UP, DOWN, LEFT or RIGHT",
		"return move()":                 "5:16 0 arguments: want move(UP)",
		"return move(direction=UP)":     "5:16 takes no arguments by name",
		"return sleep().phero(32)":      "5:25 phero: 32: a scent is a number from 0 to 31",
		"return sleep().phero(1 << 99)": "5:25 phero: a huge number: a scent is a number from 0 to 31",
		`return sleep().say("a b")`:     `5:23 say: "a b": want a text of at most 5 plain characters, no space, comma, semicolon or equals sign`,
		`return sleep().say("toolong")`: `5:23 say: "toolong": want a text of at most 5 plain characters, no space, comma, semicolon or equals sign`,
		"view.hp = 5":                   "5:9 can't assign to .hp field of view",
		"view.ants.append(1)":           "5:14 tuple has no .append field or method",
		"view.memory = {}":              "5:9 can't assign to .memory field of view",
		`view.cell(UP).kind = DIRT`:     "5:18 can't assign to .kind field of cell",
		`DIRECTIONS[0] = UP`:            "5:15 tuple value does not support item assignment",
		`SEEN.append(view.id)`:          "5:16 append: cannot append to frozen list",
		"return ant(view)":              "5:12 function ant called recursively",
		"for i in range(1000000): pass": "5:5 more than 50000 steps",
		"return view.go(7)":             "5:19 go: 7: want BREAD, COOKIE, QUEEN, ENEMY and so on, something seen, or (dx, dy)",
		"return view.choice([])":        "5:23 choice: the list is empty",
		"view.memory[1] = {1: ant}":     "4:1 memory: a function can't be kept: want numbers, strings, True, False, None, lists, tuples and dicts",
		`fail("no way")`:                "5:9 fail: no way",
	} {
		text := "SEEN = []\ndef queen(view):\n    return None\ndef ant(view):\n    " + line + "\n"
		if strings.HasPrefix(line, "view.memory[") {
			text += "    return sleep()\n"
		}
		a := newScene(t, "", text).play(t)
		if len(a.Orders) != 0 {
			t.Errorf("%s: orders %q", line, a.Orders)
		}
		if got := strings.Join(a.Told, "|"); got != want+" (ant 1 sleeps)" {
			t.Errorf("%s: told %s, want %s", line, got, want)
		}
	}
}

// The top level is run once, has its own budget, and its mistakes are told each
// turn, in which all sleep.
func TestLoadMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"x = 1 // 0\n": "1:7 floored division by zero",
		"for i in range(1000000):\n    j = [i]\n":   "2:10 more than 200000 steps",
		"y = [i for i in range(1000000)]\n":         "1:8 more than 200000 steps",
		"x = [1]\ndef f():\n    x.append(1)\nf()\n": "",
	} {
		p, mistakes := Compile(text + rest)
		if mistakes != nil {
			if want != "" {
				t.Errorf("%q: %v", text, mistakes)
			}
			continue
		}
		c := NewColony(p, &Start{})
		got := ""
		if c.broken != nil {
			got = c.broken.String()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	a := newScene(t, "", "x = 1 // 0\n"+rest).play(t)
	if len(a.Orders) != 0 || len(a.Told) != 1 {
		t.Errorf("orders %q, told %q", a.Orders, a.Told)
	}
}

// What is printed at the start is told in the first turn.
func TestPrintedAtTheStart(t *testing.T) {
	s := newScene(t, "", "print(\"hello\")\n"+rest)
	for _, want := range []string{"[at the start: hello]", "[]"} {
		if got := fmt.Sprint(s.play(t).Told); got != want {
			t.Errorf("told %s, want %s", got, want)
		}
	}
}

// What is printed is capped, and cut to lines.
func TestPrintIsCapped(t *testing.T) {
	text := "def queen(view):\n    for i in range(100): print(i, \"\\n\\x1b\" + \"a\" * 1000)\ndef ant(view):\n    return sleep()\n"
	a := newScene(t, "", text).play(t)
	if len(a.Told) != mostPrinted+1 || a.Told[mostPrinted] != "and 95 more lines printed" {
		t.Errorf("told %q", a.Told)
	}
	for _, line := range a.Told {
		if len(line) > longestTold || strings.ContainsAny(line, "\n\x1b") {
			t.Errorf("told %q", line)
		}
	}
}

// A budget is exact: a call that takes so many steps passes with that budget, and
// not with one less.
func TestStepsAreExact(t *testing.T) {
	text := "def queen(view):\n    return None\ndef ant(view):\n    x = 0\n    for i in range(200): x += i\n    view.go(ENEMY)\n    return sleep()\n"
	plays := func(steps int) bool {
		return len(newScene(t, fmt.Sprintf(`{"steps":%d}`, steps), text).play(t).Orders) > 0
	}
	low, high := 1000, 50000
	for low+1 < high {
		if middle := (low + high) / 2; plays(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	if want := 2176; high != want || plays(high-1) || !plays(high) {
		t.Errorf("it takes %d steps, want %d", high, want)
	}
}

// Whatever an order is made of, the referee takes it.
func TestOrdersAreTaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{
			"move(UP)", "dig(DOWN)", "attack(LEFT)", "move(RIGHT)", "pickup()", "drop()", "sleep()",
		}).Draw(t, "action")
		for range rapid.IntRange(0, 4).Draw(t, "links") {
			switch rapid.IntRange(0, 2).Draw(t, "link") {
			case 0:
				text += fmt.Sprintf(".phero(%d)", rapid.IntRange(0, 31).Draw(t, "scent"))
			case 1:
				text += ".erase()"
			case 2:
				text += fmt.Sprintf(".say(%q)", rapid.StringMatching(`[!-+\--:<>-~]{0,5}`).Draw(t, "string"))
			}
		}
		p, mistakes := Compile("def queen(view):\n    return spawn()\ndef ant(view):\n    return " + text + "\n")
		if mistakes != nil {
			t.Fatal(mistakes)
		}
		rules, _, err := sentiant.Parse(nil, field)
		if err != nil {
			t.Fatal(err)
		}
		frame, err := NewColony(p, &Start{}).Play(rules.(senser).AppendSenses(nil, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		var a Answer
		if err := a.Read(frame); err != nil {
			t.Fatal(err)
		}
		if len(a.Orders) != 1 || len(a.Told) != 0 {
			t.Fatalf("%s: orders %q, told %q", text, a.Orders, a.Told)
		}
		if refusal := rules.Order(0, a.Orders[0]); refusal != nil {
			t.Fatalf("%q refused: %s", a.Orders[0], refusal.Key)
		}
	})
}

// Same seed, same senses: same bytes. Other draws for every ant and turn.
func TestDeterminism(t *testing.T) {
	run := func() string {
		var all bytes.Buffer
		tb := newTable(t, "", 5, Sample("forager"), Sample("beginner"))
		for range 60 {
			over := tb.play(t)
			fmt.Fprintln(&all, tb.answers)
			if over {
				break
			}
		}
		return all.String()
	}
	if first, second := run(), run(); first != second {
		t.Errorf("two runs differ: %s\nand %s", first, second)
	}
}
