package web_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"go.uber.org/zap"

	"arbitre/referee"
	"arbitre/web"
)

// atDoor is one call at a door, on virtual time. The fuzzer does not know the
// visit's code.
type atDoor struct {
	t     *testing.T
	visit referee.Visit
	path  string // of the right address
	conn  net.Conn
}

func callAt(t *testing.T, test func(*atDoor)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		config := web.DefaultConfig()
		config.Base = base
		door, calls := web.New(config, zap.NewNop()), newPipes()
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() {
			if err := door.Serve(ctx, calls); err != nil {
				t.Error(err)
			}
		})
		defer running.Wait()
		defer cancel()
		a := &atDoor{t: t}
		var play string
		a.visit, play, _ = door.Admit()
		a.visit.Attend(func() {})
		_, a.path, _ = strings.Cut(socketURL(play), "example:8080")
		var err error
		if a.conn, err = calls.dial(ctx, "", ""); err != nil {
			t.Fatal(err)
		}
		test(a)
	})
}

// send sends bytes, and then nothing for so long as the door stands it, and
// returns all that the door has said.
func (a *atDoor) send(input []byte) []byte {
	var answer bytes.Buffer
	var reading sync.WaitGroup
	reading.Go(func() { _, _ = io.Copy(&answer, a.conn) })
	_, _ = a.conn.Write(input)
	time.Sleep(time.Second)
	_ = a.conn.Close()
	reading.Wait()
	synctest.Wait()
	return answer.Bytes()
}

// FuzzHandshake: no request, however broken, gets in without the code, and none
// brings the door down.
func FuzzHandshake(f *testing.F) {
	for _, request := range []string{
		"GET /codenjoy-contest/ws?user=a&code=0 HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
		"GET /codenjoy-contest/board/player/a?code=0 HTTP/1.1\r\nHost: h\r\n\r\n",
		"GET /watch/a/scenes?code=%zz&code HTTP/1.0\r\n\r\n",
		"GET /page/../page.go HTTP/1.1\r\nHost: h\r\n\r\n",
		"POST /codenjoy-contest/ws HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00",
	} {
		f.Add([]byte(request))
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		callAt(t, func(a *atDoor) {
			answer := a.send(request)
			if bytes.HasPrefix(answer, []byte("HTTP/1.1 101")) || a.visit.Attended() {
				t.Errorf("let in without the code: %q", request)
			}
		})
	})
}

// FuzzFrames: whatever follows a good handshake, the seat has at most one answer
// a board, and the answer is text that an order can be.
func FuzzFrames(f *testing.F) {
	for _, frames := range []string{
		"\x81\x82\x00\x00\x00\x00UP", "\x81\x80abcd", "\x01\x82\x00\x00\x00\x00UP\x80\x82\x00\x00\x00\x00UP", "\x82\x81\x00\x00\x00\x00a",
		"\x81\xfe\x7f\xff\x00\x00\x00\x00", "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", "\x88\x80abcd", "\x89\x80abcd",
		"\x81\x02UP", "\xf1\x80abcd", "\x88\x81\x00\x00\x00\x00a", "\x8a\xfe\x00\x7e\x00\x00\x00\x00",
	} {
		f.Add([]byte(frames))
	}
	f.Fuzz(func(t *testing.T, frames []byte) {
		callAt(t, func(a *atDoor) {
			a.shakeHands()
			a.visit.Show(&referee.Scene{Turn: 7, Board: []byte("####")})
			a.send(frames)
			answers := a.visit.Answers(nil)
			if len(answers) > 1 || a.visit.Attended() {
				t.Errorf("%d answers to one board: %v", len(answers), answers)
			}
			for _, answer := range answers {
				if answer.Turn != 7 || len(answer.Text) > 303 || !utf8.ValidString(answer.Text) {
					t.Errorf("answer %+v", answer)
				}
			}
		})
	})
}

// shakeHands makes a good handshake.
func (a *atDoor) shakeHands() {
	a.t.Helper()
	request := "GET " + a.path + " HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
	if _, err := a.conn.Write([]byte(request)); err != nil {
		a.t.Fatal(err)
	}
	head := make([]byte, 4096)
	if n, err := a.conn.Read(head); err != nil || !bytes.HasPrefix(head[:n], []byte("HTTP/1.1 101")) {
		a.t.Fatalf("handshake: %v %q", err, head[:n])
	}
	synctest.Wait()
}
