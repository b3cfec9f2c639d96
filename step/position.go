package step

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"arbitre/game"
	"arbitre/referee"
)

// position is the match that "step" holds, and what the answer says of it.
type position struct {
	game     game.Game
	settings []byte
	rules    game.Rules
	names    []string
	seats    map[string]game.Seat

	number    int      // of the turn just resolved
	state     []byte   // as AppendState wrote it
	public    []byte   // JSON strings, with commas between them
	private   [][]byte // by seat, as public
	refused   [][]byte // by seat, a JSON string or nothing
	standings []game.Standing
	over      bool

	events []game.Event
	line   []byte
}

// newPosition is the position that a setup or a state line sets up.
func newPosition(played game.Game, line *inputLine) (*position, error) {
	p := &position{game: played, settings: bytes.Clone(line.settings)}
	var err error
	if line.kind == setupLine {
		err = p.setUp(line)
	} else {
		err = p.takeUp(line.state)
	}
	if err != nil {
		return nil, err
	}
	p.nameSeats()
	p.seats = make(map[string]game.Seat, len(p.names))
	for i, name := range p.names {
		p.seats[name] = game.Seat(i)
	}
	p.private = make([][]byte, len(p.names))
	p.refused = make([][]byte, len(p.names))
	if line.kind == setupLine {
		p.events = p.rules.Open(nil)
	}
	p.publish()
	var head struct{ Turn int }
	if err := json.Unmarshal(p.state, &head); err != nil {
		return nil, within("state", err)
	}
	p.number = head.Turn
	return p, nil
}

func (p *position) setUp(line *inputLine) error {
	if n := len(line.players); n < p.game.MinSeats || n > p.game.MaxSeats {
		return fmt.Errorf("setup: players: %d: expected %d to %d", n, p.game.MinSeats, p.game.MaxSeats)
	}
	p.names = slices.Clone(line.players)
	var err error
	if p.rules, err = p.game.New(p.settings, len(p.names), line.seed); err != nil {
		return within("setup", within("settings", err))
	}
	return nil
}

func (p *position) takeUp(state []byte) error {
	var err error
	if p.rules, p.names, err = p.game.Restore(p.settings, state); err != nil {
		return within("state", err)
	}
	return within("state", checkNames(p.names))
}

// turn plays the turn of the line. With an error nothing has changed.
func (p *position) turn(line *inputLine) error {
	if p.over {
		return errors.New("the match is over: expected setup or state")
	}
	empty(p.refused)
	for _, order := range line.orders {
		p.order(order.seat, referee.Plain(order.text))
	}
	if line.spawn != nil {
		if err := p.spawn(line); err != nil {
			return within("spawn", err)
		}
	}
	p.events = p.rules.Resolve(line.void, line.out, p.events[:0])
	p.number++
	p.publish()
	return nil
}

func empty(lists [][]byte) {
	for i := range lists {
		lists[i] = lists[i][:0]
	}
}

// order gives a player's order to the rules, which refuse those of the dead.
func (p *position) order(seat game.Seat, text string) {
	if refusal := p.rules.Order(seat, text); refusal != nil {
		text := refusal.Order + ": " + referee.Worded(p.game.Words("en", refusal.Key), refusal.Args)
		p.refused[seat] = appendJSONString(p.refused[seat][:0], []byte(text))
	}
}

// spawn hands the things of the line to the rules, where the game lets new
// things appear. The orders are noted by then, since what a cell takes may hang
// on them, on whose are void and on who goes out; a refusal takes them back by
// taking up the last state again.
func (p *position) spawn(line *inputLine) error {
	spawner, ok := p.rules.(interface {
		Spawn(things []byte, void, out game.Seats) error
	})
	if !ok {
		p.takeBack()
		return fmt.Errorf("nothing appears in %s", p.game.Name)
	}
	if err := spawner.Spawn(line.spawn, line.void, line.out); err != nil {
		p.takeBack()
		return err
	}
	return nil
}

