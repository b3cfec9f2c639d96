package journal

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"arbitre/game"
	"arbitre/referee"
)

// Replay runs a match again from its file, a record at a time, and compares
// what the rules say with what the file says. It holds one line in memory,
// however long the file is.
type Replay struct {
	Opening referee.Opening
	Version string // of the program that wrote the file
	Game    game.Game
	Rules   game.Rules // after the record that Next returned last
	Turns   int        // so many have been resolved

	lines     *lines
	head      header
	causes    []string // by seat, why he went out; "" for who has not
	cut       []int    // by seat, in how many turns its script was cut off
	standings []game.Standing
	over      bool
	ended     bool
	events    []game.Event
	state     []byte
	before    func(*referee.Turn) error // of each turn, once it is checked; nil: nothing
}

// NewReplay starts to read a match. Name is what errors call the file. Seed is
// for a match that still runs, whose file does not tell it; nil if nobody knows.
func NewReplay(name string, r io.Reader, games []game.Game, seed *[32]byte) (*Replay, error) {
	l := newLines(name, r)
	head, err := l.header()
	if err != nil {
		return nil, err
	}
	if head.Revealed == "" {
		if seed == nil {
			return nil, l.wrong("the head has no seed: it is told when the match has ended")
		}
		if err := l.reveal(&head, hex.EncodeToString(seed[:])); err != nil {
			return nil, err
		}
	}
	p := &Replay{Opening: head.Opening, Version: head.Version, lines: l, head: head}
	if err := p.setUp(games); err != nil {
		return nil, l.wrong("%w", err)
	}
	return p, nil
}

// setUp starts the rules.
func (p *Replay) setUp(games []game.Game) (err error) {
	var names []string
	for _, g := range games {
		names = append(names, g.Name)
		if g.Name == p.Opening.Game {
			p.Game = g
		}
	}
	if p.Game.New == nil {
		return fmt.Errorf("there is no game %q: expected one of %s", p.Opening.Game, strings.Join(names, ", "))
	}
	if n := len(p.Opening.Players); n < p.Game.MinSeats || n > p.Game.MaxSeats {
		return fmt.Errorf("%d players: expected %d to %d", n, p.Game.MinSeats, p.Game.MaxSeats)
	}
	if p.Rules, err = p.Game.New(p.Opening.Settings, len(p.Opening.Players), p.Opening.Seed); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	p.events = p.Rules.Open(p.events)
	p.Opening.Public = p.render()
	p.standings, p.over = p.Rules.Standings(p.standings[:0])
	p.causes = make([]string, len(p.Opening.Players))
	p.cut = make([]int, len(p.Opening.Players))
	return nil
}

// Next runs the next turn, or checks the end; exactly one of both is returned.
// After the end, and only then, it returns io.EOF. An error names file and line,
// what differs, and what was expected.
func (p *Replay) Next() (*referee.Turn, *referee.End, error) {
	turn, end, err := p.lines.record()
	switch {
	case errors.Is(err, io.EOF) && p.ended:
		return nil, nil, io.EOF
	case errors.Is(err, io.EOF):
		return nil, nil, p.lines.wrong("%w", unfinishedError{p.Turns})
	case err != nil && p.ended:
		return nil, nil, p.lines.wrong("expected nothing behind the end of the match")
	case err != nil:
		return nil, nil, err
	case p.ended:
		return nil, nil, p.lines.wrong("expected nothing behind the end of the match")
	case end != nil:
		p.ended = true
		err = p.checkEnd(&end.End)
	default:
		err = p.play(turn)
	}
	if err != nil {
		return nil, nil, p.lines.wrong("%w", err)
	}
	if end != nil {
		return nil, &end.End, nil
	}
	return turn, nil, nil
}

// unfinishedError is a file that has whole lines and no end.
type unfinishedError struct{ turns int }

func (e unfinishedError) Error() string {
	return fmt.Sprintf("the file stops after turn %d: expected the next turn or the end: the match still runs, or was interrupted", e.turns)
}

// play runs a turn and compares.
func (p *Replay) play(turn *referee.Turn) error {
	void, out, err := p.checkTurn(turn)
	if err != nil {
		return err
	}
	if p.before != nil {
		if err := p.before(turn); err != nil {
			return fmt.Errorf("turn %d: %w", turn.Turn, err)
		}
	}
	for _, s := range p.Opening.Scripts {
		if p.plays(s.Seat) && turn.Millis[s.Seat] == nil {
			p.cut[s.Seat]++
		}
	}
	for seat, orders := range turn.Orders {
		for _, order := range orders {
			p.Rules.Order(game.Seat(seat), order)
		}
	}
	p.events = p.Rules.Resolve(void, out, p.events[:0])
	public := p.render()
	for i := range max(len(public), len(turn.Public)) {
		if is, want := lineAt(turn.Public, i), lineAt(public, i); is != want {
			return fmt.Errorf("turn %d, public line %d: %s: by the rules it is %s", turn.Turn, i+1, is, want)
		}
	}
	if hash := p.hash(); hash != turn.Hash {
		return fmt.Errorf("turn %d: the hash is %q: by the rules it is %q", turn.Turn, turn.Hash, hash)
	}
	for i, seat := range turn.Out {
		p.causes[seat] = turn.Causes[i]
	}
	p.Turns++
	p.standings, p.over = p.Rules.Standings(p.standings[:0])
	return nil
}

// plays tells whether a seat is in play before the next turn.
func (p *Replay) plays(seat int) bool { return p.standings[seat].Alive && p.causes[seat] == "" }

// lineAt is a line as an error shows it.
func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return fmt.Sprintf("%q", lines[i])
	}
	return "missing"
}

