package storm

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/cryptotest"
)

var (
	evenings = flag.Int("evenings", 0, "how many evenings to play; 0: a few")
	from     = flag.Uint64("from", 1, "the number of the first evening")
	storms   = flag.Uint64("storm", 1, "the seed of the storms")
	length   = flag.Duration("length", 0, "how long an evening is, its matches as long as usual and faults minutes apart; 0: some minutes of all that")
	tell2    = flag.Bool("tell", false, "tell all that everybody hears and logs")
)

// Whether two goroutines that wait for the same moment go in this order or that
// is the scheduler's to choose. With one processor and no garbage collector
// between it always chooses the same. Only an evening of many hours needs one.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(8 << 30)
	os.Exit(m.Run())
}

// seedChance has all that draws from crypto/rand draw from the seed.
func seedChance(t *testing.T, storm, number uint64) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, storm<<32^number)
}

func TestEvenings(t *testing.T) {
	many := *evenings
	if many == 0 {
		many = usual(testing.Short())
	}
	failed := 0
	for number := *from; number < *from+uint64(many); number++ {
		if !t.Run(fmt.Sprint(number), func(t *testing.T) { oneEvening(t, number) }) {
			failed++
		}
		if failed >= 20 {
			return
		}
		if number%8 == 0 {
			runtime.GC()
		}
	}
}

func oneEvening(t *testing.T, number uint64) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("again: go test ./storm -run TestEvenings -storm %d -from %d -evenings 1 -length %v -tell", *storms, number, *length)
		}
	}()
	faults, transcript := playEvening(t, *storms, number, *tell2)
	for _, fault := range faults {
		t.Error(fault)
	}
	if *tell2 {
		t.Log(strings.Join(transcript, "\n"))
	}
}
