package snake

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbitre/game"
	"arbitre/game/gametest"
)

// client is a bot that has board off: it keeps the whole board from the public
// lines alone.
type client struct {
	size    int
	rows    [][]rune          // of the bare map
	objects map[[2]int]string // by cell
	names   []string
	snakes  map[string]*heardSnake
	scores  map[string]int
}

type heardSnake struct {
	cells               [][2]int
	direction           string
	fury                int
	alive, active, lies bool // lies: died in the last turn
}

func newClient(names []string) *client {
	c := &client{objects: map[[2]int]string{}, names: names, snakes: map[string]*heardSnake{}, scores: map[string]int{}}
	for _, name := range names {
		c.snakes[name] = &heardSnake{}
	}
	return c
}

// turn hears the lines of a turn: the bodies of the turn before are cleared.
func (c *client) turn(lines []string) {
	for _, s := range c.snakes {
		if s.lies {
			s.cells, s.lies = nil, false
		}
	}
	for _, text := range lines {
		c.hear(text)
	}
}

func (c *client) hear(text string) {
	word, rest, _ := strings.Cut(text, " ")
	words := strings.Fields(rest)
	switch word {
	case "MAP_SIZE":
		c.size = atoi(rest)
	case "MAP":
		_, cells, _ := strings.Cut(rest, " ")
		for row := range slices.Chunk([]rune(cells), c.size) {
			c.rows = append(c.rows, row)
		}
	case "ROUND":
		if words[1] == "WAIT" { // a new round: its objects follow, in one line or more
			c.objects = map[[2]int]string{}
			break
		}
		for _, s := range c.snakes {
			s.active = s.alive
		}
	case "OBJECTS":
		for _, entry := range words {
			kind, at, _ := strings.Cut(entry, ":")
			c.objects[cellAt(strings.Split(at, ","))] = kind
		}
	case "START":
		x, y := atoi(words[1]), atoi(words[2])
		*c.snakes[words[0]] = heardSnake{cells: [][2]int{{x, y}, {x - 1, y}}, direction: "RIGHT", alive: true}
	case "SNAKES":
		for _, entry := range words {
			c.hearSnake(entry)
		}
	case "EVENTS":
		for _, entry := range words {
			c.hearEvent(entry)
		}
	case "DEAD":
		s := c.snakes[rest]
		s.alive, s.lies = false, true
	case "SCORES":
		for _, entry := range words {
			name, points, _ := strings.Cut(entry, ":")
			c.scores[name] = atoi(points)
		}
	}
}

// hearSnake: a snake that moved has its head in front of its old cells, and as
// many of them as its length says.
func (c *client) hearSnake(entry string) {
	name, rest, _ := strings.Cut(entry, ":")
	f := strings.Split(rest, ",")
	s, head := c.snakes[name], cellAt(f)
	if s.cells[0] != head {
		s.cells = slices.Insert(s.cells, 0, head)
	}
	s.cells = s.cells[:atoi(f[3])]
	s.direction, s.fury = f[2], atoi(f[4])
}

func (c *client) hearEvent(entry string) {
	what, rest, _ := strings.Cut(entry, ":")
	f := strings.Split(rest, ",")
	switch what {
	case "apple", "gold", "stone", "fury":
		delete(c.objects, c.snakes[f[0]].cells[0])
	case "laid":
		c.objects[cellAt(f[1:])] = "stone"
	case "new":
		c.objects[cellAt(f[1:])] = f[0]
	}
}

func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

func cellAt(f []string) [2]int { return [2]int{atoi(f[0]), atoi(f[1])} }

// board draws what the player sees, as the page of the rules says.
func (c *client) board(me string) string {
	rows := make([][]rune, c.size)
	for y := range rows {
		rows[y] = slices.Clone(c.rows[y])
	}
	for at, kind := range c.objects {
		rows[at[1]][at[0]] = map[string]rune{"apple": '○', "stone": '●', "fury_pill": '®', "gold": '$'}[kind]
	}
	names := slices.Clone(c.names)
	slices.Reverse(names)
	slices.SortStableFunc(names, func(a, b string) int { return len(c.snakes[b].cells) - len(c.snakes[a].cells) })
	for _, dead := range []bool{false, true} {
		for _, name := range names {
			s, glyphs := c.snakes[name], []rune("˅<>˄☺♣ø¤×æö*─│┐┘┌└")
			if name == me {
				glyphs = []rune("▼◄►▲☻♥&╙╘╓╕~═║╗╝╔╚")
			}
			for i := range slices.Backward(s.cells) {
				if !dead || i == 0 && !s.alive {
					rows[s.cells[i][1]][s.cells[i][0]] = glyphs[s.glyph(i)]
				}
			}
		}
	}
	var all strings.Builder
	for _, row := range rows {
		all.WriteString(string(row))
	}
	return all.String()
}