// checkTurn checks that the rules can take a turn.
func (p *Replay) checkTurn(turn *referee.Turn) (void, out game.Seats, err error) {
	seats := len(p.Opening.Players)
	switch {
	case p.over:
		return 0, 0, fmt.Errorf("turn %d: by the rules the match was over after turn %d: expected the end", turn.Turn, p.Turns)
	case turn.Turn != p.Turns+1:
		return 0, 0, fmt.Errorf("turn %d: expected turn %d", turn.Turn, p.Turns+1)
	case len(turn.Orders) != seats:
		return 0, 0, fmt.Errorf("turn %d: orders of %d players: expected %d", turn.Turn, len(turn.Orders), seats)
	case len(turn.Millis) != seats:
		return 0, 0, fmt.Errorf("turn %d: ms of %d players: expected %d", turn.Turn, len(turn.Millis), seats)
	}
	if void, err = seatSet(turn.Void, seats); err != nil {
		return 0, 0, fmt.Errorf("turn %d: void: %w", turn.Turn, err)
	}
	if out, err = seatSet(turn.Out, seats); err != nil {
		return 0, 0, fmt.Errorf("turn %d: out: %w", turn.Turn, err)
	}
	return void, out, p.checkOut(turn)
}

// checkOut checks that everybody goes out once, and for a reason.
func (p *Replay) checkOut(turn *referee.Turn) error {
	if len(turn.Causes) != len(turn.Out) {
		return fmt.Errorf("turn %d: causes of %d players: expected %d", turn.Turn, len(turn.Causes), len(turn.Out))
	}
	for i, seat := range turn.Out {
		if before := p.causes[seat]; before != "" {
			return fmt.Errorf("turn %d: out: seat %d has been out before (%s)", turn.Turn, seat, before)
		}
		if !known(turn.Causes[i]) {
			return fmt.Errorf("turn %d: causes: %q: expected one of %s", turn.Turn, turn.Causes[i], causes)
		}
	}
	return nil
}

// seatSet is a list of seats as a set.
func seatSet(list []int, seats int) (set game.Seats, err error) {
	for i, seat := range list {
		if seat < 0 || seat >= seats || i > 0 && seat <= list[i-1] {
			return 0, fmt.Errorf("%d: expected seats from 0 to %d, each once and in order", seat, seats-1)
		}
		set = set.With(game.Seat(seat))
	}
	return set, nil
}

// checkEnd compares the end with the standings, and fills in what the file
// leaves to them.
func (p *Replay) checkEnd(end *referee.End) error {
	if end.Turn != p.Turns {
		return fmt.Errorf("the end is after turn %d: expected turn %d", end.Turn, p.Turns)
	}
	if err := p.checkCauses(end); err != nil {
		return err
	}
	end.Seed = hex.EncodeToString(p.Opening.Seed[:])
	ranking, winners := p.ranking()
	switch {
	case end.Aborted:
		ranking, winners = nil, nil
	case !p.over:
		return fmt.Errorf("by the rules the match goes on after turn %d: expected the next turn", p.Turns)
	}
	if !slices.Equal(end.Ranking, ranking) {
		is := appendList(nil, end.Ranking, appendRank)
		want := appendList(nil, ranking, appendRank)
		return fmt.Errorf("ranking %s: by the rules it is %s", is, want)
	}
	end.Ranking, end.Winners = ranking, winners
	end.Public = referee.EndLines(end, p.Opening.Players)
	return nil
}

// ranking is the players, best first, and who won. Where nobody is left there
// are no ranks.
func (p *Replay) ranking() (ranking []referee.Rank, winners []int) {
	for seat, s := range p.standings {
		ranking = append(ranking, referee.Rank{Seat: seat, Place: s.Place, Score: s.Score})
	}
	slices.SortStableFunc(ranking, func(a, b referee.Rank) int { return cmp.Compare(a.Place, b.Place) })
	for _, rank := range ranking {
		if rank.Place == 1 && p.causes[rank.Seat] == "" {
			winners = append(winners, rank.Seat)
		}
	}
	if winners == nil {
		return nil, nil
	}
	return ranking, winners
}

// causes is why somebody did not play to the end (docs/protocol.md).
const causes = "alive, blast, wall, body, headon, stone, bite, act0, colony, quit, kicked, absent, spoke, nick, flood, organiser, script"

func known(cause string) bool { return slices.Contains(strings.Split(causes, ", "), cause) }

// checkCauses compares the causes with those of the rules. Why somebody went
// out the referee knows, not they.
func (p *Replay) checkCauses(end *referee.End) error {
	if len(end.Causes) != len(p.standings) {
		return fmt.Errorf("causes of %d players: expected %d", len(end.Causes), len(p.standings))
	}
	for seat, cause := range end.Causes {
		if want := cmp.Or(p.causes[seat], p.standings[seat].Cause, "alive"); cause != want {
			return fmt.Errorf("causes: seat %d: %q: by the turns before it is %q", seat, cause, want)
		}
	}
	return nil
}

// render is the events that are for everyone, as lines.
func (p *Replay) render() []string {
	public := []string{}
	for _, event := range p.events {
		if event.To != game.Everyone {
			continue
		}
		if line := event.Fact.AppendLine(nil, p.Opening.Players); len(line) > 0 { // "a fact that writes nothing is no line"
			public = append(public, string(line))
		}
	}
	return public
}

func (p *Replay) hash() string {
	p.state = p.Rules.AppendState(p.state[:0], p.Opening.Players)
	sum := sha256.Sum256(p.state)
	return hex.EncodeToString(sum[:])
}
