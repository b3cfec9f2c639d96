package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// report is what the players and spectators of a house tell in the end.
type report struct {
	Channels map[string]map[int]*watchedTurn // by number
	Sent     map[string]map[int]string       // by player and turn, his order
	Late     int                             // orders whose players were told that they came late
	Boards   int                             // turns of a player who had not the whole of his board when he was asked
}

// watchedTurn is what a spectator saw of a turn.
type watchedTurn struct {
	Lines []string
	Asked time.Time // the server's stamp of SEND_YOUR_ACTION
	First time.Time // when the first line was here
	Whole time.Time // when the line behind the last one was: the next turn's or the end's
}

// crowd is everybody in a house but the referee: the process "house-players".
type crowd struct {
	house
	present sync.WaitGroup // until all are in their channels
	seated  sync.WaitGroup // until all players have a seat
	playing sync.WaitGroup // until all have seen the end

	mu     sync.Mutex
	report report
}

// playHouse reads a house, says when all have come, plays, and writes the report.
func playHouse() {
	c := &crowd{report: report{Channels: map[string]map[int]*watchedTurn{}, Sent: map[string]map[int]string{}}}
	if err := json.NewDecoder(os.Stdin).Decode(&c.house); err != nil {
		panic(err)
	}
	for i := range c.Channels {
		c.present.Add(1 + c.Seats)
		c.seated.Add(c.Seats)
		c.playing.Go(func() { c.watch(i) })
	}
	c.present.Wait()
	out := json.NewEncoder(os.Stdout)
	_, _ = fmt.Fprintln(os.Stdout, "all here")
	c.playing.Wait()
	if err := out.Encode(c.report); err != nil {
		panic(err)
	}
}

// guest is a connection to the server.
type guest struct {
	net.Conn
	lines *bufio.Scanner
}

// enter comes into a channel.
func (c *crowd) enter(nick, channel, first string) guest {
	conn, err := net.Dial("tcp", c.Address) //nolint:noctx // a process of its own
	if err != nil {
		panic(err)
	}
	g := guest{conn, bufio.NewScanner(conn)}
	g.say("%sNICK %s\r\nUSER %s 0 * :%s\r\nJOIN %s", first, nick, nick, nick, channel)
	for g.lines.Scan() {
		if strings.Contains(g.lines.Text(), " 366 ") {
			c.present.Done()
			return g
		}
	}
	panic(fmt.Sprintf("%s does not come in: %v", nick, g.lines.Err()))
}

func (g guest) say(format string, args ...any) {
	if _, err := fmt.Fprintf(g, format+"\r\n", args...); err != nil {
		panic(err)
	}
}

// spectator watches a channel. He comes first, and so is its operator.
type spectator struct {
	guest
	channel string
	turns   map[int]*watchedTurn
	turn    *watchedTurn // being played
	ended   bool
}

// watch is a spectator's whole evening: he has the players come, begins the match,
// and sees it to its end.
func (c *crowd) watch(i int) {
	w := &spectator{channel: channelName(i), turns: map[int]*watchedTurn{}}
	w.guest = c.enter("op"+strconv.Itoa(i), w.channel, "CAP REQ :server-time\r\nCAP END\r\n")
	defer w.Close()
	for seat := range c.Seats {
		c.playing.Go(func() { c.play(i, seat) })
	}
	for w.lines.Scan() {
		now, line := time.Now(), w.lines.Text()
		at, text := published(line, w.channel)
		switch {
		case text == "" && strings.Contains(line, ":Arbitre!") && strings.Contains(line, " JOIN "):
			w.say("PRIVMSG %s :!begin %s seed=%d lobby=1h round_length=%v %s", w.channel, c.Game, i, c.Round, c.Begin)
		case text == "BEGIN_GAME", text == "NEW_GAME "+c.Game:
			if w.ended { // the journal has closed the match before
				c.mu.Lock()
				defer c.mu.Unlock()
				c.report.Channels[w.channel] = w.turns
				return
			}
			go c.begin(w)
		case text != "":
			w.hear(text, at, now)
			if strings.HasPrefix(text, "END_GAME ") {
				w.say("PRIVMSG %s :!begin %s", w.channel, c.Game)
			}
		}
	}
	panic(fmt.Sprintf("%s is not seen to the end: %v", w.channel, w.lines.Err()))
}

// begin closes the lobby when all players have a seat.
func (c *crowd) begin(w *spectator) {
	c.seated.Wait()
	if !c.Together {
		time.Sleep(rand.N(time.Second))
	}
	w.say("PRIVMSG %s :!go", w.channel)
}

