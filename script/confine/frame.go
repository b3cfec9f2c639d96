package confine

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A frame is its length in four bytes, the highest first, and then as many
// bytes.
const headBytes = 4

// lengthError is a frame that says it is longer than it may be.
type lengthError struct{ length, most int }

func (e lengthError) Error() string {
	return fmt.Sprintf("a frame of %d bytes, %d are allowed", e.length, e.most)
}

// readFrame reads a frame of at most so many bytes into the buffer, which it
// empties first. The buffer grows with what has come, not with what was
// announced. io.EOF is an end between two frames, io.ErrUnexpectedEOF one within.
func readFrame(r io.Reader, buffer *bytes.Buffer, most int) error {
	buffer.Reset()
	var head [headBytes]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	length := int64(binary.BigEndian.Uint32(head[:]))
	if length > int64(most) {
		return lengthError{int(length), most}
	}
	read, err := io.CopyN(buffer, r, length)
	if errors.Is(err, io.EOF) && read < length {
		return io.ErrUnexpectedEOF
	}
	return err
}

// appendFrame appends a frame, to be written at once.
func appendFrame(dst, content []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(content)))
	return append(dst, content...)
}
