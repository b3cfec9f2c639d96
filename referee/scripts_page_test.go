package referee_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
	"arbitre/script"
)

// colonies plays scripts in this process, in the real language.
type colonies struct{}

func (colonies) Check(_ context.Context, _, text string) (time.Duration, error) {
	if _, mistakes := script.Compile(text); mistakes != nil {
		return 0, errors.New(mistakes.String())
	}
	return 0, nil
}

func (colonies) Start(_ context.Context, part referee.Part) (referee.Hand, error) {
	program, mistakes := script.Compile(part.Text)
	if mistakes != nil {
		return nil, errors.New(mistakes.String())
	}
	return colony{script.NewColony(program, &script.Start{Seat: part.Seat, Seed: part.Seed})}, nil
}

func (colonies) Offered() []referee.Script {
	return []referee.Script{{Name: "walker", Text: "def queen(view): return spawn()\n\ndef ant(view): return view.wander()\n"}}
}

type colony struct{ *script.Colony }

func (c colony) Play(_ context.Context, senses []byte) referee.Reply {
	var answer script.Answer
	frame, err := c.Colony.Play(senses, nil)
	if err != nil || answer.Read(frame) != nil {
		return referee.Reply{Cut: true}
	}
	return referee.Reply{Orders: answer.Orders, Told: answer.Told}
}

func (colony) Close() {}

// The script on the page for authors of bots is one that was handed in and played.
func TestProtocolPageScripts(t *testing.T) {
	p := readPage(t, "../docs/protocol.md", "scripts")
	onStageWith(t, colonies{}, ircd.Config{}, referee.DefaultConfig(), irc.Config{Unlimited: true}, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		s.join("ann", "#arena")
		s.join("bob", "#arena")
		op.took()
		p.isPlayedBy(s)
	})
}
