package snake

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbitre/drawing"
	"arbitre/game"
)

// AppendDrawing draws the board as the first player sees it, and below it what a
// board can't show: what lies under the snakes, and the snakes, with what is not
// nought or usual, and their cells from the head on:
//
//	after turn 4, round 1, play 296
//	☼☼☼☼☼☼☼
//	☼#    ☼
//	☼ ○ ╓ ☼
//	☼  ●║ ☼
//	~&  ♥ ☼
//	☼     ☼
//	☼☼☼☼☼☼☼
//	under 0,4 ☼
//	under 1,4 #
//	ann DOWN fury 9 stones 1 owes 2 score 15: 4,4 4,3 4,2
//	bob RIGHT waits: 1,4 0,4
//	carl RIGHT dead wall out 3:
func (m *match) AppendDrawing(dst []byte, names []string) []byte {
	dst = appendNumber(dst, "after turn ", m.turn)
	dst = appendNumber(dst, ", round ", m.round)
	dst = append(append(dst, ", "...), phaseWords[m.phase]...)
	dst = appendNumber(dst, " ", m.left)
	dst = append(dst, '\n')
	m.text = m.AppendBoard(m.text[:0], 0)
	for text := m.text; len(text) > 0; {
		row := m.firstRow(text)
		dst = append(append(dst, row...), '\n')
		text = text[len(row):]
	}
	for y := range m.size {
		for x := range m.size {
			dst = m.appendUnder(dst, at(x, y))
		}
	}
	for i := range m.snakes {
		dst = m.snakes[i].appendDrawing(dst, names[i])
	}
	return dst
}

func (m *match) firstRow(text []byte) []byte {
	cells := 0
	for i, b := range text {
		if b&0xc0 != 0x80 {
			if cells++; cells > m.size {
				return text[:i]
			}
		}
	}
	return text
}

func (m *match) appendUnder(dst []byte, c cell) []byte {
	under := objectGlyphs[m.objects[c]]
	if m.objects[c] == nothing {
		under = groundGlyphs[m.ground[c]]
	}
	if m.cover[c] == 0 || under == groundGlyphs[floor] {
		return dst
	}
	dst = appendCell(append(dst, "under "...), c)
	return append(append(append(dst, ' '), under...), '\n')
}

func (s *snake) appendDrawing(dst []byte, name string) []byte {
	dst = append(append(append(dst, name...), ' '), directionWords[s.direction]...)
	if !s.active {
		dst = append(dst, " waits"...)
	}
	if !s.alive {
		dst = append(dst, " dead"...)
		if s.cause != "" {
			dst = append(append(dst, ' '), s.cause...)
		}
	}
	for _, n := range [...]struct {
		key    string
		number int
	}{{" out ", s.out}, {" fury ", s.fury}, {" stones ", s.stones}, {" owes ", s.owes}, {" score ", s.score}} {
		if n.number != 0 {
			dst = appendNumber(dst, n.key, n.number)
		}
	}
	dst = append(dst, ':')
	for i := range s.length {
		dst = appendCell(append(dst, ' '), s.at(i))
	}
	return append(dst, '\n')
}

// Parse takes up a position as AppendDrawing draws it, and returns the players'
// names with it. The lines below the board say where the snakes are, and the
// whole must be exactly what AppendDrawing makes of them. A drawing does not
// show the generator: draws come from the seed 0.
func Parse(given []byte, drawn string) (game.Rules, []string, error) {
	s, err := parseSettings(given)
	if err != nil {
		return nil, nil, err
	}
	w, err := readDrawing(drawn)
	if err != nil {
		return nil, nil, err
	}
	m, names, err := w.match(s)
	if err != nil {
		return nil, nil, err
	}
	if err = drawing.Check(drawn, m.AppendDrawing(nil, names)); err != nil {
		return nil, nil, err
	}
	return m, names, nil
}

