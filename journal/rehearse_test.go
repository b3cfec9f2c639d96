package journal_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"arbitre/game"
	"arbitre/journal"
	"arbitre/referee"
	"arbitre/sentiant"
)

// counter is a hand whose orders hang on everything that it has ever sensed.
type counter struct {
	part     referee.Part
	remember [32]byte
	plays    int
	closed   *int
}

func (c *counter) Play(_ context.Context, senses []byte) referee.Reply {
	c.plays++
	c.remember = sha256.Sum256(append(c.remember[:], senses...))
	way := []string{"UP", "DOWN", "LEFT", "RIGHT"}[c.remember[0]%4]
	return referee.Reply{Orders: []string{"QUEEN SPAWN", fmt.Sprintf("%d MOVE %s; %d DIG %s", c.plays, way, c.plays+1, way)}}
}

func (c *counter) Close() { *c.closed++ }

// counters is who starts them.
type counters struct{ closed int }

func (c *counters) Start(_ context.Context, part referee.Part) (referee.Hand, error) {
	return &counter{part: part, closed: &c.closed}, nil
}

// playCounters is a match between two counters: that of seat 0 is cut off in the
// third turn, and that of seat 1 is out from the sixth on.
func playCounters(t *testing.T) script {
	t.Helper()
	s := script{opening: referee.Opening{
		Game: "sentiant", Settings: []byte(`{"width":15,"height":15,"max_turns":12}`), Players: []string{"ann", "bob", "cid"},
		Started: time.Date(2026, 7, 19, 20, 15, 0, 0, time.UTC),
	}}
	sum := sha256.Sum256(s.opening.Seed[:])
	s.opening.Commitment = hex.EncodeToString(sum[:])
	s.opening.Scripts, s.private.Scripts = scripts()
	s.opening.Scripts[0].Text = s.private.Scripts[0]
	s.private.Identity = make([]referee.PrivatePlayer, 3)
	rules, err := sentiant.Game().New(s.opening.Settings, 3, s.opening.Seed)
	must(t, err)
	hands := []*counter{{closed: new(int)}, {closed: new(int)}}
	out := make([]string, 3)
	standings, over := rules.Standings(nil)
	for !over {
		turn := referee.Turn{Turn: len(s.turns) + 1, Orders: [][]string{{}, {}, {"QUEEN SPAWN"}}, Millis: make([]*int, 3), Public: []string{}}
		turn.Millis[2] = new(int)
		for seat, hand := range hands {
			switch {
			case !standings[seat].Alive || out[seat] != "":
				continue
			case turn.Turn == 3 && seat == 0:
				turn.Void = []int{0}
				continue
			}
			reply := hand.Play(t.Context(), rules.(game.Sensed).AppendSenses(nil, game.Seat(seat)))
			turn.Orders[seat], turn.Millis[seat] = reply.Orders, new(int)
		}
		if turn.Turn == 6 {
			turn.Out, turn.Causes = []int{1}, []string{"script"}
			out[1] = "script"
		}
		resolve(rules, &turn, s.opening.Players)
		s.turns = append(s.turns, turn)
		standings, over = rules.Standings(standings[:0])
	}
	s.end = endOf(s, standings, out, over)
	return s
}

// resolve closes a turn as the referee does.
func resolve(rules game.Rules, turn *referee.Turn, names []string) {
	var void, out game.Seats
	for seat, orders := range turn.Orders {
		for _, order := range orders {
			rules.Order(game.Seat(seat), order)
		}
	}
	for _, seat := range turn.Void {
		void = void.With(game.Seat(seat))
	}
	for _, seat := range turn.Out {
		out = out.With(game.Seat(seat))
	}
	for _, event := range rules.Resolve(void, out, nil) {
		if line := event.Fact.AppendLine(nil, names); event.To == game.Everyone && len(line) > 0 {
			turn.Public = append(turn.Public, string(line))
		}
	}
	sum := sha256.Sum256(rules.AppendState(nil, names))
	turn.Hash = hex.EncodeToString(sum[:])
}

// TestVerifyScripts: scripts whose texts are there give the orders that they gave,
// or the line is named in which they do not.
func TestVerifyScripts(t *testing.T) {
	s := playCounters(t)
	name := write(t, t.TempDir(), s)
	again := &counters{}
	_, end, ran, err := journal.VerifyScripts(t.Context(), name, gameTable(), again)
	if must(t, err); ran != 2 || again.closed != 2 || end.Turn != 12 || end.Causes[1] != "script" {
		t.Errorf("%d scripts ran, %d are closed; %v", ran, again.closed, end)
	}
	s.turns[8].Orders[0] = []string{"QUEEN SPAWN"}
	s.turns = s.turns[:9]
	s.turns[8].Public, s.turns[8].Hash = nil, ""
	changed := t.TempDir() + "/x.jsonl"
	must(t, os.WriteFile(changed, journal.Text(s.opening, s.turns, s.end), 0o600))
	_, _, _, err = journal.VerifyScripts(t.Context(), changed, gameTable(), again)
	if want := `x.jsonl:10: turn 9: the orders of ann are ["QUEEN SPAWN"]: its script gives ["QUEEN SPAWN" "`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	if again.closed != 4 {
		t.Errorf("%d hands are closed, want 4", again.closed)
	}
}

// TestRehearse: whenever the program ends, hands that rehearse remember what those
// did that played.
func TestRehearse(t *testing.T) {
	s := playCounters(t)
	for _, turns := range []int{0, 1, 3, 4, 9} {
		dir := t.TempDir()
		j := open(t, dir)
		log, err := j.Begin(s.opening, s.private)
		must(t, err)
		for _, turn := range s.turns[:turns] {
			must(t, log.Append(turn))
		}
		must(t, j.Close())
		j = open(t, dir)
		matches, problems := j.Unfinished()
		if len(matches) != 1 || problems != nil {
			t.Fatal(matches, problems)
		}
		if cut := matches[0].Cut; (cut[0] == 1) != (turns > 2) || cut[1]+cut[2] != 0 {
			t.Errorf("after %d turns, which of them were cut off: %v", turns, cut)
		}
		hand := &counter{closed: new(int)}
		must(t, matches[0].Rehearse(t.Context(), []referee.Hand{hand, nil, nil}))
		reply := hand.Play(t.Context(), matches[0].Rules.(game.Sensed).AppendSenses(nil, 0))
		if fmt.Sprint(reply.Orders) != fmt.Sprint(s.turns[turns].Orders[0]) {
			t.Errorf("after %d turns the script gives %q, and gave %q", turns, reply.Orders, s.turns[turns].Orders[0])
		}
		must(t, j.Close())
	}
}

// TestBadScripts: the head's scripts are those of its players, and their texts are
// theirs.
func TestBadScripts(t *testing.T) {
	head, rest, _ := strings.Cut(string(read(t, write(t, t.TempDir(), playCounters(t)))), "\n")
	for old, bad := range map[string][2]string{
		`"seat":1`:      {`"seat":0`, `scripts: seat 0: expected seats from 0 to 2, each once and in order`},
		`"seat":0`:      {`"seat":3`, `scripts: seat 3: expected seats from 0 to 2`},
		`"name":"mine"`: {`"name":"Mine"`, `scripts: name "Mine": expected small letters`},
		`"text":"def`:   {`"text":"Def`, `scripts: sha256 "`},
	} {
		text := strings.Replace(head, old, bad[0], 1) + "\n" + rest
		if err := verify([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "x.jsonl:1: "+bad[1]) {
			t.Errorf("%v, want %s", err, bad[1])
		}
	}
}
