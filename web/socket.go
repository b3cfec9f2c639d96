package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// A socket that says more than this is listened to no faster.
const (
	frameBurst = 100
	frameEvery = time.Second / 50
)

var errNoGoodbye = errors.New("no answer to the goodbye")

// socket is a program that plays for a seat.
type socket struct {
	boards chan []byte   // to be sent; one fits
	leave  chan struct{} // closed: it is to go, with a goodbye

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
		s.dismiss() // it answers what it does not read
	}
}

// dismiss makes a socket go. The visit's mutex is held.
func (s *socket) dismiss() {
	if !s.dismissed {
		s.dismissed = true
		close(s.leave)
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
	mine := &socket{boards: make(chan []byte, 1), leave: make(chan struct{})}
	if !v.enter(mine) {
		_ = conn.Close(websocket.StatusGoingAway, "")
		return
	}
	s.log.Info("socket open", zap.String("visit", v.id), zap.String("from", s.addressOf(r)))
	why := converse(conn, v, mine)
	v.leave(mine)
	s.log.Info("socket closed", zap.String("visit", v.id), zap.String("from", s.addressOf(r)), zap.Error(why))
}

// converse reads, writes and pings until one of them fails or the socket is to
// go, and tells why it ended.
func converse(conn *websocket.Conn, v *visit, s *socket) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer func() { _ = conn.CloseNow() }()
	part := func(run func() error) (ended chan struct{}) {
		ended = make(chan struct{})
		go func() {
			defer close(ended)
			cancel(run())
		}()
		return ended
	}
	read := part(func() error { return read(ctx, conn, v, s) })
	written := part(func() error { return write(ctx, conn, s) })
	pinged := part(func() error { return ping(ctx, conn) })
	<-ctx.Done()
	<-written
	<-pinged
	<-read
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
		v.hear(s, text)
		if err := pace.Wait(ctx); err != nil {
			return err
		}
	}
}

// write sends the boards, and the goodbye.
func write(ctx context.Context, conn *websocket.Conn, s *socket) error {
	for {
		select {
		case board := <-s.boards:
			if err := writeFrame(ctx, conn, board); err != nil {
				return err
			}
		case <-s.leave:
			return closePolitely(conn)
		case <-ctx.Done():
			return nil
		}
	}
}

// closePolitely says goodbye and waits a little for the answer. Then the reader
// gives up, and with it everybody.
func closePolitely(conn *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(context.Background(), closingTime)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- conn.Close(websocket.StatusNormalClosure, "") }()
	select {
	case err := <-closed:
		return err
	case <-ctx.Done():
		return errNoGoodbye
	}
}

func writeFrame(ctx context.Context, conn *websocket.Conn, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, text)
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