// readDrawing reads the first line, the board, which begins with the second and
// has as many rows as its first has cells, and the lines below it.
func readDrawing(drawn string) (*writtenState, error) {
	lines := strings.Split(strings.TrimSuffix(drawn, "\n"), "\n")
	var turn, round, left int
	var phase string
	if _, err := fmt.Sscanf(lines[0], "after turn %d, round %d, %s %d", &turn, &round, &phase, &left); err != nil {
		return nil, fmt.Errorf("line 1: %q: want as in \"after turn 4, round 1, play 296\"", lines[0])
	}
	w := &writtenState{Turn: &turn, Round: &round, Phase: phase, Left: &left}
	lines = lines[1:]
	size := 0
	if len(lines) > 0 {
		size = min(len([]rune(lines[0])), len(lines))
	}
	w.Size = &size
	board := make([][]rune, size)
	for y := range board {
		board[y] = []rune(lines[y])
	}
	for i, text := range lines[size:] {
		if err := w.readLine(text, board); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+size+2, err)
		}
	}
	for y, row := range board {
		w.readRow(row, y)
	}
	return w, nil
}

// readRow reads a row; where a snake shows, nothing else is known to lie.
func (w *writtenState) readRow(row []rune, y int) {
	text := slices.Clone(row)
	for x, glyph := range row {
		if groundOf(glyph) != outside {
			continue
		}
		text[x] = ' '
		switch objectOf(glyph) {
		case apple:
			w.Apples = append(w.Apples, place{x, y})
		case stone:
			w.Stones = append(w.Stones, place{x, y})
		case furyPill:
			w.FuryPills = append(w.FuryPills, place{x, y})
		case gold:
			w.Gold = append(w.Gold, place{x, y})
		default:
		}
	}
	w.Map = append(w.Map, string(text))
}

// readLine reads a line below the board.
func (w *writtenState) readLine(text string, board [][]rune) error {
	head, cells, isSnake := strings.Cut(text, ":")
	if !isSnake {
		return readUnder(text, board)
	}
	words := strings.Split(head, " ")
	if len(words) < 2 {
		return fmt.Errorf("%q: want a name and a direction", text)
	}
	alive, active := true, true
	s := writtenSnake{Name: words[0], Direction: words[1], Alive: &alive, Active: &active}
	for rest := words[2:]; len(rest) > 0; {
		n, err := s.readWord(rest)
		if err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
		rest = rest[n:]
	}
	for text := range strings.FieldsSeq(cells) {
		p, err := readPlace(text)
		if err != nil {
			return err
		}
		s.Cells = append(s.Cells, p)
	}
	w.Snakes = append(w.Snakes, s)
	return nil
}

// readWord reads one thing about a snake and tells how many words it took.
func (s *writtenSnake) readWord(rest []string) (int, error) {
	switch rest[0] {
	case "waits":
		*s.Active = false
		return 1, nil
	case "dead":
		*s.Alive = false
		if len(rest) > 1 && slices.Contains(knownCauses, rest[1]) {
			s.Cause = rest[1]
			return 2, nil
		}
		return 1, nil
	}
	value, known := map[string]*int{
		"out": &s.Out, "fury": &s.Fury, "stones": &s.Stones, "owes": &s.Owes, "score": &s.Score,
	}[rest[0]]
	if !known || len(rest) < 2 {
		return 0, fmt.Errorf("%q: want waits, dead, or a number of out, fury, stones, owes or score", rest[0])
	}
	n, err := strconv.Atoi(rest[1])
	if err != nil {
		return 0, fmt.Errorf("%s: %q: want a whole number", rest[0], rest[1])
	}
	*value = n
	return 2, nil
}

// readUnder puts on the board what lies under a snake.
func readUnder(text string, board [][]rune) error {
	words := strings.Split(text, " ")
	if len(words) != 3 || words[0] != "under" {
		return fmt.Errorf("%q: want a snake or what lies under one", text)
	}
	p, err := readPlace(words[1])
	if err != nil {
		return err
	}
	glyph := []rune(words[2])
	if x, y := p[0], p[1]; len(glyph) == 1 && 0 <= y && y < len(board) && 0 <= x && x < len(board[y]) {
		board[y][x] = glyph[0]
		return nil
	}
	return fmt.Errorf("%q: want x,y on the board and what lies there", text)
}

func readPlace(text string) (place, error) {
	one, two, _ := strings.Cut(text, ",")
	x, errX := strconv.Atoi(one)
	y, errY := strconv.Atoi(two)
	if errX != nil || errY != nil {
		return nil, fmt.Errorf("%q: want x,y", text)
	}
	return place{x, y}, nil
}
