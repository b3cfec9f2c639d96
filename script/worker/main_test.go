package worker

import (
	"crypto/sha256"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
	"go.uber.org/zap"

	"arbitre/game"
	"arbitre/referee"
	"arbitre/sentiant"
)

// workerWord makes the program of these tests a worker.
const workerWord = "be-a-worker"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == workerWord {
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func newScripts() *Scripts {
	return New(Config{Log: zap.NewNop(), Args: []string{workerWord}})
}

// startHand starts a script in a process of its own.
func startHand(tb testing.TB, text string, seat game.Seat, seed [32]byte) *hand {
	tb.Helper()
	started, err := newScripts().Start(tb.Context(), referee.Part{Script: referee.Script{Name: "test", Text: text}, Seat: seat, Seed: seed})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(started.Close)
	return started.(*hand)
}

// senser is a game whose seats scripts can play.
type senser interface {
	game.Rules
	AppendSenses(dst []byte, seat game.Seat) []byte
}

func newRules(tb testing.TB, settings string, seats int) (rules senser, seed [32]byte) {
	tb.Helper()
	seed = sha256.Sum256([]byte(tb.Name()))
	made, err := sentiant.Game().New([]byte(settings), seats, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return made.(senser), seed
}
