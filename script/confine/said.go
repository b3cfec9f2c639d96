package confine

import "fmt"

// saidBytes bounds each of the two parts that are kept of a standard error.
const saidBytes = 2048

// said keeps the head and the tail of what is written to it: a Go program that
// dies says why first, and where last.
type said struct {
	head, tail []byte
	between    int
}

func (s *said) Write(p []byte) (int, error) {
	room := min(saidBytes-len(s.head), len(p))
	s.head = append(s.head, p[:room]...)
	s.keepTail(p[room:])
	return len(p), nil
}

func (s *said) keepTail(p []byte) {
	if lost := len(p) - saidBytes; lost > 0 {
		s.between += lost
		p = p[lost:]
	}
	if lost := len(s.tail) + len(p) - saidBytes; lost > 0 {
		s.between += lost
		s.tail = s.tail[:copy(s.tail, s.tail[lost:])]
	}
	s.tail = append(s.tail, p...)
}

// String may be called when the process is gone.
func (s *said) String() string {
	if s.between == 0 {
		return string(s.head) + string(s.tail)
	}
	return fmt.Sprintf("%s\n... %d bytes left out ...\n%s", s.head, s.between, s.tail)
}
