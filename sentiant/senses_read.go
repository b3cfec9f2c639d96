package sentiant

import (
	"encoding/binary"
	"errors"
	"fmt"

	"arbitre/game"
)

// Senses are what a colony knows in a turn, as AppendSenses wrote it. The zero
// value is ready to Read; what it holds is good until the next Read, and until
// the bytes that were read change.
type Senses struct {
	Turn           int
	Ants           []AntSenses // in the order of their ids
	Queen          []byte      // her eight cells, in the order N1 N2 E1 E2 S1 S2 W1 W2, as letters of her view
	HP             int         // of an ant at its birth
	Vision         int
	SayLength      int
	PheromoneRange int
	MaxTurns       int // 0: no limit
	FriendlyFire   bool
	Memory         int // bytes that an ant can keep from turn to turn
	Steps          int // that a call of a script may take

	others []SeenAnt
	scents []SmeltScent
}

// AntSenses are what an ant knows.
type AntSenses struct {
	ID, HP, Age  int
	Cargo        string // "bread", "cookie" or ""
	Last         string // "ok", "bad", "still", "bump" or ""
	Say          []byte
	Solid, Floor []byte // the diamond of cells around it, as letters of its view
	Others       []SeenAnt
	Scents       []SmeltScent
}

// SeenAnt is another ant in sight.
type SeenAnt struct {
	Cell  int // its index in the diamond
	Team  game.Seat
	HP    int
	Cargo string
	Say   []byte
}

// SmeltScent is a pheromone that reaches the ant.
type SmeltScent struct{ DX, DY, Scent, Range int }

// errSenses is of bytes that AppendSenses does not write.
var errSenses = errors.New("not the senses of a colony")

// Read takes in the bytes of AppendSenses, which it keeps. An error says where
// they are none.
func (s *Senses) Read(data []byte) error {
	r := sensesReader{rest: data}
	s.Ants, s.others, s.scents = s.Ants[:0], s.others[:0], s.scents[:0]
	ants := s.readColony(&r)
	for last := 0; len(s.Ants) < ants && !r.failed; {
		s.readAnt(&r)
		if a := &s.Ants[len(s.Ants)-1]; a.ID <= last {
			r.failed = true
		} else {
			last = a.ID
		}
	}
	if r.failed || len(r.rest) > 0 {
		return fmt.Errorf("%w: at byte %d of %d", errSenses, len(data)-len(r.rest), len(data))
	}
	return nil
}

func (s *Senses) readColony(r *sensesReader) (ants int) {
	if r.byte(sensesVersion) != sensesVersion {
		r.failed = true
	}
	s.Turn = r.count(mostNumber + 1)
	ants = r.count(mostSide * mostSide)
	s.HP = r.count(mostNumber)
	s.Vision = r.count(longestSight)
	s.SayLength = r.count(longestWord)
	s.PheromoneRange = r.count(longestSmell)
	s.MaxTurns = r.count(mostNumber)
	s.Memory = r.count(mostMemory)
	s.Steps = r.count(mostSteps)
	s.FriendlyFire = r.byte(1) == 1
	s.Queen = r.letters(len(besideWords))
	return ants
}

func (s *Senses) readAnt(r *sensesReader) {
	a := AntSenses{ID: r.count(2 * mostNumber), HP: r.count(mostNumber), Age: r.count(mostNumber)}
	a.Cargo = itemWords[r.byte(byte(len(itemWords)-1))]
	a.Last = outcomeWords[r.byte(byte(len(outcomeWords)-1))]
	a.Say = r.word()
	cells := 2*s.Vision*(s.Vision+1) + 1
	a.Solid, a.Floor = r.letters(cells), r.letters(cells)
	first := len(s.others)
	for i, c := range a.Solid {
		if c == seenAnt && i != cells/2 {
			s.others = append(s.others, SeenAnt{
				Cell:  i,
				Team:  game.Seat(r.byte(maxSeats - 1)),
				Cargo: itemWords[r.byte(byte(len(itemWords)-1))],
				HP:    r.count(mostNumber),
				Say:   r.word(),
			})
		}
	}
	a.Others = s.others[first:]
	first = len(s.scents)
	for range r.byte(mostPheromones) {
		s.scents = append(s.scents, SmeltScent{
			DX: r.offset(), DY: r.offset(),
			Scent: int(r.byte(scents - 1)), Range: int(r.byte(longestSmell)),
		})
	}
	a.Scents = s.scents[first:]
	s.Ants = append(s.Ants, a)
}

// sensesReader cuts values off the front. Once it has failed it gives zeros.
type sensesReader struct {
	rest   []byte
	failed bool
}

func (r *sensesReader) take(n int) []byte {
	if r.failed || n > len(r.rest) {
		r.failed = true
		return nil
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *sensesReader) byte(most byte) byte {
	b := r.take(1)
	if r.failed || b[0] > most {
		r.failed = true
		return 0
	}
	return b[0]
}

func (r *sensesReader) count(most int) int {
	n, length := binary.Uvarint(r.rest)
	if length <= 0 || n > uint64(most) {
		r.failed = true
		return 0
	}
	r.take(length)
	if r.failed {
		return 0
	}
	return int(n)
}

func (r *sensesReader) offset() int {
	n, length := binary.Varint(r.rest)
	if length <= 0 || n < -longestSmell || n > longestSmell {
		r.failed = true
		return 0
	}
	r.take(length)
	return int(n)
}

func (r *sensesReader) word() []byte {
	text := r.take(int(r.byte(longestWord)))
	if !sayable(string(text), longestWord) {
		r.failed = true
	}
	return text
}

func (r *sensesReader) letters(n int) []byte {
	taken := r.take(n)
	for _, c := range taken {
		if !isSeen[c] {
			r.failed = true
		}
	}
	return taken
}

// isSeen are the letters of a view.
var isSeen = [256]bool{
	seenFree: true, seenDirt: true, seenRock: true, seenOwnQueen: true, seenOtherQueen: true,
	seenAnt: true, seenBread: true, seenCookie: true, seenUnknown: true,
}
