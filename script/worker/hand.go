package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
	"arbitre/script"
	"arbitre/script/confine"
)

// strikes is how often a colony may be cut off; with the last one it is out.
const strikes = 3

// hand is one seat of one match.
type hand struct {
	log      *zap.Logger
	command  confine.Command
	start    script.Start
	child    *confine.Child // nil: to be started
	memories memories       // for the next process
	strikes  int
	frame    []byte
}

// leastSenses is less than the bytes that an ant senses, and no ant needs more
// than a line for its order: so a process can't keep the referee busy by lines.
const leastSenses = 16

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
	if h.child == nil {
		if err := h.begin(ctx); err != nil {
			return nil, err
		}
	}
	answer, err := h.exchange(ctx, senses)
	if err != nil {
		return nil, err
	}
	if len(answer.Orders) > 1+len(senses)/leastSenses {
		return nil, fmt.Errorf("%w: %d lines of orders", errAnswer, len(answer.Orders))
	}
	h.memories.keep(answer)
	return answer, nil
}

// ready is begin within a time.
func (h *hand) ready(ctx context.Context, most time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	return h.begin(ctx)
}

// begin starts a process and the script in it.
func (h *hand) begin(ctx context.Context) error {
	child, err := confine.Start(h.command)
	if err != nil {
		return err
	}
	h.child = child
	h.start.Memories = h.memories.list()
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

// Close ends the process.
func (h *hand) Close() {
	if h.child != nil {
		h.child.Close()
		h.child = nil
	}
}
