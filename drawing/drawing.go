// Package drawing is what the drawings of positions have in common: the numbers
// around a map, and the words of the lines that stand with it. It knows no game.
//
// A row of a map is a line, with its number in the margin, and a cell is two
// columns wide.
package drawing

import (
	"fmt"
	"strconv"
)

// AppendRow writes the number of a row.
func AppendRow(dst []byte, y, margin int) []byte {
	var number [20]byte
	digits := strconv.AppendInt(number[:0], int64(y), 10)
	return append(appendSpaces(dst, margin-len(digits)), digits...)
}

// AppendTens writes where the tens of X begin, if there are any: the outer of the
// two lines of X.
func AppendTens(dst []byte, width, margin int) []byte {
	if width <= 10 {
		return dst
	}
	first := len(dst)
	for x := 0; x < width; x += 10 {
		dst = appendSpaces(dst, margin+1+2*x-(len(dst)-first))
		dst = strconv.AppendInt(dst, int64(x/10), 10)
	}
	return append(dst, '\n')
}

// AppendDigits writes the last digits of X: the line beside the map.
func AppendDigits(dst []byte, width, margin int) []byte {
	dst = appendSpaces(dst, margin)
	for x := range width {
		dst = append(dst, ' ', '0'+byte(x%10))
	}
	return append(dst, '\n')
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}

// Fields are the words of a line that are still to be read.
type Fields struct {
	Rest []string
	Bad  bool // something was missing, or was not what was wanted
}

// Next is the next word.
func (f *Fields) Next() string {
	if len(f.Rest) == 0 {
		f.Bad = true
		return ""
	}
	first := f.Rest[0]
	f.Rest = f.Rest[1:]
	return first
}

// Want passes over this word.
func (f *Fields) Want(word string) {
	if f.Next() != word {
		f.Bad = true
	}
}

// Number is the next word as a number.
func (f *Fields) Number() *int {
	n, err := strconv.Atoi(f.Next())
	if err != nil {
		f.Bad = true
	}
	return &n
}

// Check tells a drawing that is not exactly what is drawn again of what it says.
func Check(given string, again []byte) error {
	if string(again) != given {
		return fmt.Errorf("the drawing of these lines is\n%s", again)
	}
	return nil
}
