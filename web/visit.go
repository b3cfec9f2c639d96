package web

import (
	"slices"
	"strings"
	"sync"
	"time"

	"arbitre/referee"
)

// visit is a seat's sockets and pages. Its mutex guards what follows it; the match
// takes it to show a board and to take the answers, a socket to give one, and
// nobody waits for anything while holding it.
type visit struct {
	server     *Server
	id         string
	play, look [hashedBytes]byte // of the codes

	mu      sync.Mutex
	ring    func()
	sockets []*socket // the oldest first
	pages   map[*page]struct{}
	answers []referee.Answer
	scene   *referee.Scene // the last one, nil before the first
	closed  bool
}

// Attend, Show, Conclude, Answers, Attended and Close are referee.Visit.

func (v *visit) Attend(ring func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ring = ring
}

func (v *visit) Show(scene *referee.Scene) {
	frame := append([]byte("board="), scene.Board...)
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, s := range v.sockets {
		s.ask(scene.Turn, frame)
	}
	v.present(scene)
}

func (v *visit) Conclude(scene *referee.Scene) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.present(scene)
}

// present brings a scene to the pages.
func (v *visit) present(scene *referee.Scene) {
	v.scene = scene
	if len(v.pages) == 0 {
		return
	}
	text := sceneText(scene)
	for p := range v.pages {
		p.show(text)
	}
}

func (v *visit) Answers(dst []referee.Answer) []referee.Answer {
	v.mu.Lock()
	defer v.mu.Unlock()
	dst = append(dst, v.answers...)
	v.answers = v.answers[:0]
	return dst
}

func (v *visit) Attended() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.sockets) > 0
}

func (v *visit) Close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return
	}
	v.closed = true
	v.server.end(v.id)
	for _, s := range v.sockets {
		s.dismiss()
	}
	for p := range v.pages {
		close(p.scenes)
	}
	v.sockets, v.pages = nil, nil
}

func (v *visit) hasEnded() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.closed
}

// enter lets a socket in. If the seat has too many the oldest makes room: it is
// the one that a program which was restarted has left behind.
func (v *visit) enter(s *socket) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}
	if len(v.sockets) >= v.server.config.SocketsPerSeat {
		v.sockets[0].dismiss()
		v.sockets = slices.Delete(v.sockets, 0, 1)
	}
	v.sockets = append(v.sockets, s)
	return true
}

func (v *visit) leave(s *socket) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sockets = slices.DeleteFunc(v.sockets, func(other *socket) bool { return other == s })
}

// hear takes a frame: the first one after a board is the answer to that board,
// others until the next board are dropped in silence. Nobody is kept waiting, so
// at most one answer a board and socket lies here. It tells whether the frame was
// an answer.
func (v *visit) hear(s *socket, text []byte) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !s.asked || v.closed {
		return false
	}
	s.asked = false
	v.answers = append(v.answers, referee.Answer{Turn: s.turn, At: time.Now(), Text: orderIn(text)})
	v.ring()
	return true
}

// longestOrder is how much of an answer is looked at; more is no order of any
// game's.
const longestOrder = 300

// orderIn is an answer as an order: UTF-8, and not longer than anybody needs.
func orderIn(text []byte) string {
	order := strings.TrimSpace(strings.ToValidUTF8(string(text), "\uFFFD"))
	if len(order) > longestOrder {
		return strings.ToValidUTF8(order[:longestOrder], "") + "..."
	}
	return order
}

// watch lets a page in and shows it the scene of the moment.
func (v *visit) watch(p *page) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}
	v.pages[p] = struct{}{}
	if v.scene != nil {
		p.show(sceneText(v.scene))
	}
	return true
}

func (v *visit) unwatch(p *page) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.pages, p)
}
