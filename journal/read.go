package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"arbitre/game"
	"arbitre/referee"
)

// longestLine bounds what is read of a file at once, line feed included. Orders
// are most of a line: 64 players who send 60 messages of 512 bytes, each byte of
// them as \u0000, would need 12 MB, and nobody has so many.
const longestLine = 8 << 20

// lineError is what is wrong with a line of a file, and what was expected there.
type lineError struct {
	name string
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.name, e.line, e.err) }

func (e *lineError) Unwrap() error { return e.err }

// errCut is a line without its end: what a crash leaves of a line that was never
// synced, or somebody cut the file.
var errCut = errors.New("cut off in mid-line: expected a whole line, ended by a line feed")

// lines reads a file line by line; it holds one of them in memory.
type lines struct {
	name   string
	from   *bufio.Reader
	number int   // of the line read last, from 1
	size   int64 // of what has been read whole
	sum    hash.Hash
	line   []byte
	again  []byte
}

func newLines(name string, r io.Reader) *lines {
	return &lines{name: name, from: bufio.NewReaderSize(r, 64<<10), sum: sha256.New()}
}

// wrong is an error with its place.
func (l *lines) wrong(format string, args ...any) error {
	return &lineError{l.name, l.number, fmt.Errorf(format, args...)}
}

// next reads a line, line feed included; io.EOF after the last one.
func (l *lines) next() ([]byte, error) {
	l.line = l.line[:0]
	l.number++
	for {
		part, err := l.from.ReadSlice('\n')
		if len(l.line)+len(part) > longestLine {
			return nil, l.wrong("longer than %d bytes: expected a line of a replay", longestLine)
		}
		l.line = append(l.line, part...)
		switch {
		case err == nil:
			l.size += int64(len(l.line))
			return l.line, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case !errors.Is(err, io.EOF):
			return nil, l.wrong("%w", err)
		case len(l.line) > 0:
			return nil, l.wrong("%w", errCut)
		default:
			return nil, io.EOF
		}
	}
}

// parse takes a line as JSON. Its keys are those of the value and no others.
func (l *lines) parse(line []byte, value any, what string) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(value)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return l.wrong("column %d: %w: expected %s", syntax.Offset, err, what)
	}
	switch {
	case errors.Is(err, io.EOF):
		return l.wrong("a blank line: expected %s", what)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return l.wrong("column %d: the line stops: expected the rest of %s", len(line), what)
	case err != nil:
		return l.wrong("%s: expected %s", strings.TrimPrefix(err.Error(), "json: "), what)
	}
	return nil
}

// canonical tells whether the line is spelled as it is written: a match has one
// spelling.
func (l *lines) canonical(line, written []byte) error {
	if bytes.Equal(line, written) {
		return nil
	}
	i := 0
	for i < min(len(line), len(written)) && line[i] == written[i] {
		i++
	}
	return l.wrong("column %d: expected %s", i+1, excerpt(written[i:]))
}

// excerpt is the start of a text that may be long.
func excerpt(text []byte) string {
	const most = 40
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// header reads the first line.
func (l *lines) header() (header, error) {
	line, err := l.next()
	if errors.Is(err, io.EOF) {
		return header{}, l.wrong("the file is empty: expected the head of a match")
	}
	if err != nil {
		return header{}, err
	}
	var version struct{ Replay *int }
	if json.Unmarshal(line, &version) == nil {
		switch {
		case version.Replay == nil:
			return header{}, l.wrong(`expected the head of a match: {"replay":%d,...`, replayVersion)
		case *version.Replay > replayVersion:
			return header{}, l.wrong("replay format %d, of a newer version of arbitre: expected at most %d", *version.Replay, replayVersion)
		}
	}
	var h header
	if err = l.parse(line, &h, "the head of a match"); err != nil {
		return header{}, err
	}
	if err = l.canonical(line, h.appendLine(nil)); err != nil {
		return header{}, err
	}
	if err = l.checkHeader(&h); err != nil {
		return header{}, err
	}
	_, _ = l.sum.Write(line) // never fails
	return h, nil
}

// checkHeader checks what needs no game to be checked.
func (l *lines) checkHeader(h *header) error {
	if h.Replay != replayVersion {
		return l.wrong("replay format %d: expected %d", h.Replay, replayVersion)
	}
	if len(h.Players) > game.MaxSeats {
		return l.wrong("%d players: expected at most %d", len(h.Players), game.MaxSeats)
	}
	for i, name := range h.Players {
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
			return l.wrong("players: %q: expected a name without spaces", name)
		}
		if slices.Contains(h.Players[:i], name) {
			return l.wrong("players: two are called %q", name)
		}
	}
	if err := checkScripts(h.Scripts, len(h.Players)); err != nil {
		return l.wrong("scripts: %w", err)
	}
	if h.Revealed == "" {
		return nil
	}
	return l.reveal(h, h.Revealed)
}

// checkScripts checks that the seats are those of players, and the texts those of
// the sums.
func checkScripts(scripts []referee.Scripted, players int) error {
	last := -1
	for _, s := range scripts {
		switch sum := sha256.Sum256([]byte(s.Text)); {
		case s.Seat <= last || s.Seat >= players:
			return fmt.Errorf("seat %d: expected seats from 0 to %d, each once and in order", s.Seat, players-1)
		case !referee.IsScriptName(s.Name):
			return fmt.Errorf("name %q: expected small letters, digits, - and _", s.Name)
		case s.Text != "" && s.SHA256 != hex.EncodeToString(sum[:]):
			return fmt.Errorf("sha256 %q: that of the text is %x", s.SHA256, sum)
		}
		last = s.Seat
	}
	return nil
}

// reveal takes the seed, which must be the one committed to.
func (l *lines) reveal(h *header, seed string) error {
	var ok bool
	if h.Seed, ok = parseSeed(seed); !ok {
		return l.wrong("seed %q: expected 64 hex digits", seed)
	}
	if c := commitment(h.Seed); c != h.Commitment {
		return l.wrong("commitment %q: expected %q, the SHA-256 of the seed", h.Commitment, c)
	}
	return nil
}

// record reads a line behind the first: a turn or the end.
func (l *lines) record() (*referee.Turn, *ending, error) {
	line, err := l.next()
	if err != nil {
		return nil, nil, err
	}
	if bytes.HasPrefix(line, []byte(`{"end"`)) {
		end, err := l.end(line)
		return nil, end, err
	}
	turn := &referee.Turn{}
	if err := l.parse(line, turn, "a turn or the end"); err != nil {
		return nil, nil, err
	}
	l.again = appendTurn(l.again[:0], *turn)
	if err := l.canonical(line, l.again); err != nil {
		return nil, nil, err
	}
	_, _ = l.sum.Write(line)
	return turn, nil, nil
}

func (l *lines) end(line []byte) (*ending, error) {
	var last struct{ End *ending }
	if err := l.parse(line, &last, "the end of a match"); err != nil {
		return nil, err
	}
	if last.End == nil {
		return nil, l.wrong(`expected the end of a match: {"end":{...`)
	}
	sum := l.sum.Sum(nil)
	if got := last.End.Sum; got != hex.EncodeToString(sum) {
		return nil, l.wrong("sha256: %q is not that of lines 1 to %d, which is %x: expected lines that nobody changed", got, l.number-1, sum)
	}
	return last.End, l.canonical(line, appendEnd(nil, last.End.End, sum))
}

// openFile opens a file to read matches from. What is no file, a device or a
// pipe would never end.
func openFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory: expected a match's file, %s at its end", name, matchFile)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file: expected a match's file, %s at its end", name, matchFile)
	}
	return os.Open(name)
}
