package arena

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"

	"arbitre/referee"
	"arbitre/script"
	"arbitre/sentiant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// samples are the scripts that come with the program, played in this process.
type samples struct{}

func (samples) Check(_ context.Context, _, text string) (time.Duration, error) {
	if _, mistakes := script.Compile(text); mistakes != nil {
		return 0, errors.New(mistakes.String())
	}
	return 0, nil
}

func (samples) Offered() (offered []referee.Script) {
	for _, name := range script.SampleNames() {
		offered = append(offered, referee.Script{Name: name, Text: script.Sample(name)})
	}
	return offered
}

func (samples) Start(_ context.Context, part referee.Part) (referee.Hand, error) {
	p, mistakes := script.Compile(part.Text)
	if mistakes != nil {
		return nil, errors.New(mistakes.String())
	}
	return hand{script.NewColony(p, &script.Start{Text: part.Text, Seat: part.Seat, Seed: part.Seed})}, nil
}

type hand struct{ colony *script.Colony }

func (h hand) Close() {}

func (h hand) Play(_ context.Context, senses []byte) referee.Reply {
	frame, err := h.colony.Play(senses, nil)
	var answer script.Answer
	if err == nil {
		err = answer.Read(frame)
	}
	if err != nil {
		panic(err)
	}
	return referee.Reply{Orders: answer.Orders, Told: answer.Told}
}

// seen writes down what the channel heard.
type seen struct{ lines []string }

func (s *seen) Watch(r referee.Record) {
	switch {
	case r.Opening != nil:
		s.lines = append(s.lines, r.Opening.Public...)
	case r.Turn != nil:
		s.lines = append(append(s.lines, fmt.Sprint("TOUR ", r.Turn.Turn)), r.Turn.Public...)
	case r.End != nil:
		s.lines = append(s.lines, r.End.Public...)
	}
}

func play(t *testing.T, m Match) (Result, string, error) {
	t.Helper()
	var s seen
	m.Game, m.Scripts, m.Turn, m.Log = sentiant.Game(), samples{}, time.Minute, zaptest.NewLogger(t)
	m.Watchers = []referee.Watcher{&s}
	r, err := Play(t.Context(), m)
	return r, strings.Join(s.lines, "\n"), err
}

// The same seed is the same match, whatever else goes on.
func TestSameSeedSameMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := Match{Players: []string{"beginner", "forager", "beginner"}, Options: "seed=7 max_turns=60"}
		r, lines, err := play(t, m)
		if err != nil {
			t.Fatal(err)
		}
		if names := strings.Join(r.Opening.Players, " "); names != "beginner forager beginner2" || r.End.Turn < 20 || len(r.End.Ranking) != 3 {
			t.Errorf("%+v", r)
		}
		_, again, err := play(t, m)
		if err != nil || lines != again {
			t.Errorf("%v: not the same match again", err)
		}
		m.Options = "seed=8 max_turns=60"
		if _, other, err := play(t, m); err != nil || other == lines {
			t.Errorf("%v: another seed, the same match", err)
		}
	})
}

// Why a match can't begin is told in the referee's words.
func TestRefused(t *testing.T) {
	for options, want := range map[string]string{
		"width=7":     "width",
		"nonsense=1":  "nonsense",
		"max_turns=x": "max_turns",
	} {
		_, lines, err := play(t, Match{Players: []string{"beginner", "forager"}, Options: options})
		if err == nil || !strings.Contains(err.Error(), want) || lines != "" {
			t.Errorf("%s: %v", options, err)
		}
	}
	if _, _, err := play(t, Match{Players: []string{"beginner"}}); err == nil {
		t.Error("one script alone has played")
	}
	if _, _, err := play(t, Match{Players: []string{"beginner", "nobody"}}); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("%v", err)
	}
}

// A match that is interrupted has no result.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := Play(ctx, Match{Game: sentiant.Game(), Scripts: samples{}, Players: []string{"beginner", "forager"}, Turn: time.Minute, Log: zaptest.NewLogger(t)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