// hear takes a line of the protocol, with the server's stamp, that was here at
// this time.
func (w *spectator) hear(text string, at, now time.Time) {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case word == "TOUR" || word == "END_GAME":
		if w.turn != nil {
			w.turn.first(now)
			w.turn.Whole = now
		}
		w.turn, w.ended = &watchedTurn{Lines: []string{}}, word == "END_GAME"
		if number, err := strconv.Atoi(rest); err == nil && !w.ended {
			w.turns[number] = w.turn
		}
	case w.turn == nil: // before turn 1
	case text == "SEND_YOUR_ACTION":
		w.turn.Asked = at
	default:
		w.turn.first(now)
		w.turn.Lines = append(w.turn.Lines, text)
	}
}

// first notes when the first line was here.
func (t *watchedTurn) first(now time.Time) {
	if t.First.IsZero() {
		t.First = now
	}
}

// published takes a line of the protocol in the channel apart: the server's stamp
// and the text, "" if it is none.
func published(line, channel string) (at time.Time, text string) {
	head, text, found := strings.Cut(line, " PRIVMSG "+channel+" :")
	stamp, source, _ := strings.Cut(head, " ")
	if !found || !strings.HasPrefix(source, ":Arbitre!") {
		return at, ""
	}
	at, err := time.Parse(time.RFC3339, strings.TrimPrefix(stamp, "@time="))
	if err != nil {
		panic(err)
	}
	return at, text
}

// player is one of those who play.
type player struct {
	guest
	nick   string
	snake  bool
	turn   int
	pieces int  // of his board that have not come, -1: none has
	waits  bool // for the round to begin, or out of it
	row    int  // in which his bomber is
	moves  int  // that his snake has made in this round

	sent   map[int]string
	late   int
	boards int // that were not whole
}

// play is a player's whole evening.
func (c *crowd) play(i, seat int) {
	p := &player{nick: playerName(i, seat), snake: c.Game == "snake", waits: c.Game == "snake", sent: map[int]string{}}
	p.guest = c.enter(p.nick, channelName(i), "")
	defer p.Close()
	for p.lines.Scan() {
		_, text, _ := strings.Cut(strings.TrimPrefix(p.lines.Text(), ":Arbitre!"), " :")
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "JOIN_OK":
			c.seated.Done()
		case "END_GAME":
			c.mu.Lock()
			defer c.mu.Unlock()
			c.report.Sent[p.nick] = p.sent
			c.report.Late += p.late
			c.report.Boards += p.boards
			return
		default:
			p.hear(word, rest)
		}
	}
	panic(fmt.Sprintf("%s does not come to the end: %v", p.nick, p.lines.Err()))
}

// hear hears a line of the referee's. Each prompt is answered at once.
func (p *player) hear(word, rest string) {
	switch word {
	case "BEGIN_GAME", "NEW_GAME":
		p.say("PRIVMSG Arbitre :join_game")
	case "TOUR":
		p.turn, _ = strconv.Atoi(rest)
		if p.snake {
			p.pieces = -1
		}
	case "POSITION":
		if position, is := strings.CutPrefix(rest, p.nick+" "); is {
			_, _ = fmt.Sscanf(position, "%d %d", new(int), &p.row)
		}
	case "ROUND":
		p.waits, p.moves = !strings.Contains(rest, " PLAY "), 0
	case "DEAD":
		p.waits = p.waits || rest == p.nick
	case "BOARD":
		p.pieces = missingPieces(p.pieces, rest)
	case "SEND_YOUR_ACTION":
		if p.pieces != 0 {
			p.boards++
		}
		if !p.waits {
			p.sent[p.turn] = p.order()
			p.say("PRIVMSG Arbitre :@%d %s", p.turn, p.sent[p.turn])
		}
	case "[too-late]", "[wrong-turn]":
		p.late++
	}
}

// missingPieces is how many pieces of a board are still to come after this one:
// "12 1/3 cells".
func missingPieces(before int, piece string) int {
	var turn, number, of int
	if _, err := fmt.Sscanf(piece, "%d %d/%d ", &turn, &number, &of); err != nil || number > 1 && of-number != before-1 {
		return of // which no later piece makes good
	}
	return of - number
}

// order is what a player does: a bomber goes to and fro, and studies now and then;
// a snake leaves its wall and then goes round in circles.
func (p *player) order() string {
	p.moves++
	switch {
	case p.snake && p.moves < 3:
		return "RIGHT"
	case p.snake:
		return [...]string{"RIGHT", "UP", "LEFT", "DOWN"}[p.moves%4]
	case p.turn%10 == 5:
		return "STUDY_SPEED"
	case p.row > 0:
		return "SOUTH 1"
	default:
		return "NORTH 1"
	}
}
