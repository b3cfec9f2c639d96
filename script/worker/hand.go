package worker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.uber.org/zap"

	"arbitre/referee"
	"arbitre/script"
	"arbitre/script/confine"
	"arbitre/sentiant"
)

// strikes is how often a colony may be cut off; with the last one it is out.
const strikes = 3

// hand is one seat of one match.
type hand struct {
	log      *zap.Logger
	command  confine.Command
	start    script.Start
	child    *confine.Child // nil: to be started
	memories map[int][]byte // of what lives, for the next process; they have memory bytes in all
	memory   int
	strikes  int
	senses   sentiant.Senses
	frame    []byte
}

// mostMemory is how much all ants of a colony can remember together, in bytes, so
// that a process can be told all of it at once.
const mostMemory = mostFrame - script.MostText - 1024

// memoryHead is about what a memory takes beside its bytes.
const memoryHead = 16

var errAnswer = errors.New("an answer that no script can give")

// Play gives the orders of a turn. A process that dies or is late is replaced in
// the next one, and plays on with the memories of the last turn that went well.
func (h *hand) Play(ctx context.Context, senses []byte) referee.Reply {
	answer, err := h.play(ctx, senses)
	if err == nil {
		return referee.Reply{Orders: answer.Orders, Told: answer.Told}
	}
	h.Close()
	h.strikes++
	h.log.Warn("a script was cut off", zap.Int("time", h.strikes), zap.Error(err))
	out := h.strikes >= strikes
	told := fmt.Sprintf("the script was cut off: %s. Its ants sleep this turn (%d of %d times)", reason(err), h.strikes, strikes)
	if out {
		told = fmt.Sprintf("the script was cut off: %s. That was %d times: the colony is out", reason(err), h.strikes)
	}
	return referee.Reply{Told: []string{told}, Cut: true, Out: out}
}

// reason is why a script was cut off, for its author.
func reason(err error) string {
	switch {
	case errors.Is(err, confine.ErrLate):
		return "no answer in time"
	case errors.Is(err, confine.ErrLong):
		return "too many memories"
	case errors.Is(err, confine.ErrDied):
		return fmt.Sprintf("out of memory, probably: it has %d MB", mostGrowth>>20)
	}
	return err.Error()
}

func (h *hand) play(ctx context.Context, senses []byte) (*script.Answer, error) {
	if err := h.senses.Read(senses); err != nil {
		return nil, err
	}
	h.forgetTheDead()
	if h.child == nil {
		if err := h.begin(ctx); err != nil {
			return nil, err
		}
	}
	answer, err := h.exchange(ctx, senses)
	if err != nil {
		return nil, err
	}
	if len(answer.Orders) > len(h.senses.Ants)+1 {
		return nil, fmt.Errorf("%w: %d lines of orders", errAnswer, len(answer.Orders))
	}
	return answer, h.remember(answer.Memories)
}

// begin starts a process and the script in it.
func (h *hand) begin(ctx context.Context) error {
	child, err := confine.Start(h.command)
	if err != nil {
		return err
	}
	h.child = child
	h.start.Memories = h.start.Memories[:0]
	for _, ant := range slices.Sorted(maps.Keys(h.memories)) {
		h.start.Memories = append(h.start.Memories, script.Memory{Ant: ant, Bytes: h.memories[ant]})
	}
	h.frame = h.start.Append(h.frame[:0])
	answer, err := h.exchange(ctx, h.frame)
	if err == nil && len(answer.Told) > 0 {
		err = errors.New(answer.Told[0])
	}
	return err
}

func (h *hand) exchange(ctx context.Context, request []byte) (*script.Answer, error) {
	bytes, err := h.child.Exchange(ctx, request)
	if err != nil {
		return nil, err
	}
	var answer script.Answer
	if err := answer.Read(bytes); err != nil {
		return nil, fmt.Errorf("%w: %w", errAnswer, err)
	}
	return &answer, nil
}

// forgetTheDead drops the memories of ants that live no more.
func (h *hand) forgetTheDead() {
	for ant := range h.memories {
		if !h.lives(ant) {
			h.keep(ant, nil)
		}
	}
}

// lives tells whether it can remember: an ant in the senses, or the queen as 0.
func (h *hand) lives(ant int) bool {
	if ant == 0 {
		return true
	}
	_, found := slices.BinarySearchFunc(h.senses.Ants, ant, func(a sentiant.AntSenses, id int) int { return a.ID - id })
	return found
}

// remember takes in the memories that have changed: all of them, or none.
func (h *hand) remember(changed []script.Memory) error {
	memory := h.memory
	for _, m := range changed {
		if len(m.Bytes) > 0 && !h.lives(m.Ant) || len(m.Bytes) > h.senses.Memory {
			return fmt.Errorf("%w: a memory of ant %d", errAnswer, m.Ant)
		}
		memory += size(m.Bytes) - size(h.memories[m.Ant])
	}
	if memory > mostMemory {
		return fmt.Errorf("all memories together: %d bytes, %d are allowed", memory, mostMemory)
	}
	for _, m := range changed {
		h.keep(m.Ant, m.Bytes)
	}
	return nil
}

func (h *hand) keep(ant int, bytes []byte) {
	h.memory += size(bytes) - size(h.memories[ant])
	if len(bytes) == 0 {
		delete(h.memories, ant)
	} else {
		h.memories[ant] = bytes
	}
}

// size is what a memory takes of a frame, at most.
func size(bytes []byte) int {
	if len(bytes) == 0 {
		return 0
	}
	return memoryHead + len(bytes)
}

// Close ends the process.
func (h *hand) Close() {
	if h.child != nil {
		h.child.Close()
		h.child = nil
	}
}
