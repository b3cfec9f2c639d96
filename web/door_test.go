package web_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/zap"

	"arbitre/web"
)

// get is the status of a page, and the page.
func (s *stage) get(url string) (int, http.Header, string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, 100*time.Millisecond) // a stream of scenes has no end
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := s.http().Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, _ := io.ReadAll(answer.Body) // as far as it comes
	return answer.StatusCode, answer.Header, string(text)
}

// refused is the status with which a handshake is refused, 0 if it is not.
func (s *stage) refused(url string) int {
	s.t.Helper()
	conn, answer, err := websocket.Dial(s.ctx, url, &websocket.DialOptions{HTTPClient: s.http()})
	if err == nil {
		_ = conn.CloseNow()
		return 0
	}
	if answer == nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode
}

// If nobody can come in any more, the door says so then, and not at the end of the
// program.
func TestServeWithoutAListener(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	door := web.New(web.Config{Base: base}, zap.NewNop())
	if err := door.Serve(t.Context(), listener); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}

func TestAddresses(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1", "ann", "bob")
		play, look := s.addresses("ann")
		if !regexp.MustCompile(`^` + base + `/codenjoy-contest/board/player/[a-z0-9]+\?code=[0-9]{20}&gameName=snakebattle$`).MatchString(play) {
			t.Errorf("to play: %s", play)
		}
		if !regexp.MustCompile(`^` + base + `/watch/[a-z0-9]+\?code=[0-9]{20}&gameName=snakebattle$`).MatchString(look) {
			t.Errorf("to look: %s", look)
		}
		if strings.Count(play, "http") != 1 || strings.Count(look, "http") != 1 {
			t.Errorf("clients would replace more than the scheme: %s %s", play, look)
		}
		asLook := strings.Replace(play, "/codenjoy-contest/board/player/", "/watch/", 1)
		asPlay := strings.Replace(look, "/watch/", "/codenjoy-contest/board/player/", 1)
		for url, want := range map[string]int{
			play: 200, look: 200, asLook: 401, asPlay: 401, base + "/": 404, play + "0": 200,
			strings.Replace(play, "&gameName=snakebattle", "", 1): 200,
			strings.Replace(play, "?code=", "?code=0", 1):         401,
		} {
			status, header, _ := s.get(url)
			if status != want {
				t.Errorf("%s: %d, want %d", url, status, want)
			}
			if header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s: Referrer-Policy %q", url, header.Get("Referrer-Policy"))
			}
		}
		if status := s.refused(socketURL(asPlay)); status != 401 {
			t.Errorf("the address to look plays: %d", status)
		}
		if _, _, page := s.get(strings.Replace(play, "?", "/scenes?", 1)); strings.Contains(page, "data: {") {
			t.Errorf("a scene before the match: %s", page)
		}
	})
}

// Each new address ends the old ones, "websocket off" all, and so does the end of
// the seat.
func TestAddressesEnd(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 round_turns=10 wait_turns=1", "ann", "bob")
		first, _ := s.addresses("ann")
		old := s.connect(socketURL(first))
		second, look := s.addresses("ann")
		if _, _, err := old.Read(s.ctx); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
			t.Errorf("the socket of an old address: %v", err)
		}
		wants := func(url string, want int) {
			t.Helper()
			if status, _, _ := s.get(url); status != want {
				t.Errorf("%s: %d, want %d", url, status, want)
			}
		}
		wants(first, 401)
		wants(second, 200)
		s.tells("ann", "WebSocket off")
		wants(second, 401)
		wants(look, 401)
		third, _ := s.addresses("ann")
		s.says("op", "!go")
		wants(third, 200)
		s.says("op", "!abort")
		time.Sleep(2 * time.Second)
		for range 20 { // knocking at a door that was one is no guessing
			wants(third, 401)
		}
		s.tells("ann", "websocket")
		if told := s.notices("ann"); len(told) == 0 || !strings.Contains(told[len(told)-1], "Addresses are for") {
			t.Errorf("without a place: %q", told)
		}
	})
}

// Who guesses is refused with 401 ten times a minute, then with 429 whatever he
// tries; then he may try again.
func TestGuessing(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1", "ann", "bob")
		play, _ := s.addresses("ann")
		wrong := socketURL(strings.Replace(play, "code=", "code=1", 1))
		nobody := socketURL(strings.Replace(play, "player/", "player/x", 1))
		for i := range 10 {
			if status := s.refused([]string{wrong, nobody}[i%2]); status != 401 {
				t.Errorf("guess %d: %d", i, status)
			}
		}
		for _, url := range []string{wrong, nobody, socketURL(play)} {
			if status := s.refused(url); status != 429 {
				t.Errorf("after ten wrong ones: %d", status)
			}
		}
		time.Sleep(time.Minute / 10)
		if status := s.refused(socketURL(play)); status != 0 {
			t.Errorf("six seconds later: %d", status)
		}
	})
}

