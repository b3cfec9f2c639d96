package snake

// body is the cells of a snake, a ring with the head first. The ring is longer
// than the snake, so that the cell behind the tail, the one that it left last or
// that was bitten off last, is still there for it to grow onto.
type body struct {
	ring   []cell // its length is a power of two
	head   int    // index
	length int
}

const shortestRing = 16

func newBody() body { return body{ring: make([]cell, shortestRing)} }

// at is the snake's i-th cell, 0 the head; of i = length, the cell that it left.
func (b *body) at(i int) cell { return b.ring[(b.head+i)&(len(b.ring)-1)] }

// push puts a head before the head and leaves the tail's cell.
func (b *body) push(c cell) {
	b.head = (b.head - 1) & (len(b.ring) - 1)
	b.ring[b.head] = c
}

// grow takes back the cell that was left last.
func (b *body) grow() {
	if b.length++; b.length == len(b.ring) {
		longer := make([]cell, 2*len(b.ring))
		for i := range b.ring {
			longer[i] = b.at(i)
		}
		b.ring, b.head = longer, 0
	}
}

// set makes it these cells.
func (b *body) set(cells ...cell) {
	for len(cells) >= len(b.ring) {
		b.ring = make([]cell, 2*len(b.ring))
	}
	b.head, b.length = 0, len(cells)
	copy(b.ring, cells)
}

// index is the first place from i on where the body is on the cell, or -1.
func (b *body) index(c cell, i int) int {
	for ; i < b.length; i++ {
		if b.at(i) == c {
			return i
		}
	}
	return -1
}

// copyOf makes it a copy of another body, in the memory that it has.
func (b *body) copyOf(other *body) {
	if len(b.ring) < len(other.ring) {
		b.ring = make([]cell, len(other.ring))
	}
	b.head, b.length = 0, other.length
	for i := range other.length + 1 {
		b.ring[i] = other.at(i)
	}
}
