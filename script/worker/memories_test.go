package worker

import (
	"testing"

	"arbitre/script"
)

// What a process says is kept within bounds, whatever ants it makes up.
func TestMemoriesAreBounded(t *testing.T) {
	var m memories
	for ant := range 1000 {
		m.keep(&script.Answer{Memories: []script.Memory{{Ant: ant, Bytes: make([]byte, 64<<10)}}})
	}
	kept := 0
	for _, memory := range m.list() {
		kept += len(memory.Bytes)
	}
	if kept != mostKept || m.bytes != kept {
		t.Errorf("%d bytes are kept, counted as %d", kept, m.bytes)
	}
	m.keep(&script.Answer{Memories: []script.Memory{{Ant: 0}, {Ant: 1, Bytes: []byte("x")}}})
	if list := m.list(); len(list) != 127 || list[0].Ant != 1 || m.bytes != 126*64<<10+1 {
		t.Errorf("after one was forgotten and one changed there are %d, %d bytes", len(list), m.bytes)
	}
}