// glyph is the place of the glyph in the seed's list.
func (s *heardSnake) glyph(i int) int {
	to := func(j int) string {
		dx, dy := s.cells[j][0]-s.cells[i][0], s.cells[j][1]-s.cells[i][1]
		return map[[2]int]string{{0, 1}: "down", {-1, 0}: "left", {1, 0}: "right", {0, -1}: "up"}[[2]int{dx, dy}]
	}
	switch {
	case i == 0 && !s.alive:
		return 4
	case i == 0 && !s.active:
		return 6
	case i == 0 && s.fury > 0:
		return 5
	case i == 0:
		return slices.Index([]string{"DOWN", "LEFT", "RIGHT", "UP"}, s.direction)
	case i < len(s.cells)-1:
		ends := []string{to(i - 1), to(i + 1)}
		slices.Sort(ends)
		return 12 + slices.Index([]string{"left right", "down up", "down left", "left up", "down right", "right up"}, strings.Join(ends, " "))
	case s.alive && !s.active:
		return 11
	}
	return 7 + slices.Index([]string{"up", "right", "down", "left"}, to(i-1)) // it points away from its neighbour
}

// TestBoardFromPublicLines: a bot that hears the public lines only has the board
// of every seat, in every turn.
func TestBoardFromPublicLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, names, _ := anyMatch(t)
		listen(t, m, names, func() []gametest.Sent { return anyTurn(t, len(names)) })
	})
}

// TestBoardFromPublicLinesOfLongMatches: the same with snakes that grow, bite and
// lay stones.
func TestBoardFromPublicLinesOfLongMatches(t *testing.T) {
	seen := map[string]int{}
	for i, name := range []string{"duel", "court", "garden", "valley", "valley"} {
		draw := rand.New(rand.NewPCG(uint64(i), 0))
		names := everybody[:[]int{2, 5, 6, 5, 8}[i]]
		m := begin(t, fmt.Appendf(nil, `{"map":%q}`, name), len(names), [32]byte{byte(i)})
		listen(t, m, names, func() []gametest.Sent {
			turn := make([]gametest.Sent, len(names))
			for seat := range turn {
				turn[seat].Orders = []string{wander(draw, m, seat)}
				turn[seat].Out = draw.IntN(5000) == 0
			}
			return turn
		}, seen)
	}
	for _, word := range []string{"bite", "kill", "laid", "new", "apple", "gold", "stone", "fury", "DEAD", "ROUND_WON", "START"} {
		if seen[word] == 0 {
			t.Errorf("nothing of %s in all matches: %v", word, slices.Sorted(maps.Keys(seen)))
		}
	}
}

// listen plays a match and hears it, and counts what it hears.
func listen(t rapid.TB, m *match, names []string, next func() []gametest.Sent, seen ...map[string]int) {
	t.Helper()
	c := newClient(names)
	c.turn(gametest.Told(m.Open(nil), names))
	compareClient(t, c, m, names)
	for m.phase != over {
		lines := gametest.Turn(m, next(), names)
		for _, text := range lines {
			if len(text) > longestLine {
				t.Fatalf("%d bytes: %s", len(text), text)
			}
			for entry := range strings.FieldsSeq(text) {
				word, _, _ := strings.Cut(entry, ":")
				for _, counts := range seen {
					counts[word]++
				}
			}
		}
		c.turn(lines)
		compareClient(t, c, m, names)
	}
}

func compareClient(t rapid.TB, c *client, m *match, names []string) {
	t.Helper()
	for seat, name := range names {
		board := string(m.AppendBoard(nil, game.Seat(seat)))
		if heard := c.board(name); heard != board {
			t.Fatalf("turn %d, %s hears\n%s\nwant\n%s", m.turn, name, folded(heard, c.size), folded(board, c.size))
		}
		if c.scores[name] != m.snakes[seat].score {
			t.Fatalf("turn %d: %s has %d points, want %d", m.turn, name, c.scores[name], m.snakes[seat].score)
		}
		if joined := joinBoard(gametest.Told(m.View(game.Seat(seat), nil), names), m.turn+1); joined != board {
			t.Fatalf("turn %d: the pieces of %s give\n%s\nwant\n%s", m.turn, name, folded(joined, c.size), folded(board, c.size))
		}
	}
	if heard, board := c.board(""), string(m.AppendBoard(nil, game.Everyone)); heard != board {
		t.Fatalf("turn %d, spectators hear\n%s\nwant\n%s", m.turn, folded(heard, c.size), folded(board, c.size))
	}
}

// joinBoard joins the pieces "BOARD n i/k cells".
func joinBoard(lines []string, turn int) string {
	var all strings.Builder
	for i, text := range lines {
		cells, whole := strings.CutPrefix(text, fmt.Sprintf("BOARD %d %d/%d ", turn, i+1, len(lines)))
		if !whole || len(text) > longestLine {
			return text
		}
		all.WriteString(cells)
	}
	return all.String()
}
