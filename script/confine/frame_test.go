package confine

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// FuzzFrame reads whatever comes: frames come out as they went in, an end within
// one is told from an end between two, and nothing longer than allowed is kept.
func FuzzFrame(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 0, 0, 0})
	f.Add([]byte{0, 0, 0, 3, 'a', 'b', 'c', 0, 0, 0, 1, 'd'})
	f.Add([]byte{0, 0, 0, 9, 'h', 'a', 'l', 'f'})
	f.Add([]byte{0, 0})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, raw []byte) {
		const most = 100
		var again []byte
		var buffer bytes.Buffer
		r := bytes.NewReader(raw)
		var err error
		for {
			if err = readFrame(r, &buffer, most); err != nil {
				break
			}
			if buffer.Len() > most {
				t.Fatalf("a frame of %d bytes", buffer.Len())
			}
			again = appendFrame(again, buffer.Bytes())
		}
		if !bytes.HasPrefix(raw, again) {
			t.Fatalf("read %q, which is not how %q begins", again, raw)
		}
		rest := raw[len(again):]
		_, long := errors.AsType[lengthError](err)
		switch {
		case len(rest) == 0 && errors.Is(err, io.EOF):
		case long && len(rest) >= headBytes && bytes.Compare(rest[:headBytes], []byte{0, 0, 0, most}) > 0:
		case len(rest) > 0 && errors.Is(err, io.ErrUnexpectedEOF):
		default:
			t.Fatalf("%v before %q", err, rest)
		}
	})
}

// FuzzSaid keeps all of a short text, and the ends of a long one, however it is
// written.
func FuzzSaid(f *testing.F) {
	f.Add([]byte("why\nwhere"), uint16(1), uint16(3))
	f.Add(bytes.Repeat([]byte("x"), 3*saidBytes), uint16(1), uint16(1000))
	f.Add(bytes.Repeat([]byte("y"), 100), uint16(100), uint16(5000))
	f.Fuzz(func(t *testing.T, text []byte, times, piece uint16) {
		text = bytes.Repeat(text, 1+int(times)%100)
		var s said
		for rest := text; len(rest) > 0; {
			n, err := s.Write(rest[:min(len(rest), 1+int(piece))])
			if err != nil || n == 0 {
				t.Fatal(n, err)
			}
			rest = rest[n:]
		}
		got := s.String()
		if len(text) <= 2*saidBytes {
			if got != string(text) {
				t.Fatalf("%d bytes became %d", len(text), len(got))
			}
			return
		}
		if got[:saidBytes] != string(text[:saidBytes]) || got[len(got)-saidBytes:] != string(text[len(text)-saidBytes:]) ||
			len(s.head)+len(s.tail)+s.between != len(text) {
			t.Fatalf("%d bytes became %d", len(text), len(got))
		}
	})
}