func (p *position) takeBack() {
	rules, _, err := p.game.Restore(p.settings, p.state)
	if err != nil {
		panic(fmt.Sprintf("%s refuses a state of its own: %v: %s", p.game.Name, err, p.state))
	}
	p.rules = rules
	p.nameSeats()
}

// nameSeats tells the players' names to rules that fill their lines by them, as
// the referee does.
func (p *position) nameSeats() {
	if rules, packs := p.rules.(game.Named); packs {
		rules.Name(p.names)
	}
}

// publish renders the events, the views of the next turn and the state; a fact
// has to be rendered before the next call of the rules.
func (p *position) publish() {
	p.public = p.public[:0]
	empty(p.private)
	p.render()
	p.standings, p.over = p.rules.Standings(p.standings[:0])
	if !p.over {
		for seat := range p.private {
			p.events = p.rules.View(game.Seat(seat), p.events[:0])
			p.render()
		}
	}
	p.state = p.rules.AppendState(p.state[:0], p.names)
}

func (p *position) render() {
	for _, event := range p.events {
		p.line = event.Fact.AppendLine(p.line[:0], p.names)
		switch {
		case len(p.line) == 0: // "a fact that writes nothing is no line"
		case event.To == game.Everyone:
			p.public = appendElement(p.public, p.line)
		default:
			p.private[event.To] = appendElement(p.private[event.To], p.line)
		}
	}
}

// appendElement adds a string to the inside of a JSON list.
func appendElement(list, text []byte) []byte {
	if len(list) > 0 {
		list = append(list, ',')
	}
	return appendJSONString(list, text)
}

// appendAnswer writes what there is to say after a line was carried out.
func (p *position) appendAnswer(dst []byte) []byte {
	dst = append(dst, `{"turn":`...)
	dst = strconv.AppendInt(dst, int64(p.number), 10)
	dst = append(dst, `,"state":`...)
	dst = append(dst, p.state...)
	dst = append(dst, `,"public":[`...)
	dst = append(dst, p.public...)
	dst = append(dst, `],"private":{`...)
	dst = p.appendMembers(dst, p.private, "[", "]")
	dst = append(dst, `},"refused":{`...)
	dst = p.appendMembers(dst, p.refused, "", "")
	dst = append(dst, `},"over":`...)
	dst = strconv.AppendBool(dst, p.over)
	if p.over {
		dst = append(dst, `,"ranking":[`...)
		dst = p.appendRanking(dst)
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// appendMembers writes the inside of a JSON object: the values of the players
// who have one, by name.
func (p *position) appendMembers(dst []byte, values [][]byte, before, after string) []byte {
	first := true
	for seat, value := range values {
		if len(value) == 0 {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = appendJSONString(dst, []byte(p.names[seat]))
		dst = append(dst, ':')
		dst = append(dst, before...)
		dst = append(dst, value...)
		dst = append(dst, after...)
	}
	return dst
}

// appendRanking writes the players, best first, equals in join order. Where
// nobody is left there are "no ranks".
func (p *position) appendRanking(dst []byte) []byte {
	if !slices.ContainsFunc(p.standings, func(s game.Standing) bool { return s.Place == 1 }) {
		return dst
	}
	seats := make([]int, len(p.standings))
	for seat := range seats {
		seats[seat] = seat
	}
	slices.SortStableFunc(seats, func(a, b int) int { return cmp.Compare(p.standings[a].Place, p.standings[b].Place) })
	for i, seat := range seats {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"player":`...)
		dst = appendJSONString(dst, []byte(p.names[seat]))
		dst = append(dst, `,"place":`...)
		dst = strconv.AppendInt(dst, int64(p.standings[seat].Place), 10)
		dst = append(dst, `,"score":`...)
		dst = strconv.AppendInt(dst, int64(p.standings[seat].Score), 10)
		dst = append(dst, '}')
	}
	return dst
}
