package bots

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// Look gives the order for a board that comes whole.
func (g *Grazer) Look(board string) string {
	g.side = int(math.Sqrt(float64(utf8.RuneCountInString(board))))
	g.board = []rune(board)
	return g.order()
}

// PlayBySocket lets a grazer play one match of snake over a WebSocket, until it is
// over or ctx is done (then the error is nil). It joins by IRC, on the connection,
// which it closes; then it asks the referee for its address. Seen, if not nil, is
// told the address at which others can look.
func PlayBySocket(ctx context.Context, conn net.Conn, bot Bot, table Table, seen func(address string)) error {
	client, err := Register(ctx, conn, bot.Name)
	if err != nil {
		return unlessDone(ctx, err)
	}
	defer client.Close()
	play, look, err := table.addresses(ctx, client, bot.Game)
	if err != nil {
		return unlessDone(ctx, fmt.Errorf("%s: %w", client.Nick(), err))
	}
	if seen != nil {
		seen(look)
	}
	socket, _, err := websocket.Dial(ctx, socketAddress(play), nil) // it is the socket's
	if err != nil {
		return unlessDone(ctx, fmt.Errorf("%s: %w", client.Nick(), err))
	}
	defer func() { _ = socket.CloseNow() }()
	if table.Seated != nil {
		table.Seated()
	}
	listening := make(chan struct{})
	go func() { // the server wants its PINGs answered
		defer close(listening)
		for {
			if _, err := client.Read(); err != nil {
				return
			}
		}
	}()
	defer func() {
		client.Close()
		<-listening
	}()
	return unlessDone(ctx, answerBoards(ctx, socket))
}

// answerBoards answers each board until the referee closes the socket.
func answerBoards(ctx context.Context, socket *websocket.Conn) error {
	grazer := NewGrazer()
	for {
		_, frame, err := socket.Read(ctx)
		if websocket.CloseStatus(err) == websocket.StatusNormalClosure {
			return nil
		}
		if err != nil {
			return fmt.Errorf("hear a board: %w", err)
		}
		order := grazer.Look(strings.TrimPrefix(string(frame), "board="))
		if err := socket.Write(ctx, websocket.MessageText, []byte(order)); err != nil {
			return fmt.Errorf("answer a board: %w", err)
		}
	}
}

// addresses joins the game that begins next, and asks for the seat's addresses.
func (t Table) addresses(ctx context.Context, client *Client, game string) (play, look string, err error) {
	if err := client.Join(t.Channel); err != nil {
		return "", "", err
	}
	address := regexp.MustCompile(`https?://\S+`)
	for {
		m, err := client.Read()
		if err != nil {
			return "", "", fmt.Errorf("read: %w", err)
		}
		if !t.isReferee(m.From) {
			continue
		}
		say := ""
		switch found := address.FindString(m.Param(1)); {
		case m.Command == "PRIVMSG" && m.Param(1) == begins(game):
			if err := t.wait(ctx); err != nil {
				return "", "", err
			}
			say = joinGame
		case m.Command == "PRIVMSG" && m.Param(1) == "JOIN_OK":
			say = "websocket"
		case strings.Contains(found, "/board/player/"):
			play = found
		case found != "":
			return play, found, nil
		}
		if say == "" {
			continue
		}
		if err := client.Say(m.From, say); err != nil {
			return "", "", fmt.Errorf("send %q: %w", say, err)
		}
	}
}

var errStopped = errors.New("stopped")

// wait waits until the bot may join.
func (t Table) wait(ctx context.Context) error {
	if t.MayJoin == nil {
		return nil
	}
	select {
	case <-t.MayJoin:
		return nil
	case <-ctx.Done():
		return errStopped
	}
}

// socketAddress makes the address of the socket of that of the page, as all
// programs for this contest do.
func socketAddress(page string) string {
	return strings.NewReplacer("http", "ws", "board/player/", "ws?user=", "?code=", "&code=").Replace(page)
}
