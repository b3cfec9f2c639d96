package journal_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"arbitre/journal"
)

// FuzzRead: whatever a file holds, it is a match or an error that names a line;
// and a match is spelled in one way.
func FuzzRead(f *testing.F) {
	for _, g := range games() {
		s := playScript(g, rand.New(rand.NewPCG(1, 1)), 2, 3)
		f.Add(journal.Text(s.opening, s.turns, s.end))
	}
	f.Add([]byte(`{"replay":2}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		replay, err := journal.NewReplay("x", bytes.NewReader(text), gameTable(), nil)
		for turns := 0; err == nil; turns++ {
			if turns != replay.Turns {
				break // the end
			}
			_, _, err = replay.Next()
		}
		if err != nil && !strings.HasPrefix(err.Error(), "x:") {
			t.Error(err)
		}
	})
}

// FuzzOrders: whatever was sent, the match that was played is the match that is
// read back.
func FuzzOrders(f *testing.F) {
	f.Add("NORTH 1", "BOMB 2", uint8(0), uint64(1))
	f.Add("up", "act,left", uint8(2), uint64(1))
	f.Add("1 MOVE UP PHERO 3 SAY x", "QUEEN SPAWN", uint8(1), uint64(2))
	f.Add("\xff\x00", "\\\"\u2028", uint8(1), uint64(2))
	f.Fuzz(func(t *testing.T, first, second string, which uint8, seed uint64) {
		g := games()[int(which)%len(games())]
		first, second = strings.ToValidUTF8(first, "\uFFFD"), strings.ToValidUTF8(second, "\uFFFD") // as the referee hands them in
		g.orders = func(chance *rand.Rand, _ int) string { return pick(chance, first, second) }
		s := playScript(g, rand.New(rand.NewPCG(seed, 1)), 2, 4)
		must(t, verify(journal.Text(s.opening, s.turns, s.end)))
	})
}
