// Package step is the rules as a program, for those who try or train a bot without
// a referee: a JSON line in, a JSON line out (docs/step.md).
package step

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"arbitre/game"
)

// lineLimit is how long a line of "step" may be, in bytes: a state of the
// largest map fits many times.
const lineLimit = 8 << 20

// Serve answers each line of the input by one line, until the input ends.
func Serve(played game.Game, in io.Reader, out io.Writer) error {
	answers := bufio.NewWriterSize(out, 64<<10)
	lines := bufio.NewReaderSize(flushFirst{in, answers}, 64<<10)
	s := conversation{game: played}
	for {
		line, tooLong, err := readLine(lines)
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return fmt.Errorf("step: %w", err)
		}
		answer := s.answer(line, tooLong)
		if _, writeErr := answers.Write(answer); writeErr != nil {
			return fmt.Errorf("step: write the answer: %w", writeErr)
		}
		if end {
			return within("step: write the answer", answers.Flush())
		}
	}
}

// flushFirst flushes the answers when no input waits, which is when the
// buffered reader above it comes for more.
type flushFirst struct {
	in  io.Reader
	out *bufio.Writer
}

func (f flushFirst) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, fmt.Errorf("write the answer: %w", err)
	}
	return f.in.Read(p)
}

// readLine is the next line, good until the next call. Of one that is longer
// than lineLimit nothing is kept. The last line may come with io.EOF.
func readLine(lines *bufio.Reader) (line []byte, tooLong bool, err error) {
	line, err = lines.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, false, err
	}
	long := bytes.Clone(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = lines.ReadSlice('\n')
		if tooLong = tooLong || len(long)+len(line) > lineLimit; !tooLong {
			long = append(long, line...)
		}
	}
	return long, tooLong, err
}

// conversation is one conversation with "step": the match in play and what is used
// again from line to line.
type conversation struct {
	game     game.Game
	number   int // of the line, counted from 1
	line     inputLine
	position *position // nil before the first setup or state

	text []byte // the answer
}

// answer is the answer to a line with its end of line, nothing for a blank line;
// it is good until the next call.
func (s *conversation) answer(line []byte, tooLong bool) []byte {
	s.number++
	s.text = s.text[:0]
	var err error
	if tooLong {
		err = fmt.Errorf("longer than %d bytes", lineLimit)
	} else if line = bytes.Trim(line, " \t\r\n"); len(line) == 0 {
		return nil
	} else {
		err = s.carryOut(line)
	}
	if err != nil {
		s.text = append(s.text, `{"error":`...)
		s.text = appendJSONString(s.text, []byte("line "+strconv.Itoa(s.number)+": "+err.Error()))
		return append(s.text, '}', '\n')
	}
	s.text = s.position.appendAnswer(s.text)
	return append(s.text, '\n')
}

// carryOut does what the line says, all of it or, with an error, nothing. Only a
// panic of the rules in a turn loses the match.
func (s *conversation) carryOut(line []byte) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("a fault of the program, please report it: %v", fault)
			if s.line.kind == turnLine {
				s.position = nil
			}
		}
	}()
	var seats map[string]game.Seat
	if s.position != nil {
		seats = s.position.seats
	}
	if err = s.line.parse(line, seats); err != nil {
		return err
	}
	if s.line.kind == turnLine {
		return s.position.turn(&s.line)
	}
	p, err := newPosition(s.game, &s.line)
	if err == nil {
		s.position = p
	}
	return err
}
