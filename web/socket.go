package web

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// A socket that says more than this without being asked is put out.
const (
	frameBurst = 100
	frameEvery = time.Second / 50
)

var (
	errNoGoodbye = errors.New("no answer to the goodbye")
	errUnread    = errors.New("it answers boards that it does not read")
)

// socket is a program that plays for a seat.
type socket struct {
	boards chan []byte             // to be sent; one fits
	leave  chan struct{}           // closed: it is to go, with a goodbye
	cut    context.CancelCauseFunc // it is to go at once

	// guarded by the visit's mutex
	asked     bool // it has a board to answer
	turn      int  // of that board
	dismissed bool
}

// ask gives a socket a board, unless it owes the answer to the last one: then
// it gets no new board until it has answered. The visit's mutex is held.
func (s *socket) ask(turn int, frame []byte) {
	if s.asked {
		return
	}
	s.asked, s.turn = true, turn
	select {
	case s.boards <- frame:
	default:
		s.cut(errUnread)
	}
}

// dismiss makes a socket go: with a goodbye, for which there is not much time. The
// visit's mutex is held.
func (s *socket) dismiss() {
	if !s.dismissed {
		s.dismissed = true
		close(s.leave)
		time.AfterFunc(closingTime, func() { s.cut(errNoGoodbye) })
	}
}

// serveSocket is a program's connection, from the handshake to its end.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	v, left := s.admitted(w, r, r.URL.Query().Get("user"), true)
	if v == nil {
		return
	}
	defer left()
	s.open.Add(1) // while http.Server still waits for us
	defer s.open.Done()
	// Any origin may call: nothing but the code gives any right, no cookie, no
	// login of the browser.
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return // Accept has told the client
	}
	conn.SetReadLimit(maxFrame)
	ctx, cut := context.WithCancelCause(context.Background())
	mine := &socket{boards: make(chan []byte, 1), leave: make(chan struct{}), cut: cut}
	if !v.enter(mine) {
		_ = conn.Close(websocket.StatusGoingAway, "")
		return
	}
	s.log.Info("socket open", zap.String("visit", v.id), zap.String("from", s.addressOf(r)))
	why := converse(ctx, conn, v, mine)
	v.leave(mine)
	s.log.Info("socket closed", zap.String("visit", v.id), zap.String("from", s.addressOf(r)), zap.Error(why))
}

// converse reads, writes and pings until one of them fails or the socket is to
// go, and tells why it ended. The end of the context frees who reads, and then
// who writes.
func converse(ctx context.Context, conn *websocket.Conn, v *visit, s *socket) error {
	var parts sync.WaitGroup
	parts.Go(func() { s.cut(write(ctx, conn, s)) })
	parts.Go(func() { s.cut(ping(ctx, conn)) })
	s.cut(read(ctx, conn, v, s))
	_ = conn.CloseNow()
	parts.Wait()
	return context.Cause(ctx)
}

// read listens to a socket. A frame that is too long, or is not text, ends it.
func read(ctx context.Context, conn *websocket.Conn, v *visit, s *socket) error {
	pace := rate.NewLimiter(rate.Every(frameEvery), frameBurst)
	for {
		kind, text, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		if kind != websocket.MessageText {
			return conn.Close(websocket.StatusUnsupportedData, "text frames only")
		}
		if !v.hear(s, text) && !pace.Allow() {
			return conn.Close(websocket.StatusPolicyViolation, "too many frames that answer nothing")
		}
	}
}

// write sends the boards and the goodbye.
func write(ctx context.Context, conn *websocket.Conn, s *socket) error {
	for {
		select {
		case board := <-s.boards:
			// Without a deadline, which would cost more than the writing: whoever
			// reads too slowly is found by the next board, or by the ping.
			if err := conn.Write(context.Background(), websocket.MessageText, board); err != nil {
				return err
			}
		case <-s.leave:
			return conn.Close(websocket.StatusNormalClosure, "")
		case <-ctx.Done():
			return nil
		}
	}
}

// ping finds out who is gone without a word.
func ping(ctx context.Context, conn *websocket.Conn) error {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			waiting, cancel := context.WithTimeout(ctx, pongTime)
			err := conn.Ping(waiting)
			cancel()
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}
