package script

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"
	"unicode/utf8"

	"arbitre/game"
)

// A colony can be played by a worker, a process of its own. What goes to it and
// comes from it are frames; whoever carries them tells where one ends. The first
// to the worker is a Start, each further one the senses of a turn; each is answered
// by an Answer, in that order. A worker that had to be killed is started again with
// the memories that its answers told of: nothing else lasts from turn to turn, so
// it plays on as the old one would have.
//
// Counts and lengths in frames are unsigned varints, everything else is bytes. The
// readers take nothing but what the writers write, and copy what they keep.

// Start begins a colony.
type Start struct {
	Text     string // of the script
	Seat     game.Seat
	Seed     [32]byte // of the draws of scripts in this match
	Memories []Memory // of the queen and the ants, as answers told of them
}

// Memory is what an ant, or the queen as ant 0, keeps from turn to turn.
type Memory struct {
	Ant   int
	Bytes []byte // none: it remembers nothing
}

// Answer is what a colony does in a turn.
type Answer struct {
	Orders   []string // lines of orders for the referee
	Told     []string // lines for the script's author
	Memories []Memory // those that have changed

	line []byte // of orders, that is being filled
}

// The bounds of frames.
const (
	longestOrders = 350 // bytes of a line of orders
	mostMemory    = 64 * 1024
	mostEntries   = 100_000 // of a list
	mostID        = 1 << 31
)

var errFrame = errors.New("not a frame of a script's worker")

// Append writes the frame.
func (s *Start) Append(dst []byte) []byte {
	dst = appendText(dst, s.Text)
	dst = binary.AppendUvarint(dst, uint64(s.Seat))
	dst = append(dst, s.Seed[:]...)
	return appendMemories(dst, s.Memories)
}

// Read takes in a frame of Append.
func (s *Start) Read(data []byte) error {
	r := frameReader{rest: data}
	s.Text = r.text(MostText)
	s.Seat = game.Seat(r.count(game.MaxSeats - 1))
	copy(s.Seed[:], r.take(len(s.Seed)))
	s.Memories = r.memories()
	return r.end()
}

func (a *Answer) reset() {
	a.Orders, a.Told, a.Memories, a.line = a.Orders[:0], a.Told[:0], a.Memories[:0], a.line[:0]
}

// addOrder puts an order into the line that is being filled, or begins another one.
// The queen is ant 0.
func (a *Answer) addOrder(ant int, made *order) {
	before := len(a.line)
	if before > 0 {
		a.line = append(a.line, "; "...)
	}
	start := len(a.line)
	if ant == 0 {
		a.line = append(a.line, "QUEEN "...)
	} else {
		a.line = append(strconv.AppendInt(a.line, int64(ant), 10), ' ')
	}
	a.line = made.appendTo(a.line)
	if len(a.line) > longestOrders {
		a.Orders = append(a.Orders, string(a.line[:before]))
		a.line = append(a.line[:0], a.line[start:]...)
	}
}

// append writes the frame.
func (a *Answer) append(dst []byte) []byte {
	if len(a.line) > 0 {
		a.Orders = append(a.Orders, string(a.line))
		a.line = a.line[:0]
	}
	for _, lines := range [...][]string{a.Orders, a.Told} {
		dst = binary.AppendUvarint(dst, uint64(len(lines)))
		for _, line := range lines {
			dst = appendText(dst, line)
		}
	}
	return appendMemories(dst, a.Memories)
}

// Read takes in the frame of a colony's answer. Orders are printable ASCII, what is
// told is one line of UTF-8 each.
func (a *Answer) Read(data []byte) error {
	r := frameReader{rest: data}
	a.Orders, a.Told = nil, nil
	for range r.count(mostEntries) {
		line := r.text(longestOrders)
		for i := range len(line) {
			r.failed = r.failed || line[i] < ' ' || line[i] > '~'
		}
		if r.failed {
			break
		}
		a.Orders = append(a.Orders, line)
	}
	for range r.count(mostPrinted + 3) {
		line := r.text(longestTold)
		if r.failed = r.failed || !utf8.ValidString(line) || oneLine(line) != line; r.failed {
			break
		}
		a.Told = append(a.Told, line)
	}
	a.Memories = r.memories()
	return r.end()
}

func appendText[T string | []byte](dst []byte, text T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}

func appendMemories(dst []byte, memories []Memory) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(memories)))
	for _, m := range memories {
		dst = appendText(binary.AppendUvarint(dst, uint64(m.Ant)), m.Bytes)
	}
	return dst
}

// frameReader cuts values off the front. Once it has failed it gives zeros.
type frameReader struct {
	rest   []byte
	failed bool
}

func (r *frameReader) take(n int) []byte {
	if r.failed || n > len(r.rest) {
		r.failed = true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *frameReader) count(most int) int {
	n, length := binary.Uvarint(r.rest)
	if r.failed || length <= 0 || n > uint64(most) {
		r.failed = true
		return 0
	}
	r.rest = r.rest[length:]
	return int(n)
}

func (r *frameReader) text(most int) string { return string(r.take(r.count(most))) }

func (r *frameReader) memories() []Memory {
	var memories []Memory
	for range r.count(mostEntries) {
		m := Memory{Ant: r.count(mostID), Bytes: bytes.Clone(r.take(r.count(mostMemory)))}
		if r.failed {
			return nil
		}
		memories = append(memories, m)
	}
	return memories
}

func (r *frameReader) end() error {
	if r.failed || len(r.rest) > 0 {
		return errFrame
	}
	return nil
}
