package referee

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// The limits of handing in a script (docs/protocol.md).
const (
	longestScript = 64 << 10         // bytes, line feeds included
	uploadIdle    = 2 * time.Minute  // without a line, and it is forgotten
	longestUpload = 90 * time.Minute // even line by line at a slow network's pace
)

// upload is a script that comes in, line by line.
type upload struct {
	name      string
	text      []byte
	lines     int
	wrong     string // what is wrong first, "line:column message"
	begun, at time.Time
}

// take takes what stands behind the word SCRIPT: "|text" is a line, "+text"
// continues the line before.
func (u *upload) take(line string) {
	switch {
	case u.wrong != "":
		return
	case strings.HasPrefix(line, "|"):
		u.lines++
	case strings.HasPrefix(line, "+") && u.lines > 0:
		u.text = u.text[:len(u.text)-1] // its line feed
	case strings.HasPrefix(line, "+"):
		u.fail(1, 1, `"+" continues the line before, and there is none: expected "|"`)
		return
	default:
		u.fail(u.lines+1, 1, `expected "|" or "+", and the text right behind it`)
		return
	}
	u.text = append(append(u.text, line[1:]...), '\n')
	if len(u.text) > longestScript {
		u.fail(u.lines, 1, fmt.Sprintf("the script is longer than %d bytes", longestScript))
	}
}

// fail notes what is wrong. The text is of no use any more.
func (u *upload) fail(line, column int, message string) {
	u.wrong, u.text = fmt.Sprintf("%d:%d %s", line, column, message), nil
}

// finish checks what needs no knowledge of the language.
func (u *upload) finish() {
	switch {
	case u.wrong != "":
	case u.lines == 0:
		u.fail(1, 1, "the script has no lines")
	default:
		u.checkUTF8()
	}
}

func (u *upload) checkUTF8() {
	number := 0
	for line := range strings.Lines(string(u.text)) {
		number++
		for column, r := range []rune(line) {
			if r == utf8.RuneError {
				u.fail(number, column+1, "the text is not UTF-8")
				return
			}
		}
	}
}

// old tells whether an upload is to be forgotten.
func (u *upload) old(now time.Time) bool {
	return now.Sub(u.at) > uploadIdle || now.Sub(u.begun) > longestUpload
}