// The codes are in no log, at any level.
func TestCodesAreNotLogged(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 round_turns=10 wait_turns=1", "ann", "bob")
		play, look := s.addresses("ann")
		s.connect(socketURL(play))
		s.get(look)
		s.says("op", "!go")
		time.Sleep(3 * time.Second)
		codes := regexp.MustCompile(`\d{20}`).FindAllString(play+look, -1)
		for _, entry := range s.log.All() {
			text := entry.Message
			for _, value := range entry.ContextMap() {
				if field, ok := value.(string); ok {
					text += " " + field
				}
			}
			for _, code := range codes {
				if strings.Contains(text, code) {
					t.Errorf("logged: %s", text)
				}
			}
		}
	})
}

// A seat has four sockets at most: the oldest makes room. An address has so many
// connections, and then is refused.
func TestSoManySockets(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1", "ann", "bob")
		play, _ := s.addresses("ann")
		oldest := s.connect(socketURL(play))
		for range 4 {
			s.connect(socketURL(play))
		}
		if _, _, err := oldest.Read(s.ctx); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
			t.Errorf("the fifth socket: %v", err)
		}
	})
}

// What is no text of at most 4 KiB ends the socket, and nothing else.
func TestBadFrames(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 wait_turns=60", "ann", "bob")
		play, _ := s.addresses("ann")
		s.says("op", "!go")
		for _, bad := range []struct {
			kind websocket.MessageType
			text string
			code websocket.StatusCode
		}{
			{websocket.MessageText, strings.Repeat("a", 4<<10+1), websocket.StatusMessageTooBig},
			{websocket.MessageText, strings.Repeat("a", 1<<20), websocket.StatusMessageTooBig},
			{websocket.MessageBinary, "LEFT", websocket.StatusUnsupportedData},
		} {
			ann := s.connect(socketURL(play))
			ann.board()
			go func() { _ = ann.Write(s.ctx, bad.kind, []byte(bad.text)) }()
			if _, _, err := ann.Read(s.ctx); websocket.CloseStatus(err) != bad.code {
				t.Errorf("%.10q: %v", bad.text, err)
			}
		}
		ann := s.connect(socketURL(play))
		ann.board()
		ann.answer("UP")
	})
}

// Who says a little too much is not listened to; who floods is put out.
func TestFlood(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 wait_turns=60", "ann", "bob")
		play, _ := s.addresses("ann")
		ann := s.connect(socketURL(play))
		for range 100 {
			ann.answer("UP")
		}
		s.says("op", "!go")
		ann.board()
		ann.answer("DOWN")
		time.Sleep(time.Second)
		if got := s.orders(1, 0); got != "DOWN" {
			t.Errorf("orders: %q", got)
		}
		ann.board()
		go func() {
			var err error
			for err == nil {
				err = ann.Write(s.ctx, websocket.MessageText, []byte("UP"))
			}
		}()
		for {
			if _, _, err := ann.Read(s.ctx); err != nil {
				if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
					t.Error(err)
				}
				return
			}
		}
	})
}

// Who reads nothing is cut off, keeps his seat, and delays nobody. He who answers
// without reading is found by what waits for him, he who does nothing by the ping.
func TestWhoNeverReads(t *testing.T) {
	for name, answers := range map[string]bool{"answers": true, "does nothing": false} {
		t.Run(name, func(t *testing.T) {
			onStage(t, func(s *stage) {
				s.gathers("seed=1 rounds=2 wait_turns=60", "ann", "bob")
				play, _ := s.addresses("ann")
				conn := s.raw(socketURL(play))
				ended := make(chan struct{})
				if answers {
					go func() {
						defer close(ended)
						for { // an empty text frame, masked
							if _, err := conn.Write([]byte{0x81, 0x80, 1, 2, 3, 4}); err != nil {
								return
							}
							time.Sleep(100 * time.Millisecond)
						}
					}()
				}
				s.says("op", "!go")
				time.Sleep(70 * time.Second)
				if n := s.turns(); n < 69 {
					t.Errorf("%d turns in 70 s", n)
				}
				if answers {
					<-ended
				}
				if n := s.log.FilterMessage("socket closed").Len(); n != 1 {
					t.Errorf("%d sockets were closed", n)
				}
				ann := s.connect(socketURL(play))
				ann.board()
			})
		})
	}
}

// A program that comes in the middle of a match hears the next board; a page sees
// the present one.
func TestComingLate(t *testing.T) {
	onStage(t, func(s *stage) {
		s.gathers("seed=1 rounds=1 wait_turns=60", "ann", "bob")
		s.says("op", "!go")
		time.Sleep(2500 * time.Millisecond)
		play, look := s.addresses("ann")
		ann := s.connect(socketURL(play))
		time.Sleep(time.Second)
		ann.board()
		_, header, page := s.get(strings.Replace(look, "?", "/scenes?", 1))
		if header.Get("Content-Type") != "text/event-stream" || !strings.Contains(page, `"turn":4,`) ||
			!strings.Contains(page, `"players":["ann","bob"]`) {
			t.Errorf("scenes: %v %s", header, page)
		}
		synctest.Wait()
	})
}
