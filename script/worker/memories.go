package worker

import (
	"maps"
	"slices"

	"arbitre/script"
)

// memories are what is kept of a process's answers, to start another one. The zero
// value is none.
type memories struct {
	byAnt map[int][]byte
	bytes int
}

// A process can make the referee keep so much and no more. A colony of a thousand
// ants with all the memory that the default allows has an eighth of it.
const (
	mostKept     = 8 << 20 // bytes
	mostMemories = 100_000
)

// keep notes what an answer tells of memories. One that would be too much is left
// out: that ant would start anew.
func (m *memories) keep(answer *script.Answer) {
	if m.byAnt == nil {
		m.byAnt = map[int][]byte{}
	}
	for _, changed := range answer.Memories {
		m.bytes -= len(m.byAnt[changed.Ant])
		if len(changed.Bytes) == 0 || m.bytes+len(changed.Bytes) > mostKept || len(m.byAnt) >= mostMemories {
			delete(m.byAnt, changed.Ant)
			continue
		}
		m.byAnt[changed.Ant] = changed.Bytes
		m.bytes += len(changed.Bytes)
	}
}

// list is all of them, for a Start.
func (m *memories) list() []script.Memory {
	list := make([]script.Memory, 0, len(m.byAnt))
	for _, ant := range slices.Sorted(maps.Keys(m.byAnt)) {
		list = append(list, script.Memory{Ant: ant, Bytes: m.byAnt[ant]})
	}
	return list
}
