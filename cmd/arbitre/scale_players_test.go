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
	Channels map[string]*watched
	Sent     map[string]map[int]string // by player and turn, his order
	Late     int                       // orders whose players were told that they came late
	Boards   int                       // turns of a player who had not the whole of his board when he was asked
}

// watched is what a channel's spectator saw.
type watched struct {
	Turns map[int]*watchedTurn
	ended bool
}

// watchedTurn is what a spectator saw of a turn.
type watchedTurn struct {
	Lines []string
	Asked time.Time // the server's stamp of SEND_YOUR_ACTION
	First time.Time // when the first line was here
	Whole time.Time // when the line behind the last one was: the next turn's or the end's
}

// hear notes a line that was here at this time.
func (t *watchedTurn) hear(text string, now time.Time) {
	if t.First.IsZero() {
		t.First = now
	}
	t.Lines = append(t.Lines, text)
}

// end is called when the line behind the turn's last one is here.
func (t *watchedTurn) end(now time.Time) {
	if t == nil { // TOUR 1
		return
	}
	if t.First.IsZero() {
		t.First = now
	}
	t.Whole = now
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
	c := &crowd{report: report{Channels: map[string]*watched{}, Sent: map[string]map[int]string{}}}
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

// watch is the spectator of a channel, who comes first and so is its operator, has
// the players come, and begins the match.
func (c *crowd) watch(i int) {
	channel, round := channelName(i), c.Round
	g := c.enter("op"+strconv.Itoa(i), channel, "CAP REQ :server-time\r\nCAP END\r\n")
	defer g.Close()
	for seat := range c.Seats {
		c.playing.Go(func() { c.play(i, seat) })
	}
	seen := &watched{Turns: map[int]*watchedTurn{}}
	var turn *watchedTurn
	for g.lines.Scan() {
		now, line := time.Now(), g.lines.Text()
		at, text := published(line, channel)
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case text == "" && strings.Contains(line, ":Arbitre!") && strings.Contains(line, " JOIN "):
			g.say("PRIVMSG %s :!begin %s seed=%d lobby=1h round_length=%v %s", channel, c.Game, i, round, c.Begin)
		case text == "":
		case seen.ended && opens(word): // only when the journal has closed the match before
			c.mu.Lock()
			defer c.mu.Unlock()
			c.report.Channels[channel] = seen
			return
		case opens(word):
			go func() {
				c.seated.Wait()
				if !c.Together {
					time.Sleep(rand.N(max(time.Second, round%time.Minute)))
				}
				g.say("PRIVMSG %s :!go", channel)
			}()
		case word == "END_GAME":
			turn.end(now)
			turn, seen.ended = nil, true
			g.say("PRIVMSG %s :!begin %s", channel, c.Game)
		case word == "TOUR":
			turn.end(now)
			number, _ := strconv.Atoi(rest)
			turn = &watchedTurn{Lines: []string{}}
			seen.Turns[number] = turn
		case text == "SEND_YOUR_ACTION":
			turn.Asked = at
		case turn != nil:
			turn.hear(text, now)
		}
	}
	panic(fmt.Sprintf("%s is not seen to the end: %v", channel, g.lines.Err()))
}

// opens tells whether a word opens a lobby.
func opens(word string) bool { return word == "BEGIN_GAME" || word == "NEW_GAME" }

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

// play is a player, who answers each prompt at once.
func (c *crowd) play(i, seat int) {
	nick, channel := playerName(i, seat), channelName(i)
	g := c.enter(nick, channel, "")
	defer g.Close()
	turn, row, pieces, late, boards := 0, 0, 0, 0, 0
	waits := c.Game == "snake" // for the round to begin, or out of it
	sent := map[int]string{}
	for g.lines.Scan() {
		_, text, _ := strings.Cut(strings.TrimPrefix(g.lines.Text(), ":Arbitre!"), " :")
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "BEGIN_GAME", "NEW_GAME":
			g.say("PRIVMSG Arbitre :join_game")
		case "JOIN_OK":
			c.seated.Done()
		case "TOUR":
			turn, _ = strconv.Atoi(rest)
			pieces = 0
			if c.Game == "snake" {
				pieces = -1 // none has come
			}
		case "POSITION":
			if position, is := strings.CutPrefix(rest, nick+" "); is {
				_, _ = fmt.Sscanf(position, "%d %d", new(int), &row)
			}
		case "ROUND":
			waits = !strings.Contains(rest, " PLAY ")
		case "DEAD":
			waits = waits || rest == nick
		case "BOARD":
			pieces = missingPieces(pieces, rest)
		case "SEND_YOUR_ACTION":
			if pieces != 0 {
				boards++
			}
			if waits {
				break
			}
			sent[turn] = orderOf(c.Game, turn, row)
			g.say("PRIVMSG Arbitre :@%d %s", turn, sent[turn])
		case "[too-late]", "[wrong-turn]":
			late++
		case "END_GAME":
			c.mu.Lock()
			defer c.mu.Unlock()
			c.report.Sent[nick] = sent
			c.report.Late += late
			c.report.Boards += boards
			return
		}
	}
	panic(fmt.Sprintf("%s does not come to the end: %v", nick, g.lines.Err()))
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

// orderOf is what a player does in a turn: a bomber goes to and fro, and studies
// now and then; a snake goes round in circles once it has left its wall. Row is
// where the bomber is.
func orderOf(game string, turn, row int) string {
	switch {
	case game == "snake":
		return [...]string{"RIGHT", "DOWN", "LEFT", "UP"}[turn%4]
	case turn%10 == 5:
		return "STUDY_SPEED"
	case row > 0:
		return "SOUTH 1"
	default:
		return "NORTH 1"
	}
}
