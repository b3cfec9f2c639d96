package script

import (
	"encoding/binary"
	"errors"
	"fmt"

	"go.starlark.net/starlark"
)

// recollection is what an ant keeps from turn to turn: where its queen is, for
// which it counts its steps, and the script's dict. Nobody is told coordinates;
// but an ant has seen its queen when it was born, and it knows where it has gone
// since.
type recollection struct {
	homeKnown bool
	home      offset // one of her cells
	step      int    // the direction in which the ant was ordered to move, or noCell
	dict      []byte // as memoryWriter wrote it
}

// read takes in what append wrote; of anything else it is as one of the newborn.
func (k *recollection) read(data []byte) {
	*k = recollection{step: noCell}
	if len(data) == 0 {
		return
	}
	if data[0] == 0 {
		k.dict = data[1:]
		return
	}
	rest := data[1:]
	dx, n := binary.Varint(rest)
	if n <= 0 {
		return
	}
	rest = rest[n:]
	dy, n := binary.Varint(rest)
	if n <= 0 || len(rest) == n || max(dx, -dx, dy, -dy) > mostFar || rest[n] > byte(len(directions)) {
		return
	}
	rest = rest[n:]
	k.homeKnown, k.home = true, offset{int(dx), int(dy)}
	k.step, k.dict = int(rest[0])-1, rest[1:]
}

// append writes all but the dict.
func (k *recollection) append(dst []byte) []byte {
	if !k.homeKnown {
		return append(dst, 0)
	}
	dst = binary.AppendVarint(append(dst, 1), int64(k.home.dx))
	dst = binary.AppendVarint(dst, int64(k.home.dy))
	return append(dst, byte(k.step+1))
}

// arrive counts the step that the ant was ordered to take, if it went well.
func (k *recollection) arrive(last string) {
	if k.step == noCell || last != "ok" {
		k.step = noCell
		return
	}
	k.home.dx -= steps[k.step].dx
	k.home.dy -= steps[k.step].dy
}

// keep notes what an ant, or the queen, keeps, if it has changed. If the dict is
// too large the old one stays, and the error says so.
func (c *Colony) keep(who *common, dict *starlark.Dict) error {
	most := c.senses.Memory
	if most == 0 {
		return nil
	}
	w := &c.writer
	w.text = who.kept.append(w.text[:0])
	head := len(w.text)
	if head > most { // not even where home is
		return nil
	}
	var err error
	if dict != nil {
		err = w.writeMemory(dict, most-head)
	}
	if errors.Is(err, errTooMuch) {
		err = fmt.Errorf("memory: more than %d bytes", most)
	}
	if dict == nil || err != nil {
		w.text = append(w.text[:head], who.kept.dict...)
	}
	old := c.memories[who.key]
	if string(old) == string(w.text) || len(old) == 0 && len(w.text) == 1 {
		return err
	}
	c.memories[who.key] = append(old[:0], w.text...)
	c.answer.Memories = append(c.answer.Memories, Memory{Ant: who.key, Bytes: c.memories[who.key]})
	return err
}
